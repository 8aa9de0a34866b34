import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Environment } from '../src/settings.ts'
import type { Calendar } from './calendars.ts'
import type { FloorAnswers, FloorTask } from './floor-server.ts'

/** A server that is running. */
export type Running = {
  readonly address: string
  readonly pid: number
  /** Ends it, and waits until it is gone. */
  readonly stop: () => Promise<void>
}

/** A server with a module in it that can be asked. */
export type Probed = Running & { readonly probe: (question: string) => Promise<unknown> }

/** Where the interface is, below the address of a server. */
export const root = '/calendar/events/v1'

const compiled = join(tmpdir(), 'kalends-bench-compiled')

/** A module that is loaded before a server, and measures it from inside: its file in this directory. */
type Probe = 'loop-delay.mjs' | 'block-probe.mjs'

/** Serves a calendar, with the settings of this process besides, so that what is measured can be tried with others. */
export const startServer = async (
  { environment }: Calendar,
  settings: Environment = {},
  probe?: Probe,
): Promise<Probed> => {
  const preload = probe ? ['--import', join(import.meta.dirname, probe)] : []
  const program = join(import.meta.dirname, '../src/main.ts')
  // As `npm start` does it: little room for what is short-lived, and compiled code is kept between starts.
  const child = spawn(process.execPath, ['--max-semi-space-size=8', ...preload, program, 'serve'], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, KALENDS_PORT: '0', ...environment, ...settings },
    stdio: ['ignore', 'ignore', 'pipe', ...(probe ? ['ipc' as const] : [])],
  })
  const ask = async (question: string): Promise<unknown> => {
    child.send(question)
    return (await once(child, 'message'))[0]
  }
  const stop = stopperOf(child)
  const address = await waitUntilListening(child, Number(settings['KALENDS_WORKERS'] ?? 1))
  return { address, pid: child.pid ?? 0, stop, probe: ask }
}

/** Waits until so many processes listen; what else a server logs is shown, then and later. */
const waitUntilListening = ({ stderr }: ChildProcess, processes: number): Promise<string> =>
  new Promise((resolve, reject) => {
    if (!stderr) throw new Error('The server has no log.')
    let missing = processes
    const lines = createInterface(stderr)
    lines.on('line', (line) => {
      if (!line.includes('"listening"')) process.stderr.write(`${line}\n`)
      else if (--missing === 0) resolve(String(JSON.parse(line).address))
    })
    lines.once('close', () => reject(new Error('The server does not start.')))
  })

/** A floor and what it answers. */
export type Floor = Running & FloorAnswers

/** Starts the server that every measurement is compared with; it asks another for what it is to answer. */
export const startFloor = async (task: FloorTask): Promise<Floor> => {
  const child = fork(join(import.meta.dirname, 'floor-server.ts'))
  const stop = stopperOf(child)
  child.send(task)
  const [answers] = (await once(child, 'message')) as [FloorAnswers & { address: string }]
  return { ...answers, pid: child.pid ?? 0, stop }
}

/** What ends a process and waits until it is gone; it does not outlive this one either. One that ends by itself is told. */
export const stopperOf = (child: ChildProcess): (() => Promise<void>) => {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const tell = (code: number | null, signal: string | null): void =>
    void process.stderr.write(`${child.spawnargs.at(1)} has ended: ${signal ?? code}\n`)
  const kill = (): void => void child.kill('SIGKILL')
  child.once('exit', tell)
  process.once('exit', kill)
  return async () => {
    child.off('exit', tell)
    process.off('exit', kill)
    child.kill()
    await ended
  }
}
