import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { daysFrom, offsetAt } from '../../lib/time-zone.ts'
import { weekendDays } from '../../lib/week.ts'
import { beginLine, type Day, isoWeekday, laterBy, startOfWeek, writeDate, writeRange, writeTime } from '../dates.ts'
import { href } from '../page-context.ts'
import { changed, writeAddress } from '../page-state.ts'
import { classes, placeNames, renderBlock, renderEntry, renderLine } from './event-line.ts'
import { hourId } from './events-day.ts'
import { type Body, type Shown, steps, tooMany } from './events-view.ts'
import { type Block, layOutHours, type Rest, type Span } from './hour-layout.ts'
import { longRunning } from './long-running.ts'
import { findDays, groupByDay, isLong, type OfDay, type Placed } from './placed-events.ts'
import { layOutWeek, type WeekDay } from './week-layout.ts'

/** Most events side by side. */
const mostColumns = 2

/** Lines of events that last for days: above the hours, and where nothing is in the hours, which are left out then. */
const [linesAbove, linesAlone] = [4, 8]

/** Most events of a day in the list of days of narrow screens for which the grid has no room. */
const mostLeft = 20

/** The hours of a week without events, into which few hours of others are extended. */
const [usualStart, usualEnd] = [8, 20]

/** The least number of hours that are shown. */
const leastHours = 10

/** A week with its hours; on narrow screens its days are lists, one below the other. */
export const week = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const first = startOfWeek(translator, state.date ?? today)
  const end = laterBy(first, 7)
  const { placed, total } = await findDays(shown, first, end)
  const { long = [], others = [] } = Object.groupBy(placed, (one) => (isLong(one) ? 'long' : 'others'))
  const days = daysFrom(first, end)
  const begin = firstInView(shown, first, end)
  const name = writeRange(translator, 'date', first, laterBy(first, 6))
  return {
    title: translator.text('week.of', { day: name }),
    heading: name,
    steps: steps(shown, {
      previous: laterBy(first, -7),
      next: end,
      write: (other) => writeRange(translator, 'monthDay', other, laterBy(other, 6)),
      present: 'view.thisWeek',
      day: state.date ?? today,
    }),
    isBlank: placed.length === 0,
    isCalendar: true,
    ids: placed.map(({ event }) => event.id),
    main: [
      longRunning(shown, { placed: long, total: long.length }, 'month.long', first),
      stripOf(shown, days, begin),
      hoursOf(shown, days, begin, others),
      tooMany(shown, placed.length, total),
    ],
  }
}

/** The day with which narrow screens begin: in the present week today, or an earlier day that was asked for. */
const firstInView = ({ state: { date = '' }, today }: Shown, first: Day, end: Day): Day => {
  if (today < first || today >= end) return first
  return date > first && date < today ? date : today
}

const idOf = (day: Day): string => `d${day}`

const numberOf = (day: Day): string => String(Number(day.slice(8)))

const dayName = ({ context: { translator } }: Shown, day: Day): string =>
  beginLine(translator, writeDate(translator, 'dayOfYear', day))

/** Links to the days of the list that narrow screens have; days before its beginning are shown once one of them is asked for. */
const stripOf = (shown: Shown, days: readonly Day[], begin: Day): Markup => {
  const { translator } = shown.context
  const link = (day: Day): Markup =>
    markup`<li><a href="#${idOf(day)}"${classes(day === shown.today && 'today', day < begin && 'past')}><span class="hidden">${dayName(shown, day)}</span><span aria-hidden="true">${writeDate(translator, 'weekdayShort', day)} <b>${numberOf(day)}</b></span></a></li>\n`
  return markup`<nav class="seven" aria-label="${translator.text('view.week')}"><ul>
${days.map(link)}</ul></nav>
`
}

