import { createKnownCallers } from './accounts/credential-cache.ts'
import { followChanges } from './cache/change-feed.ts'
import { createKnownReferences } from './cache/reference-cache.ts'
import type { Context } from './core/context.ts'
import { siteOf } from './core/request-context.ts'
import type { Reading } from './http/caches.ts'
import { createKeptAnswers } from './http/response-cache.ts'
import { createSchedule } from './jobs/publish-scheduled.ts'
import { createComposers } from './resources/documents.ts'

/** Makes the memory of a process, empty. */
export const createReading = (context: Context): Reading => {
  const { config, database } = context
  const changes = followChanges(database)
  const site = siteOf(context)
  return {
    changes,
    freshen: createSchedule(database, changes),
    callers: createKnownCallers(changes),
    knowReferences: createKnownReferences(database, changes),
    composers: createComposers({ site, database, changes }, config.recordCache),
    answers: createKeptAnswers(config.answerCache),
  }
}
