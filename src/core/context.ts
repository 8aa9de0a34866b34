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

/** What one request knows: who asks, when, and by which address. `now` stays the same through the whole request. */
export type RequestContext = Site & {
  readonly now: number
  /** The beginning of the day of the site's zone, `YYYY-MM-DD 00:00:00`: what needs no more than that stays right until it ends. */
  readonly today: string
  /** The version of the content that is read at least. */
  readonly version: number
  readonly zone: Zone
  readonly caller: Caller
  /** The images that a write brings, and what it has to do with their files. */
  readonly intake: Intake
  readonly language: Language
}
