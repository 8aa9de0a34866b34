import { createFragmentCache, type Fragment, type FragmentCache, newFragment } from '../../cache/fragment-cache.ts'
import type { Subject } from '../../core/policy.ts'
import type { PostRow } from '../../db/schema.ts'
import { after } from '../../lib/awaitable.ts'
import type { FragmentSource } from './fragment-source.ts'
import type { LinkedTable } from './linked-filters.ts'
import type { PostDefinition } from './post-definition.ts'
import { imageOf, type Shown } from './post-image.ts'

/** A record and what decides who may read it. */
export type PostFragment = Fragment & { readonly subject: Subject }

/** Venues or organizers as lists and events hold them. */
export const createLinkedFragments = <T extends LinkedTable>(
  { site, database, changeFeed }: FragmentSource,
  definition: PostDefinition<T, undefined>,
  maxBytes: number,
): FragmentCache<PostFragment> => {
  const { kysely, dialect } = database
  // The tables share the columns that are used here; the compiler sees those of venues, and rows are cast back to be rendered.
  const table = definition.name as 'venue'
  const query = kysely
    .selectFrom(table)
    .selectAll(table)
    .select(imageOf(database.dialect, table))
    .where((eb) => dialect.isIn(eb.ref(`${table}.id`), []))
    .compile()
  const render = (row: Shown<PostRow<'venue'>>): PostFragment => {
    const record = definition.render(site(), row as unknown as Shown<PostRow<T>>, undefined, { isSingle: false })
    const { author_id, status, trashed_from } = row
    return { ...newFragment(row.id, JSON.stringify(record)), subject: { author_id, status, trashed_from } }
  }
  return createFragmentCache(changeFeed, {
    maxBytes,
    kinds: [definition.name],
    others: ['image'],
    load: (ids) => after(database.select(query, [dialect.encodeIds(ids)]), (rows) => rows.map(render)),
  })
}
