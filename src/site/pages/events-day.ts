import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { beginLine, type Day, laterBy, writeDate, writeShortTime } from '../dates.ts'
import { href } from '../page-context.ts'
import { changed, writeAddress } from '../page-state.ts'
import { renderEntry } from './event-line.ts'
import { type Body, nothing, type Shown, steps, tooMany } from './events-view.ts'
import { longRunning } from './long-running.ts'
import { findDays, findNextDay, type Placed } from './placed-events.ts'

/** The id of an hour on the page of a day. */
export const hourId = (hour: number): string => `h${hour}`

/** A day: what began earlier and is still on, what lasts all day, and below their hours the others in the order of time. */
export const day = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const date = state.date ?? today
  const { placed, total } = await findDays(shown, date, laterBy(date, 1))
  const {
    running = [],
    whole = [],
    timed = [],
  } = Object.groupBy(placed, ({ first, event }) => (first < date ? 'running' : event.all_day ? 'whole' : 'timed'))
  timed.sort((one, other) =>
    one.start < other.start ? -1 : one.start > other.start ? 1 : one.event.id - other.event.id,
  )
  const byHour = Map.groupBy(timed, ({ start }) => Number(start.slice(11, 13)))
  const isEmpty = whole.length + timed.length === 0
  return {
    title: translator.text('day.of', { day: writeDate(translator, 'day', date) }),
    isBlank: placed.length === 0,
    isCalendar: true,
    main: [
      steps(shown, {
        previous: laterBy(date, -1),
        next: laterBy(date, 1),
        write: (other) => writeDate(translator, 'dayOfYear', other),
        present: 'view.today',
        day: date,
      }),
      longRunning(shown, { placed: running, total: running.length }, 'list.stillOn', date, true),
      !isEmpty &&
        markup`<div class="dayhours">
${whole.length > 0 && section(shown, date, whole, 'all-day', beginLine(translator, translator.text('event.allDay')))}${[
  ...byHour,
].map(([hour, some]) => section(shown, date, some, hourId(hour), writeHour(shown, date, hour)))}</div>`,
      isEmpty && (await emptyDay(shown, date, running.length > 0)),
      tooMany(shown, placed.length, total),
    ],
  }
}

const writeHour = ({ context: { translator } }: Shown, date: Day, hour: number): string =>
  writeShortTime(translator, `${date} ${String(hour).padStart(2, '0')}:00:00`)

const section = ({ context }: Shown, date: Day, some: readonly Placed[], id: string, name: string): Markup =>
  markup`<section id="${id}"><h2>${name}</h2><ul class="entries">
${some.map((one) => renderEntry(context, one, date))}</ul></section>
`

/** A day on which nothing begins: it leads to the next one that has something. */
const emptyDay = async (shown: Shown, date: Day, hasRunning: boolean): Promise<Content> => {
  const { context, state } = shown
  const { translator } = context
  const next = await findNextDay(shown, date)
  if (next === undefined) return hasRunning ? undefined : nothing(shown)
  const style = next.slice(0, 4) === date.slice(0, 4) ? 'dayOfYear' : 'day'
  const address = href(context, writeAddress(changed(state, { date: next })))
  return markup`<div class="empty"><p>${!hasRunning && [translator.text('day.empty'), ' ']}<a class="next" href="${address}">${translator.text('day.next', { day: writeDate(translator, style, next) })}</a></p></div>`
}
