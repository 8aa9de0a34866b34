import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { mailto } from '../../lib/url.ts'
import { writeAddressLines } from '../../resources/events/venue-lines.ts'
import type { OrganizerRecord } from '../../resources/organizers/record.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'
import { href, type PageContext } from '../page-context.ts'
import { mapLink, wayLink } from './map.ts'

/** The postal address of a venue, a line for each part. */
export const addressLines = (venue: VenueRecord): Content => {
  const lines = writeAddressLines(venue)
  return lines.length > 0 && markup`<address>${lines.map((line, at) => [at > 0 && markup`<br>`, line])}</address>`
}

/** The postal address of a venue in one line, where there is less room. */
export const addressLine = (venue: VenueRecord): Content => {
  const lines = writeAddressLines(venue)
  return lines.length > 0 && markup`<address>${lines.join(', ')}</address>`
}

/** A venue as one of the facts of an event: its name, which leads to its page, and its address. */
export const venueFact = (context: PageContext, venue: VenueRecord): Markup =>
  markup`<p><a href="${href(context, `/venue/${venue.slug}/`)}" dir="auto">${plainText(venue.venue)}</a></p>
${addressLine(venue)}`

/** Links to a map of the place, by its coordinates or else by its address, and to the way there; the pages of venues and events decide whether they show them. */
export const placeLink = ({ translator }: PageContext, venue: VenueRecord): Content => {
  const { geo_lat: lat, geo_lng: lng, address, city, country } = venue
  const words = [address, city, country].filter(Boolean).map((text) => plainText(text ?? ''))
  if (lat !== undefined && lng !== undefined) {
    return markup`<p><a href="${mapLink({ lat, lng })}" rel="external noopener">${translator.text('event.map')}</a> · <a href="${wayLink({ lat, lng })}" rel="external noopener">${translator.text('event.directions')}</a></p>`
  }
  if (words.length === 0) return undefined
  const url = `https://www.openstreetmap.org/search?query=${encodeURIComponent(words.join(', '))}`
  return markup`<p><a href="${url}" rel="external noopener">${translator.text('event.map')}</a></p>`
}

/** Phone and e-mail address, as links if possible. */
export const renderContact = ({ phone, email }: Pick<OrganizerRecord, 'phone' | 'email'>): Content => [
  phone && markup`<p>${phoneLink(plainText(phone))}</p>`,
  email && markup`<p><a href="${mailto(plainText(email))}">${plainText(email)}</a></p>`,
]

const phoneLink = (phone: string): Content => {
  const digits = phone.replace(/[^\d+]/g, '')
  return digits.length >= 3 ? markup`<a href="tel:${digits}">${phone}</a>` : phone
}
