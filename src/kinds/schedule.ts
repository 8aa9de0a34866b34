import { asListed } from '../crud/store.ts'
import type { Database, Db } from '../db/database.ts'
import type { PostTableName } from '../db/schema.ts'
import { nowText } from '../lib/time-zone.ts'

const tables = ['event', 'venue', 'organizer'] as const satisfies readonly PostTableName[]

/**
 * Publishes the scheduled records whose time has come (contract B5.5). Every request asks first, so none ever sees a list
 * from before; the question is one look into three small indexes.
 */
export const publishDue = async (database: Database, now: number): Promise<void> => {
  if (!(await isAnyDue(database, nowText(now)))) return
  try {
    await database.transact((db) => publish(db, nowText(now)))
  } catch (error) {
    // A full disk is no reason to read nothing; they become public when there is room.
    if (!database.dialect.isUnavailable(error)) throw error
  }
}

const due = (db: Db, table: PostTableName, now: string) =>
  db.kysely.selectFrom(asListed(table)).select('id').where('status', '=', 'future').where('date_utc', '<=', now)

const isAnyDue = async (db: Db, now: string): Promise<boolean> => {
  const row = await due(db, 'event', now)
    .unionAll(due(db, 'venue', now))
    .unionAll(due(db, 'organizer', now))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const publish = async (db: Db, now: string): Promise<void> => {
  for (const table of tables) {
    const ids = (await due(db, table, now).execute()).map(({ id }) => id)
    if (ids.length === 0) continue
    await db.kysely
      .updateTable(asListed(table))
      .set({ status: 'publish' })
      .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
      .execute()
    if (table === 'event') await countPublished(db, ids)
  }
}

/** The terms of the events that became public count them from now on. */
const countPublished = async (db: Db, ids: readonly number[]): Promise<void> => {
  const counts = await db.kysely
    .selectFrom('event_term')
    .select((eb) => ['term_id', eb.fn.countAll<number>().as('n')])
    .where((eb) => db.dialect.isIn(eb.ref('event_id'), ids))
    .groupBy('term_id')
    .execute()
  for (const { term_id, n } of counts) {
    await db.kysely
      .updateTable('term')
      .set((eb) => ({ count: eb('count', '+', Number(n)) }))
      .where('id', '=', term_id)
      .execute()
  }
}
