import { type Markup, markup, trusted } from '../../lib/markup.ts'
import { daysFrom, offsetAt } from '../../lib/time-zone.ts'
import { weekendDays } from '../../lib/week.ts'
import {
  beginLine,
  type Day,
  isoWeekday,
  laterBy,
  startOfWeek,
  writeDate,
  writeRange,
  writeShortTime,
} from '../dates.ts'
import { href } from '../page-context.ts'
import { changed, writeAddress } from '../page-state.ts'
import { classes, placeNames, renderBlock, renderEntry, renderLine } from './event-line.ts'
import { type Body, nothing, type Shown, steps, tooMany } from './events-view.ts'
import { layOutHours, type Rest } from './hour-layout.ts'
import { findDays, groupByDay, type OfDay, type Placed } from './placed-events.ts'
import { layOutWeek, type WeekDay } from './week-layout.ts'

/** How much stands beside or above each other: events at one time, and lines of events that last for days. */
type Room = { readonly columns: number; readonly lines: number }

const roomOfWeek: Room = { columns: 3, lines: 4 }
const roomOfDay: Room = { columns: 4, lines: 8 }

/** The lines above the hours where nothing is in the hours, which are left out then. */
const linesAlone = 8

/** The hours that are shown in any case. */
const [usualStart, usualEnd] = [8, 20]

/** More hours than these scroll below the names of the days. */
const mostHours = 16

/** A week with its hours; on a phone its days are lists, one below the other. */
export const week = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const first = startOfWeek(translator, state.date ?? today)
  const end = laterBy(first, 7)
  const { placed, total } = await findDays(shown, first, end)
  return {
    title: translator.text('week.of', { day: writeRange(translator, 'date', first, laterBy(first, 6)) }),
    isCalendar: true,
    main: [
      steps(shown, {
        previous: laterBy(first, -7),
        next: end,
        write: (other) => writeRange(translator, 'date', other, laterBy(other, 6)),
        present: 'view.thisWeek',
        day: state.date ?? today,
      }),
      hoursOf(shown, daysFrom(first, end), placed, roomOfWeek).main,
      tooMany(shown, placed.length, total),
    ],
  }
}

/** A day with its hours. */
export const day = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const date = state.date ?? today
  const { placed, total } = await findDays(shown, date, laterBy(date, 1))
  const { main, left } = hoursOf(shown, [date], placed, roomOfDay)
  return {
    title: translator.text('day.of', { day: writeDate(translator, 'day', date) }),
    isCalendar: true,
    main: [
      steps(shown, {
        previous: laterBy(date, -1),
        next: laterBy(date, 1),
        write: (other) => writeDate(translator, 'dayOfYear', other),
        present: 'view.today',
        day: date,
      }),
      placed.length === 0 ? await nothing(shown) : main,
      left.length > 0 &&
        markup`<section class="entries" id="more"><h2>${translator.count('list.more', left.length)}</h2><ul>
${left.map((one) => renderEntry(context, one, date))}</ul></section>`,
      tooMany(shown, placed.length, total),
    ],
  }
}

