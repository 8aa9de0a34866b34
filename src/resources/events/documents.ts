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
import { type Caller, hasRight, mayRead } from '../../core/policy.ts'
import type { Document, LinkedRecord } from '../../core/resource.ts'
import type { ChangeKind, PostRow } from '../../db/schema.ts'
import { type Awaitable, after, allOf } from '../../lib/awaitable.ts'
import { tagOf } from '../../lib/tag.ts'
import type { FragmentSource } from '../shared/fragment-source.ts'
import { type PostFragment, subjectOf } from '../shared/post-fragments.ts'
import { imageOf, type Shown } from '../shared/post-image.ts'
import { compareTerms, type TermFragment } from '../shared/term-fragments.ts'
import { renderEvent } from './record.ts'

/**
 * An event without what it links to, after a comma: most of its bytes, and what only its own writes change. The rest, its tail, is put
 * together from the fragments of the linked records, so that a new name of a venue changeFeed one fragment, and none of its events.
 */
type EventFragment = PostFragment & {
  /** A part of the whole as soon as there is one. */
  bytes: Buffer
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly terms: readonly number[]
  readonly links: readonly LinkedRecord[]
  /** As the public sees it. */
  whole: Whole | undefined
}

type Whole = {
  readonly bytes: Buffer
  readonly tag: string
  /** Those of the event and of all that it links to. */
  readonly marks: readonly InvalidationFlag[]
  /** The latest version of the content at which it was right. */
  version: number
  /** Something that the event links to is left out. */
  readonly isPartial: boolean
}

/** The records that events link to. */
export type LinkedFragments = {
  readonly venues: FragmentCache<PostFragment>
  readonly organizers: FragmentCache<PostFragment>
  readonly terms: FragmentCache<TermFragment>
}

/** Puts events of lists together from fragments, each as the caller may see it. */
export const createEventDocuments = (source: FragmentSource, linked: LinkedFragments, maxBytes: number) => {
  const events = createEventShelf(source, maxBytes)
  const findLinked = (list: readonly EventFragment[]): Awaitable<Linked> =>
    after(
      allOf([
        linked.venues.find(list.flatMap(({ venues }) => venues)),
        linked.organizers.find(list.flatMap(({ organizers }) => organizers)),
        linked.terms.find(list.flatMap(({ terms }) => terms)),
      ]),
      ([venues, organizers, terms]) => ({ venues, organizers, terms }),
    )
  const complete = (list: readonly EventFragment[]): Awaitable<void> => {
    const version = source.changeFeed.version()
    return after(findLinked(list), (found) => {
      for (const event of list) {
        const whole = compose(event, found, version, ({ subject }) => subject.status === 'publish')
        event.whole = whole
        event.bytes = whole.bytes.subarray(0, event.bytes.length)
        events.grow(event, whole.bytes.length - event.bytes.length)
      }
    })
  }
  /** The events of which the public sees less than the caller, as he may see them. */
  const completeFor = (
    caller: Caller,
    list: readonly EventFragment[],
  ): Awaitable<ReadonlyMap<EventFragment, Whole>> => {
    const partial = hasRight(caller, 'edit') ? list.filter(({ whole }) => whole?.isPartial) : []
    if (partial.length === 0) return nobodys
    const version = source.changeFeed.version()
    return after(findLinked(partial), (found) => {
      const isShown = ({ subject }: PostFragment) => mayRead(caller, subject)
      return new Map(partial.map((event) => [event, compose(event, found, version, isShown)]))
    })
  }
  return (caller: Caller, ids: readonly number[]): Awaitable<readonly Document[]> =>
    after(events.find(ids), (found) => {
      // One that was hidden after the ids were found is left out.
      const list = ids.flatMap((id) => found.get(id) ?? []).filter(({ subject }) => mayRead(caller, subject))
      const stale = list.filter(({ whole }) => !isCurrent(whole, source.changeFeed))
      return after(stale.length === 0 ? undefined : complete(stale), () =>
        after(completeFor(caller, list), (own) =>
          list.flatMap((event, at) => toPiece(event, own.get(event) ?? event.whole, at === 0)),
        ),
      )
    })
}

const nobodys: ReadonlyMap<EventFragment, Whole> = new Map()

const linkedKinds: readonly ChangeKind[] = ['venue', 'organizer', 'term', 'count', 'image']

