import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { calendar, etagOf, unlessChanged } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { read } from '../../api/site.ts'
import { formatLocal, t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { colorOf, readColors } from '../terms/colors.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { MovedEvent } from './event-calendar.ts'

/** The first day of a span and the day after it, each as `2027-05-01`. */
type Span = { readonly start_date: string; readonly end_date: string }

const readSpan = async (span: Span): Promise<readonly CalendarEvent[]> => {
  const [{ events, total }, colors] = await Promise.all([
    read<{ events: CalendarEvent[]; total: number }>('kalends/v1', 'calendar', span),
    readColors(),
  ])
  if (total > events.length) notify(t('There are more events than can be shown: {total}.', { total }))
  return events.map((event) => ({ ...event, color: colorOf(colors, event.categories) }))
}

/** Writes the dates of an event, unless somebody else has changed it since it was shown. */
const writeDates = (id: number, start_date: string, end_date: string, etag?: string) =>
  calendar.POST('/events/{id}', {
    params: { path: { id }, header: unlessChanged(etag) },
    body: { start_date, end_date },
  })

/** A month or a week, in which events are moved and stretched. */
export const CalendarView = () => {
  const place = useRef<HTMLDivElement>(null)
  const { route } = useLocation()
  // One calendar lives as long as the view.
  useEffect(() => {
    let destroy: (() => void) | undefined
    let isGone = false
    import('./event-calendar.ts').then(({ showCalendar }) => {
      if (isGone || !place.current) return
      const shown = showCalendar(place.current, {
        read: readSpan,
        create: (day) => route(`${adminPath}/events/new?day=${day}`),
        move: (moved) => save(moved, () => shown.reload()),
        onError: notifyFault,
      })
      destroy = shown.destroy
    }, notifyFault)
    return () => {
      isGone = true
      destroy?.()
    }
  }, [])
  return (
    <>
      <Heading title={t('Calendar')}>
        <a class="button primary" href={`${adminPath}/events/new`}>
          {t('New event')}
        </a>
      </Heading>
      <p class="hint">
        {t(
          'Drag an event to move it, or its end to make it longer. With the keyboard: Alt and the arrow keys move the event that has the focus.',
        )}
      </p>
      <div ref={place} />
    </>
  )
}

const save = async ({ event, start, end, revert }: MovedEvent, reload: () => void): Promise<void> => {
  try {
    const moved = await writeDates(event.id, start, end, event.etag)
    reload()
    const text = t('“{title}” is now on {date}.', { title: event.title, date: formatLocal(start, event.all_day) })
    notify(text, () => writeDates(event.id, event.start_date, event.end_date, etagOf(moved)).finally(reload))
  } catch (error) {
    revert()
    reload()
    notifyFault(error)
  }
}
