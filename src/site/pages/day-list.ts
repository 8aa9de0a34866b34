import { type Content, type Markup, markup } from '../../lib/markup.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, type Day, laterBy, toDay, writeDate, writeDistance } from '../dates.ts'
import type { PageContext } from '../page-context.ts'
import { type CardShape, renderCards } from './event-card.ts'

/** Events below the days on which they begin, in the order given; `before` stands above the first day. */
export const dayList = async (
  context: PageContext,
  events: readonly EventRecord[],
  shape: CardShape = 'row',
  before?: Content,
): Promise<Markup> => {
  const cards = await renderCards(context, events, 3, 'day', shape)
  const days = Map.groupBy(events.keys(), (at) => toDay(events[at]?.start_date ?? ''))
  return markup`<div class="${events.some(({ image }) => image) ? 'days' : 'days plain'}" data-list>
${before}${[...days].map(([day, places]) =>
  sectionOf(
    writeDay(context, day),
    places.map((at) => cards[at]),
  ),
)}</div>`
}

const sectionOf = (heading: Content, cards: Content): Markup => markup`<section class="dated"><h2>${heading}</h2>
<div class="cards">
${cards}</div></section>
`

/** A day as a leaf of a calendar for the eye, and as a line for screen readers and for phones. */
const writeDay = ({ translator, request }: PageContext, day: Day): Content => {
  const today = toDay(request.today())
  const isNear = [-1, 0, 1].some((days) => laterBy(today, days) === day)
  const near = isNear && beginLine(translator, writeDistance(translator, day, today))
  const hasYear = day.slice(0, 4) !== today.slice(0, 4)
  const line = beginLine(translator, writeDate(translator, hasYear ? 'day' : 'dayOfYear', day))
  return markup`<time datetime="${day}"><span class="leaf" aria-hidden="true"><span>${near || beginLine(translator, writeDate(translator, 'weekday', day))}</span><b>${String(Number(day.slice(8)))}</b><span>${beginLine(translator, writeDate(translator, hasYear ? 'shortYear' : 'short', day))}</span></span><span class="line">${near && `${near} · `}${line}</span></time>`
}
