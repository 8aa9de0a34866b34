import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, type Day, laterBy, toDay, writeDate, writeDistance } from '../dates.ts'
import type { PageContext } from '../page-context.ts'
import { type CardShape, dayOf, type Level, renderCards } from './event-card.ts'

/** How a list by days or months stands in its page. */
type Place = {
  readonly shape?: CardShape
  /** What began on an earlier day and is still on, which stands above the first day. */
  readonly running?: readonly EventRecord[]
  /** The level of the headings of its days. */
  readonly level?: 2 | 3
  /** The events of the page, where it has other lists: all of them are laid out with pictures, or none is. */
  readonly all?: readonly EventRecord[]
}

/** Events below the days on which they begin, in the order given. */
export const dayList = async (
  context: PageContext,
  events: readonly EventRecord[],
  { shape = 'row', running = [], level = 2, all = [...running, ...events] }: Place = {},
): Promise<Markup> => {
  const [cards, earlier] = await Promise.all([
    renderCards(context, events, below(level), 'day', shape),
    renderCards(context, running, below(level), 'nothing', shape),
  ])
  const stillOn = context.translator.text('list.stillOn')
  const sections = groupBy(events, cards, (event) => dayOf(context, event))
  return markup`<div class="${classOf(all)}" data-list>
${
  running.length > 0 &&
  renderSection(
    level,
    markup`<span class="leaf" aria-hidden="true"><span>${stillOn}</span></span><span class="line">${stillOn}</span>`,
    earlier,
    'before',
  )
}${sections.map(([day, some]) => renderSection(level, writeDay(context, day), some))}</div>`
}

/** Events below the months in which they begin, in the order given. */
export const monthList = async (
  context: PageContext,
  events: readonly EventRecord[],
  { level = 2, all = events }: Pick<Place, 'level' | 'all'> = {},
): Promise<Markup> => {
  const cards = await renderCards(context, events, below(level), 'month')
  const sections = groupBy(events, cards, (event) => dayOf(context, event).slice(0, 7))
  return markup`<div class="${classOf(all)} by-month" data-list>
${sections.map(([month, some]) => renderSection(level, renderMonth(context, month), some))}</div>`
}

/** A month, such as `2027-05`, as the heading of its dates. */
export const renderMonth = ({ translator }: PageContext, month: string): Markup =>
  markup`<time datetime="${month}">${beginLine(translator, writeDate(translator, 'month', `${month}-01`))}</time>`

/** Events led by their pictures, below the days on which they begin. Days with few of them stand side by side. */
export const photoList = async (context: PageContext, events: readonly EventRecord[]): Promise<Markup> => {
  const cards = await renderCards(context, events, 3, 'day', 'tile')
  const sections = groupBy(events, cards, (event) => dayOf(context, event))
  return markup`<div class="photo-days" data-list>
${sections.map(
  ([day, some]) => markup`<section><h2><time datetime="${day}">${writeDayLine(context, day)}</time></h2>
<div class="photos">
${some}</div></section>
`,
)}</div>`
}

/** A section of a list; `day` names it where its heading has no date. */
const renderSection = (level: 2 | 3, heading: Content, cards: Content, day?: string): Markup =>
  markup`<section class="dated"${day !== undefined && markup` data-day="${day}"`}>${trusted(`<h${level}>`)}${heading}${trusted(`</h${level}>`)}
<div class="cards">
${cards}</div></section>
`

const below = (level: 2 | 3): Level => (level === 2 ? 3 : 4)

/** Where no event has a picture, patterns would say nothing. */
const classOf = (events: readonly EventRecord[]): string => (events.some(({ image }) => image) ? 'days' : 'days plain')

/** The cards of events by what those have in common. */
const groupBy = (
  events: readonly EventRecord[],
  cards: readonly Markup[],
  keyOf: (event: EventRecord) => string,
): (readonly [string, readonly Markup[]])[] => [
  ...Map.groupBy(cards, (_, at) => {
    const event = events[at]
    return event ? keyOf(event) : ''
  }),
]

/** How far off a day is, if it is near. */
const writeNear = ({ translator, request }: PageContext, day: Day): string | undefined => {
  const today = toDay(request.today())
  const isNear = [-1, 0, 1].some((days) => laterBy(today, days) === day)
  return isNear ? beginLine(translator, writeDistance(translator, day, today)) : undefined
}

const hasYear = ({ request }: PageContext, day: Day): boolean => day.slice(0, 4) !== request.today().slice(0, 4)

/** A day in one line: `Tomorrow · Thursday, May 6`. */
const writeDayLine = (context: PageContext, day: Day): string => {
  const { translator } = context
  const near = writeNear(context, day)
  const line = beginLine(translator, writeDate(translator, hasYear(context, day) ? 'day' : 'dayOfYear', day))
  return near === undefined ? line : `${near} · ${line}`
}

/** A day as a leaf of a calendar for the eye, and as a line for screen readers and for phones. */
const writeDay = (context: PageContext, day: Day): Content => {
  const { translator } = context
  const name = writeNear(context, day) ?? beginLine(translator, writeDate(translator, 'weekday', day))
  return markup`<time datetime="${day}"><span class="leaf" aria-hidden="true"><span>${name}</span><b>${String(Number(day.slice(8)))}</b><span>${beginLine(translator, writeDate(translator, hasYear(context, day) ? 'shortYear' : 'short', day))}</span></span><span class="line">${writeDayLine(context, day)}</span></time>`
}
