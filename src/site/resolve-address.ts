import { readKnown } from './known-params.ts'
import type { PageContext } from './page-context.ts'
import { addressOf, changed, readDateForm } from './page-state.ts'
import type { PageTarget, ReadAddress, ShownTarget } from './page-target.ts'
import { readAddress } from './read-address.ts'
import type { Form } from './tec-addresses.ts'

/** The result for an address: a page, a calendar or a feed, or a redirect to a path below the language. */
export type Resolved =
  | { readonly kind: 'shown'; readonly form: Form; readonly target: ShownTarget }
  | { readonly kind: 'moved'; readonly path: string; readonly dependsOnToday: boolean }

/** Resolves an address, including those of The Events Calendar (contract D1, D3); undefined for unknown ones. */
export const resolveAddress = async (
  context: PageContext,
  path: string,
  query: string,
): Promise<Resolved | undefined> => {
  const sent = readKnown({ ...context, path, query })
  const read = readAddress(path, sent, context.request, context.config.homeView)
  const target = read && (await findPageTarget(context, read.target))
  if (!target || !isMade(read.form, target)) return undefined
  if (target.kind === 'index') return { kind: 'moved', path: `/${target.of}/`, dependsOnToday: false }
  const { form, dependsOnToday } = read
  const other = form === 'page' ? pathOf(context, read, target, sent) : undefined
  return other === undefined ? { kind: 'shown', form, target } : { kind: 'moved', path: other, dependsOnToday }
}

/** The lists of the records that have pages. */
const listOf = { event: 'events', venue: 'venues', organizer: 'organizers' } as const

type Found = Exclude<PageTarget, { kind: 'id' }>

/**
 * The target with its record; undefined if the public cannot see the record of an id.
 * @throws ApiError with status 404 or 403 if the record of a list does not exist for the public.
 */
const findPageTarget = async (context: PageContext, target: PageTarget): Promise<Found | undefined> => {
  const found = target.kind === 'id' ? await findById(context, target) : target
  if (found?.kind !== 'record' || !found.list || found.of === 'event') return found
  const { of, slug, list } = found
  // The page of a venue or an organizer shows only its next events. Other pages of them are lists with a filter.
  const { id } = await context.records[listOf[of]].bySlug(slug)
  return { kind: 'events', state: { ...list, filters: { ...list.filters, [of]: String(id) } } }
}

const findById = async (
  { records }: PageContext,
  { of: named, id, list }: Extract<PageTarget, { kind: 'id' }>,
): Promise<Found | undefined> => {
  for (const of of named ? [named] : (['event', 'venue', 'organizer'] as const)) {
    const [record] = await records[listOf[of]].byIds([id])
    if (record) return { kind: 'record', of, slug: record.slug, list }
  }
  return undefined
}

/** Whether a target has such a form. An event has a calendar and no feed: in WordPress that would be the feed of its comments. */
const isMade = (form: Form, target: Found): boolean => {
  if (target.kind === 'events' || form === 'page') return true
  return target.kind === 'record' && (form === 'calendar' || target.of !== 'event')
}

/** The path of a redirect; undefined if the address is the canonical one. */
const pathOf = (
  context: PageContext,
  { isMoved }: ReadAddress,
  target: ShownTarget,
  sent: URLSearchParams,
): string | undefined => {
  if (target.kind === 'record') return isMoved ? `/${target.of}/${target.slug}/` : undefined
  const { state } = target
  const asked = readDateForm(state, sent)
  if (asked) return addressOf(asked)
  // Maps need a server of tiles; the list has the same events.
  if (state.view === 'map' && !context.config.tiles) return addressOf(changed(state, { view: 'list' }))
  return isMoved ? addressOf(state) : undefined
}
