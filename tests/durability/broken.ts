import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { closeSync, copyFileSync, existsSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../src/settings.ts'
import { eventPayload, newCalendar, newDirectory, type Reply, type Server, serve } from '../cli/program.ts'

/** Files of a calendar that was filled, and what a server answers that has them. */
export type Seed = {
  readonly secret: string
  /** Everything was moved from the log into the file. */
  readonly settled: string
  /** The server was killed later: what it had acknowledged since is in the log. */
  readonly killed: string
  /** The answers by their paths: each event of the settled file, and its lists. */
  readonly events: ReadonlyMap<string, string>
  readonly lists: ReadonlyMap<string, string>
  /** Events that came later, in their order; they change no answer about those before. */
  readonly later: ReadonlyMap<string, string>
}

/** The database of a calendar in a directory. */
export const fileIn = (directory: string): string => join(directory, 'kalends.sqlite')

/** Bytes of a page of SQLite. */
export const pageSize = 4096

const lists = ['/events?per_page=50', '/events?search=text', '/venues', '/organizers', '/tags', '/categories']

/** Links must not depend on the port. */
const publicUrl = 'http://calendar.test'

/** The settings of a calendar in a directory. */
export const environmentOf = (directory: string): Environment => ({
  KALENDS_DATA: directory,
  KALENDS_PUBLIC_URL: publicUrl,
  KALENDS_PORT: '0',
})

/** Makes a calendar in which some texts take several pages each. */
export const makeSeed = async (): Promise<Seed> => {
  const { directory, secret } = await newCalendar()
  const first = await serve(environmentOf(directory))
  const paths = await addEvents(first, secret, 40, (turn) => ({
    venue: { venue: `Hall ${turn % 7}` },
    organizer: { organizer: 'Choir' },
    tags: [`Tag ${turn % 4}`],
    categories: [`Kind ${turn % 3}`],
  }))
  const events = await readAll(first, paths)
  const seen = await readAll(first, lists)
  await first.stop()
  const settled = copyCalendar(directory)

  const second = await serve(environmentOf(directory))
  const later = await readAll(second, await addEvents(second, secret, 10, () => ({})))
  await second.stop('SIGKILL')
  return { secret, settled, killed: copyCalendar(directory), events, lists: seen, later }
}

/** Adds events, every third with a text of several pages; answers their paths. */
const addEvents = async (
  server: Server,
  secret: string,
  count: number,
  linkedOf: (turn: number) => object,
): Promise<string[]> => {
  const paths: string[] = []
  for (let turn = 0; turn < count; turn++) {
    const description = `Text ${turn} `.repeat(turn % 3 ? 20 : 1500)
    const body = { ...eventPayload(`Event ${turn}`), ...linkedOf(turn), description }
    const reply = await server.ask('POST', '/events', { as: secret, body })
    assert.equal(reply.status, 201, reply.text)
    paths.push(`/events/${reply.body.id}`)
  }
  return paths
}

/** Copies the files of a calendar into a new directory; answers it. */
export const copyCalendar = (directory: string): string => {
  const copy = newDirectory()
  for (const name of ['kalends.sqlite', 'kalends.sqlite-wal']) {
    if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(copy, name))
  }
  return copy
}

/** What a server answers to each path. */
const readAll = async (server: Server, paths: Iterable<string>): Promise<Map<string, string>> => {
  const answers = new Map<string, string>()
  for (const path of paths) {
    const { status, text } = await server.ask('GET', path)
    assert.equal(status, 200, text)
    answers.set(path, text)
  }
  return answers
}

/** Whether an answer says that the server is not available, and no more than that. */
export const isUnavailable = ({ status, body, headers, text }: Reply): boolean =>
  status === 503 &&
  body?.code === 'rest_service_unavailable' &&
  body.data?.status === 503 &&
  Number(headers.get('retry-after')) >= 1 &&
  !/\.ts|node_modules|SQL/.test(text)

/** Reads everything: an answer is the right one or says that there is none. Answers a line for each fault, and how many were right. */
export const judgeAnswers = async (
  server: Server,
  truth: ReadonlyMap<string, string>,
): Promise<{ faults: string[]; right: number }> => {
  const faults: string[] = []
  let right = 0
  for (const [path, meant] of truth) {
    const reply = await server.ask('GET', path)
    if (reply.text === meant) right++
    else if (!isUnavailable(reply)) faults.push(`${path} answers ${reply.status} ${reply.text.slice(0, 100)}`)
  }
  return { faults, right }
}

/** Bytes without any order, the same for the same seed. */
export const makeNoise = (seed: number, size: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, at) =>
    createHash('sha256').update(`${seed} ${at}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, size)
}

/** Writes over a file, which stays as long as it was or gets longer. */
export const overwrite = (file: string, at: number, bytes: Buffer): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

/** The number of pages of a file. */
export const pagesOf = (file: string): number => Math.floor(statSync(file).size / pageSize)
