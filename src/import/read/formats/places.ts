import type { JsonObject } from '../../../lib/json.ts'
import { foldBlanks } from '../../../lib/text.ts'
import { fitLine, fitTitle, type Notes } from './texts.ts'

/** What is known of a place, in plain texts. */
export type Place = {
  readonly name: string
  readonly address?: string
  readonly zip?: string
  readonly city?: string
  readonly state?: string
  readonly country?: string
}

/** Reads a place as calendars write it: in one line, with commas between its parts, or with its name in the first of several lines. */
export const readPlace = (text: string): Place => {
  const [first = '', ...lines] = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // Meetup writes the address in brackets.
  const [, before, bracketed] = lines.length > 0 ? [] : (/^([^()]+) \(([^()]+)\)$/.exec(first) ?? [])
  if (before !== undefined && bracketed?.includes(',')) return readPlace(`${before}\n${bracketed}`)
  const parts = (lines.length > 0 ? lines.join(', ') : first)
    .split(',')
    .map((part) => foldBlanks(part).trim())
    .filter((part) => part !== '')
  if (lines.length > 0) return { name: first, ...readAddress(parts) }
  const [name = '', ...others] = parts
  // An address alone has no name: its first part becomes the name, too.
  return {
    name,
    ...readAddress(/^\d\S* \p{L}|\p{L} \d{1,5} ?\p{L}?$/u.test(name) && others.length > 0 ? parts : others),
  }
}

/** Tells apart the parts of an address. What cannot be told stays in `address`. */
export const readAddress = (parts: readonly string[]): Omit<Place, 'name'> => {
  const rest = [...parts]
  const found: { zip?: string; city?: string; state?: string; country?: string } = {}
  const last = rest.at(-1)
  const country = last === undefined ? undefined : countryOf(last)
  if (country !== undefined) {
    found.country = country
    rest.pop()
  }
  for (let at = rest.length - 1; at >= 0 && found.zip === undefined; at--) {
    const part = rest[at] ?? ''
    const [, zip, city] = /^((?:[A-Z]{1,2}-)?\d{4,6}|\d{3} \d{2}|\d{4} [A-Z]{2})\s+(\p{L}.*)$/u.exec(part) ?? []
    const region = /(?:^| )([A-Z]{2,3}) (\d{5}(?:-\d{4})?|\d{4}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/.exec(part)
    const post = /(?:^| )([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.exec(part)
    const isTown = zip !== undefined && city !== undefined && !street.test(city) && (at > 0 || rest.length === 1)
    if (isTown) Object.assign(found, { zip, city })
    else if (region) Object.assign(found, { state: region[1], zip: region[2] }, townBefore(part, region.index))
    else if (post) Object.assign(found, { zip: post[1] }, townBefore(part, post.index))
    else if (/^\d{4,6}(?:-\d{3,4})?$/.test(part)) found.zip = part
    else continue
    rest.splice(at, 1)
    if (found.state === undefined && /^[A-Z]{2,3}$/.test(rest[at - 1] ?? ''))
      found.state = rest.splice(at - 1, 1)[0] ?? ''
  }
  if (found.state === undefined && rest.length > 1 && /^[A-Z]{2,3}$/.test(rest.at(-1) ?? ''))
    found.state = rest.pop() ?? ''
  const end = rest.at(-1)
  const endsWithTown =
    end !== undefined &&
    !/\d/.test(end) &&
    (rest.length > 1 || found.zip !== undefined || found.state !== undefined || found.country !== undefined)
  if (found.city === undefined && endsWithTown) found.city = rest.pop() ?? ''
  return { ...found, ...(rest.length > 0 ? { address: rest.join(', ') } : {}) }
}

/** Words of streets: before them, a number is no postal code but that of a house. */
const street =
  /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|way|highway|hwy|parkway|place|court|square)\b/i

let countries: ReadonlySet<string> | undefined

/** Languages in which countries are recognised: those of the interface. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja']

/** What is before the state or the postal code. */
const townBefore = (part: string, end: number): { readonly city?: string } => {
  const city = part.slice(0, end).trim()
  return /^\p{L}/u.test(city) ? { city } : {}
}

/** The country that a text names, in a language of the interface, or by its code in small letters; capital letters may be a state. */
const countryOf = (text: string): string | undefined => {
  if (/^[a-z]{2}$/.test(text))
    return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(text.toUpperCase())
  countries ??= new Set([...otherCountries, ...languages.flatMap(countriesIn)])
  return countries.has(text.toLowerCase()) ? text : undefined
}

const otherCountries = [
  'usa',
  'u.s.a.',
  'united states of america',
  'uk',
  'u.k.',
  'great britain',
  'england',
  'scotland',
  'wales',
]

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

const countriesIn = (language: string): readonly string[] => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return letters.flatMap((one) => letters.flatMap((other) => names.of(one + other)?.toLowerCase() ?? []))
}

/** A point on the globe in decimal degrees. */
export type Point = { readonly lat: number; readonly lng: number }

/** Reads two coordinates; undefined where they are none, or are the zeros that programs write for none. */
export const readPoint = (lat: string | undefined, lng: string | undefined): Point | undefined => {
  const isNumber = (text: string | undefined): text is string => /^\s*[+-]?\d{1,3}(?:\.\d+)?\s*$/.test(text ?? '')
  if (!isNumber(lat) || !isNumber(lng)) return undefined
  const point = { lat: Number(lat), lng: Number(lng) }
  const isZero = point.lat === 0 && point.lng === 0
  return isZero || Math.abs(point.lat) > 90 || Math.abs(point.lng) > 180 ? undefined : point
}

/** The fields of a venue of a source that tells its state, whatever its country: the interface itself shows one only of the United States (F5.9). */
export const withRegion = <T extends JsonObject>(venue: T): T =>
  typeof venue['state'] === 'string' && !venue['stateprovince'] && !venue['province']
    ? { ...venue, stateprovince: venue['state'] }
    : venue

/** The payload of a venue. */
export const makeVenue = ({ name, ...parts }: Place, point: Point | undefined, notes: Notes): JsonObject => ({
  venue: fitTitle(name, 'name of the venue', notes),
  ...withRegion(Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, fitLine(text)]))),
  ...(point ? { geo_lat: point.lat, geo_lng: point.lng } : {}),
})
