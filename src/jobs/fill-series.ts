import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../core/context.ts'
import type { Db } from '../db/database.ts'
import { fillSeries, findUnfilled } from '../resources/events/series/fill.ts'

/** Adds the occurrences of the next months in the background. */
export type SeriesFilling = {
  readonly start: () => void
  readonly close: () => void
}

/** Milliseconds after the start, between two series, and between two rounds. */
const pause = 200
const interval = 3_600_000

/**
 * Makes the job that adds occurrences to series without an end, once an hour, from `start` on (contract C3.2). Each series is filled in a
 * transaction of its own, which looks again at how far the series is filled: several processes add nothing twice, and a process that is
 * killed leaves nothing half done.
 */
export const fillAllSeries = (app: AppContext): SeriesFilling => {
  const { database, clock, log } = app
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  /** The rest is filled in a later round. */
  const report = (error: unknown, series?: number): void => {
    if (!database.dialect.isUnavailable(error)) log.warn({ error, series }, 'a series was not filled')
  }
  const fill = async (): Promise<void> => {
    // Settings may have changed since the last round.
    const context = { config: app.config, now: clock }
    try {
      for (const id of await findUnfilled(database, context)) {
        if (!isOpen) return
        // If one series cannot be filled, the others still are.
        await database.transact((db: Db) => fillSeries(db, context, id)).catch((error) => report(error, id))
        await wait(pause, undefined, { ref: false })
      }
    } catch (error) {
      report(error)
    }
    if (isOpen) timer = setTimeout(fill, interval).unref()
  }
  return {
    start: () => {
      timer = setTimeout(fill, pause).unref()
    },
    close: () => {
      isOpen = false
      clearTimeout(timer)
    },
  }
}
