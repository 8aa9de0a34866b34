import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Taxonomy } from '../db/schema.ts'
import { runStatement } from '../db/statement.ts'
import { slugify } from '../lib/slug.ts'
import { keyOf } from '../lib/text.ts'
import type { Found, References, TermRow } from './params.ts'
import { lookUpReferences, nothingFound } from './references.ts'
import { findPosts, type StoredPost } from './stored-post.ts'

/**
 * Looks up everything that the payload of a write refers to. Linked records are read with all their columns, by one statement for each table,
 * since the response shows them.
 */
export const lookUpRows = async (db: Db, references: readonly References[]): Promise<Found> => {
  const others: References[] = []
  const posts = { venue: new Set<number>(), organizer: new Set<number>() }
  const terms: (number | string)[] = []
  for (const reference of references) {
    if (reference.posts) for (const id of reference.posts.ids) posts[reference.posts.table].add(id)
    else if (reference.termRows) terms.push(...reference.termRows.values)
    else others.push(reference)
  }
  const [found, termRows, venue, organizer] = await Promise.all([
    others.length > 0 ? lookUpReferences(db, others) : nothingFound,
    terms.length > 0 ? readTerms(db, terms) : [],
    readPosts(db, 'venue', posts.venue),
    readPosts(db, 'organizer', posts.organizer),
  ])
  return { ...found, termRows, posts: { venue, organizer } }
}

const readPosts = async <T extends 'venue' | 'organizer'>(
  db: Db,
  table: T,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, StoredPost<T>>> => {
  const rows = new Map<number, StoredPost<T>>()
  if (ids.size > 0) for (const row of await findPosts(db, table, [...ids])) rows.set(row.id, row)
  return rows
}

/** Reads terms of both taxonomies by id, slug and name, each by an index of its own. */
const readTerms = async (db: Db, values: readonly (number | string)[]): Promise<TermRow[]> => {
  const ids: number[] = []
  const slugs: string[] = []
  const keys: string[] = []
  for (const value of values) {
    if (typeof value === 'number') ids.push(value)
    else {
      slugs.push(slugify(value))
      keys.push(keyOf(value))
    }
  }
  const { kysely, dialect } = db
  if (slugs.length === 0) {
    const build = () =>
      kysely
        .selectFrom('term')
        .selectAll()
        .where((eb) => dialect.isIn(eb.ref('id'), []))
    return runStatement(db, 'terms by id', build, [dialect.encodeIds(ids)])
  }
  const build = () =>
    kysely
      .selectFrom('term')
      .selectAll()
      .where((eb) => {
        const isKnown = (column: 'slug' | 'name_key') =>
          eb.and([eb('taxonomy', 'in', bothTaxonomies), dialect.isInTexts(eb.ref(column), eb.val(''))])
        return eb.or([dialect.isIn(eb.ref('id'), []), isKnown('slug'), isKnown('name_key')])
      })
      .orderBy('id')
  const texts = [dialect.encodeTexts(slugs), dialect.encodeTexts(keys)]
  return runStatement(db, 'terms by id, slug and name', build, [dialect.encodeIds(ids), ...texts])
}

const bothTaxonomies = sql<Taxonomy>`('category', 'tag')`
