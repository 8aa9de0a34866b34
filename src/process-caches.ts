import { createCredentialCache, recordLastUses } from './accounts/credential-cache.ts'
import { followChanges } from './cache/change-feed.ts'
import { createChangeWaiting } from './cache/change-waiting.ts'
import { type AppContext, currentSite } from './core/context.ts'
import { createResponseCache } from './http/fast-path.ts'
import type { Caches } from './http/types.ts'
import { createSchedule } from './jobs/publish-scheduled.ts'
import { createDocumentReaders } from './resources/documents.ts'

/** Makes the caches of a process. */
export const createCaches = (app: AppContext): Caches => {
  const { config, database } = app
  const changeFeed = followChanges(database)
  const site = currentSite(app)
  const lastUses = recordLastUses(app)
  const sync = createSchedule(database, changeFeed)
  return {
    changeFeed,
    sync,
    waiting: createChangeWaiting(async () => {
      await sync(app.clock())
      return changeFeed.position().number
    }),
    credentials: createCredentialCache(changeFeed, lastUses.note),
    lastUses,
    documents: createDocumentReaders({ site, database, changeFeed }, config.recordCache),
    // Streams use no cache: entries that are dropped soon would only fill the old generation of the heap.
    passing: createDocumentReaders({ site, database, changeFeed }, 0),
    responses: createResponseCache(config.answerCache, changeFeed),
  }
}
