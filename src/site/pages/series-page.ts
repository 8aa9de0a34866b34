import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup } from '../../lib/markup.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues } from '../../resources/events/venue-lines.ts'
import { writeShortDay } from '../dates.ts'
import { writeCost } from '../money.ts'
import { href, type PageContext } from '../page-context.ts'
import type { PageState } from '../page-state.ts'
import { fromNow } from '../upcoming.ts'
import { eventPath, fact } from './event-card.ts'
import { findPhases } from './event-phase.ts'
import { takesPlace } from './event-state.ts'
import { backToEvents } from './page-links.ts'
import { showPicture } from './pictures.ts'
import { venueFact } from './place-parts.ts'
import { subscribeMenu } from './subscribe.ts'

/** Dates of a series among which the next one that takes place is looked for. */
const mostNext = 10

/** The page of a series: its dates, what can be done with them, and beside them what its next date says of it. */
export const renderSeries = async (
  context: PageContext,
  state: PageState,
  series: number,
  title: string,
  dates: Content,
): Promise<Markup> => {
  const { records, request } = context
  const ahead = { ...fromNow({ series }, request.today()), per_page: mostNext }
  const found = await records.events.some(ahead)
  const next = found.find(takesPlace)
  const [latest] = found.length > 0 ? found : await records.events.some({ series, window: 'past', per_page: 1 })
  const shown = next ?? latest
  return markup`${backToEvents(context)}<div class="columns">
<header><h1 dir="auto">${title}</h1>
<div class="filters series">${next && (await linkToNext(context, next))}${subscribeMenu(context, state)}</div></header>
${shown && (await factsOf(context, shown))}<div>${dates}</div></div>`
}

/** A look at the date that is on, or at the next one. */
const linkToNext = async (context: PageContext, next: EventRecord): Promise<Markup> => {
  const { translator, request } = context
  const isOn = (await findPhases(context, [next])).get(next.id) === 'on'
  const day = writeShortDay(translator, next.start_date, request.today())
  const text = isOn ? `${translator.text('view.now')} · ${day}` : translator.text('series.next', { day })
  return markup`<a class="button" href="${href(context, eventPath(next))}">${text}</a>`
}

/** The picture, the venue, the price and the first lines of the description; nothing where a series has none of them. */
const factsOf = async (context: PageContext, event: EventRecord): Promise<Content> => {
  const { translator } = context
  const venues = listVenues(event)
  const summary = htmlToSummary(event.excerpt || event.description)
  const facts = [
    venues.length > 0 &&
      fact(
        translator.count('event.venue', venues.length),
        venues.map((venue) => venueFact(context, venue)),
      ),
    event.cost !== '' && fact(translator.text('event.cost'), writeCost(context, event)),
  ].filter(Boolean)
  const picture = await showPicture(context, event)
  return (
    (picture || summary !== '' || facts.length > 0) &&
    markup`<aside class="side" aria-label="${translator.text('event.details')}"><div class="facts">${picture}${facts.length > 0 && markup`<dl>\n${facts}</dl>`}${summary !== '' && markup`<p dir="auto">${summary}</p>`}</div></aside>\n`
  )
}
