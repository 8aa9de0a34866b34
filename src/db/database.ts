import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Dialect } from './dialects/dialect.ts'
import type { Schema } from './schema.ts'

/** Runs `work` in a transaction that may read before it writes; see {@link Database.transact}. */
export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** The database or a transaction on it, as functions that query take it. */
export type Db = {
  readonly kysely: Kysely<Schema> | Transaction<Schema>
  readonly dialect: Dialect
  /**
   * Sends a statement of a transaction without waiting for its answer; if it fails, all later statements and the commit fail. Present only
   * where answers take a round trip.
   */
  readonly sendAhead?: (text: string) => void
}

/** A value that a parameter of a statement can have. */
export type Bindable = number | string | null | Uint8Array

/**
 * Runs a compiled statement on the committed content and returns rows as lists of columns. It is for frequent statements, which would take
 * longer to build than to run; each is prepared once.
 */
export type Query = (text: string, parameters: readonly Bindable[]) => Promise<readonly (readonly unknown[])[]>

/** The open database of a process. Outside of transactions it reads the committed content; writes run in transactions. */
export type Database = Db & {
  readonly kysely: Kysely<Schema>
  /**
   * Runs `work` in a transaction that may read before it writes: no other process writes meanwhile. Several calls may share one transaction
   * and its flush, and `work` may run several times. The result is returned after the commit; an error undoes what `work` did, and nothing
   * of the other calls.
   */
  readonly transact: Transact
  readonly query: Query
  /** Runs a statement that may take long without blocking the process. PostgreSQL ends it when the signal is aborted; it must not write. */
  readonly queryInBackground: (...asked: [...Parameters<Query>, signal?: AbortSignal]) => ReturnType<Query>
  /** Like `query`, but returns rows as objects. */
  readonly select: <R>(statement: CompiledQuery<R>, parameters: readonly Bindable[]) => Promise<readonly R[]>
  /** The version of the engine, for the log. */
  readonly version: string
  /** How many connections of the pool are in use, and how many queries wait for one; a file has no pool. */
  readonly connections?: () => { readonly used: number; readonly waiting: number }
  /** Warnings on the settings of the database for the operator, one line each. */
  readonly warnings: readonly string[]
  /**
   * From now on, queries fail within about two seconds when the server of the database hangs, since clients wait for them. Before, it gets
   * ten seconds: commands and the start of a server rather wait than fail on a busy machine.
   */
  readonly failFast: () => void
  readonly close: () => Promise<void>
}

/** Runs `work`, which must not write, on a snapshot of the database. */
export const inSnapshot = <T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> =>
  database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => work({ kysely: transaction, dialect: database.dialect }))
