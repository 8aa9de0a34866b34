import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is asked of a server, by several connections at once. */
export type Load = {
  readonly address: string
  /** Asked in their order, over and over. */
  readonly paths: readonly string[]
  /** What each path is asked with in If-None-Match. */
  readonly etags?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** 64 unless told. */
  readonly connections?: number
  /** How many paths to begin behind. */
  readonly offset: number
  /** How long to ask; or how many requests to send, no more. */
  readonly until: { readonly seconds: number } | { readonly requests: number }
}

/** What came of it. */
export type Loaded = { readonly perSecond: number; readonly requests: number; readonly bytesPerAnswer: number }

const usualConnections = 64

const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/** The program that puts the load on. */
export const loadProgram = hasWrk ? 'wrk' : 'autocannon'

const hasAutocannon = (): boolean => {
  try {
    return import.meta.resolve('autocannon') !== ''
  } catch {
    return false
  }
}

/** Why no load can be put on a server, and what to do about it. */
export const loadFault =
  hasWrk || hasAutocannon() ? undefined : 'Neither wrk nor autocannon is installed: run "npm ci --prefix bench".'

/**
 * Puts load on a server.
 * @throws Error when an answer was an error, or none.
 */
export const putLoad = async (load: Load): Promise<Loaded> => {
  const { requests, seconds, bytes, received, failures } = await (hasWrk ? runWrk(load) : runAutocannon(load))
  if (failures > 0) throw new Error(`${failures} of ${requests} requests to ${load.address} failed.`)
  return { perSecond: requests / seconds, requests, bytesPerAnswer: bytes / received }
}

/** What the programs say. */
export type Outcome = {
  readonly requests: number
  readonly seconds: number
  readonly bytes: number
  /** Answers that `bytes` belong to. */
  readonly received: number
  readonly failures: number
}

/** Beyond any limit of requests; wrk is told when they are sent. */
const endless = 600

const runWrk = async ({
  address,
  paths,
  etags,
  headers = {},
  connections = usualConnections,
  offset,
  until,
}: Load): Promise<Outcome> => {
  const directory = mkdtempSync(join(tmpdir(), 'kalends-load-'))
  const file = join(directory, 'paths')
  writeFileSync(file, paths.map((path, at) => (etags ? `${path}\t${etags[at]}` : path)).join('\n'))
  const [seconds, limit] = 'seconds' in until ? [until.seconds, 0] : [endless, until.requests]
  const told = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = join(import.meta.dirname, 'wrk.lua')
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '30s', '-s', script, ...told]
  const child = spawn('wrk', [...options, address, '--', file, String(offset), String(limit)], {
    env: { ...process.env, WRK_CONNECTIONS: String(connections) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk
    if (chunk.includes('over\n')) child.kill('SIGINT')
  }
  rmSync(directory, { recursive: true })
  const line = output.split('\n').find((it) => it.startsWith('{'))
  if (line === undefined) throw new Error(`wrk says: ${output}`)
  return JSON.parse(line)
}

/** In a process of its own, as wrk: it would share this one with the client that writes meanwhile. */
const runAutocannon = async (load: Load): Promise<Outcome> => {
  const child = fork(join(import.meta.dirname, 'load-autocannon.ts'))
  child.send({ connections: usualConnections, ...load })
  const [outcome] = (await once(child, 'message')) as [Outcome]
  child.disconnect()
  return outcome
}
