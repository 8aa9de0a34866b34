import type { Point } from '../../lib/distance.ts'
import { firstOfEach } from '../../lib/first-of-each.ts'
import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues } from '../../resources/events/venue-lines.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'
import { toDay } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import { href, type PageContext } from '../page-context.ts'
import {
  type Filters,
  findWhen,
  near,
  type PageState,
  plainList,
  readQuery,
  writeAddress,
  writeFilters,
} from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import { findSpan, fromNow, hasWindow, runningInto, runningNow } from '../upcoming.ts'
import { dayList, monthList } from './day-list.ts'
import { dayOf, eventPath } from './event-card.ts'
import { fromTo } from './events-view.ts'
import { feedsBelow } from './feed-links.ts'
import { writeNext } from './index-page.ts'
import type { Page } from './layout.ts'
import { drawMap } from './map.ts'
import { backLink } from './page-links.ts'
import { showPicture } from './pictures.ts'
import { addressLines, contactLinks, placeLinks, signedLink, signedList, websiteLink } from './place-parts.ts'
import { subscribeMenu } from './subscribe.ts'
import { whenLinks, whenTexts, writeChosenDays } from './when-links.ts'

/** Most events in each half of the page; it links to lists with all of them. */
const perHalf = 10

/** Most past events among which those to show are looked for, where what repeats is shown once. */
const mostPast = 50

/** The page of a venue, with its upcoming and past events. */
export const venuePage = async (context: PageContext, slug: string): Promise<Page> => {
  const { translator, records } = context
  const venue = await records.venues.bySlug(slug)
  const name = plainText(venue.venue)
  const { geo_lat: lat, geo_lng: lng } = venue
  const path = `/venue/${venue.slug}/`
  const place = lat === undefined || lng === undefined ? [] : [{ lat, lng, name, path: href(context, path) }]
  const map = venue.show_map && drawMap(context, place, translator.text('event.mapOf', { place: name }))
  const page = await placePage(context, venue, {
    kind: 'venue',
    name,
    path,
    picture: await showPicture(context, venue),
    links: [
      ...(venue.show_map_link ? placeLinks(context, venue) : []),
      ...nearbyLinks(context, place),
      ...contactLinks(venue),
    ],
    address: addressLines(venue),
    map,
  })
  return { ...page, hasMap: Boolean(map) }
}

/** Kilometres within which events are near a venue. */
const nearbyRadius = 10

const nearbyLinks = (context: PageContext, [place]: readonly Point[]): readonly Markup[] => {
  if (!place) return []
  const path = writeAddress(near(plainList, place, nearbyRadius))
  return [signedLink('near', href(context, path), context.translator.text('place.nearby'), 'nofollow')]
}

/** The page of an organizer, with its upcoming and past events. */
export const organizerPage = async (context: PageContext, slug: string): Promise<Page> => {
  const organizer = await context.records.organizers.bySlug(slug)
  return placePage(context, organizer, {
    kind: 'organizer',
    name: plainText(organizer.organizer),
    path: `/organizer/${organizer.slug}/`,
    picture: await showPicture(context, organizer, 'logo'),
    links: contactLinks(organizer),
  })
}

/** What the pages of venues and organizers have in common: their kind is that of the filter of their events. */
type Subject = {
  readonly kind: 'venue' | 'organizer'
  readonly name: string
  readonly path: string
  readonly picture: Content
  readonly address?: Content
  readonly links: readonly Markup[]
  readonly map?: Content
}

type Either = Pick<VenueRecord, 'id' | 'image' | 'website' | 'json_ld' | 'description'>

const placePage = async (context: PageContext, record: Either, subject: Subject): Promise<Page> => {
  const { translator } = context
  const { kind, name, path, picture, address, map } = subject
  const { id, image, website, json_ld, description = '' } = record
  const sent = readQuery('list', readKnown(context)).filters
  // Of the other windows the page has its own.
  const days = findWhen(sent) || sent.window === undefined ? sent : {}
  const list: PageState = { ...plainList, filters: { [kind]: String(id) } }
  const links = signedList([...subject.links, ...(website ? [websiteLink(plainText(website))] : [])])
  const about = description !== '' && markup`<div class="prose" dir="auto">${trusted(description)}</div>\n`
  return {
    status: 200,
    title: name,
    description: htmlToSummary(description),
    canonical: path,
    image,
    api: `events/?${kind}=${id}`,
    jsonLd: json_ld,
    feeds: feedsBelow(context, path),
    isIndexed: Object.keys(days).length === 0,
    main: markup`${backLink(context, `/${kind}s/`, `event.${kind}.other`)}<div class="columns place">
<header>${picture}<h1 dir="auto">${name}</h1>
${about}</header>
<aside class="side" aria-label="${translator.text('event.details')}">
<div class="facts">${address}${links}<div class="filters">${subscribeMenu(context, list)}</div></div>
${map && markup`<div class="facts">${map}</div>\n`}</aside>
<div class="places">${await eventsOf(context, subject, list, days)}</div></div>`,
  }
}

