import { type Expression, sql } from 'kysely'
import type { ChangeFeed } from '../../cache/change-feed.ts'
import {
  createFragmentCache,
  type Fragment,
  type FragmentCache,
  type InvalidationFlag,
  joinBytes,
  newFragment,
} from '../../cache/fragment-cache.ts'
import { anonymous, type Caller, hasRight, mayRead } from '../../core/policy.ts'
import type { Document, LinkedRecord, ReadDocuments } from '../../core/resource.ts'
import type { ChangeKind, PostRow } from '../../db/schema.ts'
import { after, allOf } from '../../lib/awaitable.ts'
import { tagOf } from '../../lib/tag.ts'
import type { FragmentSource } from '../shared/fragment-source.ts'
import type { PostFragment } from '../shared/post-fragments.ts'
import { imageOf, type Shown } from '../shared/post-image.ts'
import { compareTerms, type TermFragment } from '../shared/term-fragments.ts'
import { renderEvent } from './record.ts'

/**
 * The JSON of an event without its linked records. A change of a venue thus invalidates one fragment of the venue, and no fragments of
 * events.
 */
type EventFragment = PostFragment & {
  /** A slice of `composed.bytes` once that exists, so that these bytes are in memory once. */
  bytes: Buffer
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly terms: readonly number[]
  readonly links: readonly LinkedRecord[]
  /** The event with its links as the public sees it. */
  composed: ComposedEvent | undefined
}

type ComposedEvent = Document & {
  /** The latest version of the content at which it was found valid. */
  version: number
  /** It lacks a linked record that the public may not read. */
  readonly isPartial: boolean
}

/** The caches of the records that events link to. */
export type LinkedFragments = {
  readonly venues: FragmentCache<PostFragment>
  readonly organizers: FragmentCache<PostFragment>
  readonly terms: FragmentCache<TermFragment>
}

/** Makes the reader of events for lists, which composes each event from fragments and includes the linked records that the caller may read. */
export const createEventDocuments = (
  source: FragmentSource,
  linked: LinkedFragments,
  maxBytes: number,
): ReadDocuments => {
  const { changeFeed } = source
  const fragments = createEventFragments(source, maxBytes)
  return (caller, ids) =>
    after(fragments.find(ids), (found) => {
      const events: EventFragment[] = []
      const outdated: EventFragment[] = []
      for (const id of ids) {
        const event = found.get(id)
        // The event may have been hidden after the ids were found.
        if (!event || !mayRead(caller, event.subject)) continue
        events.push(event)
        if (!isCurrent(event.composed, changeFeed) || seesMore(caller, event)) outdated.push(event)
      }
      if (outdated.length === 0) return documentsOf(events)
      const version = changeFeed.version()
      return after(findLinked(linked, outdated), (records) => {
        const own = new Map<EventFragment, Document>()
        for (const event of outdated) {
          if (!isCurrent(event.composed, changeFeed)) {
            const composed = compose(event, records, version, anonymous)
            event.composed = composed
            event.bytes = composed.bytes.subarray(0, event.bytes.length)
            fragments.grow(event, composed.bytes.length - event.bytes.length)
          }
          if (seesMore(caller, event)) own.set(event, compose(event, records, version, caller))
        }
        return documentsOf(events, own)
      })
    })
}

/** Whether the caller may see linked records of an event that the public does not see. */
const seesMore = (caller: Caller, { composed }: EventFragment): boolean =>
  hasRight(caller, 'edit') && (composed === undefined || composed.isPartial)

const documentsOf = (events: readonly EventFragment[], own?: ReadonlyMap<EventFragment, Document>): Document[] => {
  const documents: Document[] = []
  for (const event of events) {
    const document = own?.get(event) ?? event.composed
    if (document) documents.push(document)
  }
  return documents
}

const linkedKinds: readonly ChangeKind[] = ['venue', 'organizer', 'term', 'count', 'image']

/** Whether a composed event is still valid. Its flags are checked only when a record of a linked kind has changed. */
const isCurrent = (composed: ComposedEvent | undefined, changeFeed: ChangeFeed): boolean => {
  if (!composed) return false
  const version = changeFeed.version()
  if (composed.version === version || !changeFeed.haveChanged(linkedKinds, composed.version)) return true
  for (const flag of composed.flags) if (flag.isStale) return false
  composed.version = version
  return true
}

type LinkedRecords = readonly [
  venues: ReadonlyMap<number, PostFragment>,
  organizers: ReadonlyMap<number, PostFragment>,
  terms: ReadonlyMap<number, TermFragment>,
]

const findLinked = ({ venues, organizers, terms }: LinkedFragments, events: readonly EventFragment[]) => {
  const [venueIds, organizerIds, termIds] = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (const event of events) {
    for (const id of event.venues) venueIds.add(id)
    for (const id of event.organizers) organizerIds.add(id)
    for (const id of event.terms) termIds.add(id)
  }
  return allOf([venues.find(venueIds), organizers.find(organizerIds), terms.find(termIds)])
}

