import { plainText } from '../../lib/text.ts'
import type { EventRecord } from './record.ts'

/** A venue as events show it. */
type Venue = Exclude<EventRecord['venue'], readonly unknown[]>

/** The venues of an event: the interface answers one as an object, and several as a list (F2.1). */
export const venuesOf = ({ venue }: EventRecord) => (Array.isArray(venue) ? venue : [venue])

/** The website of an event, where it has one of its own; the interface shows its page otherwise (contract B6.3). */
export const websiteOf = ({ website, url }: EventRecord): string | undefined =>
  website !== url && /^https?:\/\//i.test(website) ? website : undefined

/** The address of a venue as plain texts, a line each. */
export const addressLinesOf = ({
  address,
  zip,
  city,
  stateprovince,
  country,
}: Pick<Venue, 'address' | 'zip' | 'city' | 'stateprovince' | 'country'>): string[] =>
  [address, [zip, city].filter(Boolean).join(' '), stateprovince, country]
    .filter((line) => line !== undefined && line !== '')
    .map((line) => plainText(line ?? ''))

/** Whether the name of a venue has its city, as words of their own: in `Town Hall, Ghent` it need not be said again. */
export const namesCity = ({ venue, city = '' }: Pick<Venue, 'venue' | 'city'>): boolean =>
  wordsOf(plainText(venue)).includes(wordsOf(plainText(city)))

const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

/** The name and the address of a venue in one line; of an address that is a city alone, only where the name does not have it. */
export const whereOf = (venue: Venue): string => {
  const lines = addressLinesOf(venue)
  const isCityAlone = lines.length === 1 && lines[0] === plainText(venue.city ?? '')
  const address = isCityAlone && namesCity(venue) ? [] : lines
  return [plainText(venue.venue), ...address].filter((text) => text !== '').join(', ')
}
