import type { CacheDependency, EventRange } from '../cache/change-feed.ts'
import type { InvalidationFlag } from '../cache/fragment-cache.ts'
import type { Database, Db } from '../db/database.ts'
import type { Attempt } from '../db/savepoint.ts'
import type { ChangeKind } from '../db/schema.ts'
import type { JsonObject } from '../lib/json.ts'
import type { RequestContext } from './context.ts'
import type { ErrorCode } from './errors.ts'
import type { Check, ParamTable, ParsedValues, References, RefuseUnknown, Values } from './params.ts'
import type { Caller, Right } from './policy.ts'

/** A record as JSON, as a client receives it. */
export type RecordJson = JsonObject

/** The JSON of a record with the ETag of its single read. */
export type Tagged = { readonly bytes: Buffer; readonly etag: string; readonly more?: RecordJson }

/** The ids of a page in their order, and the number of all rows that match. */
export type IdPage = {
  readonly ids: readonly number[]
  readonly total: number
  /** Only changes of events with one of these facets can change the page; without `facets`, those of any event. */
  readonly facets?: EventRange['facets']
  /** The list is read by a cursor: `next` is that of the page behind, and the total is not counted. */
  readonly cursor?: { readonly next: string | undefined }
}

/** The plan of a list: how its ids are found, and what its envelope shows. */
export type ListPlan = {
  /**
   * Finds the ids of the page in their order, and the number of all matching records. With `isCounted` false, the number may be that of the
   * page where the list goes on after it.
   */
  readonly find: (dependency: CacheDependency, isCounted?: boolean) => Promise<IdPage>
  /** Only changes of events in this range can change the list. */
  readonly range?: EventRange
  readonly page: number
  readonly perPage: number
  /** Number of records to skip; lists with an offset have no links to other pages. */
  readonly offset?: number | undefined
  /** Effective values, which the links of the list have in place of the values that were sent (contract B3.1). */
  readonly echo: Readonly<Record<string, string>>
  /** Converts records, for resources that show those of another one. */
  readonly present?: (record: RecordJson) => RecordJson
  /** Parameters without an effect, which links leave out. */
  readonly dropped: readonly string[]
}

/** A record of a list or of a single read as the bytes of its JSON, composed from fragments. */
export type Document = {
  readonly id: number
  readonly bytes: Buffer
  /** Equal bytes have equal tags. */
  readonly tag: string
  /** The document is valid as long as none of these flags is set. */
  readonly flags: readonly InvalidationFlag[]
  /** The linked records, including those that the public may not read. */
  readonly links: readonly LinkedRecord[]
  /** What only adapters show of the record (D4). */
  readonly more?: RecordJson
  /** The kinds of changes that may change it besides those that set its flags. */
  readonly dependsOn?: readonly ChangeKind[]
}

/** Identifies a record to which others link. */
export type LinkedRecord = `${'venue' | 'organizer' | 'term'}:${number}`

/** Returns the response to a deletion for good below `wp/v2`: the record as it was. */
export const deletedRecord = ({ bytes, etag }: Tagged): Tagged => ({
  bytes: Buffer.from(`{"deleted":true,"previous":${bytes}}`),
  etag,
})

/** Replaces the JSON of a document or of a write's response with what `show` makes of its record. */
export const showAs = <D extends Pick<Document, 'bytes' | 'more'>>(
  document: D,
  show: (record: RecordJson) => RecordJson,
): D => ({
  ...document,
  bytes: Buffer.from(JSON.stringify(show(readDocument(document)))),
})

/** Parses the record of a document, with what only adapters show; `R` is the type that its schema has. */
export const readDocument = <R extends object = RecordJson>({ bytes, more }: Pick<Document, 'bytes' | 'more'>): R => ({
  ...JSON.parse(bytes.toString()),
  ...more,
})

/**
 * Returns the records with these ids in their order, as the caller may see them: as lists have them or, with `isSingle`, as single reads do.
 * Records that do not exist, or that the caller may not read, are left out.
 */
export type ReadDocuments = (caller: Caller, ids: readonly number[], isSingle?: boolean) => Promise<readonly Document[]>

/** The id or slug by which a path identifies a record. */
export type RecordKey = { readonly column: 'id' | 'slug'; readonly value: number | string }

/** The readers of documents for each resource. */
export type DocumentReaders = { readonly [name in Resource['name']]: ReadDocuments }

/** The committed content, and the documents that are composed from it. */
export type ReadSource = { readonly database: Database; readonly documents: DocumentReaders }

/** The id that a record has in another system (contract C4.1). */
export type ExternalKey = { readonly source: string; readonly external_id: string }

/** Options of an update or a deletion. */
export type WriteOptions = {
  /** The `If-Match` header (RFC 9110, 13.1.1). */
  readonly ifMatch?: string | undefined
  /** An update that nobody asked for, of what somebody is typing: such updates replace each other in the history. */
  readonly isAutosave?: boolean
  /** If no field changes, the update changes nothing: `modified` stays too. */
  readonly isRepeatable?: boolean
  /** Delete for good instead of moving to the trash (contract B7.7). */
  readonly isForced?: boolean
  /** The occurrences of a series that are removed (contract C3.4). */
  readonly scope?: 'this' | 'following' | 'all' | undefined
}

