import type { Insertable } from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'
import { runStatement } from './statement.ts'

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
    const values: unknown[] = []
    for (const row of part) values.push(...Object.values(row))
    const build = () => db.kysely.insertInto(table as 'record').values(part as never)
    await runStatement(db, `insert ${table} ${part.length} ${Object.keys(part[0] ?? {})}`, build, values)
    at += part.length
  }
}

/** What is inserted by one statement: 256 rows, 64, 8, or what is left of them. */
const sizeOf = (left: number): number => (left >= 256 ? 256 : left >= 64 ? 64 : left >= 8 ? 8 : left)

/** Changes these columns of the row with the id, and leaves the others alone, also in the indexes. */
export const updateRow = async <T extends 'event' | 'venue' | 'organizer'>(
  db: Db,
  table: T,
  id: number,
  changed: Partial<Insertable<Schema[T]>>,
): Promise<void> => {
  const columns = Object.keys(changed)
  if (columns.length === 0) return
  const build = () =>
    db.kysely
      .updateTable(table as 'venue')
      .set(changed as never)
      .where('id', '=', id)
  await runStatement(db, `update ${table} ${columns}`, build, [...Object.values(changed), id])
}
