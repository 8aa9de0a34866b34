import type { RequestContext, Site } from '../../core/context.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import type { Caller } from '../../core/policy.ts'
import type { Operations, RecordJson } from '../../core/resource.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow, PostTableName } from '../../db/schema.ts'
import type { Shown } from './post-image.ts'

/** A stored record and all that it links to. */
export type StoredRecord<T extends PostTableName, Links> = { readonly row: StoredPost<T>; readonly links: Links }

/** A record that has just been written: `before` is undefined when it is new. */
export type PostWrite<T extends PostTableName, Plan> = {
  readonly id: number
  readonly before: PostRow<T> | undefined
  readonly after: PostRow<T>
  readonly plan: Plan
}

/** What a write does about the links of records, in the order of its steps. */
export type LinkSteps<T extends PostTableName, Relations, Links, Plan> = {
  /** Reads all that a stored record links to, whoever may see it. */
  readonly load: (db: Db, id: number) => Promise<Links>
  /** Settles what a payload links, and refuses what the caller may not link or create, before anything is written (contract B5.4). */
  readonly plan: (
    db: Db,
    context: RequestContext,
    values: Values<ParamTable>,
    current: StoredRecord<T, Links> | undefined,
  ) => Promise<Plan>
  /** Stores what was planned, after the records themselves, and answers all that each links to now. */
  readonly store: (db: Db, context: RequestContext, writes: readonly PostWrite<T, Plan>[]) => Promise<readonly Links[]>
  /** What of it the caller may see (contract B5.3). */
  readonly show: (caller: Caller, id: number, links: Links) => Relations
}

/**
 * What one post-like resource has of its own: fields F, filters Q, the links that a record has, what a write plans about them, and what
 * of them a caller may see (Relations).
 */
export type PostDefinition<
  T extends PostTableName,
  Relations,
  Links = undefined,
  Plan = undefined,
  F extends ParamTable = ParamTable,
  Q extends ParamTable = ParamTable,
> = {
  readonly name: T
  /** The field that holds the title: `title`, `venue` or `organizer`. */
  readonly titleField: string
  readonly fields: F
  readonly filters: Q
  readonly plan: Operations<F, Q>['list']
  /** A payload that says nothing new about a namesake answers that one (contract B7.5). */
  readonly reusesNamesakes: boolean
  /** The columns of a new record that no value filled: `blankOf` its fields. */
  readonly blank: Partial<PostRow<T>>
  /** Columns that need more than the value of one field. */
  readonly prepare?: (
    context: RequestContext,
    values: Values<F>,
    current: PostRow<T> | undefined,
  ) => Partial<PostRow<T>>
  readonly links: LinkSteps<T, Relations, Links, Plan>
  /** The texts by which it is found: `searchTextsOf` its fields. */
  readonly searchFields: (row: PostRow<T>) => Readonly<Record<string, string>>
  readonly render: (site: Site, row: Shown<PostRow<T>>, relations: Relations, options: RenderOptions) => RecordJson
}

/** `isSingle` adds what only a single read shows (json_ld, F2.1). */
export type RenderOptions = { readonly isSingle: boolean }
