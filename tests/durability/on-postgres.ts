import pg from 'pg'
import { addUser } from '../../src/accounts/users.ts'
import { openDatabase } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import type { Environment } from '../../src/settings.ts'
import { newDirectory } from '../cli/program.ts'
import type { Calendar } from './kill.ts'

/** Runs statements as the owner of a server, one after the other; answers the rows of the last. */
export const administer = async (url: string, ...statements: readonly string[]): Promise<pg.QueryResultRow[]> => {
  const client = new pg.Client({ connectionString: url }).on('error', () => undefined)
  await client.connect()
  try {
    let rows: pg.QueryResultRow[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** A calendar in a new database of a server, with an administrator in it; made in this process, which is quicker. */
export const newPostgresCalendar = async (server: string, name: string): Promise<Calendar> => {
  await administer(`${server}/postgres`, `create database ${name}`)
  const environment: Environment = { KALENDS_DATA: newDirectory(), KALENDS_DATABASE: `${server}/${name}` }
  const database = await openDatabase(readConfig(environment))
  const { secret } = await database.transact((db) => addUser(db, { name: 'admin', role: 'administrator' }, Date.now()))
  await database.close()
  return { environment, secret }
}
