import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../tests/support/postgres.ts'
import { type Answer, send, shapes } from './ask.ts'
import { measureKeys } from './keys.ts'
import { makeSite, type Running } from './site.ts'

/*
 * The figures of docs/scaling.md. `run.ts sqlite|postgres SMALL LARGE` makes two calendars, and asks their servers in turn, so that
 * both meet the same moods of the machine: what counts is the ratio. `run.ts keys SMALL LARGE` has only the columns by which lists are
 * made, plain and partitioned. Ten million events take about 40 GB of disk below TMPDIR, while it runs.
 */

const requests = 200

/** Milliseconds after which no further request of a shape is sent to a server: slow ones are not asked 200 times. */
const patience = 30_000

const directory = mkdtempSync(join(tmpdir(), 'kalends-scale-'))

/** Room to work in, as whoever has ten million events would give it. */
const settings = [
  ['shared_buffers', '4GB'],
  ['effective_cache_size', '12GB'],
  ['work_mem', '32MB'],
  ['maintenance_work_mem', '1GB'],
  ['max_wal_size', '4GB'],
  ['random_page_cost', '1.1'],
]

/** Starts PostgreSQL; answers how to make a database in it. */
const startDatabases = async (): Promise<{
  make: (name: string) => Promise<string>
  stop: () => Promise<void>
}> => {
  const postgres = await startPostgres()
  if (typeof postgres === 'string') throw new Error(postgres)
  const administer = async (statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await administer(settings.map(([name, value]) => `alter system set ${name} = '${value}'`))
  await postgres.crash()
  await postgres.restart()
  const make = async (name: string): Promise<string> => {
    await administer([`create database ${name}`])
    return `${postgres.url}/${name}`
  }
  return { make, stop: postgres.stop }
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

const round = (value: number): number => Number(value.toPrecision(3))

const summarize = (answers: readonly Answer[]) => {
  const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const refused = answers.filter(({ status }) => status >= 300).length
  const [median = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)]
  return { requests: times.length, median: round(median), slowest: round(slowest), ...(refused > 0 && { refused }) }
}

/** Sends each kind of request to both servers in turn, each as often as its patience lasts. */
const compare = async (sites: readonly Running[]): Promise<void> => {
  const first = await Promise.all(sites.map((site) => send(site, { path: '/events?per_page=50' })))
  const pages = first.map(({ text }) => Number(JSON.parse(text).total_pages))
  say({ events: sites.map(({ count }) => count), pages, start: sites.map((site) => round(site.startMilliseconds)) })
  for (const { name, ask } of shapes) {
    const answers = sites.map((): Answer[] => [])
    for (let turn = 0; turn < requests; turn++) {
      const random = Math.random()
      for (const [at, site] of sites.entries()) {
        const own = answers[at] ?? []
        const spent = own.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
        if (spent < patience) own.push(await send(site, ask(site, random, pages[at] ?? 1)))
      }
    }
    const [small, large] = answers.map(summarize)
    say({ name, small, large, ratio: round((large?.median ?? 0) / (small?.median ?? 1)) })
  }
}

const onSqlite = async (counts: readonly number[]): Promise<void> => {
  const sites: Running[] = []
  for (const count of counts) sites.push(await makeSite({ KALENDS_DATA: join(directory, String(count)) }, count))
  await compare(sites)
  for (const { stop } of sites) await stop()
}

const onPostgres = async (counts: readonly number[]): Promise<void> => {
  const { make, stop } = await startDatabases()
  const sites: Running[] = []
  for (const count of counts) {
    const KALENDS_DATABASE = await make(`events_${count}`)
    sites.push(await makeSite({ KALENDS_DATA: directory, KALENDS_DATABASE }, count))
  }
  await compare(sites)
  for (const site of sites) await site.stop()
  await stop()
}

const onKeys = async ([small = 0, large = 0]: readonly number[]): Promise<void> => {
  const { make, stop } = await startDatabases()
  await measureKeys(await make('keys'), small, large, say)
  await stop()
}

if (import.meta.main) {
  const [what = '', ...counts] = process.argv.slice(2)
  const runs = { sqlite: onSqlite, postgres: onPostgres, keys: onKeys }
  if (!(what in runs) || counts.length !== 2) throw new Error('usage: run.ts sqlite|postgres|keys SMALL LARGE')
  try {
    await runs[what as keyof typeof runs](counts.map(Number))
  } finally {
    rmSync(directory, { recursive: true })
  }
}
