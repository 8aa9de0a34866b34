import type { ChangeFeed } from '../../cache/change-feed.ts'
import type { Site } from '../../core/context.ts'
import type { Database } from '../../db/database.ts'

/** Where fragments come from. */
export type FragmentSource = {
  /** Settled only when the server listens: the public URL may name the port that was free. */
  readonly site: () => Site
  readonly database: Database
  readonly changeFeed: ChangeFeed
}
