import { plainText } from '../../lib/text.ts'
import { showRegion } from '../venues/region.ts'
import type { EventRecord } from './record.ts'

/** A venue within the record of an event. */
type Venue = Exclude<EventRecord['venue'], readonly unknown[]>

/** The venues of an event as a list: a record shows a single venue as an object (F2.1). */
export const listVenues = <V>({ venue }: { readonly venue: V | readonly V[] }): readonly V[] =>
  isList(venue) ? venue : [venue]

const isList = <V>(venue: V | readonly V[]): venue is readonly V[] => Array.isArray(venue)

/** The website of an event; undefined when the record shows the event's own page instead (contract B6.3). */
export const ownWebsite = ({ website, url }: EventRecord): string | undefined =>
  website !== url && /^https?:\/\//i.test(website) ? website : undefined

/** The lines of a venue's address as plain text. */
export const writeAddressLines = ({
  address,
  zip,
  city,
  country,
  ...region
}: Pick<Venue, 'address' | 'zip' | 'city' | 'stateprovince' | 'state' | 'province' | 'country'>): string[] =>
  [address, [zip, city].filter(Boolean).join(' '), showRegion(region), country]
    .filter((line) => line !== undefined && line !== '')
    .map((line) => plainText(line ?? ''))

/** Whether the name of a venue contains its city as whole words, as in `Town Hall, Ghent`. */
export const namesCity = ({
  venue,
  city = '',
}: {
  readonly venue: string
  readonly city?: string | undefined
}): boolean => wordsOf(plainText(venue)).includes(wordsOf(plainText(city)))

const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

/** The name and the address of a venue in one line. An address that is only a city is left out when the name contains it. */
export const writeVenueLine = (venue: Venue): string => {
  const lines = writeAddressLines(venue)
  const isCityAlone = lines.length === 1 && lines[0] === plainText(venue.city ?? '')
  const address = isCityAlone && namesCity(venue) ? [] : lines
  return [plainText(venue.venue), ...address].filter((text) => text !== '').join(', ')
}
