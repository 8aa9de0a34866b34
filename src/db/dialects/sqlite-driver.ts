import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import type { Bindable, Database } from '../database.ts'
import type { Schema } from '../schema.ts'

/** How a SQLite database is opened. */
export type SqliteOptions = {
  /** Called with the text of every statement that runs; tests count and explain them. */
  readonly onStatement?: (sql: string, parameters: readonly unknown[]) => void
  /** Most writes that share a transaction; benchmarks set 1. */
  readonly maxShared?: number
  /** Bytes of the write-ahead log that stay reserved between writes; 64 MiB if tests set nothing else. */
  readonly longestLog?: number
}

/** Milliseconds to wait for a lock of another process. */
export const busyMilliseconds = 5000

/** The primary code of an error of SQLite; 0 for other errors. */
export const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

/** Frequent reads, past Kysely: each statement is prepared once. */
export const readOn = (
  connection: DatabaseSync,
  { onStatement }: SqliteOptions,
): Pick<Database, 'query' | 'select'> => {
  const asArrays = cachedByText((text) => {
    const statement = connection.prepare(text)
    statement.setReturnArrays(true)
    return statement
  })
  const asObjects = cachedByText((text) => connection.prepare(text))
  // The statements return lists or objects, as they were prepared; Kysely knows the types of the columns.
  return {
    query: async <R extends unknown[]>(text: string, parameters: readonly Bindable[]) => {
      onStatement?.(text, parameters)
      return asArrays(text).all(...parameters) as object[] as R[]
    },
    select: async <R>({ sql }: CompiledQuery<R>, parameters: readonly Bindable[]) => {
      onStatement?.(sql, parameters)
      return asObjects(sql).all(...parameters) as R[]
    },
  }
}

/** How Kysely reaches SQLite: by a connection of Node's own module. */
export const kyselyDialect = (connection: DatabaseSync, options: SqliteOptions) => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new ImmediateDriver(connection, options),
  createIntrospector: (db: Kysely<Schema>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** Most milliseconds between two attempts to take the lock of writers. */
const longestPause = 8

/** Begins transactions with the lock of writers: SQLite cannot wait for the lock in a transaction that has already read. */
class ImmediateDriver extends SqliteDriver {
  readonly #connection: DatabaseSync
  readonly #isMoved: () => boolean

  constructor(connection: DatabaseSync, options: SqliteOptions) {
    super({ database: asSqliteDatabase(connection, options) })
    this.#connection = connection
    this.#isMoved = watchPlace(connection.location() ?? '')
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') return super.beginTransaction(connection)
    // SQLite has an error code for a moved file, but does not check for it in WAL mode.
    if (this.#isMoved())
      throw Object.assign(new Error('the file of the database was moved or deleted'), { errcode: 1032 })
    const deadline = Date.now() + busyMilliseconds
    for (let pause = 1; ; pause = Math.min(2 * pause, longestPause)) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        if (primaryCode(error) !== 5 || Date.now() > deadline) throw error
      }
      // Random pauses keep waiting processes from trying at the same moments.
      await sleep(pause * (0.5 + Math.random()))
    }
  }

  /** SQLite rolls back by itself when the disk is full; the error of a second rollback would hide the first one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Returns a function that reports whether the path now names another file: data written to the open file would be lost. */
const watchPlace = (path: string): (() => boolean) => {
  const { dev, ino } = statSync(path)
  return () => {
    const now = statSync(path, { throwIfNoEntry: false })
    return now?.dev !== dev || now.ino !== ino
  }
}

const statementCacheSize = 500

/** Caches prepared statements by their text. */
const cachedByText = <S>(make: (text: string) => S): ((text: string) => S) => {
  const cache = new Map<string, S>()
  return (text) => {
    const cached = cache.get(text)
    if (cached) return cached
    const statement = make(text)
    const oldest = cache.size >= statementCacheSize ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(text, statement)
    return statement
  }
}

/** Adapts node:sqlite to Kysely's driver; each statement is prepared once. */
const asSqliteDatabase = (connection: DatabaseSync, options: SqliteOptions): SqliteDatabase => ({
  close: () => connection.close(),
  prepare: cachedByText((text) => asStatement(connection.prepare(text), text, options)),
})

/** Kysely's compiler takes any value as a parameter; the types of columns allow no others than these. */
const asStatement = (statement: StatementSync, text: string, { onStatement }: SqliteOptions): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters: readonly Bindable[]) => {
    onStatement?.(text, parameters)
    return statement.all(...parameters)
  },
  run: (parameters: readonly Bindable[]) => {
    onStatement?.(text, parameters)
    return statement.run(...parameters)
  },
  iterate: (parameters: readonly Bindable[]) => {
    onStatement?.(text, parameters)
    return statement.iterate(...parameters)
  },
})
