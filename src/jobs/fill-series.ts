import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../core/context.ts'
import type { Db } from '../db/database.ts'
import { fillSeries, findUnfilled } from '../resources/events/series/fill.ts'
import { type BackgroundJob, repeat } from './repeat.ts'

/** Milliseconds after the start, between two series, and between two rounds. */
const pause = 200
const interval = 3_600_000

const fault = 'a series was not filled'

/**
 * Makes the job that adds occurrences to series without an end, once an hour, from `start` on (contract C3.2). Each series is filled in a
 * transaction of its own, which looks again at how far the series is filled: several processes add nothing twice, and a process that is
 * killed leaves nothing half done.
 */
export const fillAllSeries = (app: AppContext): BackgroundJob => {
  const { database, clock, log } = app
  return repeat(app, { first: pause, interval, fault }, async (isOpen) => {
    // Settings may have changed since the last round.
    const context = { config: app.config, now: clock }
    for (const id of await findUnfilled(database, context)) {
      if (!isOpen()) return
      try {
        await database.transact((db: Db) => fillSeries(db, context, id))
      } catch (error) {
        // The others still are.
        if (!database.dialect.isUnavailable(error)) log.warn({ error, series: id }, fault)
      }
      await wait(pause, undefined, { ref: false })
    }
  })
}
