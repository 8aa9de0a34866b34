import { escapeUTF8 } from 'entities'
import type { Json, JsonObject } from '../../../lib/json.ts'
import { readText } from '../../../lib/text.ts'
import { addDays, type DateTimeText, nowText, toEpoch, type Zone } from '../../../lib/time-zone.ts'
import type { ImportRecord, ReadOptions, UnreadPart } from '../record.ts'
import {
  type Component,
  type Properties,
  readProperties,
  readRevision,
  textOfLine,
  unescapeText,
} from './icalendar-lines.ts'
import { type NoDate, readEventRecurrence } from './icalendar-recurrence.ts'
import {
  addDuration,
  type CalendarZones,
  type EventTime,
  inZone,
  readDuration,
  readTime,
  type TimeContext,
} from './icalendar-times.ts'
import { makeVenue, type Place, type Point, readPlace, readPoint } from './places.ts'
import {
  createNotes,
  fitDescription,
  fitEmail,
  fitHtml,
  fitImage,
  fitLine,
  fitTerms,
  fitTitle,
  fitUrl,
  type Notes,
} from './texts.ts'
import { nameZone } from './zone-names.ts'

/** What an event depends on besides itself. */
export type CalendarContext = {
  readonly zones: CalendarZones
  /** The zone of the calendar. */
  readonly own: Zone
  /** The calendar cancels its events (RFC 5546, METHOD:CANCEL). */
  readonly isCancelled: boolean
  /** It is one of Kalends, which writes TENTATIVE for postponed events. */
  readonly isKalends: boolean
  readonly series: ReadOptions['series']
  /** A series that was read before, by its UID. */
  readonly seriesOf: (uid: string) => SeriesStart | undefined
}

/** The start of a series: its zone, whether it is of whole days, and its time `HH:MM:SS`, which for whole days is midnight. */
export type SeriesStart = { readonly zone: Zone; readonly isAllDay: boolean; readonly time: string }

/**
 * Reads a VEVENT (RFC 5545, 3.6.1). The payload has all fields that iCalendar has properties for, so that what vanishes there is cleared when it
 * is imported again; only an image is never cleared, since few calendars have any. Its id is its UID, if no other one is given.
 */
export const readEvent = (component: Component, calendar: CalendarContext, id?: string): ImportRecord | UnreadPart => {
  const notes = createNotes()
  const properties = readProperties(component, notes)
  const uid = properties.text('UID').slice(0, longestId)
  const place = describePlace(component, uid)
  if (component.end === 'file') return { place, fault: 'The file ends within this event.' }
  if (component.end === 'other') notes.add('The end of the event is missing in the file.')
  if (component.left > 0) notes.add(`The event has too many lines: ${component.left} were left out.`)
  const context: TimeContext = { zones: calendar.zones, own: calendar.own, notes, series: calendar.series }
  const times = timesOf(properties, context, uid === '' ? undefined : calendar.seriesOf(uid))
  if ('noDate' in times)
    return {
      place,
      fault: [times.noDate, ...notes.list()].join(' '),
      isExpected: true,
      isSkipped: true,
      ...(uid !== '' && { externalId: uid }),
    }
  if ('fault' in times) {
    const isOne = uid !== '' && properties.text('RECURRENCE-ID') === ''
    return { place, fault: times.fault, ...(isOne && { externalId: id ?? uid }) }
  }
  const { occurrence, recurrence } = times
  if (occurrence !== undefined && uid === '')
    notes.add('It changes an event of a series, but has no UID: it was imported as an event of its own.')
  const where = readWhere(properties, notes)
  return {
    kind: 'event',
    ...(uid === '' || occurrence !== undefined ? {} : { externalId: id ?? uid }),
    payload: {
      ...texts(properties, notes, calendar.isKalends ? where.virtual_url : ''),
      ...times.payload,
      ...(recurrence ? { recurrence } : {}),
      ...where,
      ...state(properties, calendar, notes),
    },
    ...(uid !== '' && occurrence !== undefined ? { occurrence: { of: uid, start: occurrence } } : {}),
    revision: readRevision(component),
    place,
    ...(notes.list().length > 0 ? { notes: notes.list() } : {}),
  }
}

