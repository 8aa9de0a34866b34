import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { asListed } from '../db/listed-table.ts'

/** The tables whose records have an author. */
const authored = ['event', 'venue', 'organizer', 'image'] as const

/** Records per statement: some milliseconds of SQLite; other requests are answered between two portions. */
const portion = 200

/** Gives all records of one user to another. */
export const reassignRecords = async (db: Db, from: number, to: number): Promise<void> => {
  for (const table of authored) {
    while ((await reassignPortion(db, table, from, to)) === portion) await nextTurn()
  }
}

const reassignPortion = async (
  { kysely }: Db,
  table: (typeof authored)[number],
  from: number,
  to: number,
): Promise<number> => {
  const { numUpdatedRows } = await kysely
    .updateTable(asListed(table))
    .set({ author_id: to })
    .where('id', 'in', (eb) => eb.selectFrom(asListed(table)).select('id').where('author_id', '=', from).limit(portion))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
