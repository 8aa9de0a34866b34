import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { addUser } from '../src/accounts/users.ts'
import { openDatabase } from '../src/cli/open-database.ts'
import { readConfig } from '../src/config.ts'
import type { Environment } from '../src/settings.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { fill } from './fill.ts'
import type { Plan } from './generate.ts'

/** The application passwords of the users `admin` and `editor`. */
export type Secrets = { readonly admin: string; readonly editor: string }

/** A calendar on which servers can be started; `environment` says where it is. */
export type Calendar = {
  readonly environment: Environment
  readonly secrets: Secrets
  readonly remove: () => Promise<void>
}

/** One of the two databases, where calendars are kept from run to run. */
export type Calendars = {
  readonly name: 'sqlite' | 'postgres'
  /** The filled calendar itself, for reading benchmarks. It is created at the first use. */
  readonly open: (plan: Plan) => Promise<Calendar>
  /** A copy of it for writing benchmarks, to be removed afterwards. */
  readonly copy: (plan: Plan) => Promise<Calendar>
  /** A calendar without events. */
  readonly create: () => Promise<Calendar>
  readonly stop: () => Promise<void>
}

/** Copies are gigabytes: also a run that is interrupted leaves none. */
const unfinished = new Set<string>()
process.once('exit', () => {
  for (const place of unfinished) rmSync(place, { recursive: true, force: true })
})

/** Calendars in SQLite files below a directory. */
export const onSqlite = (directory: string): Calendars => {
  const kept = join(directory, 'sqlite')
  const fresh = (): string => {
    const place = mkdtempSync(join(makeDirectory(kept), 'copy-'))
    unfinished.add(place)
    return place
  }
  const environmentOf = (place: string): Environment => ({
    KALENDS_DATA: place,
    KALENDS_DATABASE: `sqlite:${join(place, 'kalends.sqlite')}`,
  })
  const at = (place: string): Calendar => ({
    environment: environmentOf(place),
    secrets: readSecrets(place),
    remove: async () => rmSync(place, { recursive: true }),
  })
  const open = async (plan: Plan): Promise<Calendar> => {
    const name = nameOf(plan)
    const place = join(kept, name)
    if (!existsSync(place)) {
      removeOlder(makeDirectory(kept), name)
      const made = fresh()
      await makeCalendar(environmentOf(made), made, plan)
      renameSync(made, place)
    }
    return at(place)
  }
  return {
    name: 'sqlite',
    open,
    copy: async (plan) => {
      const { environment } = await open(plan)
      const place = fresh()
      for (const file of ['kalends.sqlite', 'secrets.json']) {
        copyFileSync(join(environment['KALENDS_DATA'] ?? '', file), join(place, file), constants.COPYFILE_FICLONE)
      }
      return at(place)
    },
    create: async () => {
      const place = fresh()
      await makeCalendar(environmentOf(place), place)
      return at(place)
    },
    stop: async () => undefined,
  }
}

/** Flushes as a server in earnest does, with room to work in. */
const serverSettings = [
  'fsync=on',
  'shared_buffers=2GB',
  'effective_cache_size=6GB',
  'maintenance_work_mem=512MB',
  'max_wal_size=8GB',
  'random_page_cost=1.1',
]

/**
 * Calendars in databases of a PostgreSQL server of our own, whose data are below a directory: one run at a time.
 * @throws Error when no PostgreSQL is installed.
 */
