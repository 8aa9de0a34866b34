import type { Environment } from '../src/settings.ts'
import { basic } from '../tests/support/calendar.ts'
import type { Calendar, Calendars } from './calendars.ts'
import { type Plan, planOf } from './generate.ts'
import { type Load, type Loaded, loadProgram, putLoad } from './load.ts'
import {
  byId,
  bySlug,
  calendarsOf,
  descriptions,
  eachOnce,
  listsOf,
  manyLists,
  manySearches,
  months,
  usualLists,
} from './paths.ts'
import { processorTimeOf } from './processes.ts'
import type { Goal, Row, Tell } from './report.ts'
import { type Floor, type Running, startFloor, startServer } from './server.ts'
import { medianOf } from './statistics.ts'
import { startWriter } from './writer.ts'

/** How the scenarios are measured. */
export type Effort = {
  /** Events of the calendar, and of the one for what was never read. */
  readonly events: number
  readonly coldEvents: number
  readonly rounds: number
  readonly seconds: number
}

/** One side of a comparison; `round` counts from 0. */
type Side = { readonly name: string; readonly run: (round: number) => Promise<Taken> }

/** What came of a load, and the microseconds of a processor that each request took of the server; of its database only what it does itself. */
type Taken = Loaded & { readonly microseconds: number }

/** Two sides that are measured in turn. */
type Match = {
  readonly measured: Side
  readonly reference: Side
  readonly note?: () => string
  /** What is measured starts anew in each round. */
  readonly isFresh?: boolean
  readonly stop: () => Promise<void>
}

type Bench = { readonly calendars: Calendars; readonly effort: Effort }

type Scenario = { readonly name: string; readonly goal: Goal; readonly prepare: (bench: Bench) => Promise<Match> }

/** Every scenario, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  { name: 'lists, repeated', goal: [0.9, 0.85], prepare: (bench) => againstFloor(bench, { paths: usualLists }) },
  {
    name: 'lists, repeated, 50 writes a second',
    goal: [0.7, 0.65],
    prepare: (bench) => againstFloor(bench, { paths: usualLists, isWritten: true }),
  },
  {
    name: 'lists, every URL different, records in memory',
    goal: [0.45, 0.2],
    prepare: (bench) => againstFloor(bench, { paths: manyLists, limit: manyPaths, settings: allRecords }),
  },
  {
    name: 'searches, 300 words, every URL different',
    goal: undefined,
    prepare: (bench) => againstFloor(bench, { paths: manySearches, settings: allRecords }),
  },
  { name: 'lists, never read', goal: [0.12, 0.06], prepare: (bench) => neverRead(bench) },
  {
    name: 'lists, no caches',
    goal: undefined,
    prepare: (bench) =>
      againstFloor(bench, {
        paths: manyLists,
        limit: manyPaths,
        settings: { KALENDS_ANSWER_CACHE: '0', KALENDS_RECORD_CACHE: '0' },
      }),
  },
  { name: '304, against the repeated 200', goal: [1.5, 1.5], prepare: (bench) => notModified(bench) },
  { name: 'event by id', goal: [0.85, 0.8], prepare: (bench) => againstFloor(bench, { paths: byId }) },
  { name: 'event by slug', goal: [0.85, 0.8], prepare: (bench) => againstFloor(bench, { paths: bySlug }) },
  {
    name: 'lists of an editor',
    goal: [0.25, 0.12],
    prepare: (bench) => againstFloor(bench, { paths: usualLists, isEditor: true }),
  },
  {
    name: 'namespace index',
    goal: [0.85, 0.85],
    prepare: (bench) => againstFloor(bench, { paths: () => descriptions.index }),
  },
  { name: '/doc', goal: [0.85, 0.85], prepare: (bench) => againstFloor(bench, { paths: () => descriptions.doc }) },
  {
    name: 'pages of months, against lists of ten, repeated',
    goal: [0.5, 0.5],
    prepare: (bench) => besideLists(bench, months, (plan) => listsOf(plan, 10)),
  },
  {
    name: 'pages of months, against lists of ten, no answers kept',
    goal: [0.5, 0.5],
    prepare: (bench) => besideLists(bench, months, (plan) => listsOf(plan, 10), { KALENDS_ANSWER_CACHE: '0' }),
  },
  {
    name: 'calendars of fifty, against lists of fifty, repeated',
    goal: [0.8, 0.8],
    prepare: (bench) => besideLists(bench, calendarsOf, (plan) => listsOf(plan, 50)),
  },
  {
    name: 'calendars of fifty, against lists of fifty, no answers kept',
    goal: [0.8, 0.8],
    prepare: (bench) => besideLists(bench, calendarsOf, (plan) => listsOf(plan, 50), { KALENDS_ANSWER_CACHE: '0' }),
  },
  { name: 'two workers, against one, every URL different', goal: [1.5, 1.5], prepare: (bench) => twoWorkers(bench) },
]

/** Measures the scenarios, one after the other; answers a row for each. */
export const measureScenarios = async (
  calendars: Calendars,
  effort: Effort,
  chosen: readonly Scenario[],
  tell: Tell,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (const { name, goal, prepare } of chosen) {
    const match = await prepare({ calendars, effort })
    const row = await play(match, effort.rounds).finally(match.stop)
    const told: Row = { name, goal, ...row, ...(match.note && { note: match.note() }) }
    tell({ database: calendars.name, load: loadProgram, ...told })
    rows.push(told)
  }
  return rows
}

