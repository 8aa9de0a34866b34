import type { KnownCallers } from '../accounts/credential-cache.ts'
import type { Changes } from '../cache/change-feed.ts'
import type { KnowReferences } from '../cache/reference-cache.ts'
import type { Composers } from '../core/resource.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { KeptAnswers } from './response-cache.ts'

/** What a process has in memory for reading, and how it learns what of it is right. */
export type Reading = {
  readonly changes: Changes
  /** Publishes what is due at that time, in epoch milliseconds, and answers the version of the content that a request sees at least. */
  readonly freshen: (now: number) => Awaitable<number>
  readonly callers: KnownCallers
  readonly knowReferences: KnowReferences
  readonly composers: Composers
  readonly answers: KeptAnswers
}