/** The operations on records that have an id in another system (contract C4.1). */
export type ExternalOperations<F extends ParamTable = ParamTable> = {
  /** Finds the id of the record with an external id, whoever may read it; 0 for none. Of a series it is that of its first occurrence. */
  readonly find: (db: Db, key: ExternalKey) => Promise<number>
  /**
   * Updates a record that `find` has found as another system has it: what it says already changes nothing, a record in the trash comes
   * back, and of a series all occurrences are changed; its dates are those of the first one.
   */
  readonly update: (
    db: Db,
    context: RequestContext,
    id: number,
    values: Values<F>,
    options: WriteOptions,
  ) => Promise<Tagged>
}

/** A payload as far as it can be read without the database. */
export type ReadPayload = { readonly reading: ParsedValues; readonly references: readonly References[] }

/** The id and the slug that an import assigns to a new record; the slug only where it is no field of the record. */
export type AssignedKeys = { readonly id?: number | undefined; readonly slug?: string | undefined }

/**
 * The five operations on a resource with fields F and filters Q. Each operation checks the policy itself and does not rely on its routes.
 */
export type Operations<F extends ParamTable = ParamTable, Q extends ParamTable = ParamTable> = {
  readonly list: (database: Database, context: RequestContext, values: Values<Q>) => ListPlan
  /** Returns the document of one record; its tag is that of the ETag. */
  readonly read: (
    source: ReadSource,
    context: RequestContext,
    key: RecordKey,
    values?: Values<ParamTable>,
  ) => Promise<Document>
  /** Only an import assigns keys: a request cannot. */
  readonly create: (
    db: Db,
    context: RequestContext,
    values: Values<F>,
    assigned?: AssignedKeys,
  ) => Promise<Tagged & { readonly id: number }>
  readonly update: (
    db: Db,
    context: RequestContext,
    key: RecordKey,
    values: Values<F>,
    options: WriteOptions,
  ) => Promise<Tagged>
  readonly remove: (db: Db, context: RequestContext, key: RecordKey, options: WriteOptions) => Promise<Tagged>
  /** Creates records as `create` does, each with its own result, but many at once; without it they are created one by one. */
  readonly createMany?: (
    db: Db,
    context: RequestContext,
    payloads: readonly ReadPayload[],
    /** Awaited now and then, so that other requests are answered meanwhile. */
    pause: () => Promise<void>,
  ) => Promise<readonly Attempt<Tagged & { readonly id: number }>[]>
  /** For records that can have an id in another system. */
  readonly external?: ExternalOperations<F>
}

/** English descriptions of the operations for `/doc` and the index. */
export type ResourceTexts = {
  /** The name of the collection: `Events`. */
  readonly title: string
  readonly list: string
  readonly create: string
  readonly read: string
  readonly update: string
  /** Of records with external ids: to create or update one. */
  readonly put?: string
  /** To write many records. */
  readonly batch?: string
  /** Of images: to give one another file. */
  readonly replace?: string
  readonly remove: string
  /** The description of the id in a path, if it differs from that of other resources. */
  readonly id?: string
  /** Replaces the sentences that all resources share. */
  readonly about?: { readonly [name in 'list' | 'create' | 'replace' | 'remove']?: string }
}

/**
 * The definition of a resource, from which routes, index, documentation and tests follow. `wp/v2` names images attachments; these are
 * created from a file (contract B7.9).
 */
export type Resource<F extends ParamTable = ParamTable, Q extends ParamTable = ParamTable> = {
  readonly name: 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'attachment' | 'series'
  /** The last segment of the collection's path, and the member of a list with its records. */
  readonly plural: string
  /** Posts have an author, a publication date and a status; terms have a name and a description. */
  readonly objectType: 'post' | 'term' | 'attachment'
  readonly texts: ResourceTexts
  readonly fields: F
  readonly filters: Q
  /** The parameters of a read of one record. */
  readonly readParams?: ParamTable
  /** Further parameters of the deletion of one record. */
  readonly removeParams?: ParamTable
  /** Turns the texts of a record into plain text (contract C1.1). */
  readonly plain?: (record: RecordJson) => RecordJson
  /** Whether it shows the records of the resource with the same name to clients of WordPress (D4). */
  readonly isAdapter?: boolean
  /** Checks of several values together, whose faults are reported with those of single values (contract B2). */
  readonly checks?: { readonly fields?: Check<F>; readonly filters?: Check<Q> }
  /** Refuses list parameters that `filters` does not have; without it they are ignored (contract B1.1, D4). */
  readonly refuseUnknown?: RefuseUnknown
  /** Fields of other resources that are refused with an error code instead of being ignored. */
  readonly refusedFields?: Readonly<Record<string, ErrorCode>>
  /** JSON Schemas for `/doc`; their descriptions are English. */
  readonly schemas: { readonly item: JsonObject; readonly single: JsonObject; readonly deleted?: JsonObject }
  /** The right without which a caller may never write (contract B2). */
  readonly writeRight: Right
  /** The kinds of changes that can change the ids or the total of a list. */
  readonly dependsOn: readonly ChangeKind[]
  /** The error of a page past the end; without it the page is empty (contract B3.2). */
  readonly pastEnd?: ErrorCode
  readonly operations: Operations<F, Q>
}

/** A resource that can only be read. */
export type ReadResource = Omit<Resource, 'operations'> & { readonly operations: Pick<Operations, 'list' | 'read'> }

/** Whether clients may write records of the resource. */
export const isWritable = (resource: ReadResource): resource is Resource => 'create' in resource.operations
