import { read } from '../../api/site.ts'
import { t } from '../../texts.ts'
import { notify } from '../../ui/notices.tsx'
import { colorOf, readColors } from '../terms/colors.ts'
import type { CalendarEvent } from './calendar-event.ts'

/** The first day of a span and the day after it, each as `2027-05-01`. */
type Span = { readonly start_date: string; readonly end_date: string }

/** Reads the events of a span with the colours of their categories. @throws CalendarError */
export const readSpan = async (span: Span): Promise<readonly CalendarEvent[]> => {
  const [{ events, total }, colors] = await Promise.all([
    read<{ events: CalendarEvent[]; total: number }>('kalends/v1', 'calendar', span),
    readColors(),
  ])
  if (total > events.length) notify(t('There are more events than can be shown: {total}.', { total }))
  return events.map((event) => ({ ...event, color: colorOf(colors, event.categories) }))
}
