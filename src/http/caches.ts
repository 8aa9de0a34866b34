import type { CredentialCache } from '../accounts/credential-cache.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { DocumentReaders } from '../core/resource.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { ResponseCache } from './response-cache.ts'

/** What a process has in memory for reading, and how it learns what of it is right. */
export type Caches = {
  readonly changeFeed: ChangeFeed
  /** Publishes what is due at that time, in epoch milliseconds, and answers the version of the content that a request sees at least. */
  readonly sync: (now: number) => Awaitable<number>
  readonly credentials: CredentialCache
  readonly documents: DocumentReaders
  readonly responses: ResponseCache
}