/** Where an event stands in its file. */
export const describePlace = (component: Component, uid = unescapeText(textOfLine(component, 'UID') ?? '')): string =>
  uid === '' ? `line ${component.number}` : `line ${component.number} (UID ${uid.slice(0, 80)})`

/** Most characters of a UID that are kept. */
const longestId = 1000

type Times = {
  readonly payload: JsonObject
  readonly recurrence: JsonObject | undefined
  readonly occurrence: DateTimeText | undefined
}

const timesOf = (
  properties: Properties,
  context: TimeContext,
  known: SeriesStart | undefined,
): Times | NoDate | { readonly fault: string } => {
  const written = readDate(properties, 'DTSTART', context)
  if (!written) {
    const value = properties.first('DTSTART')?.value
    return {
      fault:
        value === undefined
          ? 'It has no start (DTSTART).'
          : `Its start (DTSTART) is “${value.slice(0, 40)}”, which is no date.`,
    }
  }
  const changed = properties.first('RECURRENCE-ID')
  const isSingle = !changed && !properties.first('RRULE') && !properties.first('RDATE')
  // Programs write single events in UTC, whatever their zone. A rule runs on the clock of the zone that its start has.
  const zone = changed && known && !written.isDay ? known.zone : written.isUtc && isSingle ? context.own : written.zone
  const placed: EventTime = { ...written, local: inZone(written, zone), zone }
  const until = endOf(properties, placed, context)
  const isDay = written.isDay || isWholeDays(properties, placed.local, until)
  const start = { ...placed, isDay }
  // The end of whole days is the day after the last (RFC 5545, 3.6.1).
  const last = isDay && until > placed.local ? addDays(until, -1) : until
  if (last < placed.local) context.notes.add('It ended before its start: the end was left out.')
  const end = last < placed.local ? placed.local : last
  const found = changed ? undefined : readEventRecurrence(properties, start, context)
  if (found && 'noDate' in found) return found
  const first = found?.start ?? start.local
  const moved = first === start.local ? end : nowText(toEpoch(first) + toEpoch(end) - toEpoch(start.local))
  return {
    payload: {
      timezone: nameZone(zone),
      all_day: isDay,
      start_date: isDay ? first.slice(0, 10) : first,
      end_date: isDay ? moved.slice(0, 10) : moved,
    },
    recurrence: found?.recurrence,
    occurrence: changed ? occurrenceOf(properties, start, context, known) : undefined,
  }
}

const readDate = (properties: Properties, name: string, context: TimeContext): EventTime | undefined => {
  const property = properties.first(name)
  return property && readTime(property.value, property.param('TZID'), context)
}

/** The local time of the end; of whole days the day after the last. */
const endOf = (properties: Properties, start: EventTime, context: TimeContext): DateTimeText => {
  const day = start.isDay ? addDays(start.local, 1) : start.local
  const property = properties.first('DTEND')
  if (property) {
    const end = readDate(properties, 'DTEND', context)
    if (!end) context.notes.add(`Its end was left out: “${property.value.slice(0, 40)}” is no date.`)
    else return start.isDay ? `${end.local.slice(0, 10)} 00:00:00` : inZone(end, start.zone)
    return day
  }
  const duration = properties.first('DURATION')
  if (!duration) return day
  const length = readDuration(duration.value)
  if (!length) context.notes.add(`Its duration was left out: “${duration.value.slice(0, 40)}” is none.`)
  if (!length) return day
  return start.isDay
    ? addDays(start.local, Math.max(length.days + Math.floor(length.seconds / 86_400), 1))
    : addDuration(start.local, start.zone, length)
}

/** Outlook writes whole days as times at midnight, and says so. */
const isWholeDays = (properties: Properties, start: DateTimeText, end: DateTimeText): boolean =>
  properties.text('X-MICROSOFT-CDO-ALLDAYEVENT').toUpperCase() === 'TRUE' &&
  [start, end].every((local) => local.endsWith(' 00:00:00')) &&
  end > start

