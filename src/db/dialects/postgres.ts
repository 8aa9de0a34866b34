import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { earthRadius } from '../../lib/distance.ts'
import type { Database, Query } from '../database.ts'
import { lineSeparator, type Schema } from '../schema.ts'
import { indexAfterWrites } from '../search-upkeep.ts'
import { shareTransactions } from '../shared-transactions.ts'
import type { Dialect } from './dialect.ts'
import { type Connecting, readPostgresAddress } from './postgres-address.ts'
import { queryUntil } from './postgres-cancel.ts'
import { errorCode, explainPostgres } from './postgres-faults.ts'
import { hasty, type Patience, patient, statementTimeout, watchPool } from './postgres-watch.ts'
import { pipelinedTransactions } from './postgres-writer.ts'

/** The dialect of PostgreSQL. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  migrationTable:
    'create table if not exists migration (name text collate "C" primary key, applied_utc text collate "C" not null)',
  maxRowsTogether: 32,
  lockWriters: async (kysely) => {
    // A process that stops in the middle of a write blocks the others for no longer than this.
    await sql`select set_config('idle_in_transaction_session_timeout', '15s', true), pg_advisory_xact_lock(${writersLock})
      `.execute(kysely)
  },
  // The server checks its pages and enforces references itself.
  findDamage: async () => [],
  findDangling: async () => [],
  readCounters: async (kysely) => {
    const { rows } = await sql<{ name: string; value: number }>`
      select name, value from counter union all select 'revision', coalesce(max(id), 0) from revision`.execute(kysely)
    return new Map(rows.map(({ name, value }) => [name, value]))
  },
  writeCounters: async (kysely, counters) => {
    for (const [name, last] of counters) {
      if (name === 'revision') {
        await sql`select setval(pg_get_serial_sequence('revision', 'id'), ${last + 1}, false)`.execute(kysely)
        continue
      }
      await sql`insert into counter (name, value) values (${name}, ${last})
        on conflict (name) do update set value = excluded.value`.execute(kysely)
    }
  },
  replan: (kysely) => sql`analyze (skip_locked)`.execute(kysely),
  // A row that is updated repeatedly within one transaction takes longer each time.
  insertRecords: async (kysely, kind, count) => {
    const { rows } = await sql<{ id: number }>`
      with taken as (
        insert into counter values ('record', ${count}::bigint)
        on conflict (name) do update set value = counter.value + excluded.value returning value)
      insert into record (id, kind)
        select taken.value - place, ${kind} from taken, generate_series(0, ${count}::bigint - 1) as place
      returning id`.execute(kysely)
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  },
  // One text, since the parameters of a statement are no arrays.
  reserveChanges: async (kysely, count) => {
    // As the triggers of the log do, so that no other number becomes visible before these.
    await sql`select from change_turn for no key update`.execute(kysely)
    const { rows } = await sql<{ first: number }>`
      select min(number) as first from (
        select nextval(pg_get_serial_sequence('change', 'id')) as number from generate_series(1, ${count}::integer)
      ) as taken`.execute(kysely)
    return Number(rows[0]?.first ?? 0)
  },
  isIn: (column, values) =>
    typeof values[0] === 'string'
      ? sql`${column} = any(${encodeList(values)}::text[])`
      : sql`${column} = any(${encodeList(values)}::bigint[])`,
  isInList: (column, list) => sql`${column} = any(${list}::bigint[])`,
  compared: (column) => column,
  positionIn: (column, list) => sql`array_position(${list}::bigint[], ${column})`,
  // If the planner expects few rows, it compares each row of the table with the whole list, unless there is an offset.
  eachOf: (list, table, key) =>
    sql<never>`unnest(${list}::bigint[]) as listed (value) cross join lateral (
      select * from ${sql.table(table)} where ${sql.ref(key)} = listed.value offset 0)`.as(table),
  readInOrder: (table) => sql.table(table),
  encodeIds: (ids) => `{${ids.join()}}`,
  isInTexts: (column, list) => sql`${column} = any(${list}::text[])`,
  encodeTexts: (texts) => encodeList(texts),
  merge: (queries, limit, offset) => {
    const [first, ...others] = queries
    if (first && others.length === 0) return sql`${first} order by 1, 2 limit ${limit} offset ${offset}`
    const each = queries.map((query) => sql`(${query} order by 1, 2 limit ${limit}::bigint + ${offset}::bigint)`)
    return sql`select distinct start_utc, id from (${sql.join(each, sql` union all `)}) as merged
      order by 1, 2 limit ${limit} offset ${offset}`
  },
  contains: (text, needle) => sql`strpos(${text}, ${needle}) > 0`,
  isInSet: (column, set, first, until) =>
    sql`case when ${column} >= ${first}::bigint and ${column} < ${until}::bigint
      then get_bit(${set}::bytea, ${column} - ${first}::bigint) = 1 else false end`,
  encodeBits: (bits) => bits,
  linesOf: (text) => sql`(select line from string_to_table(${text}, ${sql.lit(lineSeparator)}) as line)`,
  rowAsJson: async (_kysely, table) => sql`to_json(${sql.table(table)})::text`,
  json: (columns) =>
    sql`json_build_object(${sql.join(Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${column}`))})::text`,
  distance: (from, lat, lng) => {
    // Rounded to less than a millimetre: numbers too small for the arithmetic of PostgreSQL are an underflow error.
    const angle = (degrees: RawBuilder<number>) =>
      sql<number>`radians(case when abs(${degrees}) < 1e-9 then 0 else ${degrees} end)`
    const [south, east] = [sql<number>`(${lat} - ${from.lat}::float8)`, sql<number>`(${lng} - ${from.lng}::float8)`]
    const cosines = sql`cos(${angle(sql`${from.lat}::float8`)}) * cos(${angle(sql`${lat}`)})`
    return sql<number>`${2 * earthRadius}::float8 * asin(least(1, sqrt(
      power(sin(${angle(south)} / 2), 2) + ${cosines} * power(sin(${angle(east)} / 2), 2))))`
  },
  isFull: (error) => errorCode(error) === '53100',
  // Classes 08 (connection), 53 (resources), 57 (operator), 55P03 (lock), 25006 (read only), and errors of the network.
  isUnavailable: (error) =>
    /^(08|53|57|55P03|25006)|^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN)/.test(errorCode(error)) ||
    (error instanceof Error && broken.test(error.message)),
  // data_corrupted, index_corrupted
  isDamaged: (error) => ['XX001', 'XX002'].includes(errorCode(error)),
  // The classes of data exceptions and of violated constraints.
  isRefusal: (error) => /^2[23]/.test(errorCode(error)),
  isDeadlock: (error) => errorCode(error) === '40P01',
}

/** An array of texts or of numbers, as the server reads it. */
const encodeList = (values: readonly (number | string)[]): string =>
  `{${values.map((value) => `"${`${value}`.replace(/[\\"]/g, '\\$&')}"`).join()}}`