/** Mostly nothing has changed, and no mark has to be looked at. */
const isCurrent = (whole: Whole | undefined, changeFeed: ChangeFeed): boolean => {
  if (!whole) return false
  const version = changeFeed.version()
  if (whole.version === version || !changeFeed.haveChanged(linkedKinds, whole.version)) return true
  if (whole.marks.some(({ isStale }) => isStale)) return false
  whole.version = version
  return true
}

const toPiece = ({ links }: EventFragment, whole: Whole | undefined, isFirst: boolean): Document[] => {
  if (!whole) return []
  const { bytes, tag, marks } = whole
  return [{ chunks: [isFirst ? bytes.subarray(comma.length) : bytes], tag, flags: marks, links }]
}

type Linked = {
  readonly venues: ReadonlyMap<number, PostFragment>
  readonly organizers: ReadonlyMap<number, PostFragment>
  readonly terms: ReadonlyMap<number, TermFragment>
}

const compose = (
  event: EventFragment,
  linked: Linked,
  version: number,
  isShown: (linked: PostFragment) => boolean,
): Whole => {
  const pick = <F>(ids: readonly number[], from: ReadonlyMap<number, F>): F[] => ids.flatMap((id) => from.get(id) ?? [])
  const [allVenues, allOrganizers] = [pick(event.venues, linked.venues), pick(event.organizers, linked.organizers)]
  const [venues, organizers] = [allVenues.filter(isShown), allOrganizers.filter(isShown)]
  const terms = pick(event.terms, linked.terms).sort(compareTerms)
  const [categories, tags] = (['category', 'tag'] as const).map((name) =>
    terms.filter(({ taxonomy }) => taxonomy === name),
  )
  const bytes = joinBytes([
    event.bytes,
    ...list(texts.categories, categories ?? [], texts.end),
    ...list(texts.tags, tags ?? [], texts.end),
    ...(venues.length === 1 ? list(texts.venue, venues, empty) : list(texts.venues, venues, texts.end)),
    ...list(texts.organizers, organizers, texts.end),
    texts.last,
  ])
  // What is hidden today may be published tomorrow.
  const marks = [event, ...allVenues, ...allOrganizers, ...terms].map(({ flag: mark }) => mark)
  const isPartial = venues.length < allVenues.length || organizers.length < allOrganizers.length
  return { bytes, tag: event.tag + tagOf(bytes.subarray(event.bytes.length)), marks, version, isPartial }
}

const list = (start: Buffer, fragments: readonly Fragment[], end: Buffer): Buffer[] => [
  start,
  ...fragments.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes])),
  end,
]

const empty = Buffer.alloc(0)

const comma = Buffer.from(',')

const texts = {
  categories: Buffer.from('"categories":['),
  tags: Buffer.from(',"tags":['),
  venue: Buffer.from(',"venue":'),
  venues: Buffer.from(',"venue":['),
  organizers: Buffer.from(',"organizer":['),
  last: Buffer.from(',"custom_fields":[]}'),
  end: Buffer.from(']'),
}

/** How an event without links ends. */
const noLinks = '"categories":[],"tags":[],"venue":[],"organizer":[],"custom_fields":[]}'

const nothing = { venues: new Map(), organizers: new Map(), terms: new Map() }

type Row = Shown<PostRow<'event'>> & { venues: string | null; organizers: string | null; terms: string | null }

const createEventShelf = (
  { site, database, changeFeed }: FragmentSource,
  maxBytes: number,
): FragmentCache<EventFragment> => {
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
    const text = JSON.stringify(renderEvent(site(), row, nothing, { isSingle: false }))
    const [venues, organizers, terms] = [readIds(row.venues), readIds(row.organizers), readIds(row.terms)]
    return {
      // Most events of a list follow another one.
      ...newFragment(row.id, `,${text.slice(0, -noLinks.length)}`),
      subject: subjectOf(row),
      venues,
      organizers,
      terms,
      links: [
        ...venues.map((id) => `venue:${id}` as const),
        ...organizers.map((id) => `organizer:${id}` as const),
        ...terms.map((id) => `term:${id}` as const),
      ],
      whole: undefined,
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

const readIds = (text: string | null): number[] => text?.split(',').map(Number) ?? []
