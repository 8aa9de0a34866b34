import { createFragmentCache, type Fragment, type FragmentCache, newFragment } from '../../cache/fragment-cache.ts'
import type { Site } from '../../core/context.ts'
import type { TermRow } from '../../core/params.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { after } from '../../lib/awaitable.ts'
import type { Json } from '../../lib/json.ts'
import type { FragmentSource } from './fragment-source.ts'
import { renderEmbeddedTerm, renderTerm } from './term-record.ts'

/** A term and its place among the terms of an event. */
export type TermFragment = Fragment & { readonly taxonomy: Taxonomy; readonly nameKey: Buffer }

/** Categories and tags as their lists hold them. */
export const createTermFragments = (source: FragmentSource, maxBytes: number): FragmentCache<TermFragment> =>
  createShelfOf(source, maxBytes, (site, row) => renderTerm(site, row, { isSingle: false }))

/** Categories and tags as events hold them. */
export const createEmbeddedTermFragments = (source: FragmentSource, maxBytes: number): FragmentCache<TermFragment> =>
  createShelfOf(source, maxBytes, renderEmbeddedTerm)

const createShelfOf = (
  { site, database, changeFeed }: FragmentSource,
  maxBytes: number,
  render: (site: Site, row: TermRow) => Json,
): FragmentCache<TermFragment> => {
  const { kysely, dialect } = database
  const query = kysely
    .selectFrom('term')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), []))
    .compile()
  const make = (row: TermRow): TermFragment => ({
    ...newFragment(row.id, JSON.stringify(render(site(), row))),
    taxonomy: row.taxonomy,
    nameKey: Buffer.from(row.name_key),
  })
  return createFragmentCache(changeFeed, {
    maxBytes,
    kinds: ['term', 'count'],
    load: (ids) => after(database.select(query, [dialect.encodeIds(ids)]), (rows) => rows.map(make)),
  })
}

/** By name as the databases compare texts, byte by byte, and by id. */
export const compareTerms = (one: TermFragment, other: TermFragment): number =>
  Buffer.compare(one.nameKey, other.nameKey) || one.id - other.id
