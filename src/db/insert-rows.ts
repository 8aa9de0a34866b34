import { CompiledQuery, type Insertable } from 'kysely'
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
    const text = compile(db, table, part)
    const values = part.flatMap((row): unknown[] => Object.values(row))
    await db.kysely.executeQuery(CompiledQuery.raw(text, values))
    at += part.length
  }
}

/** What is inserted by one statement: 256 rows, 64, 8, or what is left of them. */
const sizeOf = (left: number): number => [256, 64, 8].find((size) => size <= left) ?? left

const texts = new Map<string, string>()

const compile = (db: Db, table: keyof Schema, rows: readonly object[]): string => {
  const key = [db.dialect.name, table, rows.length, ...Object.keys(rows[0] ?? {})].join()
  const known = texts.get(key)
  if (known !== undefined) return known
  const { sql } = db.kysely
    .insertInto(table as 'record')
    .values(rows as never)
    .compile()
  texts.set(key, sql)
  return sql
}
