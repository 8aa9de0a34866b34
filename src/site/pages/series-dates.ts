import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, toDay, writeShortDay } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { renderMonth } from './day-list.ts'
import { describeWhen, eventPath, findLastDay, machineTime, plainTitle, writeRepeats } from './event-card.ts'
import { afterStatus } from './event-state.ts'

/** The time of day of an event; undefined where it lasts for days. */
const hoursOf = (context: PageContext, event: EventRecord): string | undefined =>
  findLastDay(event) === toDay(event.start_date) ? describeWhen(context, event, { dateAbove: 'day' }) : undefined

/** The time of day that all of some events have; undefined where they differ. */
const sharedHours = (context: PageContext, events: readonly EventRecord[]): string | undefined => {
  const all = new Set(events.map((event) => hoursOf(context, event)))
  return all.size === 1 ? [...all][0] : undefined
}

/** The time of day that all dates have, once above them. */
const renderHours = ({ translator }: PageContext, hours: string | undefined): Content =>
  hours !== undefined && markup`<p class="hours">${beginLine(translator, hours)}</p>\n`

/** The day of an event, with what `hours` above does not say, and its title where that is not the one of its series. */
const renderDate = (
  context: PageContext,
  event: EventRecord,
  hours: string | undefined,
  title: string | undefined,
): Markup => {
  const { translator, request } = context
  const own = hoursOf(context, event)
  const day = beginLine(translator, writeShortDay(translator, event.start_date, request.today()))
  const when =
    own === undefined
      ? beginLine(translator, describeWhen(context, event, { dateAbove: 'nothing' }))
      : [day, ...(hours === undefined ? [own] : [])].join(' · ')
  return markup`<li><a class="chip" href="${href(context, eventPath(event))}"><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${afterStatus(translator, event, when)}</time>${title !== undefined && title !== plainTitle(event) && markup` <span dir="auto">${plainTitle(event)}</span>`}</a></li>
`
}

/** Other dates of a series, as links in a row; `title`, that of the page, is not repeated. */
export const renderDates = (context: PageContext, events: readonly EventRecord[], title: string): Content => {
  const hours = sharedHours(context, events)
  return [
    renderHours(context, hours),
    markup`<ul class="chips">
${events.map((event) => renderDate(context, event, hours, title))}</ul>
`,
  ]
}

/** Months of a series that are in view; the dates of the others open in place. */
const openMonths = 3

/** The dates of one series, below their months in the order given; above them stands how it repeats. */
export const datesByMonth = async (context: PageContext, events: readonly EventRecord[]): Promise<Markup> => {
  const { records } = context
  const of = events[0]?.series?.id
  const [series] = of === undefined ? [] : await records.series.byIds([of])
  const hours = sharedHours(context, events)
  const title = series && plainText(series.title)
  const months = Map.groupBy(events, ({ start_date }) => start_date.slice(0, 7))
  return markup`${series && markup`<p class="repeats">${writeRepeats(context, { series })}</p>\n`}${renderHours(context, hours)}<div class="months" data-list>
${[...months].map(([month, some], at) => {
  const heading = markup`<h2>${renderMonth(context, month)}</h2>`
  const dates = markup`<ul class="chips cards">
${some.map((event) => renderDate(context, event, hours, title))}</ul>`
  return at < openMonths
    ? markup`<section class="dates" data-day="${month}">${heading}\n${dates}</section>\n`
    : markup`<details class="dates" data-day="${month}"><summary>${heading} <span class="total">${some.length}</span></summary>\n${dates}</details>\n`
})}</div>`
}
