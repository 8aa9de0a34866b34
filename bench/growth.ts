import { basic } from '../tests/support/calendar.ts'
import type { Calendars } from './calendars.ts'
import { idOfCategory, idOfVenue, slugOfEvent } from './fill.ts'
import { measureFlushes } from './flush.ts'
import { categories, eventAt, type Plan, planOf, randomFrom, venueAt } from './generate.ts'
import { dayOf, wholeOf } from './paths.ts'
import type { Table, Tell } from './report.ts'
import { send } from './request.ts'
import { type Running, root, startServer } from './server.ts'
import { medianOf } from './statistics.ts'
import { languages, markers } from './words.ts'

/** A kind of request, with a number from 0 to below 1 by which the same part of each calendar is asked for. */
type Question = {
  readonly name: string
  readonly path: (plan: Plan, random: number, other: number) => string
  /** How many times as long it may take on the large calendar, when its total is known. */
  readonly ratio?: number
  /** How many milliseconds it may take there, with its total. */
  readonly milliseconds?: number
}

const some = (random: number, count: number): number => Math.floor(random * count)

/** Two years from any day on, so that no total was ever asked for. */
const anyYears = (plan: Plan, random: number): string =>
  `start_date=${dayOf(plan, some(random, 2900))}&end_date=${dayOf(plan, some(random, 2900) + 730)}`

const search = (name: string, word: string, milliseconds: number): Question => ({
  name: `search, ${name} word`,
  path: (plan, random) => `events?search=${word}&${anyYears(plan, random)}`,
  milliseconds,
})

/** Words of all languages, as they stand in a URL. */
const allWords = languages.flatMap(({ words }) => words.map(encodeURIComponent))

/** Parts of a word are words of their own to a search, and as frequent. */
const partOf = (word: string, random: number): string => {
  const parts = [...word].flatMap((_, from) => [3, 4, 5].map((size) => word.slice(from, from + size)))
  return parts[some(random, parts.length)] ?? word
}

const questions: readonly Question[] = [
  { name: 'default list', path: (_plan, random) => `events?per_page=10&page=${1 + some(random, 100)}`, ratio: 1.3 },
  {
    name: 'month from any day',
    path: (plan, random) =>
      `events?start_date=${dayOf(plan, some(random, 3600))}&end_date=${dayOf(plan, some(random, 3600) + 29)}`,
    ratio: 1.3,
  },
  { name: 'two years from any day', path: (plan, random) => `events?${anyYears(plan, random)}`, milliseconds: 1 },
  {
    name: 'one category',
    path: (plan, random, other) =>
      `events?categories=${idOfCategory(some(other, categories))}&${anyYears(plan, random)}`,
    ratio: 1.3,
    milliseconds: 60,
  },
  {
    name: 'three categories',
    path: (plan, random, other) => {
      const ids = [0, 17, 31].map((step) => idOfCategory((some(other, categories) + step) % categories))
      return `events?categories=${ids.join(',')}&${anyYears(plan, random)}`
    },
    ratio: 1.3,
    milliseconds: 60,
  },
  {
    name: 'venue',
    path: (plan, random) => `events?venue=${idOfVenue(some(random, plan.venues))}&${wholeOf(plan)}`,
    ratio: 1.3,
    milliseconds: 60,
  },
  {
    name: 'featured',
    path: (plan, random) => `events?featured=true&${anyYears(plan, random)}`,
    ratio: 1.3,
    milliseconds: 60,
  },
  {
    name: 'by slug',
    path: (plan, random) => {
      const at = some(random, plan.events - 2)
      return `events/by-slug/${slugOfEvent(plan, eventAt(plan, at).status === 'publish' ? at : at + 1)}`
    },
    ratio: 1.3,
  },
  {
    // Page 40,000 of a million, and the page as deep of the small calendar.
    name: 'page 40,000 of all',
    path: (plan, random) => `events?page=${plan.events / 25 + some(random, plan.events / 500)}&${wholeOf(plan)}`,
    ratio: 3,
  },
  search('frequent', markers.frequent, 5),
  search('middling', markers.middling, 40),
  search('rare', markers.rare, 40),
  {
    // Most have never been searched before.
    name: 'search, any word',
    path: (plan, random, other) => `events?search=${allWords[some(other, allWords.length)]}&${anyYears(plan, random)}`,
    milliseconds: 500,
  },
  {
    name: 'search, frequent words, whole calendar',
    path: (plan, random) => `events?search=${partOf(markers.frequent, random)}&${wholeOf(plan)}`,
    milliseconds: 500,
  },
]

/** What one calendar answered, in milliseconds without those of a trivial request. */
type Times = { readonly first: number; readonly again: number; readonly requests: number }

/**
 * Asks a small and a large calendar the same, one request after the other and no answer from a cache. Each address is asked four
 * times: the first answer has to find its total and its records, the others find both in memory, as far as they are kept. Of these the
 * median counts, since the first of them suffers from what the reading from the disk has left in the caches of the processor.
 */