/** The start that the rule gave a changed occurrence, in the zone of the series, which is that of RECURRENCE-ID (RFC 5545, 3.8.4.4). */
const occurrenceOf = (
  properties: Properties,
  start: EventTime,
  context: TimeContext,
  series: SeriesStart | undefined,
): DateTimeText | undefined => {
  const property = properties.first('RECURRENCE-ID')
  const time = readDate(properties, 'RECURRENCE-ID', context)
  if (!property || !time) {
    context.notes.add(
      'It changes an event of a series, but does not say which: it was imported as an event of its own.',
    )
    return undefined
  }
  if (property.param('RANGE')?.toUpperCase() === 'THISANDFUTURE')
    context.notes.add('The change of all later events of the series was left out: only this one was changed.')
  const day = time.local.slice(0, 10)
  if (time.isDay || series?.isAllDay) return `${day} ${series?.time ?? '00:00:00'}`
  return inZone(time, series?.zone ?? (time.isUtc ? start.zone : time.zone))
}

/** The texts of an event. Kalends writes the address of an online event below the description too. */
const texts = (properties: Properties, notes: Notes, virtualUrl: string): JsonObject => {
  const written = descriptionFrom(properties, notes)
  const shown = escapeUTF8(virtualUrl)
  const link = `<p><a href="${shown}">${shown}</a></p>`
  const description = virtualUrl !== '' && written.endsWith(link) ? written.slice(0, -link.length).trim() : written
  const title = fitTitle(properties.text('SUMMARY'), 'title', notes)
  if (title === '') notes.add('It has no title.')
  const website = properties.text('URL')
  const url = fitUrl(website)
  if (website !== '' && url === undefined)
    notes.add(`Its website was left out: “${website.slice(0, 60)}” is no web address.`)
  const image = imageFrom(properties, notes)
  const categories = fitTerms(
    properties.all('CATEGORIES').flatMap(({ values }) => values),
    notes,
  )
  return {
    title: title === '' ? untitled : title,
    description,
    website: url ?? '',
    ...(image === undefined ? {} : { image }),
    categories,
  }
}

/** The title of an event without one. */
const untitled = 'Untitled event'

const descriptionFrom = (properties: Properties, notes: Notes): string => {
  for (const name of ['STYLED-DESCRIPTION', 'X-ALT-DESC']) {
    const html =
      properties
        .all(name)
        .find((one) => /html/i.test(one.param('FMTTYPE') ?? ''))
        ?.values.join(',') ?? ''
    // Outlook writes an empty document where there is no description.
    if (readText(html.slice(0, 100_000)) !== '') return fitHtml(html, notes)
  }
  return fitDescription(properties.text('DESCRIPTION'), notes)
}

const isImage = /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i

