import { type Expression, sql } from 'kysely'
import { createShelf, type Fragment, type Mark, newFragment, type Shelf, tagOf } from '../../cache/shelf.ts'
import type { Source } from '../../cache/source.ts'
import { type Caller, hasRight, mayRead } from '../../crud/permissions.ts'
import type { Piece } from '../../crud/resource.ts'
import type { PostRow } from '../../db/schema.ts'
import { type PostFragment, subjectOf } from '../../kinds/post-fragments.ts'
import { imageOf, type Shown } from '../../kinds/post-image.ts'
import { compareTerms, type TermFragment } from '../../kinds/term-fragments.ts'
import { type Awaitable, after, allOf } from '../../lib/awaitable.ts'
import { renderEvent } from './record.ts'

/**
 * An event without what it links to: most of its bytes, and what only its own writes change. The rest, its tail, is put together from
 * the fragments of the linked records, so that a new name of a venue changes one fragment, and none of its events.
 */
type EventFragment = PostFragment & {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly terms: readonly number[]
  /** As the public sees it. */
  tail: Tail | undefined
}

type Tail = { readonly bytes: Buffer; readonly tag: string; readonly marks: readonly Mark[] }

/** The records that events link to. */
export type LinkedShelves = {
  readonly venues: Shelf<PostFragment>
  readonly organizers: Shelf<PostFragment>
  readonly terms: Shelf<TermFragment>
}

/** Puts events of lists together from fragments, each as the caller may see it. */
export const createEventComposer = (source: Source, linked: LinkedShelves, maxBytes: number) => {
  const events = createEventShelf(source, maxBytes)
  const findLinked = (list: readonly EventFragment[]) =>
    allOf([
      linked.venues.find(list.flatMap(({ venues }) => venues)),
      linked.organizers.find(list.flatMap(({ organizers }) => organizers)),
      linked.terms.find(list.flatMap(({ terms }) => terms)),
    ])
  const addTails = (list: readonly EventFragment[]): Awaitable<void> =>
    after(findLinked(list), ([venues, organizers, terms]) => {
      for (const event of list) {
        event.tail = composeTail(event, { venues, organizers, terms }, ({ subject }) => subject.status === 'publish')
        events.grow(event, event.tail.bytes.length)
      }
    })
  return (caller: Caller, ids: readonly number[]): Awaitable<readonly Piece[]> =>
    after(events.find(ids), (found) => {
      // One that was hidden after the ids were found is left out.
      const list = ids.flatMap((id) => found.get(id) ?? []).filter(({ subject }) => mayRead(caller, subject))
      if (!hasRight(caller, 'edit')) {
        return after(addTails(list.filter(({ tail }) => !isCurrent(tail))), () =>
          list.map((event) => join(event, event.tail)),
        )
      }
      return after(findLinked(list), ([venues, organizers, terms]) =>
        list.map((event) =>
          join(
            event,
            composeTail(event, { venues, organizers, terms }, ({ subject }) => mayRead(caller, subject)),
          ),
        ),
      )
    })
}

const isCurrent = (tail: Tail | undefined): boolean => tail !== undefined && !tail.marks.some(({ isStale }) => isStale)

const join = (event: EventFragment, tail: Tail | undefined): Piece => ({
  chunks: tail ? [event.bytes, tail.bytes] : [event.bytes],
  tag: event.tag + tail?.tag,
  marks: tail ? [event.mark, ...tail.marks] : [event.mark],
})

type Linked = {
  readonly venues: ReadonlyMap<number, PostFragment>
  readonly organizers: ReadonlyMap<number, PostFragment>
  readonly terms: ReadonlyMap<number, TermFragment>
}

const composeTail = (event: EventFragment, linked: Linked, isShown: (linked: PostFragment) => boolean): Tail => {
  const pick = <F>(ids: readonly number[], from: ReadonlyMap<number, F>): F[] => ids.flatMap((id) => from.get(id) ?? [])
  const [allVenues, allOrganizers] = [pick(event.venues, linked.venues), pick(event.organizers, linked.organizers)]
  const [venues, organizers] = [allVenues.filter(isShown), allOrganizers.filter(isShown)]
  const terms = pick(event.terms, linked.terms).sort(compareTerms)
  const chunks = [
    ...list(
      texts.categories,
      terms.filter(({ taxonomy }) => taxonomy === 'category'),
      texts.end,
    ),
    ...list(
      texts.tags,
      terms.filter(({ taxonomy }) => taxonomy === 'tag'),
      texts.end,
    ),
    ...(venues.length === 1 ? list(texts.venue, venues, empty) : list(texts.venues, venues, texts.end)),
    ...list(texts.organizers, organizers, texts.end),
    texts.last,
  ]
  const bytes = Buffer.concat(chunks)
  // What is hidden today may be published tomorrow.
  return { bytes, tag: tagOf(bytes), marks: [...allVenues, ...allOrganizers, ...terms].map(({ mark }) => mark) }
}

const list = (start: Buffer, fragments: readonly Fragment[], end: Buffer): Buffer[] => [
  start,
  ...fragments.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [texts.comma, bytes])),
  end,
]

const empty = Buffer.alloc(0)

const texts = {
  categories: Buffer.from('"categories":['),
  tags: Buffer.from(',"tags":['),
  venue: Buffer.from(',"venue":'),
  venues: Buffer.from(',"venue":['),
  organizers: Buffer.from(',"organizer":['),
  last: Buffer.from(',"custom_fields":[]}'),
  comma: Buffer.from(','),
  end: Buffer.from(']'),
}

/** How an event without links ends. */
const noLinks = '"categories":[],"tags":[],"venue":[],"organizer":[],"custom_fields":[]}'

const nothing = { venues: new Map(), organizers: new Map(), terms: new Map() }

type Row = Shown<PostRow<'event'>> & { venues: string | null; organizers: string | null; terms: string | null }

const createEventShelf = ({ site, database, changes }: Source, maxBytes: number): Shelf<EventFragment> => {
  const { kysely, dialect } = database
  const query = kysely
    .selectFrom('event')
    .selectAll('event')
    .select(imageOf(database, 'event'))
    .select(({ ref }) => [
      idsIn('event_venue', ref('event.id'), 'venue_id', 'position').as('venues'),
      idsIn('event_organizer', ref('event.id'), 'organizer_id', 'position').as('organizers'),
      idsIn('event_term', ref('event.id'), 'term_id', 'term_id').as('terms'),
    ])
    .where((eb) => dialect.isIn(eb.ref('event.id'), []))
    .compile()
  const make = (row: Row): EventFragment => {
    const text = JSON.stringify(renderEvent(site(), row, nothing, { isSingle: false }))
    return {
      ...newFragment(row.id, text.slice(0, -noLinks.length)),
      subject: subjectOf(row),
      venues: readIds(row.venues),
      organizers: readIds(row.organizers),
      terms: readIds(row.terms),
      tail: undefined,
    }
  }
  return createShelf(changes, {
    maxBytes,
    kinds: ['event'],
    others: ['image'],
    load: (ids) => after(database.select(query, [dialect.encodeIds(ids)]), (rows) => rows.map(make)),
  })
}

const idsIn = (table: string, event: Expression<number>, column: string, order: string) =>
  sql<string | null>`(select string_agg(cast(${sql.ref(column)} as text), ',' order by ${sql.ref(order)})
    from ${sql.table(table)} where event_id = ${event})`

const readIds = (text: string | null): number[] => text?.split(',').map(Number) ?? []
