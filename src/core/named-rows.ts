import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import { runStatement } from '../db/statement.ts'
import { nameKey, slugify } from '../lib/text.ts'
import type { Found, References, TermRow } from './params.ts'
import { lookUpReferences, nothingFound } from './references.ts'
import { type StoredPost, selectImage } from './stored-post.ts'

/** The rows to which events link, by their tables. */
export type LinkedRows = {
  readonly venue: readonly StoredPost<'venue'>[]
  readonly organizer: readonly StoredPost<'organizer'>[]
  readonly term: readonly TermRow[]
}

/** Which rows of a table are read, in SQL from the name of the table on, and the column by which they are ordered. */
type Part = { readonly from: RawBuilder<unknown>; readonly order?: RawBuilder<unknown> }

type Parts = { readonly [T in keyof LinkedRows]?: Part }

const tables = ['venue', 'organizer', 'term'] as const

/**
 * Reads rows of several tables with all their columns by one statement, as JSON since their columns differ. The statement is compiled once
 * for each key; `build` makes its parts, and `parameters` have the order of the tables.
 */
export const readLinkedRows = async (
  db: Db,
  key: string,
  build: () => Parts,
  parameters: readonly (number | string)[],
): Promise<LinkedRows> => {
  const { dialect, kysely } = db
  const json = rowsAsJson.get(dialect) ?? (await readRowsAsJson(db))
  const compile = () => {
    const parts = build()
    const selects: RawBuilder<unknown>[] = []
    for (const table of tables) {
      const part = parts[table]
      if (!part) continue
      const image = table === 'term' ? sql`null as image` : selectImage(dialect, table)
      const place = part.order ?? sql`${sql.ref(`${table}.id`)}`
      selects.push(
        sql`select ${sql.lit(table)} as kind, ${json[table]} as row, ${image}, ${place} as place from ${part.from}`,
      )
    }
    return sql<Linked>`${sql.join(selects, sql` union all `)} order by 4`.compile(kysely)
  }
  return collect(await runStatement(db, key, () => ({ compile }), parameters))
}

type RowsAsJson = { readonly [T in keyof LinkedRows]: RawBuilder<string> }

/** Rows as JSON: all databases of a dialect have the same columns. */
const rowsAsJson = new WeakMap<Dialect, RowsAsJson>()

const readRowsAsJson = async ({ kysely, dialect }: Db): Promise<RowsAsJson> => {
  const json = {
    venue: await dialect.rowAsJson(kysely, 'venue'),
    organizer: await dialect.rowAsJson(kysely, 'organizer'),
    term: await dialect.rowAsJson(kysely, 'term'),
  }
  rowsAsJson.set(dialect, json)
  return json
}

type Linked = { readonly kind: keyof LinkedRows; readonly row: string; readonly image: string | null }

const collect = (found: readonly Linked[]): LinkedRows => {
  const rows: { readonly [T in 'venue' | 'organizer']: StoredPost<T>[] } = { venue: [], organizer: [] }
  const term: TermRow[] = []
  for (const { kind, row, image } of found) {
    if (kind === 'term') term.push(JSON.parse(row))
    else rows[kind].push({ ...JSON.parse(row), image })
  }
  return { ...rows, term }
}

/**
 * Looks up everything that the payload of a write refers to. Linked records are read with all their columns, since the response shows them.
 */
export const lookUpRows = async (db: Db, references: readonly References[]): Promise<Found> => {
  const others: References[] = []
  const ids = { venue: new Set<number>(), organizer: new Set<number>() }
  const terms: (number | string)[] = []
  for (const reference of references) {
    if (reference.posts) for (const id of reference.posts.ids) ids[reference.posts.table].add(id)
    else if (reference.termRows) terms.push(...reference.termRows.values)
    else others.push(reference)
  }
  const [found, { venue, organizer, term }] = await Promise.all([
    others.length > 0 ? lookUpReferences(db, others) : nothingFound,
    ids.venue.size + ids.organizer.size + terms.length > 0 ? readNamed(db, ids, terms) : noRows,
  ])
  return { ...found, termRows: term, posts: { venue: byId(venue), organizer: byId(organizer) } }
}

const noRows: LinkedRows = { venue: [], organizer: [], term: [] }

const byId = <R extends { readonly id: number }>(rows: readonly R[]): ReadonlyMap<number, R> => {
  const found = new Map<number, R>()
  for (const row of rows) found.set(row.id, row)
  return found
}

/** Reads venues and organizers by id, and terms of both taxonomies by id, slug and name, each by an index of its own. */
const readNamed = (
  db: Db,
  { venue, organizer }: { readonly [T in 'venue' | 'organizer']: ReadonlySet<number> },
  terms: readonly (number | string)[],
): Promise<LinkedRows> => {
  const { dialect } = db
  const termIds: number[] = []
  const slugs: string[] = []
  const names: string[] = []
  for (const value of terms) {
    if (typeof value === 'number') termIds.push(value)
    else {
      slugs.push(slugify(value))
      names.push(nameKey(value))
    }
  }
  const parameters: string[] = []
  if (venue.size > 0) parameters.push(dialect.encodeIds([...venue]))
  if (organizer.size > 0) parameters.push(dialect.encodeIds([...organizer]))
  if (terms.length > 0) parameters.push(dialect.encodeIds(termIds))
  if (slugs.length > 0) parameters.push(dialect.encodeTexts(slugs), dialect.encodeTexts(names))
  const key = `named rows ${venue.size > 0} ${organizer.size > 0} ${terms.length > 0} ${slugs.length > 0}`
  const build = (): Parts => {
    const rows = (table: keyof LinkedRows, where: RawBuilder<unknown>) => sql`${sql.table(table)} where ${where}`
    const hasId = (table: keyof LinkedRows) => dialect.isInList(sql.ref(`${table}.id`), sql`${''}`)
    const has = (column: 'slug' | 'name_key') =>
      sql`term.taxonomy in ('category', 'tag') and ${dialect.isInTexts(sql.ref(`term.${column}`), sql`${''}`)}`
    const isTerm = slugs.length > 0 ? sql`${hasId('term')} or ${has('slug')} or ${has('name_key')}` : hasId('term')
    return {
      ...(venue.size > 0 && { venue: { from: rows('venue', hasId('venue')) } }),
      ...(organizer.size > 0 && { organizer: { from: rows('organizer', hasId('organizer')) } }),
      ...(terms.length > 0 && { term: { from: rows('term', isTerm) } }),
    }
  }
  return readLinkedRows(db, key, build, parameters)
}
