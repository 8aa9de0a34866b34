import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import { isJsonObject, type Json } from '../../../lib/json.ts'
import type { ImportedKind } from '../../read/record.ts'
import { type AnyRow, KeptFault, LineFault, quote } from './rows.ts'

const slugKey = (table: Key['table'], others: string): Key => ({
  table,
  columns: ['slug'],
  what: `each of the ${others} has its own slug`,
})

const recordKey: Key = {
  table: 'record',
  columns: ['id'],
  what: 'events, series, venues, organizers and images share their ids',
}

/** The keys of the rows of a kind. */
export const listKeys = (kind: ImportedKind | 'series'): readonly Key[] => {
  if (kind === 'category' || kind === 'tag')
    return [
      { table: 'term', columns: ['id'], what: 'categories and tags share their ids' },
      { table: 'term', columns: ['slug', 'taxonomy'], what: 'each of its kind has its own slug' },
    ]
  if (kind === 'image')
    return [
      recordKey,
      { table: 'image', columns: ['path'], what: 'each image has its own file' },
      { table: 'image', columns: ['source_url'], what: 'each image has its own address' },
    ]
  const what = 'it is there once for each source'
  if (kind === 'event' || kind === 'series') {
    const slugs = [slugKey('event', 'events and series'), slugKey('series', 'events and series')]
    // All occurrences of a series have the same.
    const isOf = (row: AnyRow): boolean => row['series_id'] === null
    return [recordKey, ...slugs, { table: 'event', columns: ['external_id', 'source'], what, isOf }]
  }
  const external = { table: kind, columns: ['external_id', 'source'], what }
  return [recordKey, slugKey(kind, `${kind}s`), external]
}

/** The slugs that lead to a record besides its own. */
export const formerSlugKey: Key = { table: 'former_slug', columns: ['slug', 'kind'], what: 'it leads to one record' }

/** The records to which the columns of a row refer. */
export const findReferences = (row: AnyRow, line: number): readonly Reference[] =>
  (['user', 'image', 'series'] as const).flatMap((table) => {
    const column = table === 'user' ? 'author_id' : `${table}_id`
    const id = Number(row[column] ?? 0)
    // What the server itself has made has no author.
    return id > 0 ? [{ line, place: `kept.${column}`, table, id }] : []
  })

/** How the lists of the links of an event are stored. */
const lists = {
  venue: { table: 'venue' },
  organizer: { table: 'organizer' },
  categories: { table: 'term', taxonomy: 'category' },
  tags: { table: 'term', taxonomy: 'tag' },
} as const

/**
 * Reads the links of a record: the parent of an event, and to what it refers.
 * @throws KeptFault
 */
export const readLinks = (
  kind: ImportedKind,
  links: Json | undefined,
  row: AnyRow,
  line: number,
): { readonly parent: number | undefined; readonly own: readonly Reference[] } => {
  if (links === undefined) return { parent: undefined, own: [] }
  if (!isJsonObject(links)) throw new KeptFault(`links: ${quote(links)} is no object.`)
  const { parent, image } = links
  const parentId = parent === undefined ? undefined : readId('links.parent', parent)
  if (image !== undefined) requireSame('image', readId('links.image', image), 'image_id', row)
  if (kind === 'category' && parentId !== undefined) requireSame('parent', parentId, 'parent_id', row)
  if (kind !== 'event') return { parent: undefined, own: [] }
  const own = Object.entries(lists).flatMap(([name, target]) => {
    const ids = readList(`links.${name}`, links[name]).map((id) => readId(`links.${name}`, id))
    const twice = ids.length > new Set(ids).size ? ids.find((id, at) => ids.indexOf(id) !== at) : undefined
    if (twice !== undefined) throw new KeptFault(`links.${name}: ${twice} is there twice.`)
    return ids.map((id) => ({ line, place: `links.${name}`, ...target, id }))
  })
  return { parent: parentId, own }
}

/** What a line says twice, for programs that read it and for this import, must be the same. */
const requireSame = (link: string, id: number, column: string, row: AnyRow): void => {
  if (row[column] !== id)
    throw new KeptFault(`links.${link} is ${id}, and kept.${column} is ${quote(row[column])}: they must be the same.`)
}

/** The rows of the links of events, for {@link insertAll}. */
export const linkRows = (rows: readonly LineRow[], references: readonly Reference[]): readonly unknown[] => {
  const ids = new Map(rows.map(({ line, row }) => [line, row['id']]))
  const links = references.filter(({ place }) => place.startsWith('links.'))
  const rowsOf = (table: 'venue' | 'organizer'): AnyRow[] => {
    const positions = new Map<number, number>()
    return links
      .filter((one) => one.table === table)
      .map(({ line, id }) => {
        const position = positions.get(line) ?? 0
        positions.set(line, position + 1)
        return { event_id: ids.get(line), [`${table}_id`]: id, position }
      })
  }
  const terms = links.filter(({ table }) => table === 'term')
  return [
    { table: 'event_venue', rows: rowsOf('venue') },
    { table: 'event_organizer', rows: rowsOf('organizer') },
    { table: 'event_term', rows: terms.map(({ line, id }) => ({ event_id: ids.get(line), term_id: id })) },
  ]
}

