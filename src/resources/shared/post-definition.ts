import type { RequestContext, Site } from '../../core/context.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import type { Operations, RecordJson } from '../../core/resource.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow, PostTableName } from '../../db/schema.ts'
import type { Shown } from './post-image.ts'

/** A change of a record: `before` is undefined when it is new, `after` when it is about to be removed for good. */
export type PostChange<T extends PostTableName, F extends ParamTable = ParamTable> = {
  readonly id: number
  readonly values: Values<F>
  readonly before: PostRow<T> | undefined
  readonly after: PostRow<T> | undefined
}

/** What one post-like resource with fields F and filters Q has of its own; everything else is shared. */
export type PostDefinition<
  T extends PostTableName,
  Relations,
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
  readonly afterWrite: (db: Db, context: RequestContext, changes: readonly PostChange<T, F>[]) => Promise<void>
  /** The texts by which it is found: `searchTextsOf` its fields. */
  readonly searchFields: (row: PostRow<T>) => Readonly<Record<string, string>>
  /** Loads what the records of a page link to, with a fixed number of statements. */
  readonly load: (db: Db, context: RequestContext, rows: readonly Shown<PostRow<T>>[]) => Promise<Relations>
  readonly render: (site: Site, row: Shown<PostRow<T>>, relations: Relations, options: RenderOptions) => RecordJson
}

/** `isSingle` adds what only a single read shows (json_ld, F2.1). */
export type RenderOptions = { readonly isSingle: boolean }
