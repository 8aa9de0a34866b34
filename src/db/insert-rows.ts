import { CompiledQuery, type Insertable } from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts rows with the same columns in the same order, many by each statement, and answers their ids where the table gives them. The
 * statements are few, so that each is compiled and prepared once.
 */
export const insertRows = async <T extends keyof Schema>(
  db: Db,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
  returning?: 'id',
): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < rows.length; ) {
    const part = rows.slice(at, at + sizeOf(rows.length - at))
    const text = compile(db, table, part, returning)
    const values = part.flatMap((row): unknown[] => Object.values(row))
    const result = await db.kysely.executeQuery<{ id: number }>(CompiledQuery.raw(text, values))
    ids.push(...result.rows.map(({ id }) => id))
    at += part.length
  }
  return ids
}

/** What is inserted by one statement: 64 rows, 8, or what is left of them. */
const sizeOf = (left: number): number => (left >= 64 ? 64 : left >= 8 ? 8 : left)

const texts = new Map<string, string>()

const compile = (db: Db, table: keyof Schema, rows: readonly object[], returning: 'id' | undefined): string => {
  const key = [db.dialect.name, table, rows.length, ...Object.keys(rows[0] ?? {})].join()
  const known = texts.get(key)
  if (known !== undefined) return known
  const insert = db.kysely.insertInto(table as 'record').values(rows as never)
  const { sql } = (returning ? insert.returning(returning) : insert).compile()
  texts.set(key, sql)
  return sql
}
