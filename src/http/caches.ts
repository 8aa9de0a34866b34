import type { CredentialCache } from '../accounts/credential-cache.ts'
import type { LastUses } from '../accounts/last-uses.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { DocumentReaders } from '../core/resource.ts'
import type { ResponseCache } from './response-cache.ts'

/** The caches of a process, and the change feed that invalidates them. */
export type Caches = {
  readonly changeFeed: ChangeFeed
  /**
   * Reads the changes of other processes, publishes scheduled records that are due at this time (epoch milliseconds), and returns the
   * version of the content.
   */
  readonly sync: (now: number) => Promise<number>
  readonly credentials: CredentialCache
  readonly lastUses: LastUses
  readonly documents: DocumentReaders
  /** The same for streams, which read everything once and would push out of memory what is asked for again. */
  readonly passing: DocumentReaders
  readonly responses: ResponseCache
}