/** Both sides in turn, each first every other time; the figures are medians, of the ratios of the rounds too. */
const play = async ({ measured, reference, isFresh = false }: Match, rounds: number) => {
  if (!isFresh) await warmUp(measured)
  await reference.run(0)
  const results: { own: Taken; other: Taken }[] = []
  for (let round = 1; round <= rounds; round++) {
    const isFirst = round % 2 === 0
    const before = isFirst ? await measured.run(round) : undefined
    const other = await reference.run(round)
    const own = before ?? (await measured.run(round))
    results.push({ own, other })
  }
  const ratios = results.map(({ own, other }) => own.perSecond / other.perSecond)
  return {
    perSecond: medianOf(results.map(({ own }) => own.perSecond)),
    reference: medianOf(results.map(({ other }) => other.perSecond)),
    microseconds: medianOf(results.map(({ own }) => own.microseconds)),
    referenceMicroseconds: medianOf(results.map(({ other }) => other.microseconds)),
    ratio: medianOf(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  }
}

/** Runs at most before the measurement, and by how much the last one may be faster than the best before it. */
const [maxWarmUps, steady] = [20, 1.03]

/** Runs one side until it gets no faster: Node compiles what is often used, and that takes half a minute beside a full load. */
const warmUp = async (side: Side): Promise<void> => {
  let [best, since] = [0, 0]
  for (let run = 0; run < maxWarmUps && since < 3; run++) {
    const { perSecond } = await side.run(0)
    since = perSecond > best * steady ? 0 : since + 1
    best = Math.max(best, perSecond)
  }
}

type Comparison = {
  readonly paths: (plan: Plan) => readonly string[]
  readonly limit?: number
  readonly isWritten?: boolean
  readonly isEditor?: boolean
  readonly settings?: Environment
}

/** Room for all records of a small calendar, which are in memory after the first round. */
const allRecords: Environment = { KALENDS_RECORD_CACHE: '256' }

/** Twenty thousand lists of 60 KB are more than a cache of answers holds. */
const manyPaths = 20_000

const againstFloor = async (
  { calendars, effort: { events, seconds } }: Bench,
  { paths, limit, isWritten = false, isEditor = false, settings = {} }: Comparison,
): Promise<Match> => {
  const plan = planOf(events)
  const calendar = isWritten ? await calendars.copy(plan) : await calendars.open(plan)
  const server = await startServer(calendar, settings)
  const headers: Record<string, string> = isEditor ? { authorization: basic('editor', calendar.secrets.editor) } : {}
  const floor = await floorOf(server.address, paths(plan), headers, limit)
  const load = { paths: floor.paths, headers, until: { seconds } }
  const writer = isWritten ? startWriter(server.address, calendar, plan) : undefined
  return {
    measured: {
      name: 'Kalends',
      run: async (round) => {
        writer?.resume()
        const loaded = await ask(floor, server, { ...load, offset: round * 7919 })
        await writer?.pause()
        return loaded
      },
    },
    reference: { name: 'floor', run: (round) => ask(floor, floor, { ...load, offset: round * 7919 }) },
    ...(writer && { note: writer.summarize }),
    stop: async () => {
      await Promise.all([server.stop(), floor.stop()])
      if (isWritten) await calendar.remove()
    },
  }
}

/**
 * A floor with the answers of a server. Where `limit` is given, paths may be named that have no list, as long as so many are left.
 * @throws Error when there are fewer.
 */
const floorOf = async (
  origin: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
  limit = paths.length,
): Promise<Floor> => {
  const floor = await startFloor({ origin, paths, headers, limit })
  if (floor.paths.length === limit) return floor
  await floor.stop()
  throw new Error(`Only ${floor.paths.length} of ${limit} paths are answered with 200.`)
}

/** Headers may be that much; a longer or shorter answer is another one. */
const headerBytes = 2000

const ask = async ({ bytes }: Floor, { address, pid }: Running, load: Omit<Load, 'address'>): Promise<Taken> => {
  const before = processorTimeOf(pid)
  const loaded = await putLoad({ ...load, address })
  const microseconds = ((processorTimeOf(pid) - before) * 1000) / loaded.requests
  const excess = loaded.bytesPerAnswer - bytes
  if (load.etags === undefined && (excess < -0.03 * bytes || excess > 0.03 * bytes + headerBytes)) {
    throw new Error(`Answers have ${Math.round(loaded.bytesPerAnswer)} bytes where ${Math.round(bytes)} were expected.`)
  }
  if (load.etags !== undefined && loaded.bytesPerAnswer > headerBytes) throw new Error('304 was expected.')
  return { ...loaded, microseconds }
}

/** In each round a new process, which has only answered other lists until then, is asked for each list once. */
const neverRead = async ({ calendars, effort: { coldEvents } }: Bench): Promise<Match> => {
  const plan = planOf(coldEvents)
  const calendar = await calendars.open(plan)
  const { asked, others } = eachOnce(plan)
  const first = await startServer(calendar)
  const floor = await startFloor({ origin: first.address, paths: asked, headers: {}, limit: manyPaths })
  const warmUp = await startFloor({ origin: first.address, paths: others, headers: {}, limit: 4000 })
  await Promise.all([first.stop(), warmUp.stop()])
  const once = { paths: floor.paths, offset: 0, until: { requests: floor.paths.length } }
  return {
    measured: {
      name: 'Kalends',
      run: async () => {
        const server = await startServer(calendar)
        const warm = { address: server.address, paths: warmUp.paths, offset: 0 }
        await putLoad({ ...warm, until: { requests: warmUp.paths.length } })
        return ask(floor, server, once).finally(server.stop)
      },
    },
    reference: { name: 'floor', run: () => ask(floor, floor, once) },
    isFresh: true,
    note: () => `${floor.paths.length} lists of ${coldEvents} events`,
    stop: floor.stop,
  }
}

const notModified = async ({ calendars, effort: { events, seconds } }: Bench): Promise<Match> => {
  const plan = planOf(events)
  const server = await startServer(await calendars.open(plan))
  const floor = await floorOf(server.address, usualLists(plan), {})
  const load = { paths: floor.paths, until: { seconds } }
  return {
    measured: {
      name: '304',
      run: (round) => ask(floor, server, { ...load, etags: floor.etags, offset: round * 7919 }),
    },
    reference: { name: '200', run: (round) => ask(floor, server, { ...load, offset: round * 7919 }) },
    stop: async () => {
      await Promise.all([server.stop(), floor.stop()])
    },
  }
}

type Paths = (plan: Plan) => readonly string[]

/** Pages or feeds of a server against lists of the same server. */
const besideLists = async (
  { calendars, effort: { events, seconds } }: Bench,
  pages: Paths,
  lists: Paths,
  settings: Environment = {},
): Promise<Match> => {
  const plan = planOf(events)
  const server = await startServer(await calendars.open(plan), { ...allRecords, ...settings })
  const [shown, listed] = [
    await floorOf(server.address, pages(plan), {}),
    await floorOf(server.address, lists(plan), {}),
  ]
  const sideOf = (name: string, floor: Floor): Side => ({
    name,
    run: (round) => ask(floor, server, { paths: floor.paths, until: { seconds }, offset: round * 7919 }),
  })
  return {
    measured: sideOf('pages', shown),
    reference: sideOf('lists', listed),
    stop: async () => {
      await Promise.all([server.stop(), shown.stop(), listed.stop()])
    },
  }
}

const twoWorkers = async ({ calendars, effort: { events, seconds } }: Bench): Promise<Match> => {
  const plan = planOf(events)
  const calendar: Calendar = await calendars.open(plan)
  const [two, one] = await Promise.all([
    startServer(calendar, { ...allRecords, KALENDS_WORKERS: '2' }),
    startServer(calendar, allRecords),
  ])
  const floor = await floorOf(one.address, manyLists(plan), {}, manyPaths)
  await floor.stop()
  const load = { paths: floor.paths, until: { seconds } }
  return {
    measured: { name: 'two', run: (round) => ask(floor, two, { ...load, offset: round * 7919 }) },
    reference: { name: 'one', run: (round) => ask(floor, one, { ...load, offset: round * 7919 }) },
    stop: async () => {
      await Promise.all([two.stop(), one.stop()])
    },
  }
}
