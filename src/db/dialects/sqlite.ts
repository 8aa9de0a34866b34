import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { earthRadius } from '../../lib/distance.ts'
import type { Bindable, Database } from '../database.ts'
import { lineSeparator, type Schema } from '../schema.ts'
import { indexAfterWrites } from '../search-upkeep.ts'
import { type AfterGroup, shareTransactions, transactionsOn } from '../shared-transactions.ts'
import type { Dialect, Querying } from './dialect.ts'
import { type BackgroundReader, openBackgroundReader } from './sqlite-background.ts'

/** The oldest release that is supported: in older ones a rare race between checkpoints could corrupt the WAL file. */
export const oldestSqlite = '3.51.3'

/** The dialect of SQLite. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  migrationTable: 'create table if not exists migration (name text primary key, applied_utc text not null)',
  findDamage: (kysely, isQuick) => findBrokenPages(kysely, isQuick ? 'quick_check' : 'integrity_check'),
  findDangling: (kysely) => findBrokenReferences(kysely),
  readCounters: async (kysely) => {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(kysely)
    return new Map(rows.map(({ name, seq }) => [name, seq]))
  },
  writeCounters: async (kysely, counters) => {
    for (const [name, last] of counters) {
      // Each database counts its own changes.
      if (name === 'change') continue
      await sql`delete from sqlite_sequence where name = ${name}`.execute(kysely)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(kysely)
    }
  },
  // SQLite's plans do not depend on table sizes.
  replan: async () => undefined,
  maxRowsTogether: 0,
  insertRecords: async (kysely, kind, count) => {
    const each = JSON.stringify(new Array(count).fill(kind))
    const { rows } = await sql<{ id: number }>`
      insert into record (kind) select value from json_each(${each}) returning id`.execute(kysely)
    const ids: number[] = []
    for (const { id } of rows) ids.push(id)
    return ids.length > 1 ? ids.sort((a, b) => a - b) : ids
  },
  reserveChanges: async (kysely, count) => {
    const { rows } = await sql<{ last: number }>`
      update sqlite_sequence set seq = seq + ${count} where name = 'change' returning seq as last`.execute(kysely)
    return (rows[0]?.last ?? 0) - count + 1
  },
  isIn: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  isInList: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  compared: (column) => sql`+${column}`,
  positionIn: (column, list) => sql`(select key from json_each(${list}) where value = ${column} limit 1)`,
  // SQLite reads cross joined tables in the order in which they are written.
  // With another index, many rows could remain for each element of the list.
  eachOf: (list, table) =>
    sql<never>`(select value from json_each(${list})) as listed cross join ${sql.table(table)}`.as(
      sql`${sql.table(table)} not indexed`,
    ),
  // Without statistics, SQLite does not know that sorting takes longer.
  readInOrder: (table, index) =>
    index === '' ? sql`${sql.table(table)} not indexed` : sql`${sql.table(table)} indexed by ${sql.ref(index)}`,
  encodeIds: (ids) => JSON.stringify(ids),
  isInTexts: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  encodeTexts: (texts) => JSON.stringify(texts),
  merge: (queries, limit, offset) =>
    sql`${sql.join(queries, sql` union `)} order by 1, 2 limit ${limit} offset ${offset}`,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  // A byte for each id: SQLite has no function that reads a bit. A position of 0 gives no byte.
  isInSet: (column, set, first) => sql`substr(${set}, max(${column} - ${first} + 1, 0), 1) = x'01'`,
  encodeBits: (bits) => {
    const bytes = new Uint8Array(bits.length * 8)
    for (let at = 0; at < bits.length; at++) {
      const byte = bits[at] ?? 0
      if (byte !== 0) for (let bit = 0; bit < 8; bit++) bytes[at * 8 + bit] = (byte >> bit) & 1
    }
    return bytes
  },
  linesOf: (text) =>
    sql`(select value as line from json_each('[' || replace(json_quote(${text}), ${sql.lit(lineSeparator)}, '","') || ']'))`,
  rowAsJson: async (kysely, table) => {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(kysely)
    return sqliteDialect.json(Object.fromEntries(rows.map(({ name }) => [name, sql.ref(`${table}.${name}`)])))
  },
  json: (columns) =>
    sql`json_object(${sql.join(Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${column}`))})`,
  distance: (from, lat, lng) => sql<number>`${2 * earthRadius} * asin(min(1, sqrt(
    pow(sin(radians(${lat} - ${from.lat}) / 2), 2)
    + cos(radians(${from.lat})) * cos(radians(${lat})) * pow(sin(radians(${lng} - ${from.lng}) / 2), 2))))`,
  // Primary result codes: FULL 13, BUSY 5, LOCKED 6, READONLY 8, IOERR 10, CORRUPT 11, CANTOPEN 14, NOTADB 26; extended codes
  // keep them in the low byte.
  isFull: (error) => primaryCode(error) === 13,
  isUnavailable: (error) => [5, 6, 8, 10, 11, 13, 14, 26].includes(primaryCode(error)),
  isDamaged: (error) => primaryCode(error) === 11,
  // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH.
  isRefusal: (error) => [18, 19, 20].includes(primaryCode(error)),
  // A transaction that writes has the lock from its start.
  isDeadlock: () => false,
}

/** Whether an error means that the file is not a SQLite database. */
export const isOtherFile = (error: unknown): boolean => primaryCode(error) === 26

