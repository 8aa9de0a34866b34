import { createKnownCallers } from './accounts/known-callers.ts'
import { createKnownReferences } from './cache/known-references.ts'
import type { Context } from './context.ts'
import { followChanges } from './db/changes.ts'
import { createKeptAnswers } from './http/kept-answers.ts'
import type { Reading } from './http/reading.ts'
import { createSchedule } from './kinds/schedule.ts'
import { createComposers } from './resources/records.ts'
import { siteOf } from './scope.ts'

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
