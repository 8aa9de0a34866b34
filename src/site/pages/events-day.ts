import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { beginLine, type Day, laterBy, writeDate, writeTime } from '../dates.ts'
import { href } from '../page-context.ts'
import { changed, writeAddress } from '../page-state.ts'
import { classes, renderEntry } from './event-line.ts'
import { type Body, nothing, type Shown, steps, tooMany } from './events-view.ts'
import { longRunning } from './long-running.ts'
import { findDays, findNextDay, type Placed } from './placed-events.ts'

/** The id of an hour on the page of a day. */
export const hourId = (hour: number): string => `h${hour}`

const allDayId = 'all-day'

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
    heading: beginLine(translator, writeDate(translator, isOfYear(date, today) ? 'dayOfYear' : 'day', date)),
    steps: steps(shown, {
      previous: laterBy(date, -1),
      next: laterBy(date, 1),
      write: (other) => writeDate(translator, 'dayOfYear', other),
      present: 'view.today',
      day: date,
    }),
    count: countOf(shown, whole.length + timed.length),
    isBlank: placed.length === 0,
    isCalendar: true,
    ids: placed.map(({ event }) => event.id),
    main: markup`<div class="one-day">
${longRunning(shown, { placed: running, total: running.length }, 'list.stillOn', date, true)}<div class="dayhours">
${whole.length > 0 && section(shown, date, whole, allDayId, beginLine(translator, translator.text('event.allDay')))}${[
  ...byHour,
].map(([hour, some]) =>
  section(shown, date, some, hourId(hour), writeHour(shown, date, hour)),
)}${isEmpty && (await emptyDay(shown, date, running.length > 0))}${tooMany(shown, placed.length, total)}</div></div>`,
  }
}

/** How many events begin on the day; what is still on has a number of its own. */
const countOf = ({ context: { translator } }: Shown, begin: number): Content =>
  begin > 0 && markup`<p class="quiet">${translator.count('list.count', begin)}</p>\n`

const isOfYear = (day: Day, other: Day): boolean => day.slice(0, 4) === other.slice(0, 4)

const writeHour = ({ context: { translator } }: Shown, date: Day, hour: number): string =>
  writeTime(translator, `${date} ${String(hour).padStart(2, '0')}:00:00`)

/** The events of an hour. Each has its time at its beginning, so that the eye needs no heading. */
const section = ({ context }: Shown, date: Day, some: readonly Placed[], id: string, name: string): Markup =>
  markup`<section id="${id}"><h2${classes(id !== allDayId && 'hidden')}>${name}</h2><ul class="entries">
${some.map((one) => renderEntry(context, one, date))}</ul></section>
`

/** A day on which nothing begins: it leads to the next one that has something. */
const emptyDay = async (shown: Shown, date: Day, hasRunning: boolean): Promise<Content> => {
  const { context, state } = shown
  const { translator } = context
  const next = await findNextDay(shown, date)
  if (next === undefined) return hasRunning ? undefined : nothing(shown)
  const style = isOfYear(next, date) ? 'dayOfYear' : 'day'
  const address = href(context, writeAddress(changed(state, { date: next })))
  return markup`<div class="empty"><p>${!hasRunning && [translator.text('day.empty'), ' ']}<a class="next" href="${address}">${translator.text('day.next', { day: writeDate(translator, style, next) })}</a></p></div>`
}
