import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { mailto } from '../../lib/url.ts'
import { writeAddressLines } from '../../resources/events/venue-lines.ts'
import type { OrganizerRecord } from '../../resources/organizers/record.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'
import { href, type PageContext } from '../page-context.ts'
import { mapLink, wayLink } from './map.ts'

/** The sign before a quiet link, which the styles draw. */
export type Sign = 'pin' | 'route' | 'near' | 'phone' | 'mail' | 'web' | 'share'

/** A link beside the main button of a card: quiet, after a sign for what it does. */
export const signedLink = (sign: Sign, to: string, text: Content, rel = ''): Markup =>
  markup`<a class="signed ${sign}" href="${to}"${rel !== '' && markup` rel="${rel}"`}>${text}</a>`

/** The relation of a link to another site. */
const elsewhere = 'external noopener'

/** Quiet links, one below the other. */
export const signedList = (links: readonly Markup[]): Content =>
  links.length > 0 && markup`<ul class="signs">${links.map((link) => markup`<li>${link}</li>\n`)}</ul>`

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
export const placeLinks = ({ translator }: PageContext, venue: VenueRecord): readonly Markup[] => {
  const { geo_lat: lat, geo_lng: lng, address, city, country } = venue
  const words = [address, city, country].filter(Boolean).map((text) => plainText(text ?? ''))
  if (lat !== undefined && lng !== undefined) {
    return [
      signedLink('pin', mapLink({ lat, lng }), translator.text('event.map'), elsewhere),
      signedLink('route', wayLink({ lat, lng }), translator.text('event.directions'), elsewhere),
    ]
  }
  if (words.length === 0) return []
  const url = `https://www.openstreetmap.org/search?query=${encodeURIComponent(words.join(', '))}`
  return [signedLink('pin', url, translator.text('event.map'), elsewhere)]
}

/** Phone and e-mail address, as links if possible. */
export const contactLinks = ({ phone, email }: Pick<OrganizerRecord, 'phone' | 'email'>): readonly Markup[] => [
  ...(phone ? [phoneLink(plainText(phone))] : []),
  ...(email ? [signedLink('mail', mailto(plainText(email)), plainText(email))] : []),
]

const phoneLink = (phone: string): Markup => {
  const digits = phone.replace(/[^\d+]/g, '')
  return digits.length >= 3
    ? signedLink('phone', `tel:${digits}`, markup`<bdi>${phone}</bdi>`)
    : markup`<span class="signed phone"><bdi>${phone}</bdi></span>`
}

/** The website of a venue or an organizer; only the text where it is no address. */
export const websiteLink = (url: string): Markup => {
  const name = shortAddress(url)
  return name === undefined
    ? markup`<span class="signed web"><bdi>${url}</bdi></span>`
    : signedLink('web', url, markup`<bdi dir="ltr">${name}</bdi>`, elsewhere)
}

/** An address of another site without `https://` and `www.`; undefined for another text. */
export const shortAddress = (url: string): string | undefined =>
  /^https?:\/\//i.test(url) ? url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '') : undefined
