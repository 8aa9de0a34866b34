import type { TextKey, Translator } from '../../i18n/catalogue.ts'
import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { toIso, toLocal } from '../../lib/time-zone.ts'
import { readEventStatus } from '../../resources/events/event-status.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import type { SeriesRecord } from '../../resources/events/series/record.ts'
import { listVenues, ownWebsite } from '../../resources/events/venue-lines.ts'
import { type CategoryHues, hueClass } from '../category-hues.ts'
import { beginLine, laterBy, toDay, writeDistance, writeShortDay } from '../dates.ts'
import { writeCost } from '../money.ts'
import { absolute, asWebcal, href, type PageContext } from '../page-context.ts'
import { plainList, writeAddress } from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import { atDay } from '../upcoming.ts'
import { addToCalendar } from './add-to-calendar.ts'
import {
  categoryPath,
  dayOf,
  eventPath,
  fact,
  findLastDay,
  isLong,
  machineTime,
  plainTitle,
  renderCards,
  writeRepeats,
  writeWhenLines,
} from './event-card.ts'
import { findPhases, type Phase } from './event-phase.ts'
import { sharedPicture } from './event-picture.ts'
import {
  isSoldOut,
  offerTable,
  renderOnline,
  showTitle,
  statedTitle,
  takesPlace,
  writeFormerStart,
} from './event-state.ts'
import { fromTo } from './events-view.ts'
import type { Page } from './layout.ts'
import { drawMap } from './map.ts'
import { backToEvents } from './page-links.ts'
import { showPicture } from './pictures.ts'
import { contactLinks, placeLinks, shortAddress, signedList, venueFact } from './place-parts.ts'
import { renderDates } from './series-dates.ts'
import { structuredData } from './structured-data.ts'

/** Most related events on a page. */
const mostRelated = 3

/** The page of an event. */
export const eventPage = async (context: PageContext, slug: string): Promise<Page> => {
  const { translator, records } = context
  const event = await records.events.bySlug(slug)
  const path = eventPath(event)
  const [hues, series, [previous, next], phases] = await Promise.all([
    context.hues(),
    readSeries(context, event),
    findNeighbours(context, event),
    findPhases(context, [event]),
  ])
  const phase = phases.get(event.id) ?? 'ahead'
  const summary = htmlToSummary(event.excerpt || event.description)
  const image = await sharedPicture(context, event)
  return {
    status: 200,
    title: statedTitle(translator, event),
    description: summary,
    canonical: path,
    image,
    type: 'article',
    jsonLd: structuredData(event, image),
    api: `events/${event.id}`,
    hasMap: hasMap(context, event),
    feeds: [['text/calendar', `${context.prefix}${path}feed.ics`, translator.text('feed.calendar')]],
    links: [
      [
        'alternate',
        context.links.page(`/oembed/?url=${encodeURIComponent(absolute(context, path))}`),
        'application/json+oembed',
      ],
    ],
    main: markup`${backToEvents(context)}<article class="event${hueClass(hues, event)}">
<header>
${await showPicture(context, event)}
${labelsOf(context, hues, event)}
<h1 dir="auto">${showTitle(translator, event)}</h1>
${stateNote(context, event)}${phase === 'over' && markup`<p class="note">${translator.text('event.over')}</p>`}
</header>
<aside class="side" aria-label="${translator.text('event.details')}">
<div class="facts">
${factsOf(context, event, phase, series)}</div>
${furtherFacts(context, event)}</aside>
${proseOf(translator, event)}${await datesOfSeries(context, event)}</article>
${neighbourLinks(context, previous, next)}${await relatedTo(context, event)}`,
  }
}

/** What the event is about, and what it costs. */
const proseOf = (translator: Translator, event: EventRecord): Content => {
  const offers = offerTable(translator, event)
  return (
    (event.description !== '' || offers) &&
    markup`<div class="prose" dir="auto">${trusted(event.description)}${offers}</div>\n`
  )
}

/** What kind of event it is: featured, and its categories. */
const labelsOf = (context: PageContext, hues: CategoryHues, { featured, categories }: EventRecord): Content =>
  (featured || categories.length > 0) &&
  markup`<p class="labels">${featured && markup`<span class="label star">${context.translator.text('event.featured')}</span> `}${categories.map(
    (category) =>
      markup`<a class="label kind${hueClass(hues, { categories: [category] })}" href="${href(context, categoryPath(category))}" rel="tag">${plainText(category.name)}</a> `,
  )}</p>`