const imageFrom = (properties: Properties, notes: Notes): string | undefined => {
  const named = properties.all('IMAGE').map(({ values }) => values.join(','))
  const attached = properties
    .all('ATTACH')
    .filter((one) => /^image\//i.test(one.param('FMTTYPE') ?? '') || isImage.test(one.values[0] ?? ''))
    .map(({ values }) => values.join(','))
  if (properties.all('ATTACH').length > attached.length) notes.add('Attachments that are no images were left out.')
  const [first, ...others] = [...named, ...attached].filter((one) => one !== '')
  if (others.length > 0) notes.add('Only the first of several images was kept.')
  return first === undefined ? undefined : fitImage(first, notes)
}

const state = (properties: Properties, calendar: CalendarContext, notes: Notes): JsonObject => {
  const status = properties.text('STATUS').toUpperCase()
  const visibility = properties.text('CLASS').toUpperCase()
  const isCancelled = /^CANCELL?ED$/.test(status) || calendar.isCancelled
  const isTentative = status === 'TENTATIVE'
  if (isTentative && !calendar.isKalends) notes.add('It is not confirmed (STATUS:TENTATIVE).')
  return {
    event_status: isCancelled ? 'cancelled' : isTentative && calendar.isKalends ? 'postponed' : 'scheduled',
    // A value that is not known means the same (RFC 5545, 3.8.1.3).
    ...(visibility === '' || visibility === 'PUBLIC' ? {} : { status: 'private' }),
  }
}

/** Locations that say that an event is online. */
const online =
  /^(?:online|virtual|remote|digital)(?: event| meeting)?$|^(?:microsoft )?teams(?:[ -](?:meeting|besprechung))?$|^microsoft teams[ -]\p{L}+$|^(?:zoom|google meet|webex|skype)(?: meeting)?$/iu

/** Most characters of a location that are read. */
const longestLocation = 2000

/** Where an event takes place, and who holds it. */
const readWhere = (properties: Properties, notes: Notes): JsonObject & { readonly virtual_url: string } => {
  const location = readLines(properties.text('LOCATION').slice(0, longestLocation))
  const link = fitUrl(location) ?? conferenceOf(properties)
  const isOnline = fitUrl(location) !== undefined || online.test(location)
  const venue = isOnline ? undefined : venueFrom(properties, location, notes)
  const organizers = organizersOf(properties, notes)
  const mode = isOnline || (link !== undefined && !venue) ? 'online' : link === undefined ? 'offline' : 'mixed'
  return {
    venue: venue ?? [],
    organizer: organizers,
    virtual_url: link ?? '',
    attendance_mode: mode,
  }
}

const conferenceOf = (properties: Properties): string | undefined => {
  const names = [
    'CONFERENCE',
    'X-GOOGLE-CONFERENCE',
    'X-MICROSOFT-SKYPETEAMSMEETINGURL',
    'X-MICROSOFT-ONLINEMEETINGCONFLINK',
    'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK',
  ]
  return names
    .flatMap((name) => properties.all(name).map(({ values }) => fitUrl(values.join(','))))
    .find((url) => url !== undefined)
}

const venueFrom = (properties: Properties, location: string, notes: Notes): JsonObject | undefined => {
  const apple = properties.first('X-APPLE-STRUCTURED-LOCATION')
  const [, appleLat, appleLng] = /^geo:([^,;]+),([^,;]+)/i.exec(apple?.values[0] ?? '') ?? []
  const [lat, lng] = (properties.first('GEO')?.value ?? '').split(/[;,]/)
  const point: Point | undefined = readPoint(lat, lng) ?? readPoint(appleLat, appleLng)
  const named = readLines(apple?.param('X-TITLE') ?? '').trim()
  const title = /^(?:null|undefined)$/i.test(named) ? '' : named
  const [first, ...lines] = location.split('\n')
  const written = readLines(apple?.param('X-ADDRESS') ?? '') || (first === title ? lines.join(', ') : '')
  const place: Place =
    title !== '' && written !== ''
      ? readPlace(`${title}\n${written.replaceAll('\n', ', ')}`)
      : readPlace(location === '' ? title : location)
  if (place.name !== '') return makeVenue(place, point, notes)
  if (point) notes.add('Its coordinates were left out, since its place has no name.')
  return undefined
}

/** A place whose line breaks are texts such as `\n`, or backslashes, since iCloud escapes where it should not. */
const readLines = (text: string): string =>
  text
    .replaceAll(/\\{1,4}(?:n|N(?!\p{Ll}))/gu, '\n')
    .replaceAll(/\\{1,4}(?=[,;"])/g, '')
    .replaceAll(/ ?\\{1,4} ?/g, '\n')

/** Addresses of calendars, which are no addresses of people. */
const noAddress = /@(?:group|resource|import)\.(?:v\.)?calendar\.google\.com$|^unknownorganizer@|^invalid:/i

const organizersOf = (properties: Properties, notes: Notes): readonly Json[] => {
  const property = properties.first('ORGANIZER')
  const value = (property?.values[0] ?? '').trim()
  const address = value.replace(/^mailto:/i, '')
  const email = noAddress.test(value) || noAddress.test(address) ? undefined : fitEmail(decodeAddress(address))
  const url = fitUrl(value)
  const written = (property?.param('CN') ?? '').trim()
  // The Events Calendar encodes names.
  const name = (/^\S*%20\S*$/.test(written) ? decodeAddress(written) : written) || (email ?? '')
  return name === ''
    ? []
    : [
        {
          organizer: fitTitle(name, 'name of the organizer', notes),
          ...(email === undefined ? {} : { email: fitLine(email) }),
          ...(url === undefined ? {} : { website: url }),
        },
      ]
}

const decodeAddress = (address: string): string => {
  try {
    return decodeURIComponent(address.split('?', 1)[0] ?? '')
  } catch {
    return address
  }
}
