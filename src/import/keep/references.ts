import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { LineFault, quote } from './faults.ts'
import type { AnyRow } from './kept.ts'

/** Ids that one query looks for. */
const portion = 500

/** A row of the file, and its line. */
export type LineRow = { readonly line: number; readonly row: AnyRow }

/** Columns whose values no two rows of a table share; a row with null or '' in the first one has none. */
export type Key = {
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
