import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../core/context.ts'
import type { Database } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'
import { forgetSubmissions } from '../resources/submissions/stored.ts'

/** Removes old entries of the history, and old submissions, in the background. */
export type HistorySweep = {
  readonly start: () => void
  readonly close: () => void
}

/** Entries that one transaction removes: few milliseconds of SQLite. */
const portion = 500

/** Milliseconds between two portions, and between two sweeps. */
const pause = 200
const interval = 3_600_000

const day = 86_400_000

/** Makes the job that removes entries older than configured, once an hour, from `start` on. */
export const sweepHistory = ({ config, database, clock, log }: AppContext): HistorySweep => {
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  const sweep = async (): Promise<void> => {
    const before = nowText(clock() - config.activityDays * day)
    try {
      await sweepSubmissions(database, clock(), config.activityDays)
      while (isOpen && (await removeOld(database, before)) === portion) await wait(pause, undefined, { ref: false })
    } catch (error) {
      // A later sweep removes the rest.
      if (!database.dialect.isUnavailable(error)) log.warn({ error }, 'the history was not swept')
    }
    if (isOpen) timer = setTimeout(sweep, interval).unref()
  }
  return {
    start: () => {
      timer = setTimeout(sweep, pause).unref()
    },
    close: () => {
      isOpen = false
      clearTimeout(timer)
    },
  }
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
