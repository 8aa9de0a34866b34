import type { Expression, Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { RecordKind, Schema } from '../schema.ts'
import type { SearchIndex } from './search-index.ts'

/** A database, or a transaction on it. */
export type Querying = Kysely<Schema> | Transaction<Schema>

/**
 * What SQLite and PostgreSQL say differently. A dialect is an object with these names; the queries use nothing else that
 * belongs to one of them.
 */
export type Dialect = {
  readonly name: 'sqlite' | 'postgres'
  /** The statement that makes the table of the applied migrations where there is none. */
  readonly migrationTable: string
  /** Makes a transaction the one that writes, where its beginning has not: there is one at a time, so that what it has read is so until it commits. */
  readonly lockWriters?: (kysely: Transaction<Schema>) => Promise<void>
  /** What is wrong with the files of the database, in one line each; the quick way does not compare indexes with their tables. */
  readonly findDamage: (kysely: Querying, isQuick?: boolean) => Promise<string[]>
  /** Rows that refer to what is not there, in one line each. */
  readonly findDangling: (kysely: Querying) => Promise<string[]>
  /** The last number that each table gave to a row, by its name. */
  readonly readCounters: (kysely: Querying) => Promise<ReadonlyMap<string, number>>
  readonly writeCounters: (kysely: Querying, counters: ReadonlyMap<string, number>) => Promise<void>
  /** Tells the planner how large the tables have become: it would go on with the plans of empty ones. */
  readonly replan: (kysely: Querying) => Promise<unknown>
  /** Inserts rows of `record`, so many, and answers their ids from the lowest on. */
  readonly insertRecords: (kysely: Querying, kind: RecordKind, count: number) => Promise<number[]>
  /** `column` is one of `values`; one parameter whatever their number, so that the statement stays the same text. */
  readonly isIn: (column: Expression<unknown>, values: readonly (number | string)[]) => RawBuilder<SqlBool>
  /** {@link isIn} for numbers that are not known yet: `list` is what {@link encodeIds} makes of them. */
  readonly isInList: (column: Expression<unknown>, list: Expression<string>) => RawBuilder<SqlBool>
  /** The place of `column` in such a list, counted from 0 or 1. */
  readonly positionIn: (column: Expression<unknown>, list: Expression<string>) => RawBuilder<number>
  /** Such a list as rows of `listed.value`, by which the table that comes next is read, whatever else an index may know of it. */
  readonly eachOf: (list: Expression<string>) => RawBuilder<unknown>
  /** Ids as one parameter. */
  readonly encodeIds: (ids: readonly (number | string)[]) => string
  /** The same two for texts. */
  readonly isInTexts: (column: Expression<unknown>, list: Expression<string>) => RawBuilder<SqlBool>
  readonly encodeTexts: (texts: readonly string[]) => string
  /**
   * Reads queries side by side which each have an index in the order of their two columns: a page of all their rows in this order,
   * without those that come twice.
   */
  readonly merge: (
    queries: readonly RawBuilder<unknown>[],
    limit: Expression<number>,
    offset: Expression<number>,
  ) => RawBuilder<unknown>
  /** `text` contains `needle`, byte for byte. */
  readonly contains: (text: Expression<string>, needle: Expression<string>) => RawBuilder<SqlBool>
  /** The lines of a text in `line`, as {@link lineSeparator} divides it. */
  readonly linesOf: (text: Expression<string>) => RawBuilder<{ line: string }>
  readonly search: SearchIndex
  /** A JSON object of the given columns, as text. */
  readonly json: (columns: Readonly<Record<string, Expression<unknown>>>) => RawBuilder<string>
  /** The great-circle distance in kilometres from a point to (lat, lng); null where either is null. */
  readonly distance: (
    from: { lat: Expression<number>; lng: Expression<number> },
    lat: Expression<number | null>,
    lng: Expression<number | null>,
  ) => RawBuilder<number>
  /** The engine has no room for what is written: 507. */
  readonly isFull: (error: unknown) => boolean
  /** A fault of the engine that passes by itself or when somebody mends it (locked, gone, damaged): 503 instead of 500. */
  readonly isUnavailable: (error: unknown) => boolean
  /** What is stored cannot be read any more, which passes only when a backup is restored. */
  readonly isDamaged: (error: unknown) => boolean
  /** The engine has undone a statement so that another transaction can go on: the same may be tried again. */
  readonly isDeadlock: (error: unknown) => boolean
}

/** Kilometres; the mean radius of the Earth as the great-circle distance is usually given. */
export const earthRadius = 6371.0088