/** Messages of the driver when a connection cannot be opened or was lost. */
const broken = /timeout exceeded when trying to connect|^Connection terminated|is not queryable$/

/** An arbitrary number, which all processes on a database must share. */
const writersLock = 0x6b616c65

/** How a database is opened. */
export type PostgresOptions = {
  /** Whether statements are prepared once for each connection; poolers that share connections do not support it. */
  readonly isPrepared?: boolean
}

/** Most statements that a connection prepares; further ones are sent as text, so that their number is bounded. */
const maxPrepared = 500

const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  if (!names.has(text) && names.size < maxPrepared) names.set(text, `kalends_${names.size}`)
  return names.get(text)
}

/** Whether a server has answered that it does not speak TLS. */
const isWithoutTls = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections'

/** What the pool gives to each of its connections. */
type ConnectionOptions = pg.ClientConfig & { readonly connecting?: Connecting }

/** With pipelining, all statements sent in one turn of the event loop are one message to the server. */
class PackingClient extends pg.Client {
  #isPacking = false
  readonly #connecting: Connecting | undefined

  constructor(config?: ConnectionOptions) {
    super(config)
    this.#connecting = config?.connecting
  }

  // biome-ignore lint/suspicious/noExplicitAny: the pool gives a callback.
  override connect(...args: any): any {
    const [callback] = args
    if (typeof callback !== 'function') return super.connect()
    return super.connect((error: Error | undefined) => {
      if (error) this.#giveUp(error)
      callback(error)
    })
  }

  #giveUp(error: Error): void {
    if (isWithoutTls(error) && this.#connecting?.isTlsOptional) this.#connecting.leaveTls()
    // The driver leaves it open after a fault of its own, until the server gives up.
    this.connection.stream.destroy()
  }

  // biome-ignore lint/suspicious/noExplicitAny: a query has many forms in pg.
  override query(...args: any): any {
    if (this.isPipelined && !this.#isPacking) this.#pack()
    return Reflect.apply(super.query, this, args)
  }

  get isPipelined(): boolean {
    return 'pipeline' in this && this.pipeline === true
  }

  #pack(): void {
    const { stream } = this.connection
    this.#isPacking = true
    stream.cork()
    process.nextTick(() => {
      this.#isPacking = false
      stream.uncork()
    })
  }
}

/** Gives each statement a name, under which the server keeps it prepared. */
class PreparingClient extends PackingClient {
  // biome-ignore lint/suspicious/noExplicitAny: a query has many forms in pg; the one that Kysely uses gets a name.
  override query(...args: any): any {
    const [text, values] = args
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    return name === undefined ? Reflect.apply(super.query, this, args) : super.query({ name, text, values })
  }
}

/** Reading connections of one process. Writes use one other connection, which keeps statements and trigger functions compiled. */
const readers = 7

