import {
  createFragmentCache,
  type Fragment,
  type FragmentCache,
  joinBytes,
  newFragment,
  tagOfFragment,
} from '../cache/fragment-cache.ts'
import { type Caller, mayRead } from '../core/policy.ts'
import type { Document, DocumentReaders, ReadDocuments, RecordJson } from '../core/resource.ts'
import type { LinkedTable } from '../db/schema.ts'
import { hashTag } from '../lib/tag.ts'
import { createEventDocuments } from './events/documents.ts'
import { createSeriesDocuments } from './events/series/documents.ts'
import { mediaRecord } from './media/record.ts'
import { organizerFragments } from './organizers/record.ts'
import {
  createLinkedFragments,
  type FragmentSource,
  type LinkedFragments,
  type PostFragment,
} from './shared/post-record.ts'
import {
  createTermFragments,
  embeddedTerm,
  type TermFragment,
  termBytes,
  termContent,
  termRecords,
} from './shared/term-record.ts'
import { venueFragments } from './venues/record.ts'

/** Makes the fragment caches of a process and the readers that use them; together the caches take at most `maxBytes`, mostly for events. */
export const createDocumentReaders = (source: FragmentSource, maxBytes: number): DocumentReaders => {
  const share = maxBytes / 32
  const venues = createLinkedFragments(source, venueFragments, 1.5 * share)
  const organizers = createLinkedFragments(source, organizerFragments, share)
  const terms = createTermFragments(source, embeddedTerm.render, share)
  const ownTerms = createTermFragments(source, (row, site) => termRecords[row.taxonomy].render(row, site), share / 4)
  const readTerms = (wanted: TermFragment['taxonomy']): ReadDocuments =>
    readerOf(ownTerms, ({ taxonomy }) => taxonomy === wanted, termBytes, {
      content: termContent,
      more: ({ color }) => ({ color }),
    })
  const event = createEventDocuments(source, { venues, organizers, terms }, 28 * share)
  return {
    event,
    series: createSeriesDocuments(source.site, source.database, event),
    venue: readLinked(venues, venueFragments),
    organizer: readLinked(organizers, organizerFragments),
    category: readTerms('category'),
    tag: readTerms('tag'),
    attachment: readerOf(
      createMediaFragments(source, share / 4),
      () => true,
      ({ bytes }) => bytes,
    ),
  }
}

/** What adapters show of a record besides its JSON, and the content of which its ETag is then made. */
type Beside<F> = {
  readonly content: (single: Buffer, fragment: F) => string
  readonly more: (fragment: F) => RecordJson
}

/** Makes the reader of records without linked ones; the caller sees those that are `shown`. */
const readerOf =
  <F extends Fragment>(
    { find }: FragmentCache<F>,
    isShown: (fragment: F, caller: Caller) => boolean,
    singleBytes: (fragment: F) => Buffer,
    beside?: Beside<F>,
  ): ReadDocuments =>
  async (caller, ids, isSingle = false) => {
    const found = await find(ids, isSingle)
    const documents: Document[] = []
    for (const id of ids) {
      const fragment = found.get(id)
      // The record may have been hidden after the ids were found.
      if (!fragment || !isShown(fragment, caller)) continue
      const bytes = isSingle ? singleBytes(fragment) : fragment.bytes
      const tag = isSingle ? hashTag(beside?.content(bytes, fragment) ?? bytes) : tagOfFragment(fragment)
      documents.push({
        id,
        bytes,
        tag,
        flags: [fragment.flag],
        links: [],
        ...(beside && { more: beside.more(fragment) }),
      })
    }
    return documents
  }

const readLinked = <T extends LinkedTable>(
  cache: FragmentCache<PostFragment>,
  { singleChunks }: LinkedFragments<T>,
): ReadDocuments =>
  readerOf(
    cache,
    ({ subject }, caller) => mayRead(caller, subject),
    (fragment) => joinBytes(singleChunks(fragment)),
  )

const createMediaFragments = (
  { site, database, changeFeed }: FragmentSource,
  maxBytes: number,
): FragmentCache<Fragment> => {
  const { kysely, dialect } = database
  const query = kysely
    .selectFrom('image')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), []))
    .compile()
  return createFragmentCache(changeFeed, {
    maxBytes,
    kinds: ['image'],
    load: (ids) => database.select(query, [dialect.encodeIds(ids)]),
    make: (row) => newFragment(row.id, mediaRecord.render(row, site())),
  })
}
