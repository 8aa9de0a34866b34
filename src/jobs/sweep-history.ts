import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../core/context.ts'
import type { Database } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'
import { forgetSubmissions } from '../resources/submissions/stored.ts'
import { type BackgroundJob, repeat } from './repeat.ts'

/** Entries that one transaction removes: few milliseconds of SQLite. */
const portion = 500

/** Milliseconds between two portions, and between two sweeps. */
const pause = 200
const interval = 3_600_000

const day = 86_400_000

/** Makes the job that removes entries of the history older than configured, and old submissions, once an hour, from `start` on. */
export const sweepHistory = (app: AppContext): BackgroundJob => {
  const { config, database, clock } = app
  return repeat(app, { first: pause, interval, fault: 'the history was not swept' }, async (isOpen) => {
    const before = nowText(clock() - config.activityDays * day)
    await sweepSubmissions(database, clock(), config.activityDays)
    while (isOpen() && (await removeOld(database, before)) === portion) await wait(pause, undefined, { ref: false })
  })
}

/** Writes only where there are submissions, as few calendars have. */
const sweepSubmissions = async (database: Database, now: number, days: number): Promise<void> => {
  const { kysely } = database
  if (await kysely.selectFrom('submission').select('id').limit(1).executeTakeFirst())
    await database.transact((db) => forgetSubmissions(db, now, days))
}

/** Removes the oldest entries from before a moment, one portion at most, and returns how many; ids grow with time. */
export const removeOld = async (database: Database, before: string): Promise<number> => {
  const oldest = await database.kysely
    .selectFrom('revision')
    .select(['id', 'date_utc'])
    .orderBy('id')
    .limit(portion)
    .execute()
  const ids = oldest.filter(({ date_utc }) => date_utc < before).map(({ id }) => id)
  if (ids.length === 0) return 0
  await database.transact(async ({ kysely, dialect }) => {
    await kysely
      .deleteFrom('revision')
      .where((eb) => dialect.isIn(eb.ref('id'), ids))
      .execute()
  })
  return ids.length
}
