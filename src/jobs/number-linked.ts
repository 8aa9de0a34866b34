import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { AppContext } from '../core/context.ts'
import type { Db } from '../db/database.ts'
import { type FollowedKind, type LinkedTable, type ShownKind, shownKinds } from '../db/schema.ts'
import type { BackgroundJob } from './repeat.ts'

/** Events that one transaction numbers: few milliseconds of SQLite; and milliseconds between two transactions of many. */
const portion = 500
const pause = 20

/** Milliseconds until the next try after a fault. */
const rest = 2000

/** The events that show a record, by the kind of the record. */
const eventsOf: { readonly [kind in ShownKind]: (id: number) => RawBuilder<unknown> } = {
  venue: (id) => sql`select event_id as id from event_venue where venue_id = ${id}`,
  organizer: (id) => sql`select event_id as id from event_organizer where organizer_id = ${id}`,
  term: (id) => sql`select event_id as id from event_term where term_id = ${id}`,
  image: (id) => sql`select id from event where image_id = ${id}`,
}

/**
 * Makes the job that gives a new change number to the events that show a changed venue, organizer, category, tag or image, since their records
 * have changed too (contract C8.1). Triggers note what has changed in the transaction of the change, so that nothing is forgotten when a
 * process ends; any process may do the work. It begins as soon as a process learns of such a change.
 */
export const numberLinked = ({ database, log }: AppContext, changeFeed: ChangeFeed): BackgroundJob => {
  let isOpen = true
  let isRunning = false
  let isAsked = false
  let again: NodeJS.Timeout | undefined
  const run = async (): Promise<void> => {
    isAsked = true
    if (isRunning || !isOpen) return
    isRunning = true
    try {
      while (isOpen && isAsked) {
        isAsked = false
        if (!(await database.kysely.selectFrom('pending_link').select('kind').limit(1).executeTakeFirst())) continue
        isAsked = await database.transact(numberSome)
        if (isAsked) await wait(pause, undefined, { ref: false })
      }
    } catch (error) {
      // What is noted stays: nobody else may change such a record for a long time.
      clearTimeout(again)
      if (isOpen) again = setTimeout(run, rest).unref()
      if (!database.dialect.isUnavailable(error))
        log.warn({ error }, 'the events of a changed record were not numbered')
    } finally {
      isRunning = false
    }
  }
  changeFeed.watch((changes) => {
    if (changes.some(({ kind }) => shownKinds.some((shown) => shown === kind))) void run()
  })
  return {
    start: () => void run(),
    close: () => {
      isOpen = false
      clearTimeout(again)
    },
  }
}

/** Numbers the next events of one record; returns whether there was one. */
const numberSome = async (db: Db): Promise<boolean> => {
  // Takes no number yet, but the turn, also before those who write by hand: what is noted stays as it is until it is worked off.
  await db.dialect.reserveChanges(db.kysely, 0)
  const pending = await db.kysely.selectFrom('pending_link').selectAll().limit(1).executeTakeFirst()
  if (!pending) return false
  const { kind, record_id, after_id } = pending
  const { rows } = await sql<{ id: number }>`select id from (${eventsOf[kind](record_id)}) as linked
    where id > ${after_id} order by id limit ${portion}`.execute(db.kysely)
  const ids = rows.map(({ id }) => id)
  await renumber(db, 'event', ids)
  const own = db.kysely.updateTable('pending_link').where('kind', '=', kind).where('record_id', '=', record_id)
  if (ids.length === portion) {
    await own.set({ after_id: ids.at(-1) ?? 0 }).execute()
    return true
  }
  if (kind === 'image') for (const table of ['venue', 'organizer'] as const) await numberImageOf(db, table, record_id)
  await db.kysely.deleteFrom('pending_link').where('kind', '=', kind).where('record_id', '=', record_id).execute()
  return true
}

/** Venues and organizers show their image, and events show these. */
const numberImageOf = async (db: Db, table: LinkedTable, image: number): Promise<void> => {
  const rows = await db.kysely.selectFrom(table).select('id').where('image_id', '=', image).execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await renumber(db, table, ids)
  await db.kysely
    .insertInto('pending_link')
    .values(ids.map((record_id) => ({ kind: table, record_id, after_id: 0 })))
    .onConflict((it) => it.columns(['kind', 'record_id']).doUpdateSet({ after_id: 0 }))
    .execute()
}

/** Gives records the next numbers, as if they had changed one after the other. */
const renumber = async ({ kysely, dialect }: Db, kind: FollowedKind, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const first = await dialect.reserveChanges(kysely, ids.length)
  const list = sql.val(dialect.encodeIds(ids))
  const record = sql.ref<number>('record_id')
  await sql`update latest_change set number = ${first} + numbered.position from (
      select record_id, row_number() over (order by record_id) - 1 as position from latest_change
        where kind = ${kind} and ${dialect.isInList(record, list)}) as numbered
    where latest_change.kind = ${kind} and latest_change.record_id = numbered.record_id`.execute(kysely)
  // Other processes learn from the log alone that there are new numbers.
  await kysely.insertInto('change').values({ kind: 'number', record_id: 0 }).execute()
}