/** The events of a venue or an organizer: those ahead, or of the days that were chosen, and those that are over. */
const eventsOf = async (context: PageContext, subject: Subject, list: PageState, days: Filters): Promise<Content> => {
  const { config, records, translator } = context
  const { kind, path } = subject
  const id = Number(list.filters[kind])
  const own = { [kind]: [id] }
  const isOnce = config.repeated === 'once'
  const ahead = await findShown(context, own, days, isOnce)
  const past =
    ahead.days === undefined
      ? await records.events.list({ ...own, window: 'past', per_page: isOnce ? mostPast : perHalf })
      : { records: [], total: 0 }
  // The latest comes first: a filter would find the first date of each series.
  const over = isOnce ? firstOfEach(past.records, ({ series }) => series?.id).slice(0, perHalf) : past.records
  const shown = { ...context, isOnce }
  const fit = (events: readonly EventRecord[]): readonly EventRecord[] =>
    kind === 'venue' ? events.map((event) => elsewhere(event, id)) : events
  const all = [...ahead.running, ...ahead.events, ...over]
  const linkToAll = (state: PageState, count: number, total: number): Content =>
    total > count &&
    markup`<p><a class="button second" href="${href(context, writeAddress(state))}">${translator.text('list.all', { count: total })}</a></p>\n`
  const { total } = ahead
  const count = total > 0 && markup` <span class="total">${total}</span>`
  const title =
    ahead.days === undefined ? translator.text('view.upcoming') : `${translator.text('list.title')} – ${ahead.days}`
  const addressOf = ({ filters }: PageState): string => {
    const query = writeFilters(filters).toString()
    return `${path}${query === '' ? '' : `?${query}`}`
  }
  return [
    markup`<section><h2>${title}${count}</h2>
${(total > 0 || ahead.days !== undefined) && (await whenLinks(context, { ...plainList, filters: days }, addressOf))}${
  total === 0
    ? markup`<div class="empty"><p>${translator.text(ahead.days === undefined ? 'list.noneAhead' : 'list.noneMatch')}</p>${ahead.days !== undefined && (await nextLink(context, own))}</div>`
    : await dayList(shown, fit(ahead.events), { running: fit(ahead.running), level: 3, all })
}
${linkToAll({ ...list, filters: { ...list.filters, ...days } }, ahead.running.length + ahead.events.length, total)}</section>
`,
    past.total > 0 &&
      markup`<section><h2>${translator.text('view.past')} <span class="total">${past.total}</span></h2>
${await monthList(shown, fit(over), { level: 3, all })}
${linkToAll({ ...list, view: 'past' }, over.length, past.total)}</section>
`,
  ]
}

/** A link to what comes next, where nothing is on the days that were chosen. */
const nextLink = async (context: PageContext, own: EventFilters): Promise<Content> => {
  const { records, request } = context
  const [next] = await records.events.some({ ...fromNow(own, request.today(), 'upcoming'), per_page: 1 })
  return next && markup`<p><a href="${href(context, eventPath(next))}">${writeNext(context, next)}</a></p>`
}

type Ahead = {
  /** What began on an earlier day than those that are shown. */
  readonly running: readonly EventRecord[]
  readonly events: readonly EventRecord[]
  readonly total: number
  /** The days that were chosen, in words. */
  readonly days?: string
}

/** Finds the next events of a venue or an organizer, or those of the days that were chosen, as the list of all events does. */
const findShown = async (context: PageContext, own: EventFilters, days: Filters, isOnce: boolean): Promise<Ahead> => {
  const { config, records, request, translator } = context
  const { events } = records
  const today = toDay(request.today())
  const kept = { ...own, ...(isOnce && { collapse: 'series' as const }), per_page: perHalf }
  const asked = await events.readFilters(new URLSearchParams(days))
  const span = hasWindow(asked) ? findSpan(config, asked, today) : undefined
  const when = findWhen(days)
  const named = when && translator.text(whenTexts[when])
  if (!span) {
    const { records: found, total } = await events.list(fromNow({ ...asked, ...kept }, today))
    const isRunning = (event: EventRecord): boolean => dayOf(context, event) < today
    return {
      running: found.filter(isRunning),
      events: found.filter((event) => !isRunning(event)),
      total,
      ...(named !== undefined && { days: named }),
    }
  }
  const { first, last } = span
  const [running, begins] = await Promise.all([
    events.list({ ...kept, ...(first === today ? runningNow(today) : runningInto(first)) }),
    events.list({ ...kept, ...fromTo(first, last), ...(first === today && { window: 'current' }) }),
  ])
  return {
    running: running.records,
    events: begins.records,
    total: running.total + begins.total,
    days: named ?? writeChosenDays(context, asked.start_date && first, asked.end_date && last) ?? '',
  }
}

/** An event without the venue on whose page it is, which the heading names; cards say where else it is. */
const elsewhere = (event: EventRecord, id: number): EventRecord => ({
  ...event,
  venue: listVenues(event).filter((venue) => venue.id !== id),
})
