import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { openDatabase } from './serve.ts'

/** `kalends check`: every finding on a line; exit code 1 when there are any. */
export const check = async (config: Config): Promise<number> => {
  const database = await openDatabase(config)
  const faults = await findFaults(database).finally(() => database.close())
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length === 0) process.stdout.write('The database is sound.\n')
  return faults.length === 0 ? 0 : 1
}

/** What is wrong with a database: with its file, its references, and the counters that must equal counts. */
export const findFaults = async (db: Db): Promise<string[]> => [
  ...(await integrityFaults(db)),
  ...(await referenceFaults(db)),
  ...(await counterFaults(db)),
  ...(await recordFaults(db)),
]

const integrityFaults = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.kysely)
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
}

const referenceFaults = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(
    db.kysely,
  )
  return rows.map(({ table, rowid, parent }) => `${table} row ${rowid} refers to a missing ${parent}.`)
}

const counterFaults = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: number; count: number; actual: number }>`
    select * from (
      select term.id, term.count, (
        select count(*) from event_term join event on event.id = event_term.event_id
        where event_term.term_id = term.id and event.status = 'publish') as actual
      from term) as counted
    where count <> actual`.execute(db.kysely)
  return rows.map(({ id, count, actual }) => `Term ${id} counts ${count} published events; there are ${actual}.`)
}

const recordFaults = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: number; kind: string }>`
    select record.id, record.kind from record
    where record.kind <> 'image'
      and record.id not in (select id from event)
      and record.id not in (select id from venue)
      and record.id not in (select id from organizer)`.execute(db.kysely)
  return rows.map(({ id, kind }) => `The id ${id} is taken by a missing ${kind}.`)
}
