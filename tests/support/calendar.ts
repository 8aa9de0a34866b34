import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import inject, { type InjectOptions } from 'light-my-request'
import pg from 'pg'
import { addUser } from '../../src/accounts/users.ts'
import { buildApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/dialects/postgres.ts'
import { openSqlite, type SqliteOptions } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Role } from '../../src/db/schema.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Environment } from '../../src/settings.ts'
import { waitForPostgres } from './patient-postgres.ts'

waitForPostgres()

/** The users of every test calendar, in the order of their ids from 1 on. */
export const userRoles = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  author2: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
} as const satisfies Record<string, Role>

/** A user of the test calendars, or nobody. */
export type Login = keyof typeof userRoles | 'none'

/** The response to a request. */
export type Reply = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
  readonly text: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** A request by injection; paths begin below the namespace unless they say `/…` with a root of their own. */
export type Ask = (
  method: string,
  path: string,
  options?: { as?: Login; body?: unknown; headers?: Record<string, string>; payload?: string | Buffer },
) => Promise<Reply>

/** A separate server with an empty calendar. */
export type Calendar = {
  readonly app: FastifyInstance
  readonly config: Config
  readonly database: Database
  readonly databasePath: string
  /** Another connection to the same database, like that of another process; the caller closes it. */
  readonly connect: () => Promise<Database>
  readonly ask: Ask
  readonly secrets: Readonly<Record<keyof typeof userRoles, string>>
  /** Sets the clock, in epoch milliseconds or as a date text in UTC. */
  readonly setClock: (to: number | string) => void
  /** The lines of the log so far. */
  readonly log: readonly string[]
  readonly close: () => Promise<void>
}

/** The default time of the clock of test calendars. */
export const testNow = Date.parse('2026-11-20T15:00:00Z')

type Template = { readonly file: string; readonly secrets: Record<string, string> }

/** A PostgreSQL server where the tests may make databases; without it they run on SQLite. */
const chosenServer = process.env['TEST_POSTGRES']

const administer = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

let databases = 0
const newName = (): string => `kalends_${process.pid}_${databases++}`

const templates = new Map<string | undefined, Promise<Template>>()

/** A migrated database with the users in it: copied for each test, so that tests never meet. */
const findTemplate = (server: string | undefined): Promise<Template> => {
  const found = templates.get(server) ?? readTemplate(server)
  templates.set(server, found)
  return found
}

/** The processes of a run share what one of them has made: the runner names a directory for it. */
const readTemplate = async (server: string | undefined): Promise<Template> => {
  const shared = process.env['TEST_TEMPLATES']
  const directory = shared ?? temporaryDirectory()
  if (shared === undefined) process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  const note = join(directory, `${server ? new URL(server).host.replace(':', '-') : 'sqlite'}.json`)
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8'))
  const template = await makeTemplate(server, server ? newName() : join(directory, `${newName()}.sqlite`))
  // Whole or not at all; where two processes make one each, both are good.
  writeFileSync(`${note}.${process.pid}`, JSON.stringify(template))
  renameSync(`${note}.${process.pid}`, note)
  return template
}

const makeTemplate = async (server: string | undefined, file: string): Promise<Template> => {
  if (server) await administer(server, `create database ${file}`)
  const database = server ? await openPostgres(`${server}/${file}`) : openSqlite(file)
  await migrate(database, testNow)
  const secrets: Record<string, string> = {}
  for (const [name, role] of Object.entries(userRoles)) {
    secrets[name] = (
      await database.transact((db) => addUser(db, { name, role, email: `${name}@example.org` }, testNow))
    ).secret
  }
  await database.close()
  return { file, secrets }
}

/** A temporary directory for one test, which removes it. */
export const temporaryDirectory = (): string => mkdtempSync(join(tmpdir(), 'kalends-test-'))

/** Starts a calendar. `environment` holds settings; `sqlite` may watch statements. */
export const createCalendar = async (
  options: { environment?: Environment; sqlite?: SqliteOptions; now?: number; postgres?: string } = {},
): Promise<Calendar> => {
  const server = options.postgres ?? chosenServer
  const { file, secrets } = await findTemplate(server)
  const directory = temporaryDirectory()
  const databasePath = join(directory, 'kalends.sqlite')
  const name = newName()
  if (server) await administer(server, `create database ${name} template ${file} strategy file_copy`)
  else copyFileSync(file, databasePath)
  const config = readConfig({
    KALENDS_DATA: directory,
    KALENDS_PUBLIC_URL: 'http://calendar.test',
    ...options.environment,
  })
  const connect = async () => (server ? openPostgres(`${server}/${name}`) : openSqlite(databasePath, options.sqlite))
  const database = await connect()
  let now = options.now ?? testNow
  const log: string[] = []
  const context = { config, database, clock: () => now, log: createLog('debug', (line) => void log.push(line)) }
  const app = withFront(await buildApp(context))
  return {
    app,
    config,
    database,
    databasePath,
    connect,
    ask: askOf(app, secrets),
    secrets: secrets as Calendar['secrets'],
    setClock: (to) => {
      now = typeof to === 'number' ? to : Date.parse(`${to.replace(' ', 'T')}Z`)
    },
    log,
    close: async () => {
      await app.close()
      await database.close()
      if (server) await administer(server, `drop database ${name}`)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Sends injected requests the same way as network requests, including the fast path before the router. */
export const withFront = (app: FastifyInstance): FastifyInstance => {
  const send = async (request: InjectOptions) => {
    await app.ready()
    return inject((raw, response) => void app.server.emit('request', raw, response), request)
  }
  return Object.assign(app, { inject: send as typeof app.inject })
}

/** The Authorization header of a user. */
export const basic = (login: string, secret: string): string =>
  `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`

/** Requests to an app as the test users, with their secrets. */
export const askOf =
  (app: FastifyInstance, secrets: Readonly<Record<string, string>>): Ask =>
  async (method, path, { as = 'none', body, headers = {}, payload } = {}) => {
    const isAbsolute = path.startsWith('//')
    const url = isAbsolute ? path.slice(1) : `/calendar/events/v1${path}`
    const request: InjectOptions = {
      method: method as 'GET',
      url,
      headers: {
        ...(as === 'none' ? {} : { authorization: basic(as, secrets[as] ?? '') }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    }
    const response = await app.inject(request)
    return {
      status: response.statusCode,
      text: response.body,
      body: parse(response.body),
      headers: response.headers as Record<string, string>,
    }
  }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
