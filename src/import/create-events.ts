import type { RequestContext } from '../core/context.ts'
import type { Db } from '../db/database.ts'
import type { Try } from '../db/savepoint.ts'
import type { PostRow } from '../db/schema.ts'
import { createTogether } from '../resources/events/create-together.ts'
import { cacheLinks, type LinkCache, useCachedLinks } from './link-cache.ts'
import type { ReadItem } from './read/items.ts'

/** What came of new events: those that were created, of a series the first, and the errors of the others. */
type CreatedEvents = {
  readonly created: ReadonlyMap<ReadItem, Pick<PostRow<'event'>, 'id' | 'slug'>>
  readonly refusals: ReadonlyMap<ReadItem, unknown>
}

/** Creates events within a transaction. `attempt` runs what may fail. The history keeps no versions: the source has them. */
export const createEvents = async (
  db: Db,
  context: RequestContext,
  items: readonly ReadItem[],
  linkCache: LinkCache['rows'],
  attempt: Try,
): Promise<CreatedEvents> => {
  const { created, refusals } = await createTogether(db, context, items, {
    attempt,
    keepsVersions: false,
    replace: (values) => useCachedLinks(linkCache, values),
    learn: (links, values) => cacheLinks(linkCache, links, values),
  })
  const rows = new Map<ReadItem, Pick<PostRow<'event'>, 'id' | 'slug'>>()
  for (const [item, { row }] of created) rows.set(item, row)
  return { created: rows, refusals }
}