export const measureGrowth = async (calendars: Calendars, sizes: readonly number[], tell: Tell): Promise<Table> => {
  const plans = sizes.map((events) => planOf(events))
  const servers: Running[] = []
  for (const plan of plans) servers.push(await startServer(await calendars.open(plan), { KALENDS_ANSWER_CACHE: '0' }))
  const lines: string[][] = []
  for (const question of questions) {
    const [small, large] = await compareSizes(question, plans, servers)
    const ratio = (large?.again ?? 0) / (small?.again ?? 0)
    tell({ database: calendars.name, name: question.name, small, large, ratio })
    lines.push([
      question.name,
      ...[small, large].flatMap((times) => [show(times?.again), show(times?.first)]),
      ratio.toFixed(2),
      goalOf(question),
    ])
  }
  for (const server of servers) await server.stop()
  const [small, large] = sizes.map((size) => size.toLocaleString('en'))
  const heading = ['', `${small}, again`, 'First', `${large}, again`, 'First', 'Ratio again', 'Goal']
  return [heading, ...lines, await measureNearby(calendars, tell), await measureRename(calendars, tell)]
}

const show = (milliseconds = Number.NaN): string => `${milliseconds.toFixed(milliseconds < 10 ? 3 : 1)} ms`

const goalOf = ({ ratio, milliseconds }: Question): string =>
  [ratio && `ratio ≤ ${ratio}`, milliseconds && `first ≤ ${milliseconds} ms`].filter(Boolean).join(', ')

const requests = 200

/** Milliseconds after which no more is asked of a server: slow requests are not sent 200 times. */
const patience = 20_000

const compareSizes = async (
  { path }: Question,
  plans: readonly Plan[],
  servers: readonly Running[],
): Promise<Times[]> => {
  const random = randomFrom(3)
  const own = servers.map(() => ({ first: [] as number[], again: [] as number[], trivial: [] as number[] }))
  for (let turn = 0; turn < requests; turn++) {
    const [one, other] = [random(), random()]
    for (const [at, { address }] of servers.entries()) {
      const times = own[at]
      const plan = plans[at]
      if (!times || !plan) continue
      const spent = times.first.reduce((sum, time) => sum + time, 0)
      if (spent > patience) continue
      const asked = `${root}/${path(plan, one, other)}`
      times.trivial.push((await send(address, { path: '/healthz' })).milliseconds)
      times.first.push(await timeOf(address, asked))
      const again: number[] = []
      for (let repeated = 0; repeated < 3; repeated++) again.push(await timeOf(address, asked))
      times.again.push(medianOf(again))
    }
  }
  return own.map(({ first, again, trivial }) => {
    const least = medianOf(trivial)
    return { first: medianOf(first) - least, again: medianOf(again) - least, requests: first.length }
  })
}

const timeOf = async (address: string, path: string): Promise<number> => {
  const { status, milliseconds } = await send(address, { path })
  if (status !== 200) throw new Error(`${path} is answered with ${status}.`)
  return milliseconds
}

const oneSize = (name: string, again: string, first: string, goal: string): string[] => [
  name,
  '',
  '',
  again,
  first,
  '',
  goal,
]

/** Events within 25 km of a point, where there are 100,000 venues. */
const measureNearby = async (calendars: Calendars, tell: Tell): Promise<string[]> => {
  const plan = planOf(100_000, { venues: 100_000 })
  const server = await startServer(await calendars.open(plan), { KALENDS_ANSWER_CACHE: '0' })
  const nearby: Question = {
    name: '25 km around, 100,000 venues',
    path: (_plan, random) => {
      const { geo_lat, geo_lng } = venueAt(some(random, plan.venues))
      return `events?geoloc=true&geoloc_lat=${geo_lat}&geoloc_lng=${geo_lng}&${wholeOf(plan)}`
    },
    milliseconds: 5,
  }
  const [times] = await compareSizes(nearby, [plan], [server])
  await server.stop()
  tell({ database: calendars.name, name: nearby.name, ...times })
  return oneSize(nearby.name, show(times?.again), show(times?.first), goalOf(nearby))
}

const renames = 20

/** How long it takes to rename the venue of 100,000 events, without the flush; the next list has to show the new name. */
const measureRename = async (calendars: Calendars, tell: Tell): Promise<string[]> => {
  const name = 'rename of a venue with 100,000 events'
  const calendar = await calendars.copy(planOf(100_000, { venues: 1 }))
  const server = await startServer(calendar)
  const flush = medianOf(measureFlushes(calendar.environment['KALENDS_DATA'] ?? '.', 100))
  const times: number[] = []
  for (let turn = 0; turn < renames; turn++) {
    await send(server.address, { path: `${root}/events` })
    const { status, milliseconds } = await send(server.address, {
      method: 'PATCH',
      path: `${root}/venues/${idOfVenue(0)}`,
      body: { venue: `Renamed ${turn}` },
      authorization: basic('admin', calendar.secrets.admin),
    })
    if (status !== 200) throw new Error(`A rename is answered with ${status}.`)
    const { text } = await send(server.address, { path: `${root}/events` })
    const shown: { events: { venue: { venue: string } }[] } = JSON.parse(text)
    if (shown.events.some(({ venue }) => venue.venue !== `Renamed ${turn}`)) throw new Error('The old name is shown.')
    times.push(milliseconds - flush)
  }
  await server.stop()
  await calendar.remove()
  tell({ database: calendars.name, name, milliseconds: medianOf(times), flush })
  return oneSize(name, '', show(medianOf(times)), '≤ 50 ms, seen at once')
}
