import type { Config } from './config.ts'
import type { Caller } from './crud/permissions.ts'
import type { Database } from './db/database.ts'
import type { Language } from './i18n/catalogue.ts'
import type { Links } from './lib/links.ts'
import type { Log } from './lib/log.ts'
import type { Zone } from './lib/time-zone.ts'
import type { Intake } from './media/intake.ts'

/** What the parts of one server share. */
export type Context = {
  readonly config: Config
  readonly database: Database
  /** The present moment in epoch milliseconds; tests set it. */
  readonly clock: () => number
  readonly log: Log
}

/** What one request knows: who asks, when, and by which address. `now` stays the same through the whole request. */
export type Scope = {
  readonly config: Config
  readonly now: number
  readonly zone: Zone
  readonly caller: Caller
  readonly links: Links
  /** The images that a write brings, and what it has to do with their files. */
  readonly intake: Intake
  readonly language: Language
}