export const onPostgres = async (directory: string): Promise<Calendars> => {
  const server = await startPostgres({
    directory: join(makeDirectory(directory), 'postgres'),
    settings: serverSettings,
  })
  if (typeof server === 'string') throw new Error(server)
  const kept = makeDirectory(join(directory, 'postgres-calendars'))
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: `${server.url}/postgres` })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  const drop = (name: string): Promise<void> => run(`drop database if exists ${name} with (force)`)
  const at = (name: string, place: string): Calendar => ({
    environment: { KALENDS_DATA: place, KALENDS_DATABASE: `${server.url}/${name}` },
    secrets: readSecrets(place),
    remove: () => drop(name),
  })
  let copies = 0
  const fresh = async (template?: string): Promise<string> => {
    const name = `copy_${copies++}`
    await drop(name)
    await run(`create database ${name} ${template === undefined ? '' : `template ${template}`}`)
    return name
  }
  const open = async (plan: Plan): Promise<Calendar> => {
    const name = nameOf(plan)
    const place = join(kept, name)
    if (!existsSync(join(place, 'secrets.json'))) {
      for (const older of removeOlder(kept, name)) await drop(older)
      await drop(name)
      const made = await fresh()
      const environment = { KALENDS_DATA: makeDirectory(place), KALENDS_DATABASE: `${server.url}/${made}` }
      await makeCalendar(environment, place, plan)
      await run(`alter database ${made} rename to ${name}`)
    }
    return at(name, place)
  }
  return {
    name: 'postgres',
    open,
    copy: async (plan) => {
      const { environment } = await open(plan)
      return at(await fresh(nameOf(plan)), environment['KALENDS_DATA'] ?? '')
    },
    create: async () => {
      const name = await fresh()
      const place = makeDirectory(join(kept, name))
      unfinished.add(place)
      await makeCalendar({ KALENDS_DATA: place, KALENDS_DATABASE: `${server.url}/${name}` }, place)
      return at(name, place)
    },
    stop: server.stop,
  }
}

const makeDirectory = (path: string): string => {
  mkdirSync(path, { recursive: true })
  return path
}

/** The schema, the users and, if there is a plan, the events. */
const makeCalendar = async (environment: Environment, place: string, plan?: Plan): Promise<void> => {
  const config = readConfig(environment)
  const database = await openDatabase(config)
  const add = async (name: string, role: 'administrator' | 'editor'): Promise<string> =>
    (await database.transact((db) => addUser(db, { name, role }, Date.now()))).secret
  const secrets: Secrets = { admin: await add('admin', 'administrator'), editor: await add('editor', 'editor') }
  await database.close()
  if (plan) {
    const started = performance.now()
    process.stderr.write(`Making a calendar of ${plan.events} events …\n`)
    await fill(config.database, plan, Date.now())
    // As a server does it at its start, the texts are brought into the index of searches.
    await (await openDatabase(config, { mayUpgrade: true })).close()
    process.stderr.write(`  took ${Math.round((performance.now() - started) / 1000)} s.\n`)
  }
  writeFileSync(join(place, 'secrets.json'), JSON.stringify(secrets))
}

const readSecrets = (place: string): Secrets => JSON.parse(readFileSync(join(place, 'secrets.json'), 'utf8'))

const sizeOf = ({ events, venues, organizers, unused, days }: Plan): string =>
  `events_${events}_${venues}_${organizers}_${unused}_${days}`

/** Another month, another schema or other texts make another calendar. */
const nameOf = (plan: Plan): string => {
  const database = join(import.meta.dirname, '../src/db')
  const files = [
    ...readdirSync(join(database, 'migrations'))
      .sort()
      .map((file) => join(database, 'migrations', file)),
    join(database, 'search-block.ts'),
    ...['words.ts', 'generate.ts', 'fill.ts'].map((file) => join(import.meta.dirname, file)),
  ]
  const hash = createHash('sha256').update(plan.from)
  for (const file of files) hash.update(readFileSync(file))
  return `${sizeOf(plan)}_${hash.digest('hex').slice(0, 8)}`
}

/** Removes what was made of another schema, since each takes gigabytes; answers the names. */
const removeOlder = (kept: string, name: string): string[] => {
  const size = name.slice(0, name.lastIndexOf('_') + 1)
  const older = readdirSync(kept).filter((it) => it.startsWith(size) && it !== name)
  for (const it of older) rmSync(join(kept, it), { recursive: true })
  return older
}
