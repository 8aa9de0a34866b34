import type { Kysely, Transaction } from 'kysely'
import type { Dialect } from './dialects/dialect.ts'
import type { Schema } from './schema.ts'

/** The database, or a transaction on it: the first argument of everything that queries. */
export type Db = {
  readonly kysely: Kysely<Schema> | Transaction<Schema>
  readonly dialect: Dialect
}

/** The open database of a process. */
export type Database = Db & {
  readonly kysely: Kysely<Schema>
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

/**
 * Runs `work` in one transaction that may read before it writes (BEGIN IMMEDIATE on SQLite). What `work` throws rolls
 * everything back and is thrown on.
 */
export const inTransaction = <T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> =>
  database.kysely.transaction().execute(async (transaction) => {
    await database.dialect.lockWriters(transaction)
    return work({ kysely: transaction, dialect: database.dialect })
  })
