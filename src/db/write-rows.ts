import type { Insertable } from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'
import { runStatement } from './statement.ts'

/**
 * Inserts rows that have the same columns in the same order, many by each statement. There are only a few different statements, so that
 * each is compiled and prepared once.
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

/** The number of rows for the next statement. */
const sizeOf = (remaining: number): number =>
  remaining >= 256 ? 256 : remaining >= 64 ? 64 : remaining >= 8 ? 8 : remaining

/** Updates only the given columns of a row, so that indexes of other columns are not written. */
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
