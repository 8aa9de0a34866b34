import type { CacheDependency, EventRange } from '../cache/change-feed.ts'
import type { InvalidationFlag } from '../cache/fragment-cache.ts'
import type { Database, Db } from '../db/database.ts'
import type { ChangeKind, Schema } from '../db/schema.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { JsonObject } from '../lib/json.ts'
import { type Condition, condition, type Rule } from '../query/condition.ts'
import type { IdPage } from '../query/find-ids.ts'
import type { RequestContext } from './context.ts'
import type { ErrorCode } from './errors.ts'
import type { Check, Param, ParamTable, RefuseUnknown, Values } from './params.ts'
import type { Caller, Right } from './policy.ts'

/** A list parameter: its type, and the rows that it keeps; without a rule it acts together with others. */
export type Filter<T extends keyof Schema, V, S = undefined, R = V> = Param<V> & Partial<Rule<T, V, S, R>>

/** Declares a list parameter; the type of its value follows from `type`. */
export const filter = <T extends keyof Schema, V, S = undefined, R = V>(
  entry: Filter<T, V, S, R>,
): Filter<T, V, S, R> => entry

// biome-ignore lint/suspicious/noExplicitAny: filters of different types meet in one table; each keeps its own type in it.
type AnyFilter<T extends keyof Schema> = Filter<T, any, any, any>

/** The filters of a list of rows of one table. */
export type FilterTable<T extends keyof Schema> = { readonly [name: string]: AnyFilter<T> }

/** The conditions of all filters that were sent. */
export const filterConditions = <T extends keyof Schema>(
  filters: FilterTable<T>,
  values: Values<FilterTable<T>>,
): Condition<T>[] => {
  const conditions: Condition<T>[] = []
  for (const name in values) {
    const entry = filters[name]
    if (entry && isRule(entry)) conditions.push(condition(entry, values[name]))
  }
  return conditions
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
const isRule = <T extends keyof Schema>(entry: AnyFilter<T>): entry is AnyFilter<T> & Rule<T, any, any, any> =>
  entry.where !== undefined

/** A record as it is answered. */
export type RecordJson = JsonObject

/** A record with the ETag under which a GET answers it. */
export type Tagged = { readonly record: RecordJson; readonly etag: string }

/** A page of a list, as it was asked for: it may be looked up now, and again after something has changed. */
export type ListPlan = {
  /** The ids of the page in its order, and the number of all that match. */
  readonly find: (dependency: CacheDependency) => Awaitable<IdPage>
  /** Changes of other events change nothing of the list. */
  readonly range?: EventRange
  readonly page: number
  readonly perPage: number
  /** The list begins after so many records, and its pages have no addresses of their own. */
  readonly offset?: number | undefined
  /** Effective values to print in the links of the list instead of what was sent (contract B3.1). */
  readonly echo: Readonly<Record<string, string>>
  /** How a record is shown, where that is not as lists of its resource show it. */
  readonly present?: (record: RecordJson) => RecordJson
  /** Parameters that had no effect and are left out of the links. */
  readonly dropped: readonly string[]
}

/** A record of a list in the bytes of its JSON, put together from fragments. */
export type Document = {
  readonly bytes: Buffer
  /** Equal bytes have equal tags. */
  readonly tag: string
  /** It is what it was as long as none of them is stale. */
  readonly flags: readonly InvalidationFlag[]
  /** The records that it shows besides its own, or would show if the public could see them. */
  readonly links: readonly LinkedRecord[]
}

/** A record that others show a part of. */
export type LinkedRecord = `${'venue' | 'organizer' | 'term'}:${number}`

/** The record of a piece. */
export const readDocument = ({ bytes }: Pick<Document, 'bytes'>): RecordJson => JSON.parse(bytes.toString())

/** Answers the records of these ids in their order, each as the caller may see it; what is not there any longer is left out. */
export type ReadDocuments = (caller: Caller, ids: readonly number[]) => Awaitable<readonly Document[]>

/** How a path names a record. */
export type Key = { readonly column: 'id' | 'slug'; readonly value: number | string }

/** How the records of each resource are put together for a list. */
export type DocumentReaders = { readonly [name in Resource['name']]: ReadDocuments }

/** What a write may be made to depend on. */
export type WriteOptions = {
  /** The `If-Match` header (RFC 9110, 13.1.1). */
  readonly ifMatch?: string | undefined
  /** Delete for good instead of moving to the trash (contract B7.7). */
  readonly isForced?: boolean
}

/**
 * The five operations on a resource with fields F and filters Q; each checks the policy itself, whatever the route by which it is
 * reached.
 */
export type Operations<F extends ParamTable = ParamTable, Q extends ParamTable = ParamTable> = {
  readonly list: (database: Database, context: RequestContext, values: Values<Q>) => ListPlan
  readonly read: (db: Db, context: RequestContext, key: Key, values?: Values<ParamTable>) => Promise<Tagged>
  readonly create: (db: Db, context: RequestContext, values: Values<F>) => Promise<Tagged & { readonly id: number }>
  readonly update: (
    db: Db,
    context: RequestContext,
    key: Key,
    values: Values<F>,
    options: WriteOptions,
  ) => Promise<Tagged>
  readonly remove: (db: Db, context: RequestContext, key: Key, options: WriteOptions) => Promise<Tagged>
}

/** What operations do, in English, for `/doc` and the index: a few words each, and sentences where there is more to say. */
export type ResourceTexts = {
  /** All of its records: `Events`. */
  readonly title: string
  readonly list: string
  readonly create: string
  readonly read: string
  readonly update: string
  readonly remove: string
  /** The id in a path, where that is not as for other records. */
  readonly id?: string
  /** Replaces the sentences that all resources share. */
  readonly about?: { readonly [name in 'list' | 'create' | 'remove']?: string }
}

/**
 * A resource as the routes, the index, the documentation and the tests read it. Attachments are what `wp/v2` calls images: they
 * are created from a file and answered as clients of the peer read them there (contract B7.9).
 */
export type Resource<F extends ParamTable = ParamTable, Q extends ParamTable = ParamTable> = {
  readonly name: 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'attachment'
  /** The last part of its path, which lists name their records by. */
  readonly plural: string
  readonly kind: 'post' | 'term' | 'attachment'
  readonly texts: ResourceTexts
  readonly fields: F
  readonly filters: Q
  /** What a read of one record may be sent. */
  readonly readParams?: ParamTable
  /** It shows the records of another resource, whose name it has, to clients of WordPress (D4). */
  readonly isAdapter?: boolean
  /** What is wrong with values only together, so that every bad parameter is named at once (contract B2). */
  readonly checks?: { readonly fields?: Check<F>; readonly filters?: Check<Q> }
  /** What is said of list parameters that `filters` does not have; they are ignored without it (contract B1.1, D4). */
  readonly refuseUnknown?: RefuseUnknown
  /** Fields of other resources that are not ignored here but refused, with a code of their own. */
  readonly refusedFields?: Readonly<Record<string, ErrorCode>>
  /** JSON Schemas for `/doc`; their descriptions are English. */
  readonly schemas: { readonly item: JsonObject; readonly single: JsonObject; readonly deleted?: JsonObject }
  /** The right without which a caller may never write (contract B2). */
  readonly writeRight: Right
  /** After changes of other kinds a list has the same ids and the same total. */
  readonly dependsOn: readonly ChangeKind[]
  /** What a page past the end answers; an empty page without it (contract B3.2). */
  readonly pastEnd?: ErrorCode
  readonly operations: Operations<F, Q>
}
