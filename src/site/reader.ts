import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { dependencyOn } from '../cache/change-feed.ts'
import type { AppContext } from '../core/context.ts'
import { type LookUp, readParams } from '../core/params.ts'
import { lookUpReferences } from '../core/references.ts'
import type { CacheableContext } from '../core/request-context.ts'
import { type Document, type Resource, readDocument } from '../core/resource.ts'
import type { Caches } from '../http/caches.ts'
import { joinSources, readForm } from '../http/raw-params.ts'
import type { JsonObject } from '../lib/json.ts'
import { matchSlug } from '../lib/slug.ts'
import type { IdPage } from '../query/find-ids.ts'

/** A page of a list: the records as the interface answers them. */
export type RecordPage<R> = { readonly records: readonly R[]; readonly total: number }

/**
 * Reads records for pages and feeds by the operations of the interface: the same filters, the same policy, the same totals. Records
 * are shared with whoever reads them next, and must not be changed.
 */
export type RecordReader = {
  /**
   * A page of a list by its query, such as `venue=5&per_page=20`.
   * @throws ApiError `rest_invalid_param` as the interface does.
   */
  readonly list: <R = JsonObject>(
    context: CacheableContext,
    resource: Resource,
    query: string,
  ) => Promise<RecordPage<R>>
  /** The ids of a page of a list, for those who read its records a few at a time, and how many match in all. */
  readonly find: (context: CacheableContext, resource: Resource, query: string) => Promise<IdPage>
  /** Records in the order of their ids; those that the caller may not read (any longer) are left out. */
  readonly records: <R = JsonObject>(
    context: CacheableContext,
    resource: Resource,
    ids: readonly number[],
  ) => Promise<readonly R[]>
  /** One record, with all that only single ones have.
   * @throws ApiError of the resource where there is none that the caller may read. */
  readonly read: <R = JsonObject>(context: CacheableContext, resource: Resource, slug: string) => Promise<R>
}

/** Records that are put together before others are answered: one that is not in memory takes up to a fifth of a millisecond. */
const perTurn = 50

/** Makes a reader; records that were read stay in memory in `maxBytes` at most. */
export const createRecordReader = (
  { database }: AppContext,
  { changeFeed: changes, documents }: Caches,
  maxBytes: number,
): RecordReader => {
  // Equal bytes have equal tags.
  const parsed = new LRUCache<string, JsonObject>({ maxSize: Math.max(maxBytes, 1) })
  const parse = ({ tag, bytes }: Document): JsonObject => {
    const known = parsed.get(tag)
    if (known) return known
    const record = readDocument({ bytes })
    // What is made of records, such as their text in calendars, stays as long as they do.
    parsed.set(tag, record, { size: Math.max(2 * bytes.length, 1) })
    return record
  }
  const lookUp: LookUp = (references) => lookUpReferences(database, references)
  const find: RecordReader['find'] = async (context, resource, query) => {
    const raw = joinSources([readForm(query)])
    const options = { requireAll: false, check: resource.checks?.filters }
    const values = await readParams(resource.filters, raw, context, lookUp, options)
    const plan = resource.operations.list(database, context, values)
    return plan.find(dependencyOn(changes, resource.dependsOn, plan.range))
  }
  const records = async <R>(
    context: CacheableContext,
    resource: Resource,
    ids: readonly number[],
  ): Promise<readonly R[]> => {
    const found: JsonObject[] = []
    for (let at = 0; at < ids.length; at += perTurn) {
      if (at > 0) await nextTurn()
      const pieces = await documents[resource.name](context.caller, ids.slice(at, at + perTurn))
      for (const piece of pieces) found.push(parse(piece))
    }
    return found as readonly unknown[] as readonly R[]
  }
  return {
    records,
    find,
    list: async <R>(context: CacheableContext, resource: Resource, query: string) => {
      const { ids, total } = await find(context, resource, query)
      return { records: await records<R>(context, resource, ids), total }
    },
    read: async <R>(context: CacheableContext, resource: Resource, slug: string) => {
      const { record } = await resource.operations.read(database, context, { column: 'slug', value: matchSlug(slug) })
      return record as R
    },
  }
}
