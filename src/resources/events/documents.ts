import { type Expression, sql } from 'kysely'
import type { ChangeFeed } from '../../cache/change-feed.ts'
import { createFragmentCache, type FragmentCache } from '../../cache/fragment-cache.ts'
import { anonymous, type Caller, hasRight, mayRead } from '../../core/policy.ts'
import type { Document, LinkedRecord, ReadDocuments } from '../../core/resource.ts'
import { imageOf, type StoredPost } from '../../core/stored-post.ts'
import type { ChangeKind } from '../../db/schema.ts'
import { type Awaitable, after, allOf } from '../../lib/awaitable.ts'
import { tagOf } from '../../lib/tag.ts'
import type { FragmentSource } from '../shared/fragment-source.ts'
import type { PostFragment } from '../shared/post-fragments.ts'
import type { TermFragment } from '../shared/term-record.ts'
import {
  type ComposedEvent,
  composeEvent,
  type EventFragment,
  eventSingle,
  type LinkedRecords,
  makeEvent,
} from './compose.ts'

type CachedEvent = EventFragment & {
  /** The event's own JSON. Once it is composed, this is the beginning of `composed.bytes`, so that the bytes are in memory once. */
  bytes: Buffer
  readonly links: readonly LinkedRecord[]
  /** The event with its links as the public sees it in lists. */
  composed: PublicEvent | undefined
}

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
  const { changeFeed } = source
  const fragments = createEventFragments(source, maxBytes)
  const composePublic = (event: CachedEvent, records: LinkedRecords, version: number): void => {
    const composed = composeEvent(event, records, { caller: anonymous })
    event.composed = { ...documentOf(event, composed), isPartial: composed.isPartial, version }
    event.bytes = composed.bytes.subarray(0, event.bytes.length)
    fragments.resize(event)
  }
  const readList = (caller: Caller, events: readonly CachedEvent[]): Awaitable<readonly Document[]> => {
    const outdated: CachedEvent[] = []
    for (const event of events)
      if (!isCurrent(event.composed, changeFeed) || seesMore(caller, event)) outdated.push(event)
    if (outdated.length === 0) return documentsOf(events)
    const version = changeFeed.version()
    return after(findLinked(linked, outdated, false), (records) => {
      const own = new Map<CachedEvent, Document>()
      for (const event of outdated) {
        if (!isCurrent(event.composed, changeFeed)) composePublic(event, records, version)
        if (seesMore(caller, event)) own.set(event, documentOf(event, composeEvent(event, records, { caller })))
      }
      return documentsOf(events, own)
    })
  }
  const readSingle = (caller: Caller, events: readonly CachedEvent[]): Awaitable<readonly Document[]> =>
    after(findLinked(linked, events, true), (records) =>
      events.map((event) => documentOf(event, composeEvent(event, records, { caller, single: event.single }))),
    )
  return (caller, ids, isSingle = false) =>
    after(fragments.find(ids, isSingle), (found) => {
      const events: CachedEvent[] = []
      for (const id of ids) {
        const event = found.get(id)
        // The event may have been hidden after the ids were found.
        if (event && mayRead(caller, event.subject)) events.push(event)
      }
      return isSingle ? readSingle(caller, events) : readList(caller, events)
    })
}

const documentOf = ({ links }: CachedEvent, { bytes, flags }: ComposedEvent): Document => ({
  bytes,
  tag: tagOf(bytes),
  flags,
  links,
})

/** Whether the caller may see linked records of an event that the public does not see. */
const seesMore = (caller: Caller, { composed }: CachedEvent): boolean =>
  hasRight(caller, 'edit') && (composed === undefined || composed.isPartial)

const documentsOf = (events: readonly CachedEvent[], own?: ReadonlyMap<CachedEvent, Document>): Document[] => {
  const documents: Document[] = []
  for (const event of events) {
    const document = own?.get(event) ?? event.composed
    if (document) documents.push(document)
  }
  return documents
}

const linkedKinds: readonly ChangeKind[] = ['venue', 'organizer', 'term', 'count', 'image']

/** Whether a composed event is still valid. Its flags are checked only when a record of a linked kind has changed. */
const isCurrent = (composed: PublicEvent | undefined, changeFeed: ChangeFeed): boolean => {
  if (!composed) return false
  const version = changeFeed.version()
  if (composed.version === version || !changeFeed.haveChanged(linkedKinds, composed.version)) return true
  for (const flag of composed.flags) if (flag.isStale) return false
  composed.version = version
  return true
}

const findLinked = (
  { venues, organizers, terms }: LinkedCaches,
  events: readonly EventFragment[],
  isSingle: boolean,
): Awaitable<LinkedRecords> => {
  const [venueIds, organizerIds, termIds] = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (const event of events) {
    for (const id of event.venues) venueIds.add(id)
    for (const id of event.organizers) organizerIds.add(id)
    for (const id of event.terms) termIds.add(id)
  }
  const found = allOf([venues.find(venueIds, isSingle), organizers.find(organizerIds, isSingle), terms.find(termIds)])
  return after(found, ([venues, organizers, terms]) => ({ venues, organizers, terms }))
}

type Row = StoredPost<'event'> & { venues: string | null; organizers: string | null; terms: string | null }

const createEventFragments = ({ site, database, changeFeed }: FragmentSource, maxBytes: number) => {
  const { kysely, dialect } = database
  const all = kysely
    .selectFrom('event')
    .selectAll('event')
    .select(imageOf(dialect, 'event'))
    .select(({ ref }) => [
      idsIn('event_venue', ref('event.id'), 'venue_id', 'position').as('venues'),
      idsIn('event_organizer', ref('event.id'), 'organizer_id', 'position').as('organizers'),
      idsIn('event_term', ref('event.id'), 'term_id', 'term_id').as('terms'),
    ])
  const several = all.where((eb) => dialect.isIn(eb.ref('event.id'), [])).compile()
  // PostgreSQL keeps no plan for lists that are sometimes long and sometimes have one id: it would plan each single read anew.
  const single = all.where('event.id', '=', 0).compile()
  const read = (ids: readonly number[]): Awaitable<readonly Row[]> =>
    ids.length === 1
      ? database.select<Row>(single, [ids[0] ?? 0])
      : database.select<Row>(several, [dialect.encodeIds(ids)])
  const make = (row: Row): CachedEvent => {
    const ids = { venues: readIds(row.venues), organizers: readIds(row.organizers), terms: readIds(row.terms) }
    const links: LinkedRecord[] = []
    for (const id of ids.venues) links.push(`venue:${id}`)
    for (const id of ids.organizers) links.push(`organizer:${id}`)
    for (const id of ids.terms) links.push(`term:${id}`)
    return { ...makeEvent(row, ids, site()), links, composed: undefined }
  }
  return createFragmentCache<CachedEvent>(changeFeed, {
    maxBytes,
    kinds: ['event'],
    others: ['image'],
    load: (ids) => after(read(ids), (rows) => rows.map(make)),
    singleOf: (event) => eventSingle(event, site()),
    sizeOf: ({ bytes, composed }) => (composed?.bytes ?? bytes).length,
  })
}

const idsIn = (table: string, event: Expression<number>, column: string, order: string) =>
  sql<string | null>`(select string_agg(cast(${sql.ref(column)} as text), ',' order by ${sql.ref(order)})
    from ${sql.table(table)} where event_id = ${event})`

const readIds = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number))
