import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { memberNames } from '../lib/json.ts'
import { type Database, type Db, inSnapshot } from './database.ts'
import type { DerivedTable } from './derived-tables.ts'
import type { Schema } from './schema.ts'
import { indexPending } from './search-upkeep.ts'

/** The tables of the search index, which is derived from the texts. */
type IndexTable = 'search_block' | 'search_list' | 'search_pending'

/** The numbers of changes, which begin anew in another database. */
type ChangeTable = 'change' | 'latest_change' | 'change_epoch' | 'change_day' | 'pending_link'

/** Tables that are not copied, since they belong to one database: migrations, failed log-ins, numbers of changes and derived tables. */
type OwnTable = 'migration' | 'throttle' | ChangeTable | DerivedTable['name'] | IndexTable

/** All other tables with the columns of their order, each after the tables that it refers to. */
const tables = {
  record: ['id'],
  image: ['id'],
  series: ['id'],
  event: ['id'],
  venue: ['id'],
  organizer: ['id'],
  event_venue: ['event_id', 'venue_id'],
  event_organizer: ['event_id', 'organizer_id'],
  term: ['id'],
  event_term: ['term_id', 'event_id'],
  search_text: ['record_id'],
  user: ['id'],
  credential: ['id'],
  credential_use: ['credential_id'],
  session: ['token_hash'],
  second_factor: ['user_id'],
  recovery_code: ['code_hash'],
  passkey: ['credential_id'],
  revision: ['id'],
  review: ['id'],
  awaited_review: ['event_id'],
  submission: ['id'],
  import: ['id'],
  import_record: ['import_id', 'record_id'],
  import_term: ['import_id', 'term_id'],
  source: ['id'],
  import_item: ['source', 'kind', 'external_id'],
  identity: ['issuer', 'subject'],
  link: ['id'],
  idempotency: ['user_id', 'key'],
  setting: ['name'],
  note: ['name'],
  former_slug: ['kind', 'slug'],
  media_file: ['path'],
  media_chunk: ['path', 'position'],
} as const satisfies Record<Exclude<keyof Schema, OwnTable>, readonly string[]>

type TableName = keyof typeof tables

const names = memberNames(tables)

type Row = Readonly<Record<string, unknown>>

/** Number of rows that are read and written at once. Chunks of images have 256 KiB; submissions have a picture of up to 10 MiB. */
const portionOf = (table: TableName): number => (table === 'submission' ? 1 : 100)

/** Counts the rows of the tables that are copied. */
export const countRows = async (db: Db): Promise<number> => {
  let rows = 0
  for (const table of names) {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db.kysely)
    rows += Number(counted.rows[0]?.n)
  }
  return rows
}

/**
 * Copies every row of one database into another one, which has the schema and no rows; then compares both row by row. Rows that are written
 * to the first database meanwhile are not copied. A copy that fails leaves nothing behind.
 * @param advance is called with the number of rows that were copied or compared since the last call.
 * @throws Error with one line when the target is not empty, or a row differs.
 */
export const copyDatabase = async (from: Database, to: Database, advance: (rows: number) => void): Promise<void> => {
  await inSnapshot(from, (source) =>
    to.transact(async (target) => {
      if ((await countRows(target)) > 0) throw new Error('The target database already has data.')
      for (const table of names) {
        for await (const rows of readRows(source, table)) {
          await insertRows(target, table, rows)
          advance(rows.length)
        }
      }
      for await (const rows of readRows(source, 'event')) await linkParents(target, rows)
      await target.dialect.writeCounters(target.kysely, await source.dialect.readCounters(source.kysely))
      for (const table of names) await compareRows(source, target, table, advance)
    }),
  )
  await indexPending(to)
}

/** Reads the rows of a table in the order of its key, one portion at a time. */
async function* readRows({ kysely }: Db, table: TableName): AsyncGenerator<readonly Row[]> {
  const key: readonly string[] = tables[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const portion = portionOf(table)
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``
    const query = sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${portion}`
    const { rows } = await query.execute(kysely)
    if (rows.length > 0) yield rows
    if (rows.length < portion) return
    last = rows.at(-1)
  }
}

/** Inserts rows; parents of events, which may come later, are set at the end, and counters of terms are derived from the links. */
const insertRows = async ({ kysely }: Db, table: TableName, rows: readonly Row[]): Promise<void> => {
  const blank = table === 'event' ? { parent_id: null } : table === 'term' ? { count: 0 } : undefined
  const stored = blank ? rows.map((row) => ({ ...row, ...blank })) : rows
  const [first = {}] = stored
  const columns = Object.keys(first)
  const values = stored.map((row: Row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(kysely)
}

const linkParents = async ({ kysely }: Db, rows: readonly Row[]): Promise<void> => {
  for (const { id, parent_id } of rows) {
    if (typeof id === 'number' && typeof parent_id === 'number')
      await kysely.updateTable('event').set({ parent_id }).where('id', '=', id).execute()
  }
}

const compareRows = async (
  source: Db,
  target: Db,
  table: TableName,
  advance: (rows: number) => void,
): Promise<void> => {
  const copies = readRows(target, table)
  for await (const rows of readRows(source, table)) {
    const { value: copied } = await copies.next()
    if (!isDeepStrictEqual(rows.map(comparable), (copied ?? []).map(comparable))) {
      throw new Error(`The copy of ${table} differs from the original; nothing was kept.`)
    }
    advance(rows.length)
  }
  if (!(await copies.next()).done) throw new Error(`The copy of ${table} has more rows than the original.`)
}

/** Makes rows of both databases comparable: one returns bytes as a Buffer, the other as a Uint8Array. */
const comparable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]),
  )