/**
 * Returns a list, which may be missing.
 * @throws KeptFault for anything else.
 */
export const readList = (place: string, value: Json | undefined): readonly Json[] => {
  if (value === undefined || Array.isArray(value)) return value ?? []
  throw new KeptFault(`${place}: ${quote(value)} is no list.`)
}

const readId = (place: string, value: Json): number => {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : 0
  if (id >= 1 && id <= 1e15) return id
  throw new KeptFault(`${place}: ${quote(value)} is not the text of an id, such as "12".`)
}

/** Ids that one query looks for. */
const portion = 500

/** A row of the file, and its line. */
export type LineRow = { readonly line: number; readonly row: AnyRow }

/** Columns whose values no two rows of a table share; a row with null or '' in the first one has none. */
type Key = {
  readonly table: keyof Schema
  readonly columns: readonly string[]
  readonly what: string
  /** Which rows have one, if not all do. */
  readonly isOf?: (row: AnyRow) => boolean
}

/**
 * Refuses a row whose key an earlier row of the file has.
 * @throws LineFault
 */
export const requireUnused = async (db: Db, key: Key, rows: readonly LineRow[]): Promise<void> => {
  const { columns, what, isOf = () => true } = key
  const [first = ''] = columns
  const keyOf = (row: AnyRow): string => columns.map((name) => String(row[name])).join('\n')
  const having = rows.filter(({ row }) => (row[first] ?? '') !== '' && isOf(row))
  const seen = new Map((await findRows(db, key, having)).map((row) => [keyOf(row), undefined as number | undefined]))
  for (const { line, row } of having) {
    const own = keyOf(row)
    if (seen.has(own)) {
      const earlier = seen.get(own)
      const place = earlier === undefined ? 'an earlier line' : `line ${earlier}`
      throw new LineFault(line, `${first}: ${place} has ${quote(row[first])} already; ${what}.`)
    }
    seen.set(own, line)
  }
}

const findRows = async (
  { kysely }: Db,
  { table, columns }: Pick<Key, 'table' | 'columns'>,
  rows: readonly LineRow[],
): Promise<readonly AnyRow[]> => {
  const [first = ''] = columns
  const values = [...new Set(rows.map(({ row }) => row[first]))]
  const found: AnyRow[] = []
  for (let start = 0; start < values.length; start += portion) {
    const wanted = sql.join(values.slice(start, start + portion))
    const query = sql<AnyRow>`
      select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)} where ${sql.ref(first)} in (${wanted})`
    found.push(...(await query.execute(kysely)).rows)
  }
  return found
}

/** What a record of a line refers to. */
export type Reference = {
  readonly line: number
  readonly place: string
  readonly table: 'user' | 'image' | 'series' | 'venue' | 'organizer' | 'event' | 'term'
  readonly id: number
  /** Of a term. */
  readonly taxonomy?: string
}

/**
 * Refuses references to records that are not here yet; `where` says where in the file they should be.
 * @throws LineFault
 */
export const requireThere = async (
  db: Db,
  references: readonly Reference[],
  where = ' before this line',
): Promise<void> => {
  const there = new Set<string>()
  for (const table of new Set(references.map((one) => one.table))) {
    const columns = table === 'term' ? ['id', 'taxonomy'] : ['id']
    const wanted = references.filter((one) => one.table === table)
    const found = await findRows(
      db,
      { table, columns },
      wanted.map(({ line, id }) => ({ line, row: { id } })),
    )
    for (const { id, taxonomy } of found) there.add(`${taxonomy ?? table} ${id}`)
  }
  for (const { line, place, table, id, taxonomy = table } of references)
    if (!there.has(`${taxonomy} ${id}`))
      throw new LineFault(line, `${place}: the file has no ${taxonomy} ${id}${where}.`)
}

/** The parents of records by their ids, with the lines that say so. */
export type Parents = Map<number, { readonly line: number; readonly parent: number }>

/**
 * Refuses parents that run in a circle.
 * @throws LineFault
 */
export const requireNoCircle = (place: string, parents: Parents): void => {
  const done = new Set<number>()
  for (const id of parents.keys()) {
    const way = new Set<number>()
    for (let one = id; parents.has(one) && !done.has(one); one = parents.get(one)?.parent ?? 0) {
      if (way.has(one))
        throw new LineFault(
          parents.get(one)?.line ?? 0,
          `${place}: the parents of ${one} run in a circle: ${[...way].slice([...way].indexOf(one)).join(', ')}, ${one}.`,
        )
      way.add(one)
    }
    for (const one of way) done.add(one)
  }
}
