import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Language } from '../i18n/catalogue.ts'
import type { Links } from '../lib/links.ts'
import type { Log } from '../lib/log.ts'
import type { Zone } from '../lib/time-zone.ts'
import type { Intake } from '../media/intake.ts'
import type { Caller } from './policy.ts'

/** What the parts of one server share. */
export type AppContext = {
  readonly config: Config
  readonly database: Database
  /** The present moment in epoch milliseconds; tests set it. */
  readonly clock: () => number
  readonly log: Log
}

/** What records show of the server that answers them. */
export type Site = { readonly config: Config; readonly links: Links }

/** What one request knows: who asks, when, and by which address. */
export type RequestContext = Site & {
  /**
   * The present in epoch milliseconds, the same through the whole request. What is made with it is right at that moment only: a response
   * is not cached once this was called.
   */
  readonly now: () => number
  /** The beginning of the day in the site's zone, `YYYY-MM-DD 00:00:00`. A response that was made with it is cached until the day ends. */
  readonly today: () => string
  /** The version of the content that is read at least. */
  readonly version: number
  readonly zone: Zone
  readonly caller: Caller
  /** The images that a write brings, and what it has to do with their files. */
  readonly intake: Intake
  readonly language: Language
}
