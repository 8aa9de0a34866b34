import type { Insertable, QueryCreator } from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'
import { runStatement } from './statement.ts'

/** New rows of a table, with the same columns in the same order. */
export type NewRows = {
  [T in keyof Schema]: { readonly table: T; readonly rows: readonly Insertable<Schema[T]>[] }
}[keyof Schema]

/**
 * Inserts rows into several tables; later ones may refer to earlier ones. A few rows are inserted by one statement if that saves round trips,
 * otherwise table by table with many rows per statement. There are only a few different statements, so that each is compiled and prepared once.
 */
export const insertAll = async (db: Db, inserts: readonly NewRows[]): Promise<void> => {
  let count = 0
  for (const { rows } of inserts) count += rows.length
  if (count <= db.dialect.maxRowsTogether) {
    const parts = inserts.filter(({ rows }) => rows.length > 0)
    if (parts.length > 0) await insertTogether(db, parts)
    return
  }
  for (const { table, rows } of inserts) {
    for (let at = 0; at < rows.length; ) {
      const remaining = rows.length - at
      const size = remaining >= 256 ? 256 : remaining >= 64 ? 64 : remaining >= 8 ? 8 : remaining
      await insertTogether(db, [{ table, rows: rows.slice(at, at + size) } as NewRows])
      at += size
    }
  }
}

/** Inserts all rows by one statement, into several tables by common table expressions. */
const insertTogether = async (db: Db, parts: readonly NewRows[]): Promise<void> => {
  const values: unknown[] = []
  let key = 'insert'
  for (const { table, rows } of parts) {
    for (const row of rows) values.push(...Object.values(row))
    key += ` ${table} ${rows.length} ${Object.keys(rows[0] ?? {})}`
  }
  await runStatement(db, key, () => buildInserts(db, parts), values)
}

const buildInserts = ({ kysely }: Db, parts: readonly NewRows[]) => {
  let creator: QueryCreator<Schema> = kysely
  for (const [at, { table, rows }] of parts.slice(0, -1).entries())
    creator = creator.with(`rows_${at}`, (query) => query.insertInto(table as 'record').values(rows as never))
  const { table, rows } = parts.at(-1) as NewRows
  // The compiler sees one table for all of them.
  return creator.insertInto(table as 'record').values(rows as never)
}

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