/** Days side by side with their hours, and the events of the last day for which there was no room. */
const hoursOf = (
  shown: Shown,
  days: readonly Day[],
  placed: readonly Placed[],
  room: Room,
): { readonly main: Markup; readonly left: readonly Placed[] } => {
  const { context, today } = shown
  const { translator, config } = context
  const end = laterBy(days.at(-1) ?? '', 1)
  const grouped = groupByDay(
    placed.filter(({ isBar }) => isBar),
    days[0] ?? '',
    end,
  )
  const bars = new Map([...grouped].map(([day, some]): [Day, OfDay] => [day, { placed: some, total: some.length }]))
  const hours = days.map((day) => layOutHours(placed, day, room.columns))
  const spans = hours.flatMap(({ blocks, rest }) => [...blocks, ...rest])
  const hasHours = spans.length > 0 || bars.size === 0
  const first = Math.floor(Math.min(usualStart * 4, ...spans.map(({ from }) => from)) / 4)
  const last = hasHours ? Math.ceil(Math.max(usualEnd * 4, ...spans.map(({ until }) => until)) / 4) : first
  const lines = hasHours ? room.lines : linesAlone
  const rows = layOutWeek(days, bars, lines)
  const isPlaced = new Set([
    ...hours.flatMap(({ blocks }) => blocks.map((block) => block.placed)),
    ...rows.flatMap((row) => row.lines.map((line) => line.placed)),
  ])
  const isWeek = days.length > 1
  const weekend = weekendDays(translator.locale)
  const { zone } = config
  const zoneName = zone.kind === 'region' ? zone.id : offsetAt(context.request.today(), zone)
  const section = (row: WeekDay, at: number): Markup => {
    const { day, lines: own, rest, restLane } = row
    const { blocks = [], rest: unplaced = [] } = hours[at] ?? {}
    const here = bars.get(day)?.placed ?? []
    // Lists of days, on phones, have a bar on each of its days.
    const again = isWeek ? here.filter((one) => isPlaced.has(one) && !own.some((line) => line.placed === one)) : []
    const page = href(context, writeAddress(changed(shown.state, { view: 'day', date: day })))
    const name = beginLine(translator, writeDate(translator, 'dayOfYear', day))
    const heading = isWeek
      ? markup`<h2><a href="${page}"><span class="wide" aria-hidden="true">${writeDate(translator, 'weekdayShort', day)} <b>${String(Number(day.slice(8)))}</b></span><span class="narrow">${name}</span></a></h2>`
      : markup`<h2 class="hidden">${name}</h2>`
    const isEmpty = here.length === 0 && blocks.length === 0
    return markup`<section${classes(day === today && 'today', isWeek && weekend.includes(isoWeekday(day)) && 'weekend')}${day === today && trusted(' aria-current="date"')}>${heading}
<div class="bars">${
      here.length > 0 &&
      markup`<ul class="lanes">
${own.map((line) => renderLine(context, line))}${again.map((one) => renderEntry(context, one, day, 'again'))}${
  rest > 0 && markup`<li class="l${restLane}">${moreLink(shown, isWeek ? page : '#more', rest, name)}</li>`
}</ul>`
    }</div>
${
  isEmpty
    ? markup`<p class="none">${translator.text('day.none')}</p>`
    : markup`<ol class="times">
${blocks.map((block) => renderBlock(context, block, isWeek ? 1 : 2))}${unplaced.map((one) => restIn(shown, one, isWeek ? page : '#more', name))}</ol>`
}</section>
`
  }
  const axis = Array.from({ length: last - first }, (_, at) => {
    const hour = String(first + at).padStart(2, '0')
    return markup`<li>${writeShortTime(translator, `${days[0]} ${hour}:00:00`)}</li>`
  })
  return {
    main: markup`<div${classes('hours', isWeek ? 'week' : 'one', `f${first}`, last - first > mostHours && 'tall')} data-zone="${zoneName}">
<ol class="axis" aria-hidden="true">${axis}</ol>
${rows.map(section)}</div>`,
    left: placed.filter((one) => !isPlaced.has(one)),
  }
}

const moreLink = ({ context: { translator } }: Shown, to: string, count: number, day: string): Markup =>
  markup`<a class="plus" href="${to}"><span aria-hidden="true">+${count}</span><span class="hidden">${translator.count('list.more', count)} – ${day}</span></a>`

/** Events for which the hours have no room. */
const restIn = (shown: Shown, { placed, from, until, columns }: Rest, to: string, day: string): Markup =>
  markup`<li${classes('block', 'rest', ...placeNames('', from), ...placeNames('u', until), `c${columns - 1}`, 'w1', `n${columns}`)}>${moreLink(shown, to, placed.length, day)}</li>
`
