import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { calendar, etagOf, readData, unlessChanged } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { formatLocal, t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { askScope, type Scope, scopeOfUndo, tellKept } from '../series/ask-scope.ts'
import { readSpan } from './calendar-events.ts'
import type { CalendarSpan, MovedEvent, showCalendar } from './event-calendar.ts'
import { PhoneMonth } from './phone-month.tsx'

/** Writes the dates of an event, unless somebody else has changed it since it was shown. */
const writeDates = (id: number, body: Dates, etag?: string) =>
  calendar.POST('/events/{id}', { params: { path: { id }, header: unlessChanged(etag) }, body })

/** When an event is, and of an occurrence: which events of its series move with it. */
type Dates = { readonly start_date: string; readonly end_date: string; readonly scope?: Scope }

/** A month, a week or a day of events; on a narrow screen the month is one of dots. */
export const CalendarView = () => {
  const isNarrow = useMedia('(width < 48rem)')
  const [span, setSpan] = useState<CalendarSpan>('month')
  const today = new Date().toLocaleDateString('sv')
  const [day, setDay] = useState(today)
  return (
    <>
      <Heading title={t('Calendar')}>
        <a class="button primary" href={`${adminPath}/events/new`}>
          {t('New event')}
        </a>
      </Heading>
      {isNarrow && (
        <Switch
          label={t('Calendar')}
          value={span}
          options={[
            ['month', t('Month')],
            ['week', t('Week')],
            ['day', t('Day')],
          ]}
          onValue={setSpan}
        />
      )}
      {isNarrow && span === 'month' ? (
        <PhoneMonth day={day} today={today} onDay={setDay} />
      ) : (
        <Grid key={`${isNarrow} ${isNarrow && span}`} span={span} hasSpans={!isNarrow} day={day} onDay={setDay} />
      )}
    </>
  )
}

type GridProps = Pick<Parameters<typeof showCalendar>[1], 'span' | 'day' | 'hasSpans' | 'onDay'>

/** Days beside each other, in which events are moved and stretched. */
const Grid = ({ span, day, hasSpans, onDay }: GridProps) => {
  const place = useRef<HTMLDivElement>(null)
  const { route } = useLocation()
  // One calendar lives as long as the view.
  useEffect(() => {
    let destroy: (() => void) | undefined
    let isGone = false
    import('./event-calendar.ts').then(({ showCalendar }) => {
      if (isGone || !place.current) return
      const shown = showCalendar(place.current, {
        span,
        day,
        hasSpans,
        onDay,
        read: readSpan,
        create: (at) => route(`${adminPath}/events/new?${new URLSearchParams(at)}`),
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
      <p class="hint">
        {t(
          'Click a day, or drag over several, for a new event. Drag an event to move it, or its end to make it longer. With the keyboard: Alt and the arrow keys move the event that has the focus.',
        )}
      </p>
      <div ref={place} />
    </>
  )
}

const save = async ({ event, start, end, revert }: MovedEvent, reload: () => void): Promise<void> => {
  try {
    const scope = event.series === undefined ? 'this' : await askScope(t('What is moved?'))
    const moved = await writeDates(event.id, { start_date: start, end_date: end, scope }, event.etag)
    tellKept(readData(moved))
    reload()
    const text = t('“{title}” is now on {date}.', { title: event.title, date: formatLocal(start, event.all_day) })
    const { start_date, end_date } = event
    const back = { start_date, end_date, scope: scopeOfUndo(scope) }
    notify(text, () => writeDates(event.id, back, etagOf(moved)).finally(reload))
  } catch (error) {
    revert()
    reload()
    notifyFault(error)
  }
}
