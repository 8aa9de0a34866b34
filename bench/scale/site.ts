import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { addUser } from '../../src/accounts/users.ts'
import { openDatabase } from '../../src/cli/open-database.ts'
import { type Environment, readConfig } from '../../src/config.ts'
import type { Site } from './ask.ts'
import { type Filler, fill, firstEvent } from './fill.ts'

/** A server that is running, and how long its start took. */
export type Running = Site & { readonly startMilliseconds: number; readonly stop: () => Promise<void> }

/** Makes a calendar of `count` events where the settings say, and serves it. */
export const makeSite = async (environment: Environment, count: number): Promise<Running> => {
  const config = readConfig(environment)
  const database = await openDatabase(config)
  const { secret } = await database.transact((db) => addUser(db, { name: 'admin', role: 'administrator' }, Date.now()))
  await database.close()
  const place = config.database
  const { filler, close } = place.kind === 'sqlite' ? openFile(place.path) : await openServer(place.url, count)
  await fill(filler, count, Date.now())
  await close()
  return { ...(await serve(environment)), secret, count }
}

type Opened = { readonly filler: Filler; readonly close: () => Promise<unknown> }

const openFile = (path: string): Opened => {
  const connection = new DatabaseSync(path)
  connection.exec('pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -1000000')
  const filler: Filler = {
    run: async (statement) => connection.prepare(statement).all(),
    textAt: (seconds) => `datetime(${seconds}, 'unixepoch')`,
    indexes: `select name, sql as statement from sqlite_schema where type = 'index' and sql is not null`,
    finish: ['pragma wal_checkpoint(truncate)'],
  }
  return { filler, close: async () => connection.close() }
}

const openServer = async (url: string, count: number): Promise<Opened> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // References are right by construction: checking each would take as long as all the rest.
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  const filler: Filler = {
    run: async (statement) => (await client.query(statement)).rows,
    textAt: (seconds) => `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
    indexes: `select indexname as name, indexdef as statement from pg_indexes where schemaname = 'public'
      and not exists (select from pg_constraint where conname = indexname)`,
    finish: [
      `insert into counter values ('record', ${firstEvent + count})
      on conflict (name) do update set value = excluded.value`,
      'vacuum analyze',
      'checkpoint',
    ],
  }
  return { filler, close: () => client.end() }
}

const serve = async (environment: Environment): Promise<Omit<Running, 'secret' | 'count'>> => {
  const program = join(import.meta.dirname, '../../src/main.ts')
  const started = performance.now()
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...process.env, KALENDS_PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  process.once('exit', () => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stderr)) {
    if (!line.includes('"listening"')) continue
    child.stderr.resume()
    const stop = () => {
      child.kill()
      return ended
    }
    return { address: String(JSON.parse(line).address), stop, startMilliseconds: performance.now() - started }
  }
  throw new Error('the server does not start')
}
