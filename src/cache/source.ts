import type { Site } from '../context.ts'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/database.ts'

/** Where fragments come from. */
export type Source = {
  /** Settled only when the server listens: the public URL may name the port that was free. */
  readonly site: () => Site
  readonly database: Database
  readonly changes: Changes
}
