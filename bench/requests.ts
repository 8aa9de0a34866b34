import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../src/settings.ts'
import { basic } from '../tests/support/calendar.ts'
import type { Calendar, Calendars, onPostgres, onSqlite } from './calendars.ts'
import { idOfCategory, idOfEvent, idOfVenue } from './fill.ts'
import { categories, eventAt, type Plan, payloadAt, planOf, randomFrom } from './generate.ts'
import { dayOf, manyLists, usualLists } from './paths.ts'
import { postgresTimeOf, processorTimeOf } from './processes.ts'
import type { Table, Tell } from './report.ts'
import { type Ask, send } from './request.ts'
import { type Running, root, startServer } from './server.ts'
import { medianOf } from './statistics.ts'

type Effort = { readonly events: number; readonly rounds: number; readonly seconds: number; readonly only: string }

/** Makes the n-th request, counted from 0, of a kind of request. */
type Next = (n: number) => Ask

/** A kind of request that is not answered from memory, with the milliseconds that one may take of the processor. */
type Case = {
  readonly name: string
  readonly goal: readonly [sqlite: number, postgres: number] | undefined
  readonly settings?: Environment
  readonly isWriting?: boolean
  /** A new process for each round. */
  readonly isFresh?: boolean
  /** Requests at once; 16 unless given. */
  readonly clients?: number
  readonly prepare: (plan: Plan, authorization: string) => Next
}

/** Room for all records of a small calendar, which are in memory after the first round. */
const allRecords: Environment = { KALENDS_RECORD_CACHE: '256' }

/** Windows with a name that have hundreds of events. */
const longWindows = ['upcoming', 'current', 'past', 'all'] as const

const noCaches: Environment = { KALENDS_ANSWER_CACHE: '0', KALENDS_RECORD_CACHE: '0' }

/** Visits each of so many places once before it comes to one again, in an order without a pattern. */
const placeOf = (n: number, count: number): number => (n * 7919) % count

const singleEvent =
  (plan: Plan): Next =>
  (n) => ({ path: `${root}/events/${idOfEvent(plan, published(plan, placeOf(n, plan.events)))}` })

/** The place of a published event: this one, or the one after a draft. */
const published = (plan: Plan, at: number): number => (eventAt(plan, at).status === 'publish' ? at : at + 1)

/** Creates an event that the calendar does not have. */
const newEvent =
  (plan: Plan, authorization: string): Next =>
  (n) => ({ method: 'POST', path: `${root}/events`, body: payloadAt(plan, plan.events + n), authorization })

const words = (plan: Plan): string[] => {
  const found = new Set<string>()
  for (let at = 0; found.size < 300; at++) {
    for (const word of eventAt(plan, at).title.toLowerCase().split(' ')) if (/^\p{L}{4,}$/u.test(word)) found.add(word)
  }
  return [...found].slice(0, 300)
}

/** Orders of lists besides their own. */
const orders = ['title', '-start_date', '-modified', 'end_date', '-date,title', '-id']

