import { isJsonObject, type Json } from '../../lib/json.ts'
import type { ImportedKind } from '../read/record.ts'
import { KeptFault, quote } from './faults.ts'
import type { AnyRow } from './kept.ts'
import type { Key, LineRow, Reference } from './references.ts'

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
