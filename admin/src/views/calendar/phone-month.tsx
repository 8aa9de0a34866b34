import { useEffect, useRef } from 'preact/hooks'
import { adminPath, startOfWeek } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatClock, formatDay, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ColorDot } from '../../ui/color-field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import { nameIn, stateNames } from '../events/event-state.ts'
import { addDays, addMonths, type CalendarEvent, divideWeeks, eventsOn, readSpan } from './calendar-events.ts'

type Props = {
  /** The day that is chosen, as `2027-05-01`. */
  readonly day: string
  readonly today: string
  readonly onDay: (day: string) => void
}

/** A month on a narrow screen: days with a dot for each event, and below them the events of the chosen day. */
export const PhoneMonth = ({ day, today, onDay }: Props) => {
  const weeks = divideWeeks(day, startOfWeek)
  const [start_date = day, end = day] = [weeks[0]?.[0], weeks.at(-1)?.[6]]
  const loaded = useLoaded(start_date, () => readSpan({ start_date, end_date: addDays(end, 1) }))
  const events = loaded.data ?? []
  return (
    <>
      <div class="row month-head">
        <h2 aria-live="polite">{formatDay(day, { month: 'long', year: 'numeric' })}</h2>
        <div class="actions">
          <Button aria-label={t('Previous')} onClick={() => onDay(addMonths(day, -1))}>
            ‹
          </Button>
          <Button disabled={day === today} onClick={() => onDay(today)}>
            {t('Today')}
          </Button>
          <Button aria-label={t('Next')} onClick={() => onDay(addMonths(day, 1))}>
            ›
          </Button>
        </div>
      </div>
      <Days weeks={weeks} events={events} day={day} today={today} onDay={onDay} />
      <LoadedState loaded={loaded}>{() => <DayList day={day} events={eventsOn(events, day)} />}</LoadedState>
    </>
  )
}

/** By how many days or months a key moves the chosen day. */
const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

const Days = ({
  weeks,
  events,
  day,
  today,
  onDay,
}: Props & {
  readonly weeks: readonly (readonly string[])[]
  readonly events: readonly CalendarEvent[]
}) => {
  const chosen = useRef<HTMLButtonElement>(null)
  const wasMoved = useRef(false)
  useEffect(() => {
    if (wasMoved.current) chosen.current?.focus()
    wasMoved.current = false
  }, [day])
  const moveBy = (key: KeyboardEvent): void => {
    const move = key.altKey || key.ctrlKey || key.metaKey ? undefined : moves[key.key]
    if (!move) return
    key.preventDefault()
    wasMoved.current = true
    onDay(move(day))
  }
  return (
    <table class="days" aria-label={t('Month')} onKeyDown={moveBy}>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col" abbr={formatDay(one, { weekday: 'long' })}>
              {formatDay(one, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one}>
                <button
                  type="button"
                  ref={one === day ? chosen : null}
                  class={one.slice(0, 7) === day.slice(0, 7) ? 'day' : 'day quiet'}
                  tabIndex={one === day ? 0 : -1}
                  aria-pressed={one === day}
                  aria-current={one === today ? 'date' : undefined}
                  aria-label={nameOf(one, eventsOn(events, one).length)}
                  onClick={() => onDay(one)}
                >
                  {Number(one.slice(8))}
                  <Dots events={eventsOn(events, one)} />
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const nameOf = (day: string, count: number): string => {
  const date = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })
  return count === 0 ? date : `${date}, ${tn('{count} event', '{count} events', count)}`
}

/** Most dots of a day. */
const mostDots = 3

const Dots = ({ events }: { readonly events: readonly CalendarEvent[] }) => (
  <span class="dots">
    {events.slice(0, mostDots).map(({ id, color }) => (
      <ColorDot key={id} color={color ?? 'currentColor'} />
    ))}
  </span>
)

const DayList = ({ day, events }: { readonly day: string; readonly events: readonly CalendarEvent[] }) => {
  const date = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <section class="stack" aria-label={date}>
      <div class="row title">
        <h2>{date}</h2>
        <a class="button" href={`${adminPath}/events/new?day=${day}`} aria-label={t('New event on {date}', { date })}>
          +
        </a>
      </div>
      {events.length === 0 ? (
        <p class="quiet">{t('Nothing on this day.')}</p>
      ) : (
        <ul class="day-events">
          {events.map((event) => (
            <li key={event.id} class="card">
              <span class="quiet">{event.all_day ? t('All day') : hoursOn(event, day)}</span>
              <ColorDot color={event.color} />
              <a href={`${adminPath}/events/${event.id}`}>{plainText(event.title) || t('(no title)')}</a>{' '}
              {event.status !== 'publish' && <span class={`badge ${event.status}`}>{statusName(event.status)}</span>}
              {event.event_status && <span class="badge notice">{nameIn(stateNames, event.event_status)}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** From when to when an event is on during a day; one that began before it, or ends after it, has no such time. */
const hoursOn = ({ start_date: start, end_date: end }: CalendarEvent, day: string): string => {
  const timeOf = (text: string): string => (text.startsWith(day) ? formatClock(text) : '…')
  return `${timeOf(start)} – ${timeOf(end)}`
}
