import type { ChangeFeed } from '../../cache/change-feed.ts'
import type { Site } from '../../core/context.ts'
import type { Database } from '../../db/database.ts'

/** Where fragments come from. */
export type FragmentSource = {
  /** A function, since the public URL may name a port that is known only when the server listens. */
  readonly site: () => Site
  readonly database: Database
  readonly changeFeed: ChangeFeed
}
