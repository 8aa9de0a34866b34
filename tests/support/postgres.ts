import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPrograms, findUser } from './postgres-programs.ts'

/** A PostgreSQL server of a test's own, empty. */
export type Postgres = {
  /** Without the name of a database: `postgres://kalends@127.0.0.1:5433`. */
  readonly url: string
  /** Ends at once, as after a fault of the machine. */
  readonly crash: () => Promise<void>
  readonly restart: () => Promise<void>
  /** Stops all its processes where they are: connections stay open, and nobody answers. */
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => Promise<void>
}

/** The options of a server of a test. */
export type PostgresOptions = {
  /** Where it keeps its data, which then stay. */
  readonly directory?: string
  /** Where it makes a directory for its data, which goes with it; by default that for temporary files. */
  readonly below?: string
  /** Settings of its own, each as `name=value`. */
  readonly settings?: readonly string[]
}

/**
 * The server that all tests of a run share, or one of this file's own where nobody has started one; answers why there is
 * none. Who uses it names databases by names that no other process uses, and does nothing that others would notice.
 */
export const sharePostgres = async (): Promise<Pick<Postgres, 'url' | 'stop'> | string> => {
  const url = process.env['TEST_POSTGRES_SERVER'] ?? process.env['TEST_POSTGRES']
  return url === undefined ? startPostgres() : { url, stop: async () => undefined }
}

/** Starts a server from what is installed; answers why not, where there is nothing. It flushes nothing unless a setting says so. */
export const startPostgres = async (options: PostgresOptions = {}): Promise<Postgres | string> => {
  const programs = findPrograms()
  const user = findUser()
  if (programs === undefined) return 'no PostgreSQL is installed (initdb was not found)'
  if (user === undefined) return 'PostgreSQL does not run as root, and there is no other user to run it'
  const directory = options.directory ?? mkdtempSync(join(options.below ?? tmpdir(), 'kalends-postgres-'))
  mkdirSync(directory, { recursive: true })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid)
  const data = join(directory, 'data')
  const spawning = { ...user, cwd: directory, stdio: 'ignore' } as const
  if (!existsSync(data)) {
    const fault = initialize(join(programs, 'initdb'), data, spawning)
    if (fault !== undefined) return fault
  }
  const port = await freePort()
  const settings = [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    directory,
    '-c',
    'fsync=off',
    '-c',
    'max_connections=200',
    ...(options.settings ?? []).flatMap((setting) => ['-c', setting]),
  ]
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], spawning)
    while (!isReady(data, server.pid) && !hasEnded(server)) await new Promise((resolve) => setTimeout(resolve, 10))
    return server
  }
  let server = await start()
  if (hasEnded(server)) return 'PostgreSQL cannot be started: it ends at once'
  const signalChildren = (signal: NodeJS.Signals): void => {
    for (const pid of childrenOf(server.pid)) process.kill(pid, signal)
  }
  const remove = (): void => {
    if (options.directory !== undefined) return
    // One that was ended without waiting for it may still write for a moment.
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  let isPaused = false
  const resume = (): void => {
    isPaused = false
    // One that ends is there until its parent has seen it.
    signalChildren('SIGCONT')
    server.kill('SIGCONT')
  }
  process.once('exit', () => {
    if (isPaused) resume()
    server.kill('SIGQUIT')
    remove()
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    url: `postgres://kalends@127.0.0.1:${port}`,
    crash: () => end('SIGQUIT'),
    restart: async () => {
      server = await start()
    },
    pause: () => {
      isPaused = true
      server.kill('SIGSTOP')
      signalChildren('SIGSTOP')
    },
    resume,
    stop: async () => {
      if (isPaused) resume()
      if (!hasEnded(server)) await end('SIGINT')
      remove()
    },
  }
}

/** Makes the files of an empty server; answers why it cannot. */
const initialize = (initdb: string, data: string, spawning: object): string | undefined => {
  const args = ['-D', data, '-U', 'kalends', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  try {
    execFileSync(initdb, args, { ...spawning, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    return `PostgreSQL cannot be started: ${error instanceof Error ? error.message : error}`
  }
  return undefined
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Whether the server of this process takes connections: the first line of its file names it, the eighth says how it is. */
const isReady = (data: string, pid: number | undefined): boolean => {
  const file = join(data, 'postmaster.pid')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

const childrenOf = (parent: number | undefined): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid && ppid === parent ? [pid] : []))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
