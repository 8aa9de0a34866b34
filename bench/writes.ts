import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import type { Environment } from '../src/settings.ts'
import { basic } from '../tests/support/calendar.ts'
import { recordCreates, repeatCreates } from './bare-writes.ts'
import type { Calendar, Calendars } from './calendars.ts'
import { measureFlushes } from './flush.ts'
import { type Plan, payloadAt, planOf, writePayloads } from './generate.ts'
import { memoryOf } from './processes.ts'
import type { Table, Tell } from './report.ts'
import { send } from './request.ts'
import { root, startServer } from './server.ts'
import { medianOf } from './statistics.ts'

/** What is written, and how often. */
type Effort = { readonly events: number; readonly imported: number; readonly rounds: number; readonly seconds: number }

/** Creates by several clients against the flushes that the disk does, and how fast `kalends import` is. */
export const measureWrites = async (calendars: Calendars, effort: Effort, tell: Tell): Promise<Table> => [
  ['', 'A second', 'Reference', 'Ratio', 'Lowest to highest', 'Goal', ''],
  await measureCreates(calendars, effort, tell),
  await measureCreates(calendars, effort, tell, slowFlush),
  ...(calendars.name === 'sqlite' ? [await measureBeside(calendars, effort, tell)] : []),
  await measureImport(calendars, effort, tell),
]

const clients = 16

/** Milliseconds of a flush on a disk that is slower than the one at hand. */
const slowFlush = 5

/** Creates that are acknowledged when they are on the disk, and flushes of a page to the same disk, in turn. */
const measureCreates = async (calendars: Calendars, { events, rounds, seconds }: Effort, tell: Tell, flush = 0) => {
  const plan = planOf(events)
  const calendar = await calendars.copy(plan)
  const server = await startServer(calendar, flush === 0 ? {} : await slowDown(calendar, flush))
  const client = createClient(server.address, calendar, plan)
  await client.create(seconds)
  const results: { creates: number; flushes: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const times = measureFlushes(calendar.environment['KALENDS_DATA'] ?? '.', 300)
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length
    results.push({ creates: await client.create(seconds), flushes: 1000 / (mean + flush) })
  }
  await server.stop()
  await calendar.remove()
  const ratios = results.map(({ creates, flushes }) => creates / flushes)
  const figures = {
    name: `durable creates by ${clients} clients, against flushes${flush === 0 ? '' : ` that take ${flush} ms longer`}`,
    creates: medianOf(results.map(({ creates }) => creates)),
    flushes: medianOf(results.map(({ flushes }) => flushes)),
    ratio: medianOf(ratios),
  }
  tell({ database: calendars.name, ...figures })
  return [
    figures.name,
    String(Math.round(figures.creates)),
    String(Math.round(figures.flushes)),
    figures.ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    '≥ 3',
    '',
  ]
}

/** Creates that SQLite repeats by itself. */
const repeated = 2000

/** The same creates by several clients, and by SQLite alone, in turn; each side begins anew in each round. */
const measureBeside = async (calendars: Calendars, { events, rounds }: Effort, tell: Tell): Promise<string[]> => {
  const plan = planOf(events)
  const first = await calendars.copy(plan)
  const creates = await recordCreates(first, plan, repeated)
  await first.remove()
  const results: { own: number; alone: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const other = await calendars.copy(plan)
    const alone = repeatCreates(other, creates)
    await other.remove()
    const calendar = await calendars.copy(plan)
    const server = await startServer(calendar)
    const own = await createClient(server.address, calendar, plan).createCount(repeated)
    await server.stop()
    await calendar.remove()
    results.push({ own, alone })
  }
  const ratios = results.map(({ own, alone }) => own / alone)
  const figures = {
    name: `durable creates by ${clients} clients, against SQLite alone with the same rows, one by one`,
    own: medianOf(results.map(({ own }) => own)),
    alone: medianOf(results.map(({ alone }) => alone)),
    ratio: medianOf(ratios),
  }
  tell({ database: calendars.name, ...figures })
  return [
    figures.name,
    String(Math.round(figures.own)),
    String(Math.round(figures.alone)),
    figures.ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    '≥ 0.6',
    '',
  ]
}

