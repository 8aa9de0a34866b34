import type { Site } from '../core/context.ts'
import type { Database } from '../db/database.ts'
import type { Changes } from './change-feed.ts'

/** Where fragments come from. */
export type Source = {
  /** Settled only when the server listens: the public URL may name the port that was free. */
  readonly site: () => Site
  readonly database: Database
  readonly changes: Changes
}
