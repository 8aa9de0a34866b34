import type { Translator } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { type Day, toDay, writeDate, writeRange, writeShortTime, writeZone } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { eventPath, machineTime, writePlace } from './event-card.ts'
import { showTitle } from './event-state.ts'
import type { Block } from './hour-layout.ts'
import type { Placed } from './placed-events.ts'
import type { Line } from './week-layout.ts'

/** The class attribute with those names that apply. */
export const classes = (...names: readonly (string | false | undefined)[]): Content =>
  names.some(Boolean) && trusted(` class="${names.filter(Boolean).join(' ')}"`)

/** The start of an event in another time zone, by the clock there. */
const timeThere = ({ translator, config }: PageContext, { event }: Placed): Content => {
  const { all_day, timezone, start_date, utc_start_date, timezone_abbr } = event
  if (all_day || timezone === config.zone.name) return undefined
  const zone = writeZone(translator, { utc: utc_start_date, zone: timezone, abbreviation: timezone_abbr })
  return markup` <small>(${writeShortTime(translator, start_date)} ${zone})</small>`
}

const timeOf = ({ event, start }: Placed, text: string): Markup =>
  markup`<time datetime="${machineTime(event, start, event.utc_start_date)}">${text}</time> `

const titleOf = ({ translator }: PageContext, { event }: Placed): Content =>
  markup`<span dir="auto">${showTitle(translator, event)}</span>`

/** The last day of an event of several days, which the length of its bar does not tell everybody. */
const untilOf = (translator: Translator, { first, last }: Placed): Content =>
  first !== last &&
  markup` <small>${translator.text('day.until', { day: writeDate(translator, 'monthDay', last) })}</small>`

/** An event in a line of a week: a bar over its days, or one line with its time. */
export const renderLine = (context: PageContext, { placed, lane, span, isBefore, isAfter }: Line): Markup => {
  const { translator } = context
  const { event, isBar, start } = placed
  const names = classes(
    'line',
    `l${lane}`,
    isBar && 'bar',
    span > 1 && `s${span}`,
    isBefore && 'before',
    isAfter && 'after',
    event.featured && 'star',
    placed.hue,
  )
  return markup`<li${names}><a href="${href(context, eventPath(event))}">${isBefore && markup`<i class="hidden">${translator.text('day.continues')} </i>`}${
    !event.all_day && !isBefore && timeOf(placed, writeShortTime(translator, start))
  }${titleOf(context, placed)}${isBar ? untilOf(translator, placed) : timeThere(context, placed)}</a></li>
`
}

/** An event in a list of a day: one that began earlier has no time. `kind` is a class for it. */
export const renderEntry = (context: PageContext, placed: Placed, day: Day, kind?: string): Markup => {
  const { translator } = context
  const { event, isBar, first, start } = placed
  const isBefore = first < day
  return markup`<li${classes(
    'line',
    kind,
    isBar && 'bar',
    event.featured && 'star',
    placed.hue,
  )}><a href="${href(context, eventPath(event))}">${
    isBefore
      ? markup`<i class="hidden">${translator.text('day.continues')} </i>`
      : !event.all_day && timeOf(placed, writeShortTime(translator, start))
  }${titleOf(context, placed)}${isBar ? untilOf(translator, placed) : timeThere(context, placed)}</a></li>
`
}

/** The time of day of an event that lasts for hours. */
const writeHours = (translator: Translator, { start, end }: Placed): string =>
  start === end
    ? writeDate(translator, 'time', start)
    : // An end after midnight is written as if it were on the first day.
      writeRange(translator, 'time', start, toDay(start) + end.slice(10))

/**
 * An event in the hours of a day. Classes place it, because pages have no inline styles. In more than so many columns, and on one line, there is only
 * room for the time of its start.
 */
export const renderBlock = (context: PageContext, block: Block, mostWithEnd: number): Markup => {
  const { translator } = context
  const { placed, from, until, column, columns, width, isBefore, isAfter } = block
  const { event } = placed
  const place = writePlace(event)
  const isShort = until - from < 4
  const hasEnd = columns <= mostWithEnd && !isShort
  const names = classes(
    'block',
    ...placeNames('', from),
    ...placeNames('u', until),
    `c${column}`,
    `w${width}`,
    `n${columns}`,
    isShort && 'short',
    isBefore && 'before',
    isAfter && 'after',
    event.featured && 'star',
    placed.hue,
  )
  return markup`<li${names}><a href="${href(context, eventPath(event))}">${isBefore && markup`<i class="hidden">${translator.text('day.continues')} </i>`}${timeOf(placed, hasEnd ? writeHours(translator, placed) : writeShortTime(translator, placed.start))}${titleOf(context, placed)}${timeThere(context, placed)}${place !== '' && markup` <small>${place}</small>`}</a></li>
`
}

/** The classes of a time: its hour, and its quarter if it has one. */
export const placeNames = (prefix: string, quarters: number): readonly (string | false)[] => [
  `${prefix}h${Math.floor(quarters / 4)}`,
  quarters % 4 > 0 && `${prefix}q${quarters % 4}`,
]