/** Clients that create events as fast as they are answered, for some time or so many; answers how many a second there were. */
const createClient = (address: string, { secrets }: Calendar, plan: Plan) => {
  const authorization = basic('admin', secrets.admin)
  let next = plan.events
  const createWhile = async (isWanted: (created: number) => boolean): Promise<number> => {
    const [first, started] = [next, performance.now()]
    const createAll = async (): Promise<void> => {
      while (isWanted(next - first)) {
        const body = payloadAt(plan, next++)
        const { status } = await send(address, { method: 'POST', path: `${root}/events`, body, authorization })
        if (status !== 201) throw new Error(`A create is answered with ${status}.`)
      }
    }
    await Promise.all(Array.from({ length: clients }, createAll))
    return ((next - first) / (performance.now() - started)) * 1000
  }
  return {
    create: (seconds: number): Promise<number> => {
      const end = performance.now() + seconds * 1000
      return createWhile(() => performance.now() < end)
    },
    createCount: (count: number): Promise<number> => createWhile((created) => created < count),
  }
}

/** Makes each commit of a calendar's server take so many milliseconds longer; answers the settings that this needs. */
const slowDown = async ({ environment }: Calendar, milliseconds: number): Promise<Environment> => {
  const config = readConfig(environment)
  if (config.database.kind === 'sqlite') {
    const preloaded = pathToFileURL(join(import.meta.dirname, 'slow-flush.ts'))
    return { NODE_OPTIONS: `--import=${preloaded}`, SLOW_FLUSH: String(milliseconds) }
  }
  const client = new pg.Client({ connectionString: config.database.url })
  await client.connect()
  // Deferred, it runs at the commit, for each record that was made; only the first one waits.
  await client.query(`
    create function flush_slowly() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('bench.is_flushed', true), '') = '' then
        perform pg_sleep(${milliseconds / 1000}), set_config('bench.is_flushed', 'yes', true);
      end if;
      return null;
    end $$;
    create constraint trigger flush_slowly after insert on record deferrable initially deferred
      for each row execute function flush_slowly()`)
  await client.end()
  return {}
}

/** `kalends import` into an empty calendar. */
const measureImport = async (calendars: Calendars, { imported }: Effort, tell: Tell) => {
  const directory = mkdtempSync(join(tmpdir(), 'kalends-import-'))
  const file = join(directory, 'events.ndjson')
  await writePayloads(planOf(imported), file)
  const calendar = await calendars.create()
  const { seconds, quarter, peak } = await runImport(calendar, file)
  await calendar.remove()
  rmSync(directory, { recursive: true })
  const figures = { name: `import of ${imported} events`, perSecond: imported / seconds, quarter, peak }
  tell({ database: calendars.name, ...figures })
  const memory = `at most ${Math.round(quarter)} MB in the first quarter, ${Math.round(peak)} MB in all`
  const goal = calendars.name === 'sqlite' ? '≥ 3000' : '≥ 2000'
  return [figures.name, String(Math.round(figures.perSecond)), '', '', '', goal, memory]
}

/** Runs an import to its end; answers the most memory, in megabytes, that it had in its first quarter and in all. */
const runImport = async ({ environment }: Calendar, file: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), 'import', file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const started = performance.now()
  const samples: { at: number; memory: number }[] = []
  const timer = setInterval(() => {
    samples.push({ at: performance.now() - started, memory: memoryOf(child.pid ?? 0, 'VmHWM') })
  }, 100)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`The import ends with ${code}.`)
  const milliseconds = performance.now() - started
  const quarter = samples.findLast(({ at }) => at <= milliseconds / 4)?.memory ?? Number.NaN
  // What has just ended has no memory any more.
  const peak = samples.findLast(({ memory }) => memory > 0)?.memory ?? Number.NaN
  return { seconds: milliseconds / 1000, quarter, peak }
}