const cases: readonly Case[] = [
  {
    name: 'single events, all in turn, records in memory',
    goal: [0.167, 0.25],
    settings: { ...allRecords, KALENDS_ANSWER_CACHE: '1' },
    prepare: (plan) => singleEvent(plan),
  },
  {
    name: 'single events that were never read',
    goal: [0.25, 0.5],
    isFresh: true,
    prepare: (plan) => singleEvent(plan),
  },
  {
    name: 'lists, every URL different, records in memory',
    goal: undefined,
    settings: allRecords,
    prepare: (plan) => {
      const paths = manyLists(plan)
      return (n) => ({ path: paths[n % paths.length] ?? '' })
    },
  },
  {
    name: 'lists, no caches',
    goal: undefined,
    settings: noCaches,
    prepare: (plan) => {
      const paths = manyLists(plan)
      return (n) => ({ path: paths[n % paths.length] ?? '' })
    },
  },
  {
    name: 'a category from any day on, every URL different',
    goal: [0.25, 0.25],
    settings: allRecords,
    prepare: (plan) => (n) => {
      const [day, at] = [placeOf(n, plan.days - 30), n % categories]
      return {
        path: `${root}/events?categories=${idOfCategory(at)}&start_date=${dayOf(plan, day)}&end_date=2100-01-01`,
      }
    },
  },
  {
    name: 'lists in another order, every URL different',
    goal: undefined,
    settings: allRecords,
    prepare: (plan) => (n) => {
      const day = placeOf(n, plan.days - 30)
      const sort = orders[n % orders.length]
      return { path: `${root}/events?sort=${sort}&start_date=${dayOf(plan, day)}&end_date=2100-01-01` }
    },
  },
  {
    name: 'lists by a cursor, every URL different',
    goal: undefined,
    settings: allRecords,
    prepare: (plan) => (n) => {
      const day = placeOf(n, plan.days - 30)
      return { path: `${root}/events?cursor=&start_date=${dayOf(plan, day)}&end_date=2100-01-01` }
    },
  },
  {
    name: 'named windows, every URL different',
    goal: undefined,
    settings: allRecords,
    prepare: () => (n) => ({
      path: `${root}/events?window=${longWindows[n % longWindows.length]}&page=${1 + (n % 40)}&_fields=id,${n}`,
    }),
  },
  {
    name: 'lists with plain texts, every URL different',
    goal: undefined,
    settings: allRecords,
    prepare: (plan) => (n) => {
      const day = placeOf(n, plan.days - 30)
      return { path: `${root}/events?text=plain&start_date=${dayOf(plan, day)}&end_date=2100-01-01` }
    },
  },
  {
    name: 'searches for 300 words in windows, every URL different',
    goal: [2, 3],
    settings: allRecords,
    prepare: (plan) => {
      const searched = words(plan)
      return (n) => {
        const [word, day] = [encodeURIComponent(searched[n % 300] ?? ''), placeOf(n, plan.days - 30)]
        return { path: `${root}/events?search=${word}&start_date=${dayOf(plan, day)}&end_date=2100-01-01` }
      }
    },
  },
  {
    name: 'pages of whole months, never asked for',
    goal: [3, 3],
    settings: { ...allRecords, KALENDS_ANSWER_CACHE: '0' },
    prepare: (plan) => (n) => ({ path: `/events/month/${dayOf(plan, 40 + 30 * (n % 118)).slice(0, 7)}/` }),
  },
  {
    name: 'pages of months, every URL different',
    goal: [3, 3],
    settings: allRecords,
    prepare: (plan) => (n) => {
      const month = dayOf(plan, 40 + 30 * (n % 118)).slice(0, 7)
      return { path: `/events/month/${month}/?venue=${idOfVenue(n % 500)}&category=${idOfCategory(n % categories)}` }
    },
  },
  {
    name: 'creates',
    goal: undefined,
    isWriting: true,
    prepare: newEvent,
  },
  {
    name: 'updates of a title',
    goal: [1.2, 1.2],
    isWriting: true,
    prepare: (plan, authorization) => {
      const random = randomFrom(3)
      return (n) => ({
        method: 'PATCH',
        path: `${root}/events/${idOfEvent(plan, Math.floor(random() * plan.events))}`,
        body: { title: `Changed ${n}` },
        authorization,
      })
    },
  },
  {
    name: 'a hundred usual lists after an event has been created, with that create',
    goal: undefined,
    isWriting: true,
    clients: 1,
    prepare: (plan, authorization) => {
      const [lists, create] = [usualLists(plan), newEvent(plan, authorization)]
      return (n) => {
        const path = lists[n % (lists.length + 1)]
        return path === undefined ? create(n) : { path }
      }
    },
  },
  {
    name: 'a calendar feed of all events after one of them has changed, with that change',
    goal: [60, 60],
    isWriting: true,
    clients: 1,
    prepare: (plan, authorization) => (n) =>
      n % 2 === 0
        ? {
            method: 'PATCH',
            path: `${root}/events/${idOfEvent(plan, placeOf(n, plan.events))}`,
            body: { title: `Changed ${n}` },
            authorization,
          }
        : { path: `/events/feed.ics?start_date=${dayOf(plan, -2)}&end_date=2100-01-01` },
  },
]

/** A tree of the project whose servers are measured, with calendars of its own making. */
type Tree = { readonly calendars: Calendars; readonly startServer: typeof startServer }

/** Another checkout of the project, whose own bench makes its calendars and starts its servers. */
const openTree = async (directory: string, name: Calendars['name'], cache: string): Promise<Tree> => {
  const load = (file: string) => import(pathToFileURL(join(directory, 'bench', file)).href)
  if (!existsSync(join(directory, 'bench/server.ts'))) throw new Error(`${directory} holds no checkout of Kalends.`)
  const place = join(cache, 'against')
  mkdirSync(place, { recursive: true })
  const own: { onSqlite: typeof onSqlite; onPostgres: typeof onPostgres } = await load('calendars.ts')
  const { startServer: start }: { startServer: typeof startServer } = await load('server.ts')
  return { calendars: await (name === 'sqlite' ? own.onSqlite(place) : own.onPostgres(place)), startServer: start }
}

