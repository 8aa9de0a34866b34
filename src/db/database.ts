import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Awaitable } from '../lib/awaitable.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Schema } from './schema.ts'
import type { Transact } from './shared-transactions.ts'

/** The database, or a transaction on it: the first argument of everything that queries. */
export type Db = {
  readonly kysely: Kysely<Schema> | Transaction<Schema>
  readonly dialect: Dialect
}

/**
 * The rows of a compiled statement that reads what is committed, as lists of its columns: for what is asked so often that building it
 * would cost more than running it. It is prepared once; SQLite answers at once, without a promise.
 */
export type Query = (
  text: string,
  parameters: readonly (number | string | null)[],
) => Awaitable<readonly (readonly unknown[])[]>

/** The open database of a process: by itself it reads what is committed, and it writes in transactions. */
export type Database = Db & {
  readonly kysely: Kysely<Schema>
  /**
   * Runs `work` in a transaction that may read before it writes: nobody else writes meanwhile. It may share the transaction, and its
   * flush, with others, and it may run several times. What it answers is answered after the commit; what it throws undoes all that
   * it did, and nothing that others did.
   */
  readonly transact: Transact
  readonly query: Query
  /** The same for what may take long: this process does something else meanwhile. */
  readonly queryInBackground: Query
  /** The same as objects. */
  readonly select: <R>(
    statement: CompiledQuery<R>,
    parameters: readonly (number | string | null)[],
  ) => Awaitable<readonly R[]>
  /** The version of the engine, for the log. */
  readonly version: string
  /** What the operator should know of its settings, a line each. */
  readonly warnings: readonly string[]
  readonly close: () => Promise<void>
}

/** Runs `work` on the database as it is at this moment, whatever others write meanwhile; it writes nothing itself. */
export const inSnapshot = <T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> =>
  database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => work({ kysely: transaction, dialect: database.dialect }))
