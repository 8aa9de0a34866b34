import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { dependencyOn } from '../cache/change-feed.ts'
import type { AppContext, CacheableContext } from '../core/context.ts'
import { type ParamTable, readParams, type Values } from '../core/params.ts'
import { lookUpReferences } from '../core/references.ts'
import { type Document, type IdPage, type ReadResource, type Resource, readDocument } from '../core/resource.ts'
import { readForm } from '../http/raw-params.ts'
import type { Caches } from '../http/types.ts'
import type { JsonObject } from '../lib/json.ts'
import { matchSlug } from '../lib/text.ts'
import type { categoryFilters } from '../resources/categories/filters.ts'
import { categories } from '../resources/categories/resource.ts'
import { type EventLine, type EventTimes, readEventLines, readEventTimes } from '../resources/events/lines.ts'
import { shownEvents, type shownFilters } from '../resources/events/resource.ts'
import { series } from '../resources/events/series/resource.ts'
import type { mediaFilters } from '../resources/media/filters.ts'
import { media } from '../resources/media/resource.ts'
import type { organizerFilters } from '../resources/organizers/filters.ts'
import { organizers } from '../resources/organizers/resource.ts'
import type { tagFilters } from '../resources/tags/filters.ts'
import { tags } from '../resources/tags/resource.ts'
import type { venueFilters } from '../resources/venues/filters.ts'
import { venues } from '../resources/venues/resource.ts'
import { asRecord, type RecordTypes } from './record-types.ts'

/** A page of a list, with records as in the API. */
export type RecordPage<R> = { readonly records: readonly R[]; readonly total: number }

/** Reads the resource `N`. `F` are the values of its filters, with the same meaning as in the API. */
export type Records<F, N extends Resource['name'], R = RecordTypes[N]> = {
  /** A page of a list. */
  readonly list: (filters: F) => Promise<RecordPage<R>>
  /** The ids of a page of a list, for callers that read its records a few at a time, and how many match in all. */
  readonly find: (filters: F, isCounted?: boolean) => Promise<IdPage>
  /** The records of a page of a list that nobody has to count. */
  readonly some: (filters: F) => Promise<readonly R[]>
  /** Records in the order of their ids; those that the caller may not read (any longer) are left out. */
  readonly byIds: (ids: readonly number[]) => Promise<readonly R[]>
  /**
   * One record, with the members of single reads.
   * @throws ApiError of the resource if there is none that the caller may read.
   */
  readonly bySlug: (slug: string) => Promise<R>
  /**
   * Reads filters from a query, like parameters of the API.
   * @throws ApiError `rest_invalid_param`
   */
  readonly readFilters: (sent: URLSearchParams) => Promise<F>
}

/** Values of the filters of events, among them the one that only pages and feeds have. */
export type EventFilters = Values<typeof shownFilters>

/**
 * Reads records for a page or a feed with the operations of the API: the same filters, policy and totals. Records
 * are shared with later readers, and must not be changed.
 */
export type RecordReader = {
  readonly events: Records<EventFilters, 'event'> & {
    /** What calendars show of events, in the order of their ids. */
    readonly linesOf: (ids: readonly number[]) => Promise<readonly EventLine[]>
    /** When events are, in the order of their ids. */
    readonly times: (ids: readonly number[]) => Promise<readonly EventTimes[]>
  }
  readonly venues: Records<Values<typeof venueFilters>, 'venue'>
  readonly organizers: Records<Values<typeof organizerFilters>, 'organizer'>
  readonly categories: Records<Values<typeof categoryFilters>, 'category'>
  readonly tags: Records<Values<typeof tagFilters>, 'tag'>
  readonly images: Records<Values<typeof mediaFilters>, 'attachment'>
  readonly series: Pick<Records<Values<ParamTable>, 'series'>, 'byIds'>
}

/** Number of records composed before other requests get a turn: one that is not in memory takes up to a fifth of a millisecond. */
const perTurn = 50

/** Number of events of which the times are read before other requests get a turn. */
const timesPerTurn = 5000

/** Makes the readers of a process; they cache parsed records in at most `maxBytes`. */
export const createRecordReaders = (
  { database }: AppContext,
  { changeFeed, documents }: Caches,
  maxBytes: number,
): ((context: CacheableContext) => RecordReader) => {
  const parse = createParser(maxBytes)
  const source = { db: database, lookUp: lookUpReferences }
  const recordsOf = <F extends Values<ParamTable>, N extends Resource['name']>(
    name: N,
    resource: ReadResource,
    context: CacheableContext,
  ): Records<F, N> => {
    const { operations, filters } = resource
    const find = async (values: F, isCounted?: boolean): Promise<IdPage> => {
      const plan = operations.list(database, context, values)
      return plan.find(dependencyOn(changeFeed, resource.dependsOn, plan.range), isCounted)
    }
    const byIds = async (ids: readonly number[]): Promise<readonly RecordTypes[N][]> => {
      const found: RecordTypes[N][] = []
      for (let at = 0; at < ids.length; at += perTurn) {
        if (at > 0) await nextTurn()
        const some = await documents[name](context.caller, ids.slice(at, at + perTurn))
        for (const document of some) found.push(asRecord(name, parse(document)))
      }
      return found
    }
    return {
      find,
      byIds,
      some: async (values) => byIds((await find(values, false)).ids),
      list: async (values) => {
        const { ids, total } = await find(values)
        return { records: await byIds(ids), total }
      },
      bySlug: async (slug) => {
        const key = { column: 'slug', value: matchSlug(slug) } as const
        return asRecord(name, readDocument(await operations.read({ database, documents }, context, key)))
      },
      readFilters: async (sent) => {
        const raw = readForm(sent.toString())
        const options = { requireAll: false, check: resource.checks?.filters }
        // The values have the types of the filters, which are those of `F`.
        return (await readParams(filters, raw, context, source, options)) as F
      },
    }
  }
  const readLines = readEventLines(database)
  const readTimes = readEventTimes(database)
  const eventsOf = (context: CacheableContext): RecordReader['events'] => {
    const records = recordsOf<EventFilters, 'event'>('event', shownEvents, context)
    return {
      ...records,
      linesOf: async (ids) => readLines(context, ids),
      times: async (ids) => {
        const found: EventTimes[] = []
        for (let at = 0; at < ids.length; at += timesPerTurn) {
          if (at > 0) await nextTurn()
          for (const times of await readTimes(context.caller, ids.slice(at, at + timesPerTurn))) found.push(times)
        }
        return found
      },
    }
  }
  return (context) => ({
    events: eventsOf(context),
    venues: recordsOf('venue', venues, context),
    organizers: recordsOf('organizer', organizers, context),
    categories: recordsOf('category', categories, context),
    tags: recordsOf('tag', tags, context),
    images: recordsOf('attachment', media, context),
    series: recordsOf('series', series, context),
  })
}

/** Parses documents, each once: equal bytes have equal tags. */
const createParser = (maxBytes: number): ((document: Document) => JsonObject) => {
  const parsed = new LRUCache<string, JsonObject>({ maxSize: Math.max(maxBytes, 1) })
  return (document) => {
    const known = parsed.get(document.tag)
    if (known) return known
    const record = readDocument(document)
    // The object takes about twice the bytes of its text.
    parsed.set(document.tag, record, { size: Math.max(2 * document.bytes.length, 1) })
    return record
  }
}
