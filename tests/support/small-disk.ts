import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { asServer, newDirectory, type Process, type Reply, type Server, startProcess } from '../cli/program.ts'

/** A directory that does not hold much. */
export type SmallDisk = {
  /** Where programs that are started on it find it. */
  readonly directory: string
  /** Where this process finds it. */
  readonly view: string
  /** What a write is answered that SQLite cannot store: a limit is a fault like any other to it. */
  readonly refusal: 503 | 507
  /** Starts a program that sees the disk, with `KALENDS_DATA` there. */
  readonly start: (file: string, args: readonly string[], environment?: Record<string, string>) => Process
  /** Lets a program that runs on it write on: removes the file `filler`, or the limit. */
  readonly makeRoom: (program: Process) => void
  readonly close: () => Promise<void>
}

/** Ways to come by a small disk: each answers undefined where the system does not let this user have it. */
export const smallDisks: Readonly<Record<string, () => Promise<SmallDisk | undefined>>> = {
  'a file system of 14 MiB': async () => (await mountSmall([])) ?? (await mountSmall(['--map-root-user'])),
  'a limit of 3 MiB for each file': async () => limitFiles(3 * 1024),
}

/** A file system of its own, mounted where only those see it who enter the namespace of a process that holds it. */
const mountSmall = async (flags: readonly string[]): Promise<SmallDisk | undefined> => {
  const directory = newDirectory()
  const script = 'mount -t tmpfs -o size=14m kalends "$0" && echo mounted && exec cat'
  const { child, ended, stdout } = startProcess('unshare', [...flags, '--mount', 'sh', '-c', script, directory], {})
  const isMounted = once(child.stdout ?? child, 'data').then(() => true)
  const failed = ended.then(() => false).catch(() => false)
  if (!(await Promise.race([isMounted, failed])) || !stdout().includes('mounted')) return undefined
  const user = flags.length > 0 ? ['--user', '--preserve-credentials'] : []
  const enter = ['--target', String(child.pid), ...user, '--mount', '--']
  return {
    directory,
    view: join(`/proc/${child.pid}/root`, directory),
    refusal: 507,
    start: (file, args, environment) =>
      startProcess('nsenter', [...enter, file, ...args], { ...environment, KALENDS_DATA: directory }),
    makeRoom: () => rmSync(join(`/proc/${child.pid}/root`, directory, 'filler')),
    close: async () => {
      child.stdin?.end()
      await ended
    },
  }
}

/** A limit that every shell has, in KiB; it is met with EFBIG where a full disk says ENOSPC. */
const limitFiles = (size: number): SmallDisk | undefined => {
  if (process.platform === 'win32') return undefined
  const directory = newDirectory()
  const script = `trap '' XFSZ; ulimit -S -f ${size * 2}; exec "$0" "$@"`
  return {
    directory,
    view: directory,
    refusal: 503,
    start: (file, args, environment) =>
      startProcess('sh', ['-c', script, file, ...args], { ...environment, KALENDS_DATA: directory }),
    makeRoom: ({ child }) => void execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:']),
    close: async () => undefined,
  }
}

const program = join(import.meta.dirname, '../../src/main.ts')

/** Starts a server whose calendar is on the disk; on a free port without one. */
export const serveOn = (disk: SmallDisk, publicUrl: string, port = 0): Promise<Server> =>
  asServer(
    disk.start(process.execPath, [program, 'serve'], { KALENDS_PORT: String(port), KALENDS_PUBLIC_URL: publicUrl }),
  )

/** Writes a file until `bytes` are written or there is no room for more. */
export const writeFiller = (disk: SmallDisk, bytes: number) =>
  disk.start('sh', ['-c', `head -c ${bytes} /dev/zero > "$KALENDS_DATA/filler"`]).ended

const codes = { 503: 'rest_service_unavailable', 507: 'rest_insufficient_storage' } as const

/** A refused write says so, and when to try again, without a word of what is behind it. */
export const assertRefusal = ({ refusal }: SmallDisk, { status, body, headers, text }: Reply): void => {
  const request_id = headers.get('x-request-id')
  assert.deepEqual([status, body?.code, body?.data], [refusal, codes[refusal], { status: refusal, request_id }], text)
  assert.ok(Number(headers.get('retry-after')) >= 1)
  assert.doesNotMatch(text, /\.ts|node_modules|SQL/)
}

/** Fills the disk to the end: a full one takes small writes for a while. */
export const fill = async (disk: SmallDisk, server: Server, secret: string): Promise<void> => {
  await writeFiller(disk, 64_000_000)
  for (const size of [20_000, 1]) {
    for (let turn = 0; ; turn++) {
      const body = { organizer: `Organizer ${size} ${turn}`, description: 'x'.repeat(size) }
      const reply = await server.ask('POST', '/organizers', { as: secret, body })
      if (reply.status !== 201) {
        assertRefusal(disk, reply)
        break
      }
    }
  }
}
