import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
  type TransactionSettings,
} from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { type Dialect, earthRadius, type Querying } from './dialect.ts'

/** WAL files of older releases could be corrupted by a rare race of checkpoints, mended in 3.51.3. */
export const oldestSqlite = '3.51.3'

/** The SQLite spelling of what {@link Dialect} names. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  types: {
    id: () => 'integer primary key autoincrement',
    integer: 'integer',
    real: 'real',
    text: 'text',
    blob: 'blob',
  },
  preamble: [],
  // BEGIN IMMEDIATE has done it.
  lockWriters: async () => undefined,
  findDamage: (kysely) => findBrokenPages(kysely),
  findDangling: (kysely) => findBrokenReferences(kysely),
  readCounters: async (kysely) => {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(kysely)
    return new Map(rows.map(({ name, seq }) => [name, seq]))
  },
  writeCounters: async (kysely, counters) => {
    for (const [name, last] of counters) {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(kysely)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(kysely)
    }
  },
  isIn: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  json: (columns) =>
    sql`json_object(${sql.join(Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${column}`))})`,
  distance: (from, lat, lng) => sql<number>`${2 * earthRadius} * asin(min(1, sqrt(
    pow(sin(radians(${lat} - ${from.lat}) / 2), 2)
    + cos(radians(${from.lat})) * cos(radians(${lat})) * pow(sin(radians(${lng} - ${from.lng}) / 2), 2))))`,
  // Primary result codes: BUSY 5, LOCKED 6, IOERR 10, FULL 13, CANTOPEN 14; extended codes keep them in the low byte.
  isUnavailable: (error) => [5, 6, 10, 13, 14].includes(primaryCode(error)),
  isUniqueViolation: (error) => primaryCode(error) === 19,
}

/** SQLite joins several findings to one text, under a heading with asterisks. */
const findBrokenPages = async (kysely: Querying): Promise<string[]> => {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(kysely)
  const lines = rows.flatMap((row) => row.integrity_check.split('\n'))
  return lines.filter((line) => line !== 'ok' && !line.startsWith('***'))
}

const findBrokenReferences = async (kysely: Querying): Promise<string[]> => {
  const { rows } = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(kysely)
  return rows.map(({ table, rowid, parent }) => `${table} row ${rowid} refers to a missing ${parent}.`)
}

const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

/** How a database is opened. */
export type SqliteOptions = {
  /** Called with the text of every statement that runs; tests count and explain them. */
  readonly onStatement?: (sql: string, parameters: readonly unknown[]) => void
}

/**
 * Opens the file (made when absent) with the settings that durability needs, and reads each back.
 * @throws Error with one line when SQLite is too old or a setting does not hold.
 */
export const openSqlite = (path: string, options: SqliteOptions = {}): Database => {
  const connection = new DatabaseSync(path, { timeout: busyMilliseconds })
  try {
    const version = readPragma(connection, 'sqlite_version()', 'select sqlite_version() as value')
    if (isOlder(version, oldestSqlite))
      throw new Error(`SQLite ${oldestSqlite} or later is needed, this is ${version}.`)
    applySettings(connection)
    const kysely = new Kysely<Schema>({ dialect: kyselyDialect(connection, options) })
    return { kysely, dialect: sqliteDialect, version: `SQLite ${version}`, warnings: [], close: () => kysely.destroy() }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Milliseconds that a statement waits for another writer. */
const busyMilliseconds = 5000

const settings = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', '2'],
  ['foreign_keys', 'ON', '1'],
  ['busy_timeout', String(busyMilliseconds), String(busyMilliseconds)],
] as const

const applySettings = (connection: DatabaseSync): void => {
  for (const [name, value, expected] of settings) {
    untilFree(() => connection.exec(`pragma ${name} = ${value}`))
    const actual = readPragma(connection, name, `pragma ${name}`)
    if (actual !== expected) throw new Error(`SQLite refused ${name} = ${value}: it is ${actual}.`)
  }
}

/** The switch of a new file to WAL does not wait for another process that is at it: SQLite leaves trying again to us. */
const untilFree = (work: () => void): void => {
  const deadline = Date.now() + busyMilliseconds
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (primaryCode(error) !== 5 || Date.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

const readPragma = (connection: DatabaseSync, name: string, statement: string): string => {
  const row = connection.prepare(statement).get()
  const value = row && Object.values(row)[0]
  if (value === undefined) throw new Error(`SQLite does not answer ${name}.`)
  return String(value)
}

/** Whether a version such as `3.51.3` comes before another. */
export const isOlder = (version: string, oldest: string): boolean => {
  const [a, b] = [version, oldest].map((text) => text.split('.').map(Number)) as [number[], number[]]
  for (const [index, part] of b.entries()) {
    const own = a[index] ?? 0
    if (own !== part) return own < part
  }
  return false
}

const kyselyDialect = (connection: DatabaseSync, options: SqliteOptions) => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new ImmediateDriver(connection, options),
  createIntrospector: (db: Kysely<Schema>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** A transaction that may write takes the lock at its start: one that reads first and writes later could not wait for it. */
class ImmediateDriver extends SqliteDriver {
  readonly #connection: DatabaseSync

  constructor(connection: DatabaseSync, options: SqliteOptions) {
    super({ database: asSqliteDatabase(connection, options) })
    this.#connection = connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const isReading = settings?.accessMode === 'read only'
    await connection.executeQuery(CompiledQuery.raw(isReading ? 'begin' : 'begin immediate'))
  }

  /** A full disk ends a transaction by itself; the fault would be hidden by that of a second rollback. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.isTransaction) await super.rollbackTransaction(connection)
  }
}

const statementCacheSize = 500

/** node:sqlite as Kysely's driver expects it, with each statement prepared once. */
const asSqliteDatabase = (connection: DatabaseSync, options: SqliteOptions): SqliteDatabase => {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare: (text) => {
      const known = cache.get(text)
      if (known) return known
      const statement = asStatement(connection.prepare(text), text, options)
      const oldest = cache.size >= statementCacheSize ? cache.keys().next().value : undefined
      if (oldest !== undefined) cache.delete(oldest)
      cache.set(text, statement)
      return statement
    },
  }
}

type Bindable = null | number | bigint | string | Uint8Array

const asStatement = (statement: StatementSync, text: string, { onStatement }: SqliteOptions): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => {
    onStatement?.(text, parameters)
    return statement.all(...(parameters as Bindable[]))
  },
  run: (parameters) => {
    onStatement?.(text, parameters)
    return statement.run(...(parameters as Bindable[]))
  },
  iterate: (parameters) => {
    onStatement?.(text, parameters)
    return statement.iterate(...(parameters as Bindable[]))
  },
})
