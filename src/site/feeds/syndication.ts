import { imageType } from '../../http/media-files.ts'
import { htmlToSummary, longestShown } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { toEpoch, toIso } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues, ownWebsite, writeAddressLines } from '../../resources/events/venue-lines.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'

/** The metadata of a feed. */
export type FeedHead = {
  readonly title: string
  readonly description: string
  readonly language: string
  /** The page that shows the same, and the feed itself. */
  readonly url: string
  readonly source: string
}

/**
 * An event as an entry of a feed, in its language: the title with its status, the status with the reason,
 * its time, and its place.
 */
export type FeedEntry = { readonly event: EventRecord } & Readonly<Record<'title' | 'state' | 'when' | 'where', string>>

/** The time of publication, or of the last change for a record without one. */
const publishedAt = ({ date_utc, modified_utc }: EventRecord): string =>
  /^0000/.test(date_utc) ? modified_utc : date_utc

/** The time and the place come first: the only date of an entry is that of its publication. */
const contentOf = ({ event, state, when, where }: FeedEntry): string =>
  markup`${state !== '' && markup`<p><strong>${state}</strong></p>`}<p><strong>${when}</strong>${where !== '' && markup`<br>${where}`}</p>`
    .text + shownIn(event)

/** The description, or the beginning of a long one as text: feed readers show short entries. */
const shownIn = ({ description }: EventRecord): string =>
  description.length <= longestShown ? description : markup`<p>${htmlToSummary(description)}</p>`.text

/** RSS 2.0, with the element of Atom that names the feed itself, which validators recommend. */
export const writeRss = (
  { title, description, language, url, source }: FeedHead,
  entries: readonly FeedEntry[],
): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xml(title)}</title>
<link>${url}</link>
<description>${xml(description === '' ? title : description)}</description>
<language>${language}</language>
<ttl>60</ttl>
<atom:link href="${source}" rel="self" type="application/rss+xml"/>
${entries.map(({ event, ...shown }) => {
  const image = event.image
  return markup`<item>
<title>${xml(shown.title)}</title>
<link>${event.url}</link>
<guid isPermaLink="false">${event.global_id}</guid>
<pubDate>${new Date(toEpoch(publishedAt(event))).toUTCString()}</pubDate>
${[...event.categories, ...event.tags].map(({ name }) => markup`<category>${xml(plainText(name))}</category>\n`)}${
  image && markup`<enclosure url="${image.url}" length="${image.filesize ?? 0}" type="${imageType(image.url)}"/>\n`
}<description>${xml(contentOf({ event, ...shown }))}</description>
</item>
`
})}</channel>
</rss>
`.text

/** Atom (RFC 4287). */
export const writeAtom = (head: FeedHead, entries: readonly FeedEntry[]): string => {
  const { title, description, language, url, source } = head
  const updated =
    entries
      .map(({ event }) => event.modified_utc)
      .sort()
      .at(-1) ?? neverUpdated
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${source}</id>
<title>${xml(title)}</title>
${description !== '' && markup`<subtitle>${xml(description)}</subtitle>\n`}<updated>${toIso(updated)}</updated>
<author><name>${xml(title)}</name></author>
<link rel="self" type="application/atom+xml" href="${source}"/>
<link rel="alternate" type="text/html" href="${url}"/>
${entries.map((entry) => {
  const { event } = entry
  return markup`<entry>
<id>${event.rest_url}</id>
<title>${xml(entry.title)}</title>
<link rel="alternate" type="text/html" href="${event.url}"/>
<published>${toIso(publishedAt(event))}</published>
<updated>${toIso(event.modified_utc)}</updated>
${[...event.categories, ...event.tags].map(({ name }) => markup`<category term="${xml(plainText(name))}"/>\n`)}${
  event.image && markup`<link rel="enclosure" type="${imageType(event.image.url)}" href="${event.image.url}"/>\n`
}<content type="html">${xml(contentOf(entry))}</content>
</entry>
`
})}</feed>
`.text
}

/** The date of a feed without entries, which must have one (RFC 4287, 4.1.1). */
const neverUpdated = '1970-01-01 00:00:00'

/** XML cannot hold all characters that texts can (XML 1.0, 2.2). */
const xml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are not allowed.
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')

/** JSON Feed 1.1. The times and the place of each event are in the extension `_event`. */
export const writeJsonFeed = (head: FeedHead, entries: readonly FeedEntry[]): JsonObject => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: head.title,
  ...(head.description === '' ? {} : { description: head.description }),
  home_page_url: head.url,
  feed_url: head.source,
  language: head.language,
  items: entries.map((entry) => {
    const { event, where } = entry
    const website = ownWebsite(event)
    return {
      id: event.global_id,
      url: event.url,
      ...(website === undefined ? {} : { external_url: website }),
      title: entry.title,
      content_html: contentOf(entry),
      ...(event.image ? { image: event.image.url } : {}),
      date_published: toIso(publishedAt(event)),
      date_modified: toIso(event.modified_utc),
      tags: [...event.categories, ...event.tags].map(({ name }) => plainText(name)),
      _event: {
        about: event.rest_url,
        start: toIso(event.utc_start_date),
        end: toIso(event.utc_end_date),
        timezone: event.timezone,
        all_day: event.all_day,
        location: where,
        ...stateOf(event),
      },
    }
  }),
})

/** Properties of events with a status or online attendance; none for others. */
const stateOf = ({ event_status, event_status_reason: reason, virtual_url }: EventRecord): JsonObject => ({
  ...(event_status === undefined ? {} : { event_status }),
  ...(reason === undefined ? {} : { event_status_reason: plainText(reason) }),
  ...(virtual_url === undefined ? {} : { virtual_url }),
})

type Point = { readonly type: 'Point'; readonly coordinates: readonly [number, number] }

/** Longitude comes first (RFC 7946, 3.1.1). */
const pointOf = ({ geo_lat, geo_lng }: Pick<VenueRecord, 'geo_lat' | 'geo_lng'>): Point | undefined =>
  geo_lat === undefined || geo_lng === undefined ? undefined : { type: 'Point', coordinates: [geo_lng, geo_lat] }

/** The features of GeoJSON (RFC 7946) of an event: one for each venue that has a place. */
export const geoFeaturesOfEvent = (event: EventRecord): readonly JsonObject[] =>
  listVenues(event).flatMap((venue) => {
    const geometry = pointOf(venue)
    if (geometry === undefined) return []
    const properties = {
      title: plainText(event.title),
      url: event.url,
      start: toIso(event.utc_start_date),
      end: toIso(event.utc_end_date),
      timezone: event.timezone,
      all_day: event.all_day,
      venue: plainText(venue.venue),
      venue_id: venue.id,
      categories: event.categories.map(({ name }) => plainText(name)),
      featured: event.featured,
      cost: plainText(event.cost),
      ...stateOf(event),
    }
    return [{ type: 'Feature', id: event.id, geometry, properties }]
  })

/** The feature of a venue, if it has a place. */
export const geoFeaturesOfVenue = (venue: VenueRecord): readonly JsonObject[] => {
  const geometry = pointOf(venue)
  if (geometry === undefined) return []
  const properties = { name: plainText(venue.venue), url: venue.url, address: writeAddressLines(venue).join(', ') }
  return [{ type: 'Feature', id: venue.id, geometry, properties }]
}
