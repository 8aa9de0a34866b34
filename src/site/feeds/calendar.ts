import { newBytes } from '../../cache/fragment-cache.ts'
import { imageType } from '../../http/media-files.ts'
import { htmlToLines } from '../../lib/html.ts'
import type { Links } from '../../lib/links.ts'
import { markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import {
  addDays,
  nowText,
  offsetSecondsAt,
  parseZone,
  toEpoch,
  toLocal,
  toUtc,
  type Zone,
} from '../../lib/time-zone.ts'
import { mailto } from '../../lib/url.ts'
import { readEventStatus } from '../../resources/events/event-status.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues, ownWebsite, writeVenueLine } from '../../resources/events/venue-lines.ts'
import { type Day, toDay } from '../dates.ts'
import { findLastDay } from '../pages/event-card.ts'
import { basicTime, contentLine, escapeText, textLine } from './content-line.ts'
import type { Text } from './text-cache.ts'
import { timeZoneComponent, zonedRange } from './time-zone-component.ts'

/** The metadata of a calendar. */
export type CalendarHead = {
  readonly name: string
  readonly description: string
  /** The page that shows the same, and the calendar itself. */
  readonly url: string
  readonly source: string
  readonly zone: string
}

/** How often subscribed programs should refresh. */
const refresh = 'PT1H'

/** The beginning of a calendar (RFC 5545, 3.4; RFC 7986, 5), with the older names that programs know. */
export const beginCalendar = ({ name, description, url, source, zone }: CalendarHead): string =>
  [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Kalends//Kalends//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', 'PUBLISH'),
    textLine('NAME', name),
    textLine('X-WR-CALNAME', name),
    description === '' ? '' : textLine('DESCRIPTION', description),
    description === '' ? '' : textLine('X-WR-CALDESC', description),
    contentLine('URL', url),
    contentLine('SOURCE', source, { VALUE: 'URI' }),
    parseZone(zone)?.kind === 'region' ? contentLine('X-WR-TIMEZONE', zone) : '',
    contentLine('REFRESH-INTERVAL', refresh, { VALUE: 'DURATION' }),
    contentLine('X-PUBLISHED-TTL', refresh),
  ].join('')

/** The end of a calendar. */
export const endCalendar = contentLine('END', 'VCALENDAR')

/** The VEVENT of an event, with its days and zone. */
export type EventText = Text & {
  /** The zone that must be defined before it. */
  readonly zone: Zone | undefined
  /** Its start, in epoch milliseconds. */
  readonly start: number
  /** The days on which pages show it. */
  readonly first: Day
  readonly last: Day
  /** Where the lines after UID begin. */
  readonly rest: number
}

/** The VEVENT of an event of a series: with the UID of the series, and additional lines. */
export const inSeries = (links: Links, text: EventText, { uid, lines }: { uid: string; lines: string }): Buffer =>
  Buffer.concat([Buffer.from(beginEvent(links, uid) + lines), text.bytes.subarray(text.rest)])

const endEvent = contentLine('END', 'VEVENT')

/** The VEVENT of an event with a reminder so many minutes before its start (RFC 5545, 3.6.6). */
export const withAlarm = (event: Buffer, text: string, minutes: number): Buffer =>
  Buffer.concat([
    event.subarray(0, event.length - Buffer.byteLength(endEvent)),
    Buffer.from(
      contentLine('BEGIN', 'VALARM') +
        contentLine('ACTION', 'DISPLAY') +
        textLine('DESCRIPTION', text) +
        contentLine('TRIGGER', `-PT${minutes}M`) +
        contentLine('END', 'VALARM') +
        endEvent,
    ),
  ])

/** Writes the VEVENT of an event (RFC 5545, 3.6.1). */
export const writeEvent = (links: Links, event: EventRecord): EventText => {
  const [start, end] = [toEpoch(event.utc_start_date), toEpoch(event.utc_end_date)]
  const isWithin = zonedRange.from <= start && end < zonedRange.until
  const zone = event.all_day || !isWithin ? undefined : regionOf(event.timezone)
  const [first, last] = [toDay(event.start_date), findLastDay(event)]
  const begin = beginEvent(links, `event-${event.id}`)
  const bytes = newBytes(begin + eventLines(event, zone))
  return { id: event.id, bytes, zone, start, first, last, rest: Buffer.byteLength(begin) }
}

/**
 * Writes a VTIMEZONE before the first event of each zone. It describes the zone from the start of that event on, or from `earliest`, in epoch
 * milliseconds, where a later event may start before it.
 */
export const createZoneWriter = (earliest: number) => {
  const written = new Set<string>()
  return ({ zone, start }: EventText): string => {
    if (!zone || written.has(zone.name)) return ''
    written.add(zone.name)
    return timeZoneComponent(zone, Math.min(start, earliest))
  }
}

/** A zone of the IANA database; times with a fixed offset are written in UTC. */
const regionOf = (name: string): Zone | undefined => {
  const zone = parseZone(name)
  return zone?.kind === 'region' && zone.id !== 'UTC' ? zone : undefined
}

/** The permanent identifier of an event (RFC 7986, 5.3). */
const uidOf = (links: Links, name: string): string => `${name}@${links.host.replaceAll('/', '.')}`

/** The first lines of an event. */
const beginEvent = (links: Links, name: string): string =>
  contentLine('BEGIN', 'VEVENT') + contentLine('UID', uidOf(links, name))

/** Seconds since 2020: it grows with every change, and fits into 31 bits for the next half century (RFC 5545, 3.8.7.4). */
const sequenceOf = (modifiedUtc: string): string =>
  String(Math.max(Math.floor((toEpoch(modifiedUtc) - Date.UTC(2020, 0, 1)) / 1000), 0))

const utcText = (utc: string): string => `${basicTime(utc)}Z`

const timeLines = (
  event: Pick<EventRecord, 'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'>,
  zone: Zone | undefined,
): string => {
  const { all_day, start_date, end_date, utc_start_date, utc_end_date } = event
  if (all_day) {
    // The end is the day after the last one.
    const days = [start_date, addDays(end_date, 1)].map((text) => text.slice(0, 10).replaceAll('-', ''))
    return ['DTSTART', 'DTEND'].map((name, at) => contentLine(name, days[at] ?? '', { VALUE: 'DATE' })).join('')
  }
  // When clocks are turned back, an hour occurs twice. Programs disagree on which one is meant, despite RFC 5545, 3.3.5, so UTC is used.
  const line = (name: string, local: string, utc: string): string =>
    zone && toUtc(local, zone)?.utc === utc && !isTwice(local, zone)
      ? contentLine(name, basicTime(local), { TZID: zone.name })
      : contentLine(name, utcText(utc))
  // An end must be later than the start (RFC 5545, 3.8.2.2).
  const end = utc_end_date > utc_start_date ? line('DTEND', end_date, utc_end_date) : ''
  return line('DTSTART', start_date, utc_start_date) + end
}

/** Whether a local time occurs twice in a zone. */
export const isTwice = (local: string, zone: Zone): boolean => {
  const utc = toUtc(local, zone)?.utc
  if (utc === undefined) return false
  const [before, after] = [-1, 1].map((side) => offsetSecondsAt(toEpoch(utc) + side * dayLength, zone))
  if (before === after) return false
  return toLocal(nowText(toEpoch(utc) + ((before ?? 0) - (after ?? 0)) * 1000), zone) === local
}

const dayLength = 86_400_000

/** RFC 5545, 3.8.1.11. */
const statuses = {
  scheduled: 'CONFIRMED',
  cancelled: 'CANCELLED',
  postponed: 'TENTATIVE',
  rescheduled: 'CONFIRMED',
  moved_online: 'CONFIRMED',
} as const

/** An element without which the text of a description says less. */
const telling = /<(?!\/?(?:p|br)\b)/i

/** The description as text, and as HTML too where that says more: links, lists, emphasis. Programs show one of them. */
const descriptionLines = (event: EventRecord): string => {
  const { description, virtual_url } = event
  const [reason, cost, website] = [plainText(event.event_status_reason ?? ''), plainText(event.cost), ownWebsite(event)]
  const text = [reason, htmlToLines(description), cost, virtual_url, website].filter(Boolean).join('\n\n')
  if (text === '') return ''
  const line = textLine('DESCRIPTION', text)
  if (!telling.test(description)) return line
  const paragraph = (one: string | undefined) => (one ? markup`<p>${one}</p>`.text : '')
  const link = (url: string | undefined) => (url ? markup`<p><a href="${url}">${url}</a></p>`.text : '')
  const html = [paragraph(reason), description, paragraph(cost), link(virtual_url), link(website)]
  return line + textLine('X-ALT-DESC', html.filter(Boolean).join('\n'), { FMTTYPE: 'text/html' })
}

/** The lines of an event after its UID. */
const eventLines = (event: EventRecord, zone: Zone | undefined): string => {
  const venues = listVenues(event)
  const [organizer, ...others] = event.organizer
  const [first] = venues
  // Programs update an event only if it has changed: a new name of its venue counts as a change.
  const modified =
    [event, ...venues, ...event.organizer]
      .map(({ modified_utc }) => modified_utc)
      .sort()
      .at(-1) ?? ''
  const terms = [...event.categories, ...event.tags].map(({ name }) => escapeText(plainText(name)))
  const { virtual_url } = event
  const where = venues.length === 0 ? (virtual_url ?? '') : venues.map(writeVenueLine).join('; ')
  return [
    contentLine('DTSTAMP', utcText(modified)),
    contentLine('LAST-MODIFIED', utcText(modified)),
    /^0000/.test(event.date_utc) ? '' : contentLine('CREATED', utcText(event.date_utc)),
    contentLine('SEQUENCE', sequenceOf(modified)),
    timeLines(event, zone),
    contentLine('STATUS', statuses[readEventStatus(event)]),
    // Programs fail on an event without one (contract D1.3).
    textLine('SUMMARY', plainText(event.title).trim() || event.slug),
    descriptionLines(event),
    contentLine('URL', event.url),
    where === '' ? '' : textLine('LOCATION', where),
    // RFC 7986, 5.11.
    virtual_url === undefined ? '' : contentLine('CONFERENCE', virtual_url, { VALUE: 'URI' }),
    first?.geo_lat === undefined || first.geo_lng === undefined
      ? ''
      : contentLine('GEO', `${first.geo_lat.toFixed(6)};${first.geo_lng.toFixed(6)}`),
    terms.length === 0 ? '' : contentLine('CATEGORIES', terms.join(',')),
    organizer === undefined
      ? ''
      : contentLine('ORGANIZER', organizer.email ? mailto(plainText(organizer.email)) : organizer.url, {
          CN: plainText(organizer.organizer),
        }),
    ...others.map((other) => textLine('CONTACT', plainText(other.organizer))),
    event.image
      ? contentLine('IMAGE', event.image.url, {
          VALUE: 'URI',
          DISPLAY: 'BADGE',
          FMTTYPE: imageType(event.image.url),
        })
      : '',
    endEvent,
  ].join('')
}