/** How far off an event is, in words: by days until it is on. */
const distanceOf = ({ translator, request }: PageContext, event: EventRecord, phase: Phase): string => {
  // It will not be then, or nobody knows when.
  if (phase === 'over' || !takesPlace(event)) return ''
  const today = toDay(request.today())
  if (phase === 'ahead') return beginLine(translator, writeDistance(translator, toDay(event.start_date), today))
  const isLastDay = isLong(event) && findLastDay(event) === today
  return [translator.text('view.now'), ...(isLastDay ? [translator.text('event.lastDay')] : [])].join(' · ')
}

/** The instants, for the script that writes them in the visitor's own zone. */
const zoned = (event: EventRecord): Content => {
  const [start, end] = [event.utc_start_date, event.utc_end_date].map(toIso)
  return !event.all_day && markup` data-start="${start}" data-end="${end}" data-zone="${event.timezone}"`
}

/** Why the event does not take place as planned, and its previous date; the title has its status. */
const stateNote = ({ translator }: PageContext, event: EventRecord): Content => {
  const status = readEventStatus(event)
  if (status === 'scheduled') return undefined
  const [reason, formerly] = [plainText(event.event_status_reason ?? ''), writeFormerStart(translator, event)]
  const lines = [reason, formerly].filter(Boolean)
  return (
    lines.length > 0 &&
    markup`<p class="note ${status === 'cancelled' ? 'bad' : 'warn'}">${lines.map((line, at) => markup`${at > 0 && trusted('<br>')}${line}`)}</p>\n`
  )
}

/** When, where, and what a visitor can do. */
const factsOf = (context: PageContext, event: EventRecord, phase: Phase, series: SeriesRecord | undefined): Content => {
  const { translator } = context
  const venues = listVenues(event)
  const online = renderOnline(translator, event)
  const first = [
    fact(translator.text('event.when'), whenOf(context, event, phase, series)),
    venues.length > 0 &&
      fact(
        translator.count('event.venue', venues.length),
        venues.map((venue) => [
          venueFact(context, venue),
          event.show_map_link && signedList(placeLinks(context, venue)),
        ]),
      ),
    online && fact(translator.text('event.online'), online),
  ]
  return [
    markup`<dl>
${first}</dl>
`,
    actionsOf(context, event, phase),
  ]
}

/** The map, and what else is known: on narrow screens below the description. */
const furtherFacts = (context: PageContext, event: EventRecord): Content => {
  const { translator } = context
  const organizers = event.organizer
  const map = mapOf(context, event)
  const others = [
    organizers.length > 0 &&
      fact(
        translator.count('event.organizer', organizers.length),
        organizers.map(
          (organizer) =>
            markup`<p><a href="${href(context, `/organizer/${organizer.slug}/`)}">${plainText(organizer.organizer)}</a></p>${signedList(contactLinks(organizer))}`,
        ),
      ),
    event.website !== event.url && fact(translator.text('event.website'), linkTo(event.website)),
    event.tags.length > 0 &&
      fact(
        translator.text('event.tags'),
        event.tags.map(
          ({ name, slug }, at) =>
            markup`${at > 0 && ', '}<a href="${href(context, `/events/tag/${slug}/`)}" rel="tag">${plainText(name)}</a>`,
        ),
      ),
  ].filter(Boolean)
  return (
    (map || others.length > 0) &&
    markup`<div class="facts">${map}${others.length > 0 && markup`<dl>\n${others}</dl>`}</div>
`
  )
}

/** The time in the zone of the event, how far off it is, and room for the time in the zone of the visitor, which the script writes. */
const whenOf = (context: PageContext, event: EventRecord, phase: Phase, series: SeriesRecord | undefined): Markup => {
  const distance = distanceOf(context, event, phase)
  const [first, second] = writeWhenLines(context, event)
  const lines = markup`${first}<br>${second}`
  const isOff = readEventStatus(event) === 'cancelled'
  return markup`<p class="when"><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}"${zoned(event)}>${isOff ? markup`<s>${lines}</s>` : lines}</time></p>
${distance !== '' && markup`<p class="near${phase === 'on' && ' now'}">${distance}</p>`}${series && markup`<p class="repeats">${writeRepeats(context, { series })}</p>`}<p class="quiet" data-zoned></p>`
}

