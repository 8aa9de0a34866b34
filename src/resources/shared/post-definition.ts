import type { RequestContext } from '../../core/context.ts'
import { blankColumns, createSearchTexts, type FieldTable, listSearched } from '../../core/fields.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import type { Operations, Resource } from '../../core/resource.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Database, Db } from '../../db/database.ts'
import type { PostRow, PostTableName } from '../../db/schema.ts'
import type { NewRows } from '../../db/statement.ts'

/** A stored record and all that it links to. */
export type StoredRecord<T extends PostTableName, Links> = { readonly row: StoredPost<T>; readonly links: Links }

/** A record that has just been written: `before` is undefined when it is new. */
export type PostWrite<T extends PostTableName, Plan> = {
  readonly id: number
  readonly before: PostRow<T> | undefined
  readonly after: PostRow<T>
  readonly plan: Plan
}

/** A record that has been written, and all that it links to. */
export type SettledWrite<T extends PostTableName, Links> = { readonly row: PostRow<T>; readonly links: Links }

/** What a write does about the links of records, in the order of its steps. */
export type LinkSteps<T extends PostTableName, Links, Plan> = {
  /** The values of the fields that link, by which the same links can be made again. */
  readonly idsOf: (links: Links) => Readonly<Record<string, readonly number[]>>
  /** Reads all that a stored record links to, whoever may see it. */
  readonly load: (db: Db, id: number) => Promise<Links>
  /** Settles what a payload links, and refuses what the caller may not link or create, before anything is written (contract B5.4). */
  readonly plan: (
    db: Db,
    context: RequestContext,
    values: Values<ParamTable>,
    current: StoredRecord<T, Links> | undefined,
  ) => Promise<Plan>
  /**
   * Creates the records that were planned, and removes links that are no longer wanted.
   * @returns each write with all that its record links to from now on, and the rows of new links, to be inserted after the records themselves.
   */
  readonly settle: (
    db: Db,
    context: RequestContext,
    writes: readonly PostWrite<T, Plan>[],
  ) => Promise<{ readonly settled: readonly SettledWrite<T, Links>[]; readonly rows: readonly NewRows[] }>
}

/**
 * A post-like resource, but for its operations, which follow from this: fields F, filters Q, the links that a record has, and what a write plans
 * about them. `definePost` makes one from its entries.
 */
export type PostDefinition<
  T extends PostTableName,
  Links = undefined,
  Plan = undefined,
  F extends FieldTable = FieldTable,
  Q extends ParamTable = ParamTable,
> = Omit<Resource<F, Q>, 'name' | 'operations'> & {
  readonly name: T
  /** The field that holds the title: `title`, `venue` or `organizer`. */
  readonly titleField: string
  /** Plans a list. */
  readonly plan: Operations<F, Q>['list']
  /** A payload that says nothing new about a namesake answers that one (contract B7.5). */
  readonly reusesNamesakes: boolean
  /** The columns of a new record that no value filled; those of its fields are added to them. */
  readonly blank: Partial<PostRow<T>>
  /** Finds the id of the record to which a slug leads that no record has; 0 for none. */
  readonly resolveSlug?: (database: Database, context: RequestContext, slug: string) => Promise<number>
  /** Columns that need more than the value of one field. */
  readonly prepare?: (
    context: RequestContext,
    values: Values<F>,
    current: PostRow<T> | undefined,
  ) => Partial<PostRow<T>>
  readonly links: LinkSteps<T, Links, Plan>
  /** The texts by which it is found, from the fields that are searched. */
  readonly searchFields: (row: PostRow<T>) => Readonly<Record<string, string>>
  /** The columns that these are made of. */
  readonly searchColumns: readonly (keyof PostRow<T> & string)[]
  /**
   * Makes the documents of a record that a write has in hand, with what the caller may see of its links (contract B5.3): as lists have it
   * or, with `isSingle`, as single reads do.
   */
  readonly compose: (context: RequestContext, stored: StoredRecord<T, Links>) => (isSingle: boolean) => Buffer
}

/** Defines a post-like resource by its entries; what follows from its fields is added. */
export const definePost = <T extends PostTableName, Links, Plan, F extends FieldTable, Q extends ParamTable>(
  entries: Omit<
    PostDefinition<T, Links, Plan, F, Q>,
    'objectType' | 'writeRight' | 'blank' | 'searchFields' | 'searchColumns'
  > & {
    readonly blank?: Partial<PostRow<T>>
  },
): PostDefinition<T, Links, Plan, F, Q> => ({
  ...entries,
  objectType: 'post',
  writeRight: 'edit',
  blank: { ...blankColumns<PostRow<T>>(entries.fields), ...entries.blank },
  searchFields: createSearchTexts(entries.fields),
  // Entries name columns of their table.
  searchColumns: listSearched(entries.fields).map(({ column }) => column) as (keyof PostRow<T> & string)[],
})
