import type { Json, JsonObject } from '../../lib/json.ts'
import type { Properties } from './icalendar-properties.ts'
import { type Place, type Point, readPlace, readPoint, makeVenue } from './places.ts'
import { fitEmail, fitLine, type Notes, fitTitle, fitUrl } from './texts.ts'

/** Locations that say that an event is online. */
const online =
  /^(?:online|virtual|remote|digital)(?: event| meeting)?$|^(?:microsoft )?teams(?:[ -](?:meeting|besprechung))?$|^microsoft teams[ -]\p{L}+$|^(?:zoom|google meet|webex|skype)(?: meeting)?$/iu

/** Most characters of a location that are read. */
const longestLocation = 2000

/** Where an event takes place, and who holds it. */
export const readWhere = (properties: Properties, notes: Notes): JsonObject & { readonly virtual_url: string } => {
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