const hasMap = ({ config }: PageContext, event: EventRecord): boolean =>
  config.tiles !== undefined &&
  event.show_map &&
  listVenues(event).some(({ geo_lat, geo_lng }) => geo_lat !== undefined && geo_lng !== undefined)

const mapOf = (context: PageContext, event: EventRecord): Content => {
  const venues = listVenues(event)
  const places = venues.flatMap(({ geo_lat: lat, geo_lng: lng, venue, slug }) =>
    lat === undefined || lng === undefined
      ? []
      : [{ lat, lng, name: plainText(venue), path: href(context, `/venue/${slug}/`) }],
  )
  const place = venues.map(({ venue }) => plainText(venue)).join(', ')
  return event.show_map && drawMap(context, places, context.translator.text('event.mapOf', { place }))
}

/** What the event costs, beside the main button. */
const priceOf = (context: PageContext, event: EventRecord): Content => {
  const { translator } = context
  return (
    event.cost !== '' &&
    markup`<p class="price"><span class="hidden">${translator.text('event.cost')} </span>${writeCost(context, event)}${isSoldOut(event) && markup` <span class="badge">${translator.text('event.soldOut')}</span>`}</p>\n`
  )
}

/**
 * What a visitor can do: first what most of them come for, which alone is a button, beside what it costs; then, as quiet links, to add the event to a
 * calendar and to share it.
 */
const actionsOf = (context: PageContext, event: EventRecord, phase: Phase): Markup => {
  const isAhead = phase !== 'over' && readEventStatus(event) !== 'cancelled'
  const main = isAhead ? mainAction(event) : undefined
  return markup`<div class="actions">
${priceOf(context, event)}${
  main &&
  markup`<a class="button" href="${main.url}" rel="external noopener">${context.translator.text(main.key)}</a>\n`
}${isAhead && !main && addToCalendar(context, event, true)}
<div class="besides">${readEventStatus(event) !== 'cancelled' && (main || !isAhead) && addToCalendar(context, event, false)}${shareOf(context, event)}</div>
</div>`
}

/** Where most visitors go from the page of an event: to its tickets, to where they attend it, or to its own page elsewhere. */
const mainAction = (event: EventRecord): { readonly key: TextKey; readonly url: string } | undefined => {
  const ticket = event.offers?.find(({ url, availability }) => url !== undefined && availability !== 'sold_out')
  const ways = [
    ['event.offers', ticket?.url],
    ['event.attendOnline', event.virtual_url],
    ['event.toWebsite', ownWebsite(event)],
  ] as const
  return ways.flatMap(([key, url]) => (url === undefined ? [] : [{ key, url }]))[0]
}

/** A link to another site, without `https://` and `www.` in its text. */
const linkTo = (url: string): Content => {
  const name = shortAddress(url)
  return name === undefined ? url : markup`<a href="${url}" rel="external noopener" dir="ltr">${name}</a>`
}

const shareOf = (context: PageContext, event: EventRecord): Markup => {
  const { translator } = context
  const url = absolute(context, eventPath(event))
  const mail = `mailto:?subject=${encodeURIComponent(plainTitle(event))}&body=${encodeURIComponent(url)}`
  return markup`<p class="share"><a class="signed share" href="${mail}" data-share="${url}" data-title="${plainTitle(event)}" data-copied="${translator.text('event.copied')}">${translator.text('event.share')}</a> <span role="status"></span></p>`
}

/** Most dates of the series on the page of an occurrence. */
const mostDates = 5

/** The series of an occurrence. */
const readSeries = async ({ records }: PageContext, { series }: EventRecord): Promise<SeriesRecord | undefined> =>
  series && (await records.series.byIds([series.id]))[0]

