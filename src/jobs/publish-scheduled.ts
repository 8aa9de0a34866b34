import { sql } from 'kysely'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { asListed } from '../core/store.ts'
import type { Database, Db } from '../db/database.ts'
import type { PostTableName } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { epochOf, nowText } from '../lib/time-zone.ts'

const tables = ['event', 'venue', 'organizer'] as const satisfies readonly PostTableName[]

/**
 * Makes what every request does first: it publishes the scheduled records whose time has come (contract B5.5), so that none ever sees
 * a list from before, and answers the version of the content that the request sees at least. The first moment at which a record
 * is due is remembered until a record changeFeed.
 * @returns a function of the present in epoch milliseconds.
 */
export const createSchedule = (database: Database, changeFeed: ChangeFeed): ((now: number) => Awaitable<number>) => {
  const first = firstDue(database)
  let known = { version: Number.NEGATIVE_INFINITY, due: Number.POSITIVE_INFINITY }
  const findDue = (version: number): Awaitable<number> => {
    if (!changeFeed.haveChanged(tables, known.version)) return known.due
    return after(database.select(first, []), ([row]) => {
      const due = row?.date_utc ? epochOf(row.date_utc) : Number.POSITIVE_INFINITY
      known = { version, due }
      return due
    })
  }
  return (now) =>
    after(changeFeed.catchUp(), (version) =>
      after(findDue(version), (due) => (due > now ? version : publishDue(database, changeFeed, now))),
    )
}

const publishDue = async (database: Database, changeFeed: ChangeFeed, now: number): Promise<number> => {
  try {
    await database.transact((db) => publish(db, nowText(now)))
  } catch (error) {
    // A full disk is no reason to read nothing; they become public when there is room.
    if (!database.dialect.isUnavailable(error)) throw error
  }
  return changeFeed.catchUp()
}

const scheduled = (db: Db, table: PostTableName) =>
  db.kysely.selectFrom(asListed(table)).where('status', '=', sql.lit('future'))

const firstDue = (db: Db) => {
  const first = (table: PostTableName) => scheduled(db, table).select((eb) => eb.fn.min('date_utc').as('date_utc'))
  const all = first('event').unionAll(first('venue')).unionAll(first('organizer')).as('first')
  return db.kysely
    .selectFrom(all)
    .select((eb) => eb.fn.min('date_utc').as('date_utc'))
    .compile()
}

const due = (db: Db, table: PostTableName, now: string) =>
  scheduled(db, table).select('id').where('date_utc', '<=', now)

const publish = async (db: Db, now: string): Promise<void> => {
  for (const table of tables) {
    const ids = (await due(db, table, now).execute()).map(({ id }) => id)
    if (ids.length === 0) continue
    await db.kysely
      .updateTable(asListed(table))
      .set({ status: 'publish' })
      .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
      .execute()
  }
}
