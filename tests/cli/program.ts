import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { addUser } from '../../src/accounts/users.ts'
import { openDatabase } from '../../src/cli/open-database.ts'
import { runCommand } from '../../src/cli/run.ts'
import { readConfig } from '../../src/config.ts'
import type { Environment } from '../../src/settings.ts'
import { basic } from '../support/calendar.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'src/main.ts')

const running = new Set<ChildProcess>()
const directories: string[] = []

// A test that fails leaves neither processes nor files behind; a process that runs would keep this one alive.
after(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

/** A directory that goes with the test file. */
export const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'kalends-cli-'))
  directories.push(directory)
  return directory
}

/** How a process ended. */
export type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** What a command did. */
export type Result = End & { readonly stdout: string; readonly stderr: string }

/** A process of the program, from its start on. */
export type Process = {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves when it has ended and everything it printed was read. */
  readonly ended: Promise<Result>
}

/** Starts any program with settings and without those of whoever runs the tests. */
export const startProcess = (file: string, args: readonly string[], environment: Environment): Process => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('KALENDS_'))
  const env = { ...Object.fromEntries(inherited), ...environment }
  const child = spawn(file, args, { cwd: root, env, stdio: 'pipe' })
  running.add(child)
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal, ...output }
  })
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, ended }
}

/** With these settings the program is that of the next release, whose schema is another. */
export const nextRelease = { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'next-release.ts'))}` }

/** Runs a command of the program to its end. */
export const run = (args: readonly string[], environment: Environment, input = ''): Promise<Result> => {
  const { child, ended } = startProcess(process.execPath, [program, ...args], environment)
  child.stdin?.end(input)
  return ended
}

/** Runs a command in this process, which is quicker; answers what it said on standard error. */
export const runHere = async (
  args: readonly string[],
  environment: Environment,
): Promise<{ code: number; faults: string[] }> => {
  const written = mock.method(process.stderr, 'write', () => true)
  const code = await runCommand(args, environment).finally(() => written.mock.restore())
  return { code, faults: faultsOf(written.mock.calls.map(({ arguments: [text] }) => text).join('')) }
}

/** The response to a request. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Reply = { readonly status: number; readonly body: any; readonly text: string; readonly headers: Headers }

/** A server that listens. */
export type Server = Process & {
  readonly address: string
  readonly port: number
  /** Paths begin below the namespace, or with `//` at the root; `as` is a secret for the Authorization header. */
  readonly ask: (method: string, path: string, options?: { as?: string; body?: unknown }) => Promise<Reply>
  /** Sends a signal and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Result>
}

/** Starts `serve` on a free port and waits until it listens. */
export const serve = (environment: Environment): Promise<Server> =>
  asServer(startProcess(process.execPath, [program, 'serve'], { KALENDS_PORT: '0', ...environment }))

/** Waits until a process says that it listens. */
export const asServer = async (started: Process): Promise<Server> => {
  const { child, stderr, ended } = started
  const heard = new Promise<void>((resolve) => {
    child.stderr?.on('data', () => void (stderr().includes('"listening"') && resolve()))
  })
  await Promise.race([heard, ended])
  const entry = logOf(stderr()).find(({ message }) => message === 'listening')
  assert.ok(entry, `it does not listen: ${stderr()}`)
  const address = String(entry['address'])
  return {
    ...started,
    address,
    port: Number(new URL(address).port),
    ask: (method, path, options) => request(address, method, path, options),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** The entries of a server's log that say this. */
export const told = (server: Server, message: string): Record<string, unknown>[] =>
  logOf(server.stderr()).filter((entry) => entry['message'] === message)

/** Waits for what must come; a test that waits for ever is ended by its runner. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The entries of a log. */
export const logOf = (stderr: string): Record<string, unknown>[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

const request = async (
  address: string,
  method: string,
  path: string,
  { as, body }: { as?: string; body?: unknown } = {},
): Promise<Reply> => {
  const url = address + (path.startsWith('//') ? path.slice(1) : `/calendar/events/v1${path}`)
  const response = await fetch(url, {
    method,
    headers: {
      ...(as === undefined ? {} : { authorization: basic('admin', as) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers, body: parse(text) }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A data directory with an administrator in it; made in this process, which is quicker. */
export const newCalendar = async (): Promise<{ environment: Environment; directory: string; secret: string }> => {
  const directory = newDirectory()
  const environment = { KALENDS_DATA: directory }
  const database = await openDatabase(readConfig(environment))
  const { secret } = await database.transact((db) => addUser(db, { name: 'admin', role: 'administrator' }, Date.now()))
  await database.close()
  return { environment, directory, secret }
}

/** A payload of an event in the default window of lists. */
export const eventPayload = (title: string): { title: string; start_date: string; end_date: string } => {
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return { title, start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` }
}

/** The faults that a command printed: one line each, said by the program, without a stack. */
export const faultsOf = (stderr: string): string[] => {
  const lines = stderr.trimEnd().split('\n')
  for (const line of lines) assert.match(line, /^kalends: /, stderr)
  return lines.map((line) => line.slice('kalends: '.length))
}

/** A socket to a server, with all that it got. */
export const openSocket = async (
  port: number,
): Promise<{ socket: Socket; got: () => string; closed: Promise<void> }> => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return { socket, got: () => text, closed }
}

/** Whether a port takes no connection any more. */
export const isClosed = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
