import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Language } from '../i18n/catalogue.ts'
import type { Links } from '../lib/links.ts'
import type { Log } from '../lib/log.ts'
import type { Zone } from '../lib/time-zone.ts'
import type { Intake } from '../media/intake.ts'
import type { Caller } from './policy.ts'

/** What all parts of one server share. */
export type AppContext = {
  readonly config: Config
  readonly database: Database
  /** The present moment in epoch milliseconds; tests set it. */
  readonly clock: () => number
  readonly log: Log
}

/** The settings and addresses of the server that records show. */
export type Site = { readonly config: Config; readonly links: Links }

/** Somebody who waits for a response: a network or a user, and a signal that is aborted when nobody waits any more. */
export type Asker = { readonly client: string; readonly signal: AbortSignal }

/** Bytes that several series may still copy to their dates. */
export type CopyBudget = {
  left: number
  /** The bytes for which each date counts at least, where it is their number that has to be bounded too. */
  readonly leastOfDate?: number
}

/** The present as texts `YYYY-MM-DD HH:MM:SS`: in UTC, and by the clock of the site. */
export type Stamp = { readonly utc: string; readonly local: string }

/** The context of one request: the caller, the time, the language and the address of the server. */
export type RequestContext = Site & {
  /**
   * The present in epoch milliseconds, which stays the same for the whole request. A response for which it was called is not cached, since
   * it is valid only at that moment.
   */
  readonly now: () => number
  /** The same as texts, as records keep it. */
  readonly stamp: () => Stamp
  /** The beginning of the day in the site's zone, `YYYY-MM-DD 00:00:00`. A response for which it was called is cached until the day ends. */
  readonly today: () => string
  /**
   * Calls `find` with the present, in epoch milliseconds. `find` returns with its result how long that is valid. The response is cached as
   * long, and sends this time as `max-age` (contract C1.2).
   */
  readonly during: <T extends { readonly from: number; readonly until: number }>(
    find: (now: number) => Promise<T>,
  ) => Promise<T>
  /** The request reads this version of the content or a later one. */
  readonly version: number
  readonly zone: Zone
  readonly caller: Caller
  /** Who waits for the response; undefined where the server itself asks. */
  readonly asker?: (() => Asker) | undefined
  /** The images that a write brings, and the files that it adds and removes. */
  readonly intake: Intake
  /** What series may still copy to their dates in this write, where that is not decided for each series alone. */
  readonly copies?: CopyBudget
  readonly language: Language
}
