import assert from 'node:assert/strict'
import type { Environment } from '../../src/settings.ts'
import { logOf, type Result, run, type Server, type Reply as ServerReply, serve } from '../cli/program.ts'
import { basic } from '../support/calendar.ts'

/** The response to a request. */
export type Reply = Omit<ServerReply, 'text'>

type Options = {
  /** The credentials, `name:secret`; without any, the administrator asks. */
  readonly as?: string | 'nobody'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A request; paths begin below the namespace, or with `//` at the root. */
export type Ask = (method: string, path: string, options?: Options) => Promise<Reply>

/** Several processes that serve one calendar. */
export type Site = {
  /** A request to the process of a number, or to any where they share an address. */
  readonly askAt: (process: number) => Ask
  /** A request to each in turn. */
  readonly ask: Ask
  /** So many requests reach every process: one each, or enough of them where they share an address. */
  readonly requests: number
  /** Runs a command of the program beside them. */
  readonly run: (args: readonly string[], input?: string) => Promise<Result>
  readonly stop: () => Promise<void>
}

/** Starts `servers` servers of `workers` processes each on one calendar. */
export const startSite = async (
  environment: Environment,
  secret: string,
  { servers, workers }: { servers: number; workers: number },
): Promise<Site> => {
  const settings = {
    ...environment,
    KALENDS_PUBLIC_URL: 'http://calendar.test',
    KALENDS_TRUSTED_PROXIES: '127.0.0.1',
    KALENDS_WORKERS: String(workers),
  }
  const started = await Promise.all(Array.from({ length: servers }, () => serve(settings)))
  for (const server of started) await untilAllListen(server, workers)
  let turn = 0
  const askAt =
    (process: number): Ask =>
    (method, path, options = {}) =>
      request(started[process % servers] ?? assert.fail(), method, path, { as: `admin:${secret}`, ...options })
  return {
    askAt,
    ask: (...request) => askAt(turn++)(...request),
    requests: workers === 1 ? servers : 4 * workers,
    run: (args, input) => run(args, settings, input),
    stop: async () => {
      for (const server of started) assert.equal((await server.stop()).code, 0)
    },
  }
}

const untilAllListen = async (server: Server, workers: number): Promise<void> => {
  const listening = () => logOf(server.stderr()).filter(({ message }) => message === 'listening')
  while (listening().length < workers) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Each request has a connection of its own: they are what the processes of one server share out. */
const request = async (
  { address }: Server,
  method: string,
  path: string,
  { as = 'nobody', body, headers }: Options,
): Promise<Reply> => {
  const [name = '', secret] = as.split(':')
  const response = await fetch(address + (path.startsWith('//') ? path.slice(1) : `/calendar/events/v1${path}`), {
    method,
    headers: {
      connection: 'close',
      ...(secret === undefined ? {} : { authorization: basic(name, secret) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}