/** The event with the linked records that the caller may read (contract B5.3). */
const compose = (
  event: EventFragment,
  [venues, organizers, terms]: LinkedRecords,
  version: number,
  caller: Caller,
): ComposedEvent => {
  const flags: InvalidationFlag[] = [event.flag]
  const shownVenues = shownOf(event.venues, venues, caller, flags)
  const shownOrganizers = shownOf(event.organizers, organizers, caller, flags)
  const categories: TermFragment[] = []
  const tags: TermFragment[] = []
  for (const id of event.terms) {
    const term = terms.get(id)
    if (!term) continue
    flags.push(term.flag)
    ;(term.taxonomy === 'category' ? categories : tags).push(term)
  }
  const [venue] = shownVenues
  const chunks = [event.bytes]
  pushList(chunks, ',"categories":', categories.sort(compareTerms))
  pushList(chunks, ',"tags":', tags.sort(compareTerms))
  // One venue is an object, none or several are a list (F2.1).
  if (venue && shownVenues.length === 1) chunks.push(Buffer.from(',"venue":'), venue.bytes)
  else pushList(chunks, ',"venue":', shownVenues)
  pushList(chunks, ',"organizer":', shownOrganizers)
  chunks.push(Buffer.from(',"custom_fields":[]}'))
  const bytes = joinBytes(chunks)
  const isPartial = shownVenues.length < event.venues.length || shownOrganizers.length < event.organizers.length
  return { bytes, tag: tagOf(bytes), flags, links: event.links, version, isPartial }
}

/** Returns the linked records that the caller may read. The flags of hidden records are added as well, since these may be published later. */
const shownOf = (
  ids: readonly number[],
  records: ReadonlyMap<number, PostFragment>,
  caller: Caller,
  flags: InvalidationFlag[],
): PostFragment[] => {
  const shown: PostFragment[] = []
  for (const id of ids) {
    const record = records.get(id)
    if (!record) continue
    flags.push(record.flag)
    if (mayRead(caller, record.subject)) shown.push(record)
  }
  return shown
}

const pushList = (chunks: Buffer[], start: string, fragments: readonly Fragment[]): void => {
  chunks.push(Buffer.from(`${start}[`))
  for (const [at, { bytes }] of fragments.entries()) {
    if (at > 0) chunks.push(comma)
    chunks.push(bytes)
  }
  chunks.push(end)
}

const [comma, end] = [Buffer.from(','), Buffer.from(']')]

const noLinks = { venues: new Map(), organizers: new Map(), terms: new Map() }

type Row = Shown<PostRow<'event'>> & { venues: string | null; organizers: string | null; terms: string | null }

const createEventFragments = ({ site, database, changeFeed }: FragmentSource, maxBytes: number) => {
  const { kysely, dialect } = database
  const query = kysely
    .selectFrom('event')
    .selectAll('event')
    .select(imageOf(dialect, 'event'))
    .select(({ ref }) => [
      idsIn('event_venue', ref('event.id'), 'venue_id', 'position').as('venues'),
      idsIn('event_organizer', ref('event.id'), 'organizer_id', 'position').as('organizers'),
      idsIn('event_term', ref('event.id'), 'term_id', 'term_id').as('terms'),
    ])
    .where((eb) => dialect.isIn(eb.ref('event.id'), []))
    .compile()
  const make = (row: Row): EventFragment => {
    const record = renderEvent(site(), row, noLinks, { isSingle: false })
    const { categories: _, tags: __, venue: ___, organizer: ____, custom_fields: _____, ...own } = record
    const [venues, organizers, terms] = [readIds(row.venues), readIds(row.organizers), readIds(row.terms)]
    const links: LinkedRecord[] = []
    for (const id of venues) links.push(`venue:${id}`)
    for (const id of organizers) links.push(`organizer:${id}`)
    for (const id of terms) links.push(`term:${id}`)
    return {
      // The JSON object stays open: `compose` appends the linked records.
      ...newFragment(row.id, JSON.stringify(own).slice(0, -1)),
      subject: { author_id: row.author_id, status: row.status, trashed_from: row.trashed_from },
      venues,
      organizers,
      terms,
      links,
      composed: undefined,
    }
  }
  return createFragmentCache(changeFeed, {
    maxBytes,
    kinds: ['event'],
    others: ['image'],
    load: (ids) => after(database.select(query, [dialect.encodeIds(ids)]), (rows) => rows.map(make)),
  })
}

const idsIn = (table: string, event: Expression<number>, column: string, order: string) =>
  sql<string | null>`(select string_agg(cast(${sql.ref(column)} as text), ',' order by ${sql.ref(order)})
    from ${sql.table(table)} where event_id = ${event})`

const readIds = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number))
