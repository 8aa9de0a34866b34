import {
  createFragmentCache,
  type Fragment,
  type FragmentCache,
  newFragment,
  tagOfFragment,
} from '../cache/fragment-cache.ts'
import { type Caller, mayRead } from '../core/policy.ts'
import type { Document, DocumentReaders, ReadDocuments } from '../core/resource.ts'
import { after } from '../lib/awaitable.ts'
import { createEventDocuments } from './events/documents.ts'
import { renderMedia } from './media/record.ts'
import { organizerDefinition } from './organizers/definition.ts'
import type { FragmentSource } from './shared/fragment-source.ts'
import { createLinkedFragments, type PostFragment } from './shared/post-fragments.ts'
import { createEmbeddedTermFragments, createTermFragments } from './shared/term-fragments.ts'
import { venueDefinition } from './venues/definition.ts'

/** Makes the fragment caches of a process and the readers that use them; together the caches take at most `maxBytes`, mostly for events. */
export const createDocumentReaders = (source: FragmentSource, maxBytes: number): DocumentReaders => {
  const share = maxBytes / 32
  const venues = createLinkedFragments(source, venueDefinition, 1.5 * share)
  const organizers = createLinkedFragments(source, organizerDefinition, share)
  const terms = createEmbeddedTermFragments(source, share)
  const termItems = composeItems(createTermFragments(source, share / 4))
  return {
    event: createEventDocuments(source, { venues, organizers, terms }, 28 * share),
    venue: composePosts(venues),
    organizer: composePosts(organizers),
    category: termItems,
    tag: termItems,
    attachment: composeItems(createMediaFragments(source, share / 4)),
  }
}

const toDocument = (fragment: Fragment): Document => ({
  bytes: fragment.bytes,
  tag: tagOfFragment(fragment),
  flags: [fragment.flag],
  links: [],
})

const composeItems =
  ({ find }: Pick<FragmentCache<Fragment>, 'find'>): ReadDocuments =>
  (_caller, ids) =>
    after(find(ids), (found) => ids.flatMap((id) => found.get(id) ?? []).map(toDocument))

const composePosts =
  (fragments: FragmentCache<PostFragment>): ReadDocuments =>
  (caller: Caller, ids) =>
    after(fragments.find(ids), (found) => {
      // The record may have been hidden after the ids were found.
      const list = ids.flatMap((id) => found.get(id) ?? []).filter(({ subject }) => mayRead(caller, subject))
      return list.map(toDocument)
    })

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
    load: (ids) =>
      after(database.select(query, [dialect.encodeIds(ids)]), (rows) =>
        rows.map((row) => newFragment(row.id, JSON.stringify(renderMedia(site(), row)))),
      ),
  })
}
