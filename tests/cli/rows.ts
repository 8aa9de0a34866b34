import { sql } from 'kysely'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { derivedTables } from '../../src/db/derived-tables.ts'
import { openPostgres } from '../../src/db/dialects/postgres.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import type { Environment } from '../../src/settings.ts'

/** Tables and their columns. */
export type Shape = ReadonlyMap<string, readonly string[]>

type Row = Readonly<Record<string, unknown>>

/** What is no part of a calendar: each database has its own, what follows from the rest, and what every request by a password changes. */
const own = [
  ...[
    'migration',
    'counter',
    'throttle',
    'change',
    'change_turn',
    'search_pending',
    'search_block',
    'search_list',
    'credential_use',
  ],
  // What the first schema has in place of these tables.
  ...['', '_config', '_data', '_docsize', '_idx'].map((part) => `search_index${part}`),
  ...derivedTables.map(({ name }) => String(name)),
]

/** Opens the database of some settings as it is, whatever its schema. */
export const openAsIs = (settings: Environment): Database | Promise<Database> => {
  const { database } = readConfig(settings)
  return database.kind === 'sqlite' ? openSqlite(database.path) : openPostgres(database.url)
}

/** The tables in which a calendar is. */
export const readShape = async ({ kysely }: Database): Promise<Shape> => {
  const tables = await kysely.introspection.getTables()
  return new Map(
    tables
      .filter(({ name }) => !own.includes(name))
      .map((table) => [table.name, table.columns.map(({ name }) => name).sort()]),
  )
}

/** What of a shape is in another one too: later schemas have dropped tables and columns. */
export const commonShape = (shape: Shape, other: Shape): Shape =>
  new Map(
    [...shape].flatMap(([table, columns]) => {
      const others = other.get(table)
      return others ? [[table, columns.filter((column) => others.includes(column))]] : []
    }),
  )

const selectRows = async ({ kysely }: Database, table: string, columns: readonly string[]): Promise<readonly Row[]> => {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  return (await sql<Row>`select ${list} from ${sql.table(table)}`.execute(kysely)).rows
}

/** All rows of those tables, in no order. */
export const readRows = async (database: Database, shape: Shape): Promise<ReadonlyMap<string, readonly string[]>> => {
  const found = new Map<string, readonly string[]>()
  for (const [table, columns] of shape) {
    const rows = await selectRows(database, table, columns)
    const texts = rows.map((row) => JSON.stringify(columns.map((column) => row[column])))
    found.set(table, texts.filter((text) => !isBackupNote(table, text)).sort())
  }
  return found
}

/** Fills a database whose schema may be older with what that schema has room for. */
export const fillRows = async (target: Database, source: Database): Promise<void> => {
  const shape = commonShape(await readShape(target), await readShape(source))
  await target.transact(async ({ kysely, dialect }) => {
    const anyOrder = {
      sqlite: 'pragma defer_foreign_keys = on',
      postgres: 'set local session_replication_role = replica',
    }
    await sql.raw(anyOrder[dialect.name]).execute(kysely)
    for (const [table, columns] of shape) {
      const rows = await selectRows(source, table, columns)
      for (let from = 0; from < rows.length; from += 100) {
        const values = rows.slice(from, from + 100) as never
        await kysely
          .insertInto(table as 'event')
          .values(values)
          .execute()
      }
    }
    // Where nothing looks after the order of rows, no trigger runs either.
    const names = (await kysely.introspection.getTables()).map(({ name }) => name)
    for (const { name, content } of derivedTables.filter((table) => names.includes(table.name))) {
      await sql.raw(`delete from ${name}`).execute(kysely)
      await sql.raw(`insert into ${name} ${content}`).execute(kysely)
    }
    const counters = await source.dialect.readCounters(source.kysely)
    // A counter of a table belongs only to schemas that have the table.
    const fitting = [...counters].filter(([name]) => name !== 'revision' || names.includes(name))
    await dialect.writeCounters(kysely, new Map(fitting))
  })
}

/** The time of the last backup, which each backup writes into the calendar that it has copied. */
const isBackupNote = (table: string, row: string): boolean => table === 'note' && row.startsWith('["last_backup"')
