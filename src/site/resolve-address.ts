import { readKnown } from './known-params.ts'
import type { PageContext } from './page-context.ts'
import type { Place, ReadAddress, ShownPlace } from './place.ts'
import { readAddress } from './read-address.ts'
import { addressOf, changed, readAsked } from './state.ts'
import type { Form } from './tec-addresses.ts'

/** What an address answers: a page, a calendar or a feed, or where a visitor is sent on to, below the language. */
export type Resolved =
  | { readonly kind: 'shown'; readonly form: Form; readonly place: ShownPlace }
  | { readonly kind: 'moved'; readonly path: string; readonly dependsOnToday: boolean }

/** Finds what the address of a page answers, also one of The Events Calendar (contract D1, D3); undefined where there is nothing. */
export const resolveAddress = async (
  context: PageContext,
  path: string,
  query: string,
): Promise<Resolved | undefined> => {
  const sent = readKnown({ ...context, path, query })
  const read = readAddress(path, sent, context.request)
  const place = read && (await findPlace(context, read.place))
  if (!place || !isMade(read.form, place)) return undefined
  if (place.kind === 'index') return { kind: 'moved', path: `/${place.of}/`, dependsOnToday: false }
  const { form, dependsOnToday } = read
  const other = form === 'page' ? pathOf(context, read, place, sent) : undefined
  return other === undefined ? { kind: 'shown', form, place } : { kind: 'moved', path: other, dependsOnToday }
}

/** The lists of the records that have pages. */
const listOf = { event: 'events', venue: 'venues', organizer: 'organizers' } as const

type Found = Exclude<Place, { kind: 'id' }>

/**
 * The place itself; undefined where a record is named by an id that the public cannot see.
 * @throws ApiError with status 404 or 403 where the record of a list is not there for the public.
 */
const findPlace = async (context: PageContext, place: Place): Promise<Found | undefined> => {
  const found = place.kind === 'id' ? await findById(context, place) : place
  if (found?.kind !== 'record' || !found.list || found.of === 'event') return found
  const { of, slug, list } = found
  // The page of a venue or an organizer shows its next events, and a list the others.
  const { id } = await context.records[listOf[of]].bySlug(slug)
  return { kind: 'events', state: { ...list, filters: { ...list.filters, [of]: String(id) } } }
}

const findById = async (
  { records }: PageContext,
  { of: named, id, list }: Extract<Place, { kind: 'id' }>,
): Promise<Found | undefined> => {
  for (const of of named ? [named] : (['event', 'venue', 'organizer'] as const)) {
    const [record] = await records[listOf[of]].byIds([id])
    if (record) return { kind: 'record', of, slug: record.slug, list }
  }
  return undefined
}

/** Whether a place has such a form: the feed of an event would be that of its comments. */
const isMade = (form: Form, place: Found): boolean => {
  if (place.kind === 'events' || form === 'page') return true
  return place.kind === 'record' && (form === 'calendar' || place.of !== 'event')
}

/** Where a visitor is sent on to; undefined for the address of a page itself. */
const pathOf = (
  context: PageContext,
  { isMoved }: ReadAddress,
  place: ShownPlace,
  sent: URLSearchParams,
): string | undefined => {
  if (place.kind === 'record') return isMoved ? `/${place.of}/${place.slug}/` : undefined
  const { state } = place
  const asked = readAsked(state, sent)
  if (asked) return addressOf(asked)
  // Maps need a server of tiles; the list has the same events.
  if (state.view === 'map' && !context.config.tiles) return addressOf(changed(state, { view: 'list' }))
  return isMoved ? addressOf(state) : undefined
}
