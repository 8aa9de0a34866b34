import { ApiError } from '../crud/errors.ts'
import { plainText } from '../lib/text.ts'
import { events } from '../resources/events/resource.ts'
import type { EventRecord } from '../resources/events/schema.ts'
import { organizers } from '../resources/organizers/resource.ts'
import type { OrganizerRecord } from '../resources/organizers/schema.ts'
import { venues } from '../resources/venues/resource.ts'
import type { VenueRecord } from '../resources/venues/schema.ts'
import { findTerm, termFilters } from '../web/terms.ts'
import type { Visit } from '../web/visit.ts'

/** What feeds are about, and where they are. */
export const subjects = {
  all: '/events/',
  category: '/events/category/:slug/',
  tag: '/events/tag/:slug/',
  venue: '/venue/:slug/',
  organizer: '/organizer/:slug/',
  event: '/event/:slug/',
} as const

/** What a feed is about: how it is called, where its page is, and by which filters its events are found. */
export type FeedSubject = {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The only one that it holds. */
  readonly event?: EventRecord
}

/**
 * Finds what a feed is about.
 * @throws ApiError with status 404 or 403 where there is nothing that the public may see.
 */
export const findSubject = async (visit: Visit, name: keyof typeof subjects, slug: string): Promise<FeedSubject> => {
  const { config, records, scope } = visit
  const path = subjects[name].replace(':slug', encodeURIComponent(slug))
  const titled = (title: string) => ({
    title: `${title} – ${config.siteName}`,
    description: config.siteDescription,
    path,
  })
  if (name === 'all') return { title: config.siteName, description: config.siteDescription, path, query: {} }
  if (name === 'event') {
    const event = await records.read<EventRecord>(scope, events, slug)
    return { ...titled(plainText(event.title)), query: {}, event }
  }
  if (name === 'venue') {
    const { id, venue } = await records.read<VenueRecord>(scope, venues, slug)
    return { ...titled(plainText(venue)), query: { venue: String(id) } }
  }
  if (name === 'organizer') {
    const { id, organizer } = await records.read<OrganizerRecord>(scope, organizers, slug)
    return { ...titled(plainText(organizer)), query: { organizer: String(id) } }
  }
  const term = await findTerm(visit, name, slug)
  if (!term) throw new ApiError(`rest-${name}-not-found`)
  return { ...titled(plainText(term.name)), query: { [termFilters[name]]: String(term.id) } }
}
