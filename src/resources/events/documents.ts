import { type Expression, sql } from 'kysely'
import type { ChangeFeed } from '../../cache/change-feed.ts'
import { createFragmentCache, type FragmentCache } from '../../cache/fragment-cache.ts'
import { anonymous, type Caller, hasRight, mayRead } from '../../core/policy.ts'
import type { Document, LinkedRecord, ReadDocuments } from '../../core/resource.ts'
import { type StoredPost, selectImage } from '../../core/stored-post.ts'
import type { ChangeKind } from '../../db/schema.ts'
import { hashTag } from '../../lib/tag.ts'
import type { FragmentSource, PostFragment } from '../shared/post-record.ts'
import type { TermFragment } from '../shared/term-record.ts'
import { composeEvent, type EventFragment, eventSingle, type LinkedRecords, makeEvent } from './compose.ts'

type CachedEvent = EventFragment & {
  /** The event's own JSON. Once it is composed, this is the beginning of those bytes, so that the bytes are in memory once. */
  bytes: Buffer
  readonly links: readonly LinkedRecord[]
  /** The event with its links as the public sees it. */
  readonly composed: { [form in Form]?: PublicEvent }
}

/** As lists have an event, or as single reads do. */
type Form = 'list' | 'single'

type PublicEvent = Document & {
  /** The latest version of the content at which it was found valid. */
  version: number
  /** It lacks a linked record that the public may not read. */
  readonly isPartial: boolean
}

/** The caches of the records that events link to. */
export type LinkedCaches = {
  readonly venues: FragmentCache<PostFragment>
  readonly organizers: FragmentCache<PostFragment>
  readonly terms: FragmentCache<TermFragment>
}

/** Makes the reader of events, which composes each event from fragments and includes the linked records that the caller may read. */
export const createEventDocuments = (source: FragmentSource, linked: LinkedCaches, maxBytes: number): ReadDocuments => {
  const { changeFeed, site } = source
  const fragments = createEventFragments(source, maxBytes)
  const compose = (event: CachedEvent, records: LinkedRecords, form: Form, caller: Caller, version: number) => {
    const single = form === 'single' ? eventSingle(event, site()) : undefined
    const composed = composeEvent(event, records, { caller, single })
    return { ...composed, id: event.id, tag: hashTag(composed.bytes), links: event.links, version }
  }
  const read = async (caller: Caller, events: readonly CachedEvent[], form: Form): Promise<readonly Document[]> => {
    const documents: Document[] = []
    const outdated = new Map<number, CachedEvent>()
    // Editors may see linked records that are hidden from the public.
    const seesMore = hasRight(caller, 'edit')
    for (const [at, event] of events.entries()) {
      const known = event.composed[form]
      if (known && isCurrent(known, changeFeed) && !(seesMore && known.isPartial)) documents[at] = known
      else outdated.set(at, event)
    }
    if (outdated.size === 0) return documents
    const version = changeFeed.version
    const records = await findLinked(linked, outdated.values(), form === 'single')
    for (const [at, event] of outdated) {
      let shown = event.composed[form]
      if (!shown || !isCurrent(shown, changeFeed)) {
        shown = compose(event, records, form, anonymous, version)
        event.composed[form] = shown
        event.bytes = shown.bytes.subarray(0, event.bytes.length)
        fragments.resize(event)
      }
      documents[at] = seesMore && shown.isPartial ? compose(event, records, form, caller, version) : shown
    }
    return documents
  }
  return async (caller, ids, isSingle = false) => {
    const found = await fragments.find(ids)
    const events: CachedEvent[] = []
    for (const id of ids) {
      const event = found.get(id)
      // The event may have been hidden after the ids were found.
      if (event && mayRead(caller, event.subject)) events.push(event)
    }
    return await read(caller, events, isSingle ? 'single' : 'list')
  }
}

const linkedKinds: readonly ChangeKind[] = ['venue', 'organizer', 'term', 'count', 'image']

/** Whether a composed event is still valid. Its flags are checked only when a record of a linked kind has changed. */
const isCurrent = (composed: PublicEvent, changeFeed: ChangeFeed): boolean => {
  const version = changeFeed.version
  if (composed.version === version || !changeFeed.haveChanged(linkedKinds, composed.version)) return true
  for (const flag of composed.flags) if (flag.isStale) return false
  composed.version = version
  return true
}

const findLinked = async (
  { venues, organizers, terms }: LinkedCaches,
  events: Iterable<EventFragment>,
  isSingle: boolean,
): Promise<LinkedRecords> => {
  const [venueIds, organizerIds, termIds] = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (const event of events) {
    for (const id of event.venues) venueIds.add(id)
    for (const id of event.organizers) organizerIds.add(id)
    for (const id of event.terms) termIds.add(id)
  }
  const found = await Promise.all([
    venues.find(venueIds, isSingle),
    organizers.find(organizerIds, isSingle),
    terms.find(termIds),
  ])
  return { venues: found[0], organizers: found[1], terms: found[2] }
}

type Row = StoredPost<'event'> & { venues: string | null; organizers: string | null; terms: string | null }

const createEventFragments = ({ site, database, changeFeed }: FragmentSource, maxBytes: number) => {
  const { kysely, dialect } = database
  const all = kysely
    .selectFrom('event')
    .selectAll('event')
    .select(selectImage(dialect, 'event'))
    .select(({ ref }) => [
      idsIn('event_venue', ref('event.id'), 'venue_id', 'position').as('venues'),
      idsIn('event_organizer', ref('event.id'), 'organizer_id', 'position').as('organizers'),
      idsIn('event_term', ref('event.id'), 'term_id', 'term_id').as('terms'),
    ])
  const several = all.where((eb) => dialect.isIn(eb.ref('event.id'), [])).compile()
  // PostgreSQL keeps no plan for lists that are sometimes long and sometimes have one id: it would plan each single read anew.
  const single = all.where('event.id', '=', 0).compile()
  const make = (row: Row): CachedEvent => {
    const ids = { venues: readIds(row.venues), organizers: readIds(row.organizers), terms: readIds(row.terms) }
    const links: LinkedRecord[] = []
    for (const id of ids.venues) links.push(`venue:${id}`)
    for (const id of ids.organizers) links.push(`organizer:${id}`)
    for (const id of ids.terms) links.push(`term:${id}`)
    return { ...makeEvent(row, ids, site()), links, composed: {} }
  }
  return createFragmentCache<CachedEvent, Row>(changeFeed, {
    maxBytes,
    kinds: ['event'],
    others: ['image'],
    load: (ids) =>
      ids.length === 1
        ? database.select<Row>(single, [ids[0] ?? 0])
        : database.select<Row>(several, [dialect.encodeIds(ids)]),
    make,
    sizeOf: ({ bytes, composed: { list, single } }) =>
      list || single ? (list?.bytes.length ?? 0) + (single?.bytes.length ?? 0) : bytes.length,
  })
}

const idsIn = (table: string, event: Expression<number>, column: string, order: string) =>
  sql<string | null>`(select string_agg(cast(${sql.ref(column)} as text), ',' order by ${sql.ref(order)})
    from ${sql.table(table)} where event_id = ${event})`

const readIds = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number))
