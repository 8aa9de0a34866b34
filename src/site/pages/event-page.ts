import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { epochOf, isoOf } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { venuesOf } from '../../resources/events/venue-lines.ts'
import { dayOf } from '../dates.ts'
import { absolute, href, type PageContext } from '../page-context.ts'
import { atDay } from '../upcoming.ts'
import { addToCalendar } from './add-to-calendar.ts'
import { cardsOf, costOf, machineTime, pathOf, titleOf, writeWhen } from './event-card.ts'
import { offerTable, onlineOf, showTitle, statedTitle, writeFormerStart, writeState } from './event-state.ts'
import type { Page } from './layout.ts'
import { drawMap } from './map.ts'
import { showPicture } from './pictures.ts'
import { addressLines, contactOf, placeLink } from './place-parts.ts'
import { recurrenceWords } from './recurrence-words.ts'

/** Most related events on a page. */
const mostRelated = 3

/** The page of an event. */
export const eventPage = async (context: PageContext, slug: string): Promise<Page> => {
  const { translator, records } = context
  const event = await records.events.bySlug(slug)
  const { image } = event
  const path = pathOf(event)
  const summary = htmlToSummary(event.excerpt || event.description)
  return {
    status: 200,
    title: statedTitle(translator, event),
    description: summary,
    canonical: path,
    image: image || undefined,
    type: 'article',
    jsonLd: event.json_ld,
    api: `events/${event.id}`,
    feeds: [['text/calendar', `${context.prefix}${path}feed.ics`, translator.text('feed.calendar')]],
    links: [
      [
        'alternate',
        context.links.page(`/oembed/?url=${encodeURIComponent(absolute(context, path))}`),
        'application/json+oembed',
      ],
    ],
    main: markup`<article class="event">
<h1>${showTitle(translator, event)}</h1>
<p class="when"><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}"${zoned(event)}>${writeWhen(translator, event)}</time>${event.featured && markup` <span class="badge">${translator.text('event.featured')}</span>`}</p>
${stateNote(context, event)}${isOver(context, event) && markup`<p class="note">${translator.text('event.over')}</p>`}
<div class="columns">
<div class="prose">${await showPicture(context, event)}${trusted(event.description)}${offerTable(translator, event)}</div>
<aside aria-label="${translator.text('event.details')}">
${factsOf(context, event)}
${addToCalendar(context, event)}
${shareOf(context, event)}
</aside>
</div>
</article>
${await datesOfSeries(context, event)}${await relatedTo(context, event)}`,
  }
}

/** The instants, for the script that writes them in the visitor's own zone. */
const zoned = (event: EventRecord): Content => {
  const [start, end] = [event.utc_start_date, event.utc_end_date].map(isoOf)
  return !event.all_day && markup` data-start="${start}" data-end="${end}" data-zone="${event.timezone}"`
}

/** The status of the event with the reason and the previous date. */
const stateNote = ({ translator }: PageContext, event: EventRecord): Content => {
  const [state, formerly] = [writeState(translator, event), writeFormerStart(translator, event)]
  return state !== '' && markup`<p class="note">${state}${formerly && markup`<br>${formerly}`}</p>\n`
}

const isOver = ({ request }: PageContext, event: EventRecord): boolean =>
  // By days, so that the page stays valid until midnight.
  epochOf(event.utc_end_date) < epochOf(request.today()) && dayOf(event.end_date) < dayOf(request.today())

