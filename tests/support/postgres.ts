import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** Where Debian, Fedora and Homebrew put the programs of PostgreSQL, beside those on the path. */
const places = ['/usr/lib/postgresql', '/usr/pgsql-*', '/opt/homebrew/opt', '/usr/local/opt']

const findPrograms = (): string | undefined => {
  const onPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const installed = places.flatMap((place) =>
    existsSync(place)
      ? readdirSync(place)
          .sort()
          .reverse()
          .map((name) => join(place, name, 'bin'))
      : [],
  )
  return [onPath ?? '', ...installed].find((directory) => existsSync(join(directory, 'initdb')))
}

/** PostgreSQL never runs as root: there, the user that its package has made does. */
const findUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return {} as { uid: number; gid: number }
  const ask = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  const [uid, gid] = [ask('-u'), ask('-g')]
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
}

/** Where a server is to keep its data, which then stay, and settings of its own, each as `name=value`. */
export type PostgresOptions = { readonly directory?: string; readonly settings?: readonly string[] }

/** Starts a server from what is installed; answers why not, where there is nothing. It flushes nothing unless a setting says so. */
export const startPostgres = async (options: PostgresOptions = {}): Promise<Postgres | string> => {
  const programs = findPrograms()
  const user = findUser()
  if (programs === undefined) return 'no PostgreSQL is installed (initdb was not found)'
  if (user === undefined) return 'PostgreSQL does not run as root, and there is no user postgres'
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'kalends-postgres-'))
  mkdirSync(directory, { recursive: true })
  if ('uid' in user) chownSync(directory, user.uid, user.gid)
  const data = join(directory, 'data')
  const spawning = { ...user, cwd: directory, stdio: 'ignore' } as const
  if (!existsSync(data)) {
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'kalends', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
      spawning,
    )
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
  const isReady = () => spawnSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], spawning)
    while (!isReady() && server.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50))
    return server
  }
  let server = await start()
  const signalChildren = (signal: NodeJS.Signals): void => {
    for (const pid of childrenOf(server.pid)) process.kill(pid, signal)
  }
  const remove = (): void => {
    if (options.directory === undefined) rmSync(directory, { recursive: true, force: true })
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
      if (server.exitCode === null && server.signalCode === null) await end('SIGINT')
      remove()
    },
  }
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