/** The next other dates of the series of an occurrence. */
const datesOfSeries = async (context: PageContext, event: EventRecord): Promise<Content> => {
  const { records, request, translator } = context
  if (!event.series) return undefined
  const found = await records.events.list({
    series: event.series.id,
    start_date: atDay(request.today()),
    per_page: mostDates + 1,
  })
  const others = found.records.filter(({ id }) => id !== event.id).slice(0, mostDates)
  return (
    others.length > 0 &&
    markup`<section class="dates" aria-labelledby="dates"><h2 id="dates">${translator.text('event.moreDates')}</h2>
${renderDates(context, others, plainTitle(event))}<p><a href="${href(context, writeAddress({ ...plainList, filters: { series: String(event.series.id) } }))}" rel="nofollow">${translator.text('event.allDates', { count: found.total })}</a> · <a href="${asWebcal(context.links.page(`${context.prefix}/events/feed.ics?series=${event.series.id}`))}">${translator.text('event.subscribeSeries')}</a></p></section>`
  )
}

/** Most events of a day among which the neighbours of an event are looked for. */
const mostOfDay = 200

/** The events before and after one in the order of lists, by the time of the site. */
const findNeighbours = async (
  { records: { events }, config }: PageContext,
  { id, utc_start_date }: EventRecord,
): Promise<readonly [previous: EventRecord | undefined, next: EventRecord | undefined]> => {
  const day = toDay(toLocal(utc_start_date, config.zone))
  const { ids } = await events.find({ ...fromTo(day, day), per_page: mostOfDay }, false)
  const at = ids.indexOf(id)
  if (at < 0) return [undefined, undefined]
  const [before, after] = [ids[at - 1], ids[at + 1]]
  const first = async (filters: EventFilters): Promise<number | undefined> =>
    (await events.find({ ...filters, per_page: 1 }, false)).ids[0]
  const [previous, next] = await Promise.all([
    before ?? first({ end_date: atDay(laterBy(day, -1)), window: 'all', sort: latestFirst }),
    after ?? first({ start_date: atDay(laterBy(day, 1)), window: 'all' }),
  ])
  const found = await events.byIds([previous, next].filter((one) => one !== undefined))
  const record = (of: number | undefined) => found.find((one) => one.id === of)
  return [record(previous), record(next)]
}

const latestFirst = [{ by: 'start_date', direction: 'desc' }] as const

const neighbourLinks = (
  context: PageContext,
  previous: EventRecord | undefined,
  next: EventRecord | undefined,
): Content => {
  const { translator } = context
  const link = (event: EventRecord, rel: 'prev' | 'next'): Markup => {
    const day = dayOf(context, event)
    const name = translator.text(rel === 'prev' ? 'event.previous' : 'event.next')
    const date = writeShortDay(translator, day, context.request.today())
    return markup`<li class="${rel}"><a class="neighbour" href="${href(context, eventPath(event))}" rel="${rel}"><span class="quiet">${name} <time datetime="${day}">· ${date}</time></span> <span dir="auto">${plainTitle(event)}</span></a></li>
`
  }
  return (
    (previous || next) &&
    markup`<nav class="neighbours" aria-label="${translator.text('event.neighbours')}"><ul>
${previous && link(previous, 'prev')}${next && link(next, 'next')}</ul></nav>
`
  )
}

/** Most events among which those with pictures are chosen. */
const mostLookedAt = 12

/** Upcoming events of the same categories, or at the same venue: those with pictures, if there are; rows where none has one. */
const relatedTo = async (context: PageContext, event: EventRecord): Promise<Content> => {
  const { records, request, translator } = context
  const { categories } = event
  const [venue] = listVenues(event)
  const by = categories.length > 0 ? { categories: categories.map(({ id }) => id) } : venue && { venue: [venue.id] }
  if (!by) return undefined
  const found = await records.events.list({
    ...by,
    start_date: atDay(request.today()),
    per_page: mostLookedAt,
    collapse: 'series',
  })
  const all = found.records.filter(({ id, series }) => id !== event.id && (!series || series.id !== event.series?.id))
  const pictured = all.filter(({ image }) => image)
  const chosen = [...new Set([...pictured, ...all])].slice(0, mostRelated)
  // In the order of time.
  const others = all.filter((one) => chosen.includes(one))
  const hasPictures = pictured.length > 0
  return (
    others.length > 0 &&
    markup`<section class="related" aria-labelledby="related"><h2 id="related">${translator.text('event.related')}</h2>
<div class="${hasPictures ? 'photos' : 'days plain'}">
${await renderCards(context, others, 3, 'nothing', hasPictures ? 'tile' : 'row')}</div></section>`
  )
}
