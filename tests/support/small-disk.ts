import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newDirectory, type Process, startProcess } from '../cli/program.ts'

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
