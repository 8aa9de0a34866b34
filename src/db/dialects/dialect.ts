import type { AliasedRawBuilder, Expression, Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { RecordKind, Schema } from '../schema.ts'

/** A database, or a transaction on it. */
export type Querying = Kysely<Schema> | Transaction<Schema>

/**
 * The differences between SQLite and PostgreSQL. Queries use nothing else that is specific to one of the two.
 */
export type Dialect = {
  readonly name: 'sqlite' | 'postgres'
  /** The statement that creates the table of applied migrations if it does not exist. */
  readonly migrationTable: string
  /** Most rows of several tables that one statement inserts, which saves round trips; 0 where there are none to save. */
  readonly maxRowsTogether: number
  /** Takes the lock of writers, if beginning the transaction did not. Only one transaction writes at a time, so that rows it has read cannot change before it commits. */
  readonly lockWriters?: (kysely: Querying) => Promise<void>
  /** Describes each fault in the files of the database in one line; the quick check does not compare indexes with their tables. */
  readonly findDamage: (kysely: Querying, isQuick?: boolean) => Promise<string[]>
  /** Describes each row that refers to a missing row in one line. */
  readonly findDangling: (kysely: Querying) => Promise<string[]>
  /** Returns the last generated id of each table by its name. */
  readonly readCounters: (kysely: Querying) => Promise<ReadonlyMap<string, number>>
  readonly writeCounters: (kysely: Querying, counters: ReadonlyMap<string, number>) => Promise<void>
  /** Updates the statistics of the planner after many rows were inserted. */
  readonly replan: (kysely: Querying) => Promise<unknown>
  /** Inserts `count` rows into `record` and returns their ids in ascending order. */
  readonly insertRecords: (kysely: Querying, kind: RecordKind, count: number) => Promise<number[]>
  /**
   * Takes the next `count` numbers of changes, which grow in the order of commits, and returns the first of them. Until the transaction
   * ends nobody else takes one, also after 0 were taken.
   */
  readonly reserveChanges: (kysely: Querying, count: number) => Promise<number>
  /** `column` is one of `values`, which are one parameter, so that the text of the statement does not depend on their number. */
  readonly isIn: (column: Expression<unknown>, values: readonly (number | string)[]) => RawBuilder<SqlBool>
  /** Like `isIn`, for numbers that are bound later: `list` is the result of `encodeIds`. */
  readonly isInList: (column: Expression<unknown>, list: Expression<string>) => RawBuilder<SqlBool>
  /**
   * A column by which no index is searched: of a row that another column finds, it is only compared. Without it, SQLite would look for each
   * value of a list in an index, and do so for each row. A database with a better planner ignores this.
   */
  readonly compared: <V>(column: Expression<V>) => Expression<V>
  /** The position of `column` in such a list, counted from 0 or 1. */
  readonly positionIn: (column: Expression<unknown>, list: Expression<string>) => RawBuilder<number>
  /**
   * Such a list as rows of `listed.value`, joined with a table that is read by these values of its primary key, whatever other conditions
   * there are. Needs `key = listed.value` as a condition.
   */
  readonly eachOf: <T extends keyof Schema & string>(
    list: Expression<string>,
    table: T,
    key: keyof Schema[T] & string,
  ) => AliasedRawBuilder<Schema[T], T>
  /** A table to read in the order of an index, or of the ids for ''; a database with a better planner ignores this. */
  readonly readInOrder: (table: string, index: string) => RawBuilder<unknown>
  /** Ids as one parameter. */
  readonly encodeIds: (ids: readonly (number | string)[]) => string
  /** Like `isInList`, for texts encoded by `encodeTexts`. */
  readonly isInTexts: (column: Expression<unknown>, list: Expression<string>) => RawBuilder<SqlBool>
  readonly encodeTexts: (texts: readonly string[]) => string
  /**
   * Merges queries of two columns, each of which an index sorts by these columns: returns a page of all their rows in this order without
   * duplicates.
   */
  readonly merge: (
    queries: readonly RawBuilder<unknown>[],
    limit: Expression<number>,
    offset: Expression<number>,
  ) => RawBuilder<unknown>
  /** `text` contains `needle`, byte for byte. */
  readonly contains: (text: Expression<string>, needle: Expression<string>) => RawBuilder<SqlBool>
  /** The id in `column` is in a set of ids between `first` (inclusive) and `until` (exclusive); `set` is the result of `encodeBits`. */
  readonly isInSet: (
    column: Expression<number>,
    set: Expression<Uint8Array>,
    first: Expression<number>,
    until: Expression<number>,
  ) => RawBuilder<SqlBool>
  /** A set of ids as one parameter, from a bit for each of them. */
  readonly encodeBits: (bits: Uint8Array) => Uint8Array
  /** The lines of a text, separated by `lineSeparator`, as rows of `line`. */
  readonly linesOf: (text: Expression<string>) => RawBuilder<{ line: string }>
  /** A row of a table as a JSON object of all its columns, as text. */
  readonly rowAsJson: (kysely: Querying, table: string) => Promise<RawBuilder<string>>
  /** A JSON object of the given columns, as text. */
  readonly json: (columns: Readonly<Record<string, Expression<unknown>>>) => RawBuilder<string>
  /** The great-circle distance in kilometres from a point to (lat, lng); null where either is null. */
  readonly distance: (
    from: { lat: Expression<number>; lng: Expression<number> },
    lat: Expression<number | null>,
    lng: Expression<number | null>,
  ) => RawBuilder<number>
  /** The error means that the disk is full: 507. */
  readonly isFull: (error: unknown) => boolean
  /** The error means that the database is not available (locked, unreachable, damaged): 503 instead of 500. */
  readonly isUnavailable: (error: unknown) => boolean
  /** The error means that stored data is damaged, so that a backup has to be restored. */
  readonly isDamaged: (error: unknown) => boolean
  /** Whether the database has refused a statement because of its values: a key that is taken, or a reference to nothing. */
  readonly isRefusal: (error: unknown) => boolean
  /** The error means that the database ended a transaction because of a deadlock; the write may be tried again. */
  readonly isDeadlock: (error: unknown) => boolean
}