/** Days side by side with their hours. */
const hoursOf = (shown: Shown, days: readonly Day[], begin: Day, placed: readonly Placed[]): Markup => {
  const { context, today } = shown
  const { translator, config } = context
  const end = laterBy(days.at(-1) ?? '', 1)
  const grouped = groupByDay(
    placed.filter(({ isBar }) => isBar),
    days[0] ?? '',
    end,
  )
  const bars = new Map([...grouped].map(([day, some]): [Day, OfDay] => [day, { placed: some, total: some.length }]))
  const hours = days.map((day) => layOutHours(placed, day, mostColumns))
  const spans = hours.flatMap(({ blocks, rest }) => [...blocks, ...rest])
  const hasHours = spans.length > 0 || bars.size === 0
  const [first, last] = hasHours ? shownHours(spans) : [0, 0]
  const weekend = weekendDays(translator.locale)
  const { zone } = config
  const zoneName = zone.kind === 'region' ? zone.id : offsetAt(context.request.today(), zone)
  const section = (row: WeekDay, at: number): Markup => {
    const { day, lines, rest, restLane } = row
    const { blocks = [], rest: left = [] } = hours[at] ?? {}
    const here = bars.get(day)?.placed ?? []
    // Lists of days have a bar on each of its days, also where the grid has no line for it.
    const again = here.filter((one) => !lines.some((line) => line.placed === one))
    const page = href(context, writeAddress(changed(shown.state, { view: 'day', date: day })))
    const name = dayName(shown, day)
    const timed = [...blocks.map(({ placed: one }) => one), ...left.flatMap((some) => some.placed)]
    const count = here.length + timed.filter((one) => one.first === day).length
    return markup`<section id="${idOf(day)}"${classes(day === today && 'today', day < begin && 'past', weekend.includes(isoWeekday(day)) && 'weekend')}${day === today && trusted(' aria-current="date"')}><h2><a href="${page}"><span class="wide" aria-hidden="true">${writeDate(translator, 'weekdayShort', day)} <b>${numberOf(day)}</b></span><span class="narrow">${name}</span></a>${day === today && markup` <span class="label">${translator.text('view.today')}</span>`}${count > 0 && markup` <span class="count">${translator.count('list.count', count)}</span>`}</h2>
<div class="bars">${
      here.length > 0 &&
      markup`<ul class="lanes">
${lines.map((line) => renderLine(context, line))}${again.map((one) => renderEntry(context, one, day, 'again'))}${
  rest > 0 && markup`<li class="l${restLane} only">${moreLink(shown, page, rest, name)}</li>`
}</ul>`
    }</div>
${here.length === 0 && blocks.length === 0 && markup`<p class="none">${translator.text('day.none')}</p>\n`}${
  hasHours && timesOf(shown, { day, blocks, left, page, name })
}</section>
`
  }
  const axis = Array.from({ length: last - first }, (_, at) => {
    const hour = String(first + at).padStart(2, '0')
    return markup`<li>${writeTime(translator, `${days[0]} ${hour}:00:00`)}</li>`
  })
  return markup`<div${classes('hours', `f${first}`)} data-zone="${zoneName}">
<ol class="axis" aria-hidden="true">${axis}</ol>
${layOutWeek(days, bars, hasHours ? linesAbove : linesAlone).map(section)}</div>`
}

/** The hours from the first event of the week to the end of the last one; of few, some of the usual ones before and after them, too. */
const shownHours = (spans: readonly Span[]): readonly [first: number, last: number] => {
  if (spans.length === 0) return [usualStart, usualEnd]
  const from = Math.floor(Math.min(...spans.map((span) => span.from)) / 4)
  const until = Math.ceil(Math.max(...spans.map((span) => span.until)) / 4)
  const first = Math.min(from, Math.max(usualStart, until - leastHours))
  return [first, Math.max(until, Math.min(first + leastHours, usualEnd))]
}

type Times = {
  readonly day: Day
  readonly blocks: readonly Block[]
  readonly left: readonly Rest[]
  readonly page: string
  readonly name: string
}

/** The events of a day in the order of time: those in columns, the others for the list of narrow screens, and for the grid their numbers. */
const timesOf = (shown: Shown, { day, blocks, left, page, name }: Times): Markup => {
  const { context } = shown
  const over = left.flatMap(({ placed }) => placed)
  const shownOver = over.slice(0, mostLeft)
  const entries: readonly (readonly [start: string, entry: Markup])[] = [
    ...blocks.map((block) => [block.placed.start, renderBlock(context, block)] as const),
    ...shownOver.map((one) => [one.start, renderEntry(context, one, day, 'again')] as const),
  ]
  const ordered = entries.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return markup`<ol class="times">
${ordered.map(([, entry]) => entry)}${
  over.length > mostLeft &&
  markup`<li class="again"><a class="plus" href="${page}">${context.translator.count('list.more', over.length - mostLeft)}</a></li>\n`
}${left.map(
  ({ placed, from, until }) =>
    markup`<li${classes('block', 'rest', 'only', ...placeNames('', from), ...placeNames('u', until))}>${moreLink(shown, `${page}#${hourId(from / 4)}`, placed.length, name)}</li>\n`,
)}</ol>`
}

const moreLink = ({ context: { translator } }: Shown, to: string, count: number, day: string): Content =>
  markup`<a class="plus" href="${to}"><span aria-hidden="true">+${count}</span><span class="hidden">${translator.count('list.more', count)} – ${day}</span></a>`
