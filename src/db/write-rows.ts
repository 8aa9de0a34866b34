import { CompiledQuery, type Insertable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts rows with the same columns in the same order, many by each statement. The statements are few, so that each is compiled and
 * prepared once.
 */
export const insertRows = async <T extends keyof Schema>(
  db: Db,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> => {
  for (let at = 0; at < rows.length; ) {
    const part = rows.slice(at, at + sizeOf(rows.length - at))
    const text = insertText(db, table, part)
    const values = part.flatMap((row): unknown[] => Object.values(row))
    await db.kysely.executeQuery(CompiledQuery.raw(text, values))
    at += part.length
  }
}

/** What is inserted by one statement: 256 rows, 64, 8, or what is left of them. */
const sizeOf = (left: number): number => [256, 64, 8].find((size) => size <= left) ?? left

/** Changes these columns of the row with the id, and leaves the others alone, also in the indexes. */
export const updateRow = async <T extends 'event' | 'venue' | 'organizer'>(
  db: Db,
  table: T,
  id: number,
  changed: Partial<Insertable<Schema[T]>>,
): Promise<void> => {
  const columns = Object.keys(changed)
  if (columns.length === 0) return
  const text = textOf(['update', db.dialect.name, table, ...columns], () =>
    db.kysely
      .updateTable(table as 'venue')
      .set(changed as never)
      .where('id', '=', id)
      .compile(),
  )
  await db.kysely.executeQuery(CompiledQuery.raw(text, [...Object.values(changed), id]))
}

const insertText = (db: Db, table: keyof Schema, rows: readonly object[]): string =>
  textOf(['insert', db.dialect.name, table, rows.length, ...Object.keys(rows[0] ?? {})], () =>
    db.kysely
      .insertInto(table as 'record')
      .values(rows as never)
      .compile(),
  )

/** Columns come in any combination. */
const texts = new LRUCache<string, string>({ max: 500 })

/** The text of a statement, which is compiled once for all that it is known by. */
const textOf = (knownBy: readonly (string | number)[], compile: () => CompiledQuery): string => {
  const key = knownBy.join()
  const known = texts.get(key)
  if (known !== undefined) return known
  const { sql } = compile()
  texts.set(key, sql)
  return sql
}
