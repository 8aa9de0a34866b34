import type { Translator } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { type Day, splitTimes, writeRange, writeTime, writeZone } from '../dates.ts'
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
const timeThere = ({ translator, config }: PageContext, { event, isBar }: Placed): Content => {
  const { timezone, start_date, utc_start_date, timezone_abbr } = event
  if (isBar || timezone === config.zone.name) return undefined
  const zone = writeZone(translator, { utc: utc_start_date, zone: timezone, abbreviation: timezone_abbr })
  return markup` <small>(${writeTime(translator, start_date)} ${zone})</small>`
}

/** The start of an event and its end. Where both are in the same half of the day, the styles hide that of the start beside the end. */
const timesOf = (translator: Translator, { start, end, isBar }: Placed): Content => {
  if (isBar || start === end) return writeTime(translator, start)
  const { from, shared, dash, until } = splitTimes(translator, start, end)
  return markup`${from.before}${from.digits}${from.after}${shared !== '' && markup`<b>${shared}</b>`}<i>${dash}${until.before}${until.digits}${until.after}</i>`
}

/** In Hebrew, a range of numbers is read from the left; in Arabic from the right, as the text around it. */
const inReadingOrder = ({ language }: Translator, range: Content): Content =>
  language === 'he' ? ['\u2066', range, '\u2069'] : range

/** The days of an event of several days, which the length of its bar does not tell everybody. */
const daysOf = (translator: Translator, { first, last }: Placed): Content =>
  first !== last && markup` <i>${writeRange(translator, 'monthDay', first, last)}</i>`

/**
 * What calendars say of an event: its time, its title and its place. Months and weeks have room for some of it; the styles hide the rest from the
 * eye, and the script shows all of it to who points at the event.
 */
const linkTo = (context: PageContext, placed: Placed, isBefore: boolean): Markup => {
  const { translator } = context
  const { event, start, isBar, about = [] } = placed
  const hasTime = !event.all_day && !(isBar && isBefore)
  const place = writePlace(event)
  return markup`<a href="${href(context, eventPath(event))}">${isBefore && markup`<i class="hidden">${translator.text('day.continues')} </i>`}${
    hasTime &&
    markup`<time datetime="${machineTime(event, start, event.utc_start_date)}">${inReadingOrder(translator, timesOf(translator, placed))}</time> `
  }<span dir="auto">${showTitle(translator, event)}</span>${isBar && daysOf(translator, placed)}${timeThere(context, placed)}${place !== '' && markup` <small>${place}</small>`}${about.length > 0 && markup` <small class="extra">${about.map((part, at) => [at > 0 && ' · ', markup`<bdi>${part}</bdi>`])}</small>`}</a>`
}

/** An event in a line of a week: a bar over its days, or an entry of one day. */
export const renderLine = (context: PageContext, { placed, lane, span, isBefore, isAfter }: Line): Markup => {
  const names = classes(
    'line',
    `l${lane}`,
    placed.isBar && 'bar',
    span > 1 && `s${span}`,
    isBefore && 'before',
    isAfter && 'after',
    placed.event.featured && 'star',
    placed.event.series !== undefined && 'recurs',
    placed.hue,
  )
  return markup`<li${names}>${linkTo(context, placed, isBefore)}</li>
`
}

/** An event in a list of a day: one that began earlier has no time. `kind` is a class for it. */
export const renderEntry = (context: PageContext, placed: Placed, day: Day, kind?: string): Markup => {
  const names = classes('line', kind, placed.isBar && 'bar', placed.event.featured && 'star', placed.hue)
  return markup`<li${names}>${linkTo(context, placed, placed.first < day)}</li>
`
}

/** An event in the hours of a day. Classes place it, because pages have no inline styles. */
export const renderBlock = (context: PageContext, block: Block): Markup => {
  const { placed, from, until, column, columns, width, isBefore, isAfter, hasRest } = block
  const names = classes(
    'block',
    ...placeNames('', from),
    ...placeNames('u', until),
    `c${column}`,
    `w${width}`,
    `n${columns}`,
    hasRest && 'r',
    until - from < 4 && 'short',
    isBefore && 'before',
    isAfter && 'after',
    placed.event.featured && 'star',
    placed.hue,
  )
  return markup`<li${names}>${linkTo(context, placed, isBefore)}</li>
`
}

/** The classes of a time: its hour, and its quarter if it has one. */
export const placeNames = (prefix: string, quarters: number): readonly (string | false)[] => [
  `${prefix}h${Math.floor(quarters / 4)}`,
  quarters % 4 > 0 && `${prefix}q${quarters % 4}`,
]