/** Returns the findings of an integrity check one by one; SQLite joins them to one text below a heading with asterisks. */
const findBrokenPages = async (kysely: Querying, pragma: string): Promise<string[]> => {
  const { rows } = await sql<Record<string, string>>`pragma ${sql.raw(pragma)}`.execute(kysely)
  const lines = rows.flatMap((row) => Object.values(row)).flatMap((finding) => finding.split('\n'))
  return lines.filter((line) => line !== 'ok' && !line.startsWith('***'))
}

const findBrokenReferences = async (kysely: Querying): Promise<string[]> => {
  const { rows } = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(kysely)
  return rows.map(({ table, rowid, parent }) => `${table} row ${rowid} refers to a missing ${parent}.`)
}

/**
 * Opens the file, which is created when absent, with settings for durability, and checks that each took effect. One connection writes; the
 * other reads the committed content meanwhile.
 * @throws Error of one line when SQLite is too old or a setting does not take effect.
 */
export const openSqlite = (path: string, options: SqliteOptions = {}): Database => {
  const writing = new DatabaseSync(path, { timeout: busyMilliseconds })
  const reading = new DatabaseSync(path, { timeout: busyMilliseconds })
  try {
    const version = readPragma(writing, 'sqlite_version()', 'select sqlite_version() as value')
    if (isOlder(version, oldestSqlite))
      throw new Error(`SQLite ${oldestSqlite} or later is needed, this is ${version}.`)
    const longestLog = options.longestLog ?? usualLog
    applySettings(writing, [
      ...writerSettings,
      // In bytes: a log that a large transaction has made longer is cut when it begins anew.
      ['journal_size_limit', String(longestLog), String(longestLog)],
    ])
    applySettings(reading, readerSettings)
    const kysely = new Kysely<Schema>({ dialect: kyselyDialect(reading, options) })
    const writer = new Kysely<Schema>({ dialect: kyselyDialect(writing, options) })
    const background = openBackgroundReader(path, busyMilliseconds)
    const sharing = {
      limit: options.maxShared,
      afterGroup: tidyBy(background, indexAfterWrites(writer, sqliteDialect), () => sizeOf(`${path}-wal`) > longestLog),
    }
    const transact = shareTransactions(transactionsOn(writer, sqliteDialect), sqliteDialect, sharing)
    return {
      kysely,
      dialect: sqliteDialect,
      transact: (work) =>
        transact(work).catch((error: unknown) => {
          // The write-ahead log cannot grow; after a checkpoint it is written from its beginning again.
          if (lacksSpace(error)) checkpoint(background)
          throw error
        }),
      ...readOn(reading, options),
      queryInBackground: (text, parameters) => {
        options.onStatement?.(text, parameters)
        return background.query(text, parameters)
      },
      version: `SQLite ${version}`,
      warnings: [],
      failFast: () => undefined,
      close: async () => {
        await background.close()
        await kysely.destroy()
        await writer.destroy()
      },
    }
  } catch (error) {
    reading.close()
    writing.close()
    throw error
  }
}

