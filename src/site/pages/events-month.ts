import { type Markup, markup, trusted } from '../../lib/markup.ts'
import { toLocal, type Zone } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, type Day, dayOf, daysFrom, laterBy, monthLaterBy, weeksOfMonth, writeDate } from '../dates.ts'
import { href } from '../page-context.ts'
import { addressOf, changed } from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import { isLong, lastDayOf, lineOf } from './event-card.ts'
import {
  type Body,
  find,
  findIn,
  findRunning,
  fromTo,
  mostAtOnce,
  nothing,
  type Shown,
  steps,
  totalOf,
} from './events-view.ts'

/** Most events of a month that is read as a whole; otherwise each day is read separately. */
const crowded = 300

/** Most lines of a day in the month; all events are on the page of the day. */
const linesOfDay = 5

/** Events of a crowded month that are read as a whole. */
const mostApart = 2000

/** The events that match some filters, up to {@link mostApart} of them. */
const findMany = async (
  shown: Shown,
  own: EventFilters,
): Promise<{ events: readonly EventRecord[]; isWhole: boolean }> => {
  const events: EventRecord[] = []
  for (let page = 1; page <= mostApart / mostAtOnce; page++) {
    const { records, total } = await find(shown, { ...own, per_page: mostAtOnce, page })
    events.push(...records)
    if (page * mostAtOnce >= total) return { events, isWhole: true }
  }
  return { events, isWhole: false }
}

/** The days of a month, in weeks. */
export const month = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const date = state.date ?? today.slice(0, 7)
  const weeks = weeksOfMonth(translator, date)
  const [first, end] = [`${date}-01`, `${monthLaterBy(date, 1)}-01`]
  const byDay = await findDays(shown, first, end)
  const title = translator.text('month.in', { month: writeDate(translator, 'month', first) })
  const cell = (day: Day): Markup =>
    day < first || day >= end
      ? markup`<td class="other"></td>`
      : dayCell(shown, day, byDay.get(day) ?? { events: [], total: 0 })
  const head = (weeks[0] ?? []).map(
    (day) =>
      markup`<th scope="col"><abbr title="${writeDate(translator, 'weekday', day)}">${writeDate(translator, 'weekdayShort', day)}</abbr></th>`,
  )
  return {
    title,
    main: [
      steps(shown, {
        previous: monthLaterBy(date, -1),
        next: monthLaterBy(date, 1),
        write: (other) => writeDate(translator, 'month', `${other}-01`),
        present: 'view.thisMonth',
        day: today.startsWith(date) ? today : first,
      }),
      markup`<table class="month"><caption class="hidden">${title}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${weeks.map((days) => markup`<tr>${days.map(cell)}</tr>\n`)}</tbody></table>`,
      byDay.size === 0 && (await nothing(shown)),
    ],
  }
}

/** Some events of a day, and how many it has. */
type OfDay = { readonly events: readonly EventRecord[]; readonly total: number }

/** The events of each day that has some; in a crowded month only the first of each day. */
const findDays = async (shown: Shown, from: Day, until: Day): Promise<ReadonlyMap<Day, OfDay>> => {
  const all = await totalOf(shown, { ...shown.filters, ...fromTo(from, until) })
  if (all <= crowded) {
    const byDay = eventsByDay((await findIn(shown, from, until)).events, from, until)
    return new Map([...byDay].map(([day, some]) => [day, { events: some, total: some.length }]))
  }
  // A list of one day uses the site's time zone. Events of other time zones are read together, unless there are too many.
  const around = fromTo(laterBy(from, -2), laterBy(until, 1))
  const [before, long, otherZones] = await Promise.all([
    findRunning(shown, laterBy(from, -2)),
    findMany(shown, { ...around, multi_day: true }),
    findMany(shown, { ...around, other_time_zone: true }),
  ])
  const { zone } = shown.context.config
  const hasOwnClocks = otherZones.isWhole
  const apart = new Map(
    [...before, ...long.events, ...(hasOwnClocks ? otherZones.events : [])].map((it) => [it.id, it]),
  )
  const placed = [...apart.values()].map((event) => (hasOwnClocks ? event : byClockOf(zone, event)))
  const apartByDay = eventsByDay(placed, from, until)
  const beganElsewhere = ({ timezone }: EventRecord): boolean => hasOwnClocks && timezone !== zone.name
  const days = daysFrom(from, until).map(async (day) => {
    const some = hasOwnClocks ? { other_time_zone: false } : undefined
    const own = await find(shown, { ...fromTo(day, day), per_page: linesOfDay, ...some })
    const others = (apartByDay.get(day) ?? [])
      .filter((event) => beganElsewhere(event) || dayOf(event.start_date) < day)
      .flatMap(({ id }) => apart.get(id) ?? [])
    return [day, { events: [...others, ...own.records].sort(compare), total: others.length + own.total }] as const
  })
  return new Map((await Promise.all(days)).filter(([, { total: some }]) => some > 0))
}

/** The event with its times in another zone. */
const byClockOf = (zone: Zone, event: EventRecord): EventRecord => ({
  ...event,
  all_day: false,
  start_date: toLocal(event.utc_start_date, zone),
  end_date: toLocal(event.utc_end_date, zone),
})

const dayCell = (shown: Shown, day: Day, { events, total }: OfDay): Markup => {
  const { context, state, today } = shown
  const { translator } = context
  const page = href(context, addressOf(changed(state, { view: 'day', date: day })))
  const number = markup`<time datetime="${day}"><span class="wide">${String(Number(day.slice(8)))}</span><span class="narrow">${beginLine(translator, writeDate(translator, 'dayOfYear', day))}</span></time>`
  const lines = total > linesOfDay + 1 ? events.slice(0, linesOfDay) : events
  const rest = total - lines.length
  return markup`<td class="${[day === today && 'today', events.length === 0 && 'none'].filter(Boolean).join(' ')}"${day === today && trusted(' aria-current="date"')}>
${
  events.length === 0
    ? number
    : markup`<a class="day" href="${page}">${number}</a>
<ul>
${lines.map((event) => lineOf(context, event, dayOf(event.start_date) === day))}</ul>
${rest > 0 && markup`<a class="more" href="${page}">${translator.count('list.more', rest)}<span class="hidden"> – ${writeDate(translator, 'dayOfYear', day)}</span></a>`}`
}
</td>`
}

/** Each event on all of its days. */
export const eventsByDay = (
  events: readonly EventRecord[],
  from: Day,
  until: Day,
): ReadonlyMap<Day, readonly EventRecord[]> => {
  const byDay = new Map<Day, EventRecord[]>()
  for (const event of events) {
    const [first, last] = [dayOf(event.start_date), lastDayOf(event)]
    const end = last < until ? laterBy(last, 1) : until
    for (const day of first === last ? [first] : daysFrom(first > from ? first : from, end)) {
      const some = byDay.get(day)
      if (some) some.push(event)
      else byDay.set(day, [event])
    }
  }
  for (const some of byDay.values()) some.sort(compare)
  return byDay
}

/** Events of several days come first, then the others by time. */
export const compare = (one: EventRecord, other: EventRecord): number =>
  Number(isLong(other)) - Number(isLong(one)) ||
  Number(other.all_day) - Number(one.all_day) ||
  (one.start_date < other.start_date ? -1 : one.start_date > other.start_date ? 1 : one.id - other.id)
