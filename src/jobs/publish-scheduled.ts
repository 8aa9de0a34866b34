import { sql } from 'kysely'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Database, Db } from '../db/database.ts'
import { asListed } from '../db/listed-table.ts'
import type { PostTableName } from '../db/schema.ts'
import { insertAll } from '../db/statement.ts'
import { nowText } from '../lib/time-zone.ts'

const tables = ['event', 'venue', 'organizer'] as const satisfies readonly PostTableName[]

/**
 * Makes the function that every request calls first, with the current time in epoch milliseconds. It reads committed changes, publishes scheduled
 * records that are due (contract B5.5), and returns the version of the content.
 */
export const createSchedule =
  (database: Database, changeFeed: ChangeFeed): ((now: number) => Promise<number>) =>
  async (now) => {
    const version = await changeFeed.catchUp()
    return changeFeed.nextDue > now ? version : publishDue(database, changeFeed, now)
  }

const publishDue = async (database: Database, changeFeed: ChangeFeed, now: number): Promise<number> => {
  try {
    await database.transact((db) => publish(db, nowText(now)))
  } catch (error) {
    // Reads must still work when the disk is full; the records are published later.
    if (!database.dialect.isUnavailable(error)) throw error
  }
  return changeFeed.catchUp()
}

const scheduled = (db: Db, table: PostTableName) =>
  db.kysely.selectFrom(asListed(table)).where('status', '=', sql.lit('future'))

const due = (db: Db, table: PostTableName, now: string) =>
  scheduled(db, table).select('id').where('date_utc', '<=', now)

const publish = async (db: Db, now: string): Promise<void> => {
  for (const table of tables) {
    const records = await due(db, table, now).select('title').execute()
    if (records.length === 0) continue
    const ids = records.map(({ id }) => id)
    await db.kysely
      .updateTable(asListed(table))
      .set({ status: 'publish' })
      .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
      .execute()
    // The server did it: the user is 0.
    const entry = {
      kind: table,
      user_id: 0,
      date_utc: now,
      action: 'published',
      changed: 'status',
      payload: null,
    } as const
    const rows = records.map(({ id, title }) => ({ ...entry, record_id: id, title }))
    await insertAll(db, [{ table: 'revision', rows }])
  }
}
