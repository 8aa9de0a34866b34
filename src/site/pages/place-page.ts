import type { Point } from '../../lib/distance.ts'
import { firstOfEach } from '../../lib/first-of-each.ts'
import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues } from '../../resources/events/venue-lines.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'
import { toDay } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { near, type PageState, plainList, writeAddress } from '../page-state.ts'
import { fromNow } from '../upcoming.ts'
import { renderCards } from './event-card.ts'
import { linkTo } from './event-page.ts'
import { feedsBelow } from './feed-links.ts'
import type { Page } from './layout.ts'
import { drawMap } from './map.ts'
import { showPicture } from './pictures.ts'
import { addressLines, placeLink, renderContact } from './place-parts.ts'
import { subscribeMenu } from './subscribe.ts'
import { whenLinks } from './when-links.ts'

/** Most events in each half of the page; it links to lists with all of them. */
const perHalf = 10

/** Most past events among which those to show are looked for, where what repeats is shown once. */
const mostPast = 50

/** The page of a venue, with its upcoming and past events. */
export const venuePage = async (context: PageContext, slug: string): Promise<Page> => {
  const { translator, records } = context
  const venue = await records.venues.bySlug(slug)
  const name = plainText(venue.venue)
  const path = `/venue/${venue.slug}/`
  const { geo_lat: lat, geo_lng: lng } = venue
  const place = lat === undefined || lng === undefined ? [] : [{ lat, lng, name, path: href(context, path) }]
  return {
    ...commonOf(context, venue, path),
    title: name,
    api: `events/?venue=${venue.id}`,
    hasMap: context.config.tiles !== undefined && venue.show_map && place.length > 0,
    main: markup`<h1 dir="auto">${name}</h1>
<div class="columns"><div class="prose" dir="auto">${await showPicture(context, venue)}${trusted(venue.description ?? '')}</div>
<aside aria-label="${translator.text('event.details')}">${addressLines(venue)}${venue.show_map_link && placeLink(context, venue)}${nearbyLink(context, place)}${renderContact(venue)}${websiteOf(venue)}
${venue.show_map && drawMap(context, place, translator.text('event.mapOf', { place: name }))}</aside>
${await eventsOf(context, 'venue', venue.id, [translator.text('place.upcoming', { place: name }), translator.text('place.past', { place: name })])}</div>`,
  }
}

/** Kilometres within which events are near a venue. */
const nearbyRadius = 10

const nearbyLink = (context: PageContext, [place]: readonly Point[]): Content =>
  place &&
  markup`<p><a href="${href(context, writeAddress(near(plainList, place, nearbyRadius)))}" rel="nofollow">${context.translator.text('place.nearby')}</a></p>
`

/** The page of an organizer, with its upcoming and past events. */
export const organizerPage = async (context: PageContext, slug: string): Promise<Page> => {
  const { translator, records } = context
  const organizer = await records.organizers.bySlug(slug)
  const name = plainText(organizer.organizer)
  return {
    ...commonOf(context, organizer, `/organizer/${organizer.slug}/`),
    title: name,
    api: `events/?organizer=${organizer.id}`,
    main: markup`<h1 dir="auto">${name}</h1>
<div class="columns"><div class="prose" dir="auto">${await showPicture(context, organizer, 'logo')}${trusted(organizer.description ?? '')}</div>
<aside aria-label="${translator.text('event.details')}">${renderContact(organizer)}${websiteOf(organizer)}</aside>
${await eventsOf(context, 'organizer', organizer.id, [translator.text('organizer.upcoming', { name }), translator.text('organizer.past', { name })])}</div>`,
  }
}

type Either = Pick<VenueRecord, 'image' | 'website' | 'json_ld' | 'description' | 'excerpt'>

const commonOf = (context: PageContext, { image, json_ld, description }: Either, path: string) => ({
  status: 200,
  canonical: path,
  description: htmlToSummary(description ?? ''),
  image,
  jsonLd: json_ld,
  feeds: feedsBelow(context, path),
})

const websiteOf = ({ website }: Either): Content => website && markup`<p>${linkTo(plainText(website))}</p>`

const eventsOf = async (
  context: PageContext,
  filter: 'venue' | 'organizer',
  id: number,
  [upcomingTitle, pastTitle]: readonly [string, string],
): Promise<Markup> => {
  const { config, records, request, translator } = context
  const today = toDay(request.today())
  const own = { [filter]: [id] }
  const isOnce = config.repeated === 'once'
  const [ahead, past] = await Promise.all([
    records.events.list({ ...fromNow(own, today), ...(isOnce && { collapse: 'series' }), per_page: perHalf }),
    records.events.list({ ...own, window: 'past', per_page: isOnce ? mostPast : perHalf }),
  ])
  // The latest comes first: a filter would find the first date of each series.
  const over = isOnce ? firstOfEach(past.records, ({ series }) => series?.id).slice(0, perHalf) : past.records
  const half = async (
    title: string,
    shown: readonly EventRecord[],
    all: number,
    path: '/events/' | '/events/past/',
  ): Promise<Content> => {
    const events = filter === 'venue' ? shown.map((event) => elsewhere(event, id)) : shown
    return markup`<section><h2>${title}</h2>
${
  shown.length === 0
    ? markup`<p class="none">${translator.text('list.none')}</p>`
    : markup`<div class="cards">
${await renderCards({ ...context, isOnce }, events, 3)}</div>`
}
${all > shown.length && markup`<p><a href="${href(context, `${path}?${filter}=${id}`)}">${translator.text('list.all', { count: all })}</a></p>`}</section>
`
  }
  const list: PageState = { ...plainList, filters: { [filter]: String(id) } }
  return markup`<div class="places"><div class="filters">${subscribeMenu(context, list)}</div>
${ahead.total > 0 && whenLinks(context, list)}${await half(upcomingTitle, ahead.records, ahead.total, '/events/')}${past.total > 0 && (await half(pastTitle, over, past.total, '/events/past/'))}</div>`
}

/** An event without the venue on whose page it is, which the heading names; cards say where else it is. */
const elsewhere = (event: EventRecord, id: number): EventRecord => ({
  ...event,
  venue: listVenues(event).filter((venue) => venue.id !== id),
})
