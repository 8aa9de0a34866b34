import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import type { RecordKind, Taxonomy } from '../db/schema.ts'
import { readStatement } from '../db/statement.ts'
import { nameKey, slugify } from '../lib/text.ts'
import type { Found, References } from './params.ts'
import { isNotRemoved } from './removed-user.ts'

/** The keys of references by the column in which they are looked up. */
type ReferenceKeys = {
  readonly records: number[]
  readonly termIds: number[]
  readonly termSlugs: string[]
  readonly termNames: string[]
  readonly users: number[]
  readonly images: string[]
}

/** The query for each sort of key, which uses an index; `list` is the parameter with the keys. */
const selects: Readonly<
  Record<keyof ReferenceKeys, (dialect: Dialect, list: RawBuilder<string>) => RawBuilder<unknown>>
> = {
  records: ({ isInList }, list) =>
    sql`select 'record' as what, id, kind, '' as slug, '' as name_key from record where ${isInList(sql.ref('id'), list)}`,
  termIds: ({ isInList }, list) =>
    sql`select 'term' as what, id, taxonomy as kind, slug, name_key from term where ${isInList(sql.ref('id'), list)}`,
  termSlugs: ({ isInTexts }, list) =>
    sql`select 'term' as what, id, taxonomy as kind, slug, name_key from term
      where taxonomy in ('category', 'tag') and ${isInTexts(sql.ref('slug'), list)}`,
  termNames: ({ isInTexts }, list) =>
    sql`select 'term' as what, id, taxonomy as kind, slug, name_key from term
      where taxonomy in ('category', 'tag') and ${isInTexts(sql.ref('name_key'), list)}`,
  users: ({ isInList }, list) =>
    sql`select 'user' as what, id, role as kind, '' as slug, '' as name_key from ${sql.table('user')}
      where ${isNotRemoved()} and ${isInList(sql.ref('id'), list)}`,
  images: ({ isInTexts }, list) =>
    sql`select 'image' as what, id, '' as kind, source_url as slug, '' as name_key from image where ${isInTexts(sql.ref('source_url'), list)}
      union all select 'image', id, '', path, '' from image where ${isInTexts(sql.ref('path'), list)}`,
}

/** Looks up all references in one statement. */
export const lookUpReferences = async (db: Db | Database, references: readonly References[]): Promise<Found> => {
  const { dialect } = db
  const keys = keysOf(references)
  const used: (keyof ReferenceKeys)[] = []
  const parameters: string[] = []
  for (const name of ['records', 'termIds', 'users'] as const) {
    if (keys[name].length === 0) continue
    used.push(name)
    parameters.push(dialect.encodeIds(keys[name]))
  }
  for (const name of ['termSlugs', 'termNames', 'images'] as const) {
    if (keys[name].length === 0) continue
    used.push(name)
    parameters.push(dialect.encodeTexts(keys[name]))
    // Images are looked up in two columns.
    if (name === 'images') parameters.push(dialect.encodeTexts(keys[name]))
  }
  if (used.length === 0) return nothingFound
  const build = () =>
    sql.join(
      used.map((name) => selects[name](dialect, sql`${''}`)),
      sql` union all `,
    )
  return collect(await readStatement(db, `references ${used}`, build, parameters), references)
}

/** Returns the key of a term in {@link Found}. */
export const termKey = (taxonomy: Taxonomy, value: number | string): string => `${taxonomy} ${typeof value} ${value}`

/** The result of a look-up that found nothing. */
export const nothingFound: Found = {
  kinds: new Map(),
  terms: new Map(),
  users: new Set(),
  images: new Map(),
  posts: { venue: new Map(), organizer: new Map() },
  termRows: [],
}

const keysOf = (references: readonly References[]): ReferenceKeys => {
  const keys: ReferenceKeys = { records: [], termIds: [], termSlugs: [], termNames: [], users: [], images: [] }
  for (const { records, terms, users, images } of references) {
    if (records) keys.records.push(...records)
    if (users) keys.users.push(...users)
    if (images) keys.images.push(...images)
    for (const value of terms?.values ?? []) {
      if (typeof value === 'number') keys.termIds.push(value)
      else {
        keys.termSlugs.push(slugify(value))
        keys.termNames.push(nameKey(value))
      }
    }
  }
  return keys
}

const collect = (rows: readonly (readonly unknown[])[], references: readonly References[]): Found => {
  const kinds = new Map<number, RecordKind>()
  const users = new Set<number>()
  const images = new Map<string, number>()
  const bySlug = new Map<string, number>()
  const byName = new Map<string, number>()
  const terms = new Map<string, number>()
  for (const [what, number, kind, slug, name] of rows) {
    // `kind` is what the query for this sort of key selects: the kind of a record or the taxonomy of a term.
    const id = Number(number)
    if (what === 'record') kinds.set(id, kind as RecordKind)
    else if (what === 'user') users.add(id)
    else if (what === 'image') images.set(String(slug), id)
    else {
      terms.set(termKey(kind as Taxonomy, id), id)
      bySlug.set(`${kind} ${slug}`, id)
      // Of several terms with the same name, the oldest counts.
      byName.set(`${kind} ${name}`, Math.min(id, byName.get(`${kind} ${name}`) ?? id))
    }
  }
  for (const { terms: named } of references) {
    for (const value of named?.values ?? []) {
      if (!named || typeof value === 'number') continue
      const { taxonomy } = named
      const id = bySlug.get(`${taxonomy} ${slugify(value)}`) ?? byName.get(`${taxonomy} ${nameKey(value)}`)
      if (id !== undefined) terms.set(termKey(taxonomy, value), id)
    }
  }
  return { ...nothingFound, kinds, users, images, terms }
}