type Against = { readonly directory: string; readonly cache: string }

/** What a request takes of the processor, of the server and its database together, where no whole answer is in memory; also of another checkout. */
export const measureRequests = async (
  calendars: Calendars,
  { events, rounds, seconds, only }: Effort,
  against: Against | undefined,
  tell: Tell,
): Promise<Table> => {
  const trees: Tree[] = [{ calendars, startServer }]
  if (against) trees.push(await openTree(against.directory, calendars.name, against.cache))
  const table: string[][] = [['', 'Milliseconds of a processor', 'A second', 'Before', 'A second', 'Ratio', 'Goal']]
  for (const one of cases.filter(({ name }) => name.includes(only))) {
    const sides = await Promise.all(trees.map((tree) => openSide(tree, one, planOf(events))))
    const taken: Taken[][] = sides.map(() => [])
    for (let round = 0; round <= rounds; round++) {
      const turn = round % 2 === 0 ? [0, 1] : [1, 0]
      for (const at of turn) {
        const figures = await sides[at]?.run(round, seconds)
        // The first round warms the server up.
        if (figures && round > 0) taken[at]?.push(figures)
      }
    }
    for (const side of sides) await side.stop()
    const [own, before] = taken.map((figures) => ({
      milliseconds: medianOf(figures.map(({ milliseconds }) => milliseconds)),
      perSecond: medianOf(figures.map(({ perSecond }) => perSecond)),
    }))
    const goal = one.goal?.[calendars.name === 'sqlite' ? 0 : 1]
    tell({ database: calendars.name, name: one.name, goal, own, before })
    table.push([
      one.name,
      `${own?.milliseconds.toFixed(3)} ms`,
      `${Math.round(own?.perSecond ?? 0)}`,
      before ? `${before.milliseconds.toFixed(3)} ms` : '',
      before ? `${Math.round(before.perSecond)}` : '',
      own && before ? (before.milliseconds / own.milliseconds).toFixed(2) : '',
      goal === undefined ? '' : `≤ ${goal} ms`,
    ])
  }
  await Promise.all(trees.slice(1).map((tree) => tree.calendars.stop()))
  return table
}

type Taken = { readonly milliseconds: number; readonly perSecond: number }

type Side = {
  readonly run: (round: number, seconds: number) => Promise<Taken>
  readonly stop: () => Promise<void>
}

const openSide = async (tree: Tree, one: Case, plan: Plan): Promise<Side> => {
  const calendar: Calendar = await (one.isWriting ? tree.calendars.copy(plan) : tree.calendars.open(plan))
  const start = (): Promise<Running> => tree.startServer(calendar, one.settings)
  let server = await start()
  const next = one.prepare(plan, basic('admin', calendar.secrets.admin))
  const database = calendar.environment['KALENDS_DATABASE'] ?? ''
  const timeOf = (): number =>
    processorTimeOf(server.pid) + (database.startsWith('postgres') ? postgresTimeOf(Number(new URL(database).port)) : 0)
  let count = 0
  const runFor = async (seconds: number): Promise<Taken> => {
    const [first, before, started] = [count, timeOf(), performance.now()]
    const askUntil = async (end: number): Promise<void> => {
      while (performance.now() < end) {
        const asked = next(count++)
        const { status } = await send(server.address, asked)
        // Some lists have fewer pages.
        if (status >= 300 && !(status === 404 && asked.path.includes('page=')))
          throw new Error(`${asked.method ?? 'GET'} ${asked.path} is answered with ${status}.`)
      }
    }
    await Promise.all(Array.from({ length: one.clients ?? 16 }, () => askUntil(started + seconds * 1000)))
    const asked = count - first
    return {
      milliseconds: (timeOf() - before) / asked,
      perSecond: (asked * 1000) / (performance.now() - started),
    }
  }
  return {
    run: async (_, seconds) => {
      if (!one.isFresh) return runFor(seconds)
      await server.stop()
      server = await start()
      // Node compiles what is often used: half of the time for other events.
      await runFor(seconds / 2)
      return runFor(seconds / 2)
    },
    stop: async () => {
      await server.stop()
      if (one.isWriting) await calendar.remove()
    },
  }
}
