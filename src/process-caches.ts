import { createCredentialCache } from './accounts/credential-cache.ts'
import { recordLastUses } from './accounts/last-uses.ts'
import { followChanges } from './cache/change-feed.ts'
import type { AppContext } from './core/context.ts'
import { currentSite } from './core/request-context.ts'
import type { Caches } from './http/caches.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createSchedule } from './jobs/publish-scheduled.ts'
import { createDocumentReaders } from './resources/documents.ts'

/** Bytes of the records that streams share: venues, organizers and terms of many events. */
const passingBytes = 4 * 1024 * 1024

/** Makes the caches of a process. */
export const createCaches = (app: AppContext): Caches => {
  const { config, database } = app
  const changeFeed = followChanges(database)
  const site = currentSite(app)
  const lastUses = recordLastUses(app)
  return {
    changeFeed,
    sync: createSchedule(database, changeFeed),
    credentials: createCredentialCache(changeFeed, lastUses.note),
    lastUses,
    documents: createDocumentReaders({ site, database, changeFeed }, config.recordCache),
    passing: createDocumentReaders({ site, database, changeFeed }, Math.min(passingBytes, config.recordCache)),
    responses: createResponseCache(config.answerCache, changeFeed),
  }
}