/** Copies a snapshot of the file to a new, compact one without blocking writers. */
export const vacuumInto = (path: string, target: string): void => {
  const connection = new DatabaseSync(path, { timeout: busyMilliseconds })
  try {
    connection.prepare('vacuum into ?').run(target)
  } finally {
    connection.close()
  }
}

type Settings = readonly (readonly [name: string, value: string, expected: string])[]

/** Most bytes of the write-ahead log that stay reserved between writes. */
const usualLog = 64 * 1024 * 1024

const writerSettings: Settings = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', '2'],
  ['foreign_keys', 'ON', '1'],
  // In pages, about 40 MB: usually the background worker runs a checkpoint before.
  ['wal_autocheckpoint', '10000', '10000'],
  // In kibibytes: a transaction with more changed pages than fit writes them to disk repeatedly.
  ['cache_size', '-8192', '-8192'],
  // From here on ImmediateDriver waits for locks without blocking the process.
  ['busy_timeout', '0', '0'],
]

const readerSettings: Settings = [['query_only', 'ON', '1']]

/** Number of writes after which the background worker runs a checkpoint. */
const checkpointEvery = 32

/** Indexes texts between two groups of writes, and runs checkpoints in the background worker. If a write did this, it would block all requests. */
const tidyBy = (background: BackgroundReader, index: AfterGroup, isLong: () => boolean): AfterGroup => {
  let writes = 0
  return async (count) => {
    await index(count)
    writes += count
    if (background.isBusy()) return
    if (isLong()) checkpoint(background, true)
    else if (writes >= checkpointEvery) checkpoint(background)
    else return
    writes = 0
  }
}

/**
 * Moves what the write-ahead log holds into the database, and cuts its file if asked, in the background. It waits for nobody: while others
 * read or write, it does what is possible.
 */
const checkpoint = (background: BackgroundReader, cuts = false): void => {
  const texts = ['pragma busy_timeout = 0', 'pragma wal_checkpoint(passive)']
  if (cuts) texts.push('pragma wal_checkpoint(truncate)')
  for (const text of [...texts, `pragma busy_timeout = ${busyMilliseconds}`])
    background.query(text, []).catch(() => undefined)
}

/** The bytes of a file; 0 where there is none. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Whether SQLite could not write: SQLITE_IOERR, as for a file that may not grow, or SQLITE_FULL. */
const lacksSpace = (error: unknown): boolean => [10, 13].includes(primaryCode(error) ?? 0)

const applySettings = (connection: DatabaseSync, settings: Settings): void => {
  for (const [name, value, expected] of settings) {
    untilFree(() => connection.exec(`pragma ${name} = ${value}`))
    const actual = readPragma(connection, name, `pragma ${name}`)
    if (actual !== expected) throw new Error(`SQLite refused ${name} = ${value}: it is ${actual}.`)
  }
}

/** Repeats work while the database is locked: when two processes switch a new file to WAL mode, SQLite does not wait by itself. */
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

/** Whether a version such as `3.51.3` is older than another. */
export const isOlder = (version: string, oldest: string): boolean => {
  const partsOf = (text: string): number[] => text.split('.').map(Number)
  const [a, b] = [partsOf(version), partsOf(oldest)]
  for (const [index, part] of b.entries()) {
    const own = a[index] ?? 0
    if (own !== part) return own < part
  }
  return false
}

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
const busyMilliseconds = 5000

/** The primary code of an error of SQLite; 0 for other errors. */
const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

/** Frequent reads, past Kysely: each statement is prepared once. */
const readOn = (connection: DatabaseSync, { onStatement }: SqliteOptions): Pick<Database, 'query' | 'select'> => {
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
const kyselyDialect = (connection: DatabaseSync, options: SqliteOptions) => ({
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