const factsOf = (context: PageContext, event: EventRecord): Markup => {
  const { translator } = context
  const [venues, organizers] = [venuesOf(event), event.organizer]
  const hasWebsite = event.website !== event.url
  const online = onlineOf(translator, event)
  const terms = (list: EventRecord['categories'], taxonomy: 'category' | 'tag'): Content =>
    list.map(
      ({ name, slug }, at) =>
        markup`${at > 0 && ', '}<a href="${href(context, `/events/${taxonomy}/${slug}/`)}" rel="tag">${plainText(name)}</a>`,
    )
  const fact = (name: string, content: Content): Content => markup`<div><dt>${name}</dt><dd>${content}</dd></div>\n`
  const map =
    event.show_map &&
    drawMap(
      context,
      venues.flatMap(({ geo_lat: lat, geo_lng: lng, venue, slug }) =>
        lat === undefined || lng === undefined
          ? []
          : [{ lat, lng, name: plainText(venue), path: href(context, `/venue/${slug}/`) }],
      ),
      translator.text('event.mapOf', { place: venues.map(({ venue }) => plainText(venue)).join(', ') }),
    )
  return markup`<dl>
${
  venues.length > 0 &&
  fact(
    translator.count('event.venue', venues.length),
    venues.map(
      (venue) => markup`<p><a href="${href(context, `/venue/${venue.slug}/`)}">${plainText(venue.venue)}</a></p>
${addressLines(venue)}${event.show_map_link && placeLink(context, venue)}`,
    ),
  )
}${
  organizers.length > 0 &&
  fact(
    translator.count('event.organizer', organizers.length),
    organizers.map(
      (organizer) =>
        markup`<p><a href="${href(context, `/organizer/${organizer.slug}/`)}">${plainText(organizer.organizer)}</a></p>${contactOf(organizer)}`,
    ),
  )
}${online && fact(translator.text('event.online'), online)}${event.cost !== '' && fact(translator.text('event.cost'), costOf(context, event))}${
  hasWebsite && fact(translator.text('event.website'), linkTo(event.website))
}${event.categories.length > 0 && fact(translator.text('event.categories'), terms(event.categories, 'category'))}${
  event.tags.length > 0 && fact(translator.text('event.tags'), terms(event.tags, 'tag'))
}</dl>
${map}`
}

/** A link to another site, without `https://` and `www.` in its text. */
export const linkTo = (url: string): Content =>
  /^https?:\/\//i.test(url)
    ? markup`<a href="${url}" rel="external noopener">${url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</a>`
    : url

const shareOf = (context: PageContext, event: EventRecord): Markup => {
  const { translator } = context
  const url = absolute(context, pathOf(event))
  const mail = `mailto:?subject=${encodeURIComponent(titleOf(event))}&body=${encodeURIComponent(url)}`
  return markup`<p class="share"><a class="button" href="${mail}" data-share="${url}" data-title="${titleOf(event)}" data-copied="${translator.text('event.copied')}">${translator.text('event.share')}</a> <span role="status"></span></p>`
}

/** Most dates of the series on the page of an occurrence. */
const mostDates = 6

/** How an occurrence recurs, and the next other dates of its series. */
const datesOfSeries = async (context: PageContext, event: EventRecord): Promise<Content> => {
  const { records, request, translator } = context
  if (!event.series) return undefined
  const [series] = await records.series.byIds([event.series.id])
  const found = await records.events.list({
    series: event.series.id,
    start_date: atDay(request.today()),
    per_page: mostDates + 1,
  })
  const others = found.records.filter(({ id }) => id !== event.id).slice(0, mostDates)
  return markup`<section class="dates" aria-labelledby="dates"><h2 id="dates">${translator.text('event.recurs')}</h2>
${series && markup`<p>${recurrenceWords(translator, series)}</p>`}
${
  others.length > 0 &&
  markup`<h3>${translator.text('event.moreDates')}</h3>
<ul>${others.map(
    (other) =>
      markup`<li><a href="${href(context, pathOf(other))}"><time datetime="${machineTime(other, other.start_date, other.utc_start_date)}">${writeWhen(translator, other)}</time></a></li>\n`,
  )}</ul>`
}</section>`
}

/** Upcoming events of the same categories, or at the same venue. */
const relatedTo = async (context: PageContext, event: EventRecord): Promise<Content> => {
  const { records, request, translator } = context
  const { categories } = event
  const [venue] = venuesOf(event)
  const by = categories.length > 0 ? { categories: categories.map(({ id }) => id) } : venue && { venue: [venue.id] }
  if (!by) return undefined
  const found = await records.events.list({
    ...by,
    start_date: atDay(request.today()),
    per_page: mostRelated + 2,
    collapse: 'series',
  })
  const others = found.records
    .filter(({ id, series }) => id !== event.id && (!series || series.id !== event.series?.id))
    .slice(0, mostRelated)
  return (
    others.length > 0 &&
    markup`<section class="related" aria-labelledby="related"><h2 id="related">${translator.text('event.related')}</h2>
${await cardsOf(context, others, 3)}</section>`
  )
}
