import type { RequestContext } from '../core/context.ts'
import type { Db } from '../db/database.ts'
import type { Try } from '../db/savepoint.ts'
import { createTogether } from '../resources/events/create-together.ts'
import { readOccurrences } from '../resources/events/series/stored.ts'
import type { ReadLine } from './line.ts'
import { keepLinks, type LinkCache, learnLinks, recallLinks, replaceLinks } from './link-cache.ts'

/** What came of a batch: the errors of the lines that were refused, the ids of new events, and what the next batch may know. */
export type BatchResult = {
  readonly refusals: ReadonlyMap<ReadLine, unknown>
  readonly ids: readonly number[]
  readonly linkCache: LinkCache
}

/** Creates the events of lines within a transaction. `attempt` runs what may fail. The history keeps no versions: the file has them. */
export const importBatch = async (
  db: Db,
  context: RequestContext,
  lines: readonly ReadLine[],
  known: LinkCache,
  attempt: Try,
): Promise<BatchResult> => {
  const linkCache = await recallLinks(db, known)
  const { created, refusals } = await createTogether(db, context, lines, {
    attempt,
    keepsVersions: false,
    replace: (values) => replaceLinks(linkCache, values),
    learn: (links, values) => learnLinks(linkCache, links, values),
  })
  const ids: number[] = []
  for (const { row } of created.values()) {
    if (row.series_id === null) ids.push(row.id)
    else for (const { id } of await readOccurrences(db, row.series_id)) ids.push(id)
  }
  return { refusals, ids, linkCache: await keepLinks(db, linkCache) }
}
