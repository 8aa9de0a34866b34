import type { Database } from '../../src/db/database.ts'
import { insertAll, type NewRows } from '../../src/db/statement.ts'

/** How many records are made: more than are tested one by one while a request waits. */
export const copies = 2100

/** Fills a table with rows like that of a record, with other ids and slugs, which are found by `text`. */
export const addCopies = async (
  database: Database,
  table: 'event' | 'venue',
  id: number,
  text: string,
): Promise<void> => {
  const first = table === 'event' ? 100_000 : 200_000
  const ids = Array.from({ length: copies }, (_, at) => first + at)
  await database.transact(async (db) => {
    const row = await db.kysely.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await insertAll(db, [
      { table: 'record', rows: ids.map((copy) => ({ id: copy, kind: table })) },
      { table, rows: ids.map((copy) => ({ ...row, id: copy, slug: `copy-${copy}` })) } as NewRows,
      { table: 'search_text', rows: ids.map((copy) => ({ record_id: copy, text })) },
    ])
  })
}