/** Milliseconds for which running queries may continue when the pool is closed. */
const closingMilliseconds = 500

/** The oldest release that is supported. */
const oldestPostgres = 15

/**
 * Opens a pool of connections.
 * @throws Error of one line, which does not contain the address, when the server cannot be reached or is too old.
 */
export const openPostgres = async (url: string, { isPrepared = true }: PostgresOptions = {}): Promise<Database> => {
  const connecting = readPostgresAddress(url)
  const open = (own: pg.PoolConfig) =>
    openPool(connecting, { Client: isPrepared ? PreparingClient : PackingClient, ...own })
  const [pool, writing] = [
    open({ max: readers }),
    open({ max: 1, pipeline: true, ...(isPrepared && { options: genericPlans }) }),
  ]
  let patience: Patience = patient
  const cuts = [pool, writing].map((one) =>
    watchPool(
      one,
      () => connecting.address,
      () => patience,
    ),
  )
  const named = (text: string): { text: string; name?: string } => {
    const name = isPrepared ? nameOf(text) : undefined
    return name === undefined ? { text } : { text, name }
  }
  const query: Query = async (text, values) =>
    (await pool.query({ ...named(text), values: [...values], rowMode: 'array' })).rows
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { version, warnings } = await readSettings(kysely).catch((error) => {
      // The next connection is without TLS.
      if (!isWithoutTls(error) || !connecting.isTlsOptional) throw error
      return readSettings(kysely)
    })
    return {
      kysely,
      dialect: postgresDialect,
      transact: shareTransactions(pipelinedTransactions(writing, postgresDialect), postgresDialect, {
        afterGroup: indexAfterWrites(kysely, postgresDialect),
      }),
      query,
      queryInBackground: (text, values, signal) =>
        signal
          ? queryUntil(pool, { ...named(text), values: [...values], rowMode: 'array' }, signal)
          : query(text, values),
      select: async ({ sql }, values) => (await pool.query({ ...named(sql), values: [...values] })).rows,
      version,
      warnings,
      connections: () => ({
        used: pool.totalCount - pool.idleCount + writing.totalCount - writing.idleCount,
        waiting: pool.waitingCount + writing.waitingCount,
      }),
      failFast: () => {
        patience = hasty
        for (const { options } of [pool, writing]) options.connectionTimeoutMillis = patience.connection
      },
      close: async () => {
        // A query that waits for a lock would keep the process from exiting.
        const cutting = setTimeout(() => void cuts.map((cut) => cut()), closingMilliseconds)
        await Promise.all([kysely.destroy(), writing.end()]).finally(() => clearTimeout(cutting))
      },
    }
  } catch (error) {
    await Promise.all([kysely.destroy(), writing.end()])
    const { hasPassword } = connecting
    throw new Error(explainPostgres(error, { isUnavailable: postgresDialect.isUnavailable(error), hasPassword }))
  }
}

const openPool = (connecting: Connecting, own: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    connectionTimeoutMillis: patient.connection,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser },
    // The process must be able to exit even if a hanging server does not close its connections.
    allowExitOnIdle: true,
    ...own,
  })
  // Read for each connection: the server may have stopped to offer TLS.
  Object.defineProperty(pool.options, 'connectionString', { get: () => connecting.address, enumerable: true })
  Object.assign(pool.options, { connecting })
  // The next query replaces a lost connection; without a listener the error of a connection would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Writes look up single rows by key, so the best plan does not depend on the key. That of a list in another order than that of starts does: it
 * depends on how much of the calendar the window has. Poolers do not accept options, but nothing is prepared with them.
 */
const genericPlans = '-c plan_cache_mode=force_generic_plan'

/** Reads bigint columns as numbers, which represent all ids and counts exactly. Columns are read as text, of the forms that pg's type allows. */
const getTypeParser = ((oid: number, format: 'text') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

/** Settings without which committed data may not survive a power failure. */
const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

const readSettings = async (kysely: Kysely<Schema>): Promise<Pick<Database, 'version' | 'warnings'>> => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('server_version', 'server_version_num', 'server_encoding', 'in_hot_standby', ${sql.join(durable)})
    `.execute(kysely)
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const version = `PostgreSQL ${settings.get('server_version')}`
  if (Number(settings.get('server_version_num')) < oldestPostgres * 10_000) {
    throw new Error(`PostgreSQL ${oldestPostgres} or later is needed, this is ${version}.`)
  }
  if (settings.get('in_hot_standby') === 'on')
    throw new Error('PostgreSQL is a standby, which takes no writes: KALENDS_DATABASE has to name the primary.')
  const encoding = settings.get('server_encoding')
  if (encoding !== 'UTF8') throw new Error(`PostgreSQL needs a database in UTF-8, and this one is in ${encoding}.`)
  const off = durable.filter((name) => settings.get(name) === 'off')
  return { version, warnings: off.map((name) => `PostgreSQL has ${name} off: acknowledged writes may be lost`) }
}
