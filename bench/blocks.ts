import { slugify } from '../src/lib/text.ts'
import { createCalendar } from '../tests/support/calendar.ts'
import type { Known } from '../tests/support/list-samples.ts'
import { allPages, routesOfApp, type Slugs } from '../tests/support/read-paths.ts'
import { type Case, casesOf, hostileRules, seriesWrites, type Wide, wideCases } from './block-cases.ts'
import type { Calendar, Calendars } from './calendars.ts'
import { idOfCategory, idOfEvent, idOfOrganizer, idOfTag, idOfVenue, slugOfEvent } from './fill.ts'
import { categoryName, organizerAt, type Plan, planOf, tagName, venueAt } from './generate.ts'
import { dayOf } from './paths.ts'
import type { Table, Tell } from './report.ts'
import { send } from './request.ts'
import { type Probed, startServer } from './server.ts'

/** The goals: most milliseconds for which a request blocks the event loop, and which it takes of all threads. */
const goals = { block: 50, total: 120 }

/** Most milliseconds for which a write blocks others, or what only people with a role may ask. */
const goalOfRoles = 250

/** How many of the longest are shown. */
const shown = 10

/** How large the calendar is: half of the venues, and of the organizers, have no events. */
type Effort = { readonly events: number; readonly linked: number; readonly only: string }

type Block = { readonly name: string; readonly status: number; readonly longest: number; readonly total: number }

/** The longest block of the event loop for each kind of request, by the processor time of the main thread, and the time of all threads. */
export const measureBlocks = async (
  calendars: Calendars,
  { events, linked, only }: Effort,
  tell: Tell,
): Promise<Table> => {
  const plan = planOf(events, {
    venues: linked,
    organizers: linked,
    unused: linked / 2,
    daysBefore: 365,
    days: 3 * 365,
  })
  const calendar = await calendars.open(plan)
  const read = [...casesOf(await readRoutes(), knownIn(plan), slugsIn(plan)), ...wideCases(wideIn(plan))]
  const cases = read.filter(({ name }) => name.includes(only))
  const report = (block: Block): void => tell({ database: calendars.name, ...block })
  const first = await measureAll(calendar, cases, report)
  // Garbage collection or the compiler may have interfered: what takes long is measured once more.
  const long = new Set(first.filter((block) => isLong(block) || isDear(block)).map(({ name }) => name))
  const suspects = cases.filter(({ name }) => long.has(name))
  const again = new Map((await measureAll(calendar, suspects, report)).map((block) => [block.name, block]))
  const blocks = first.map((block) => shorterOf(block, again.get(block.name) ?? block))
  const dear = blocks.filter(({ name }) => !isStream(name))
  const ofRoles = await measureRoles(calendars, plan, only, report)
  return [
    ['', 'Main thread at once', 'Goal'],
    ...rowsOf(blocks, 'longest', goals.block),
    [`${blocks.length} requests, of which take longer`, String(blocks.filter(isLong).length), '0'],
    ['**All threads**', '', ''],
    ...rowsOf(dear, 'total', goals.total),
    [`${dear.length} requests but for streams, of which take more`, String(dear.filter(isDear).length), '0'],
    ['**Streams, all threads**', '', ''],
    ...rowsOf(
      blocks.filter(({ name }) => isStream(name)),
      'total',
      undefined,
    ).slice(0, 3),
    ['**Writes of series and previews of rules, main thread at once**', '', ''],
    ...rowsOf(ofRoles, 'longest', goalOfRoles),
  ]
}

const rowsOf = (
  blocks: readonly Block[],
  by: 'longest' | 'total',
  goal: number | undefined,
): readonly (readonly string[])[] =>
  blocks
    .toSorted((one, other) => other[by] - one[by])
    .slice(0, shown)
    .map((block) => [show(block.name), `${block[by].toFixed(1)} ms`, goal === undefined ? '' : `≤ ${goal} ms`])

const isLong = ({ longest }: Block): boolean => longest > goals.block

const isDear = ({ name, total }: Block): boolean => total > goals.total && !isStream(name)

/** Whether an answer is sent as it is made: however long it is, other requests are answered in between. */
const isStream = (name: string): boolean => /\.ndjson|feed\.|\/feed\/|ical|export/.test(name)

const shorterOf = (one: Block, other: Block): Block => ({
  ...one,
  longest: Math.min(one.longest, other.longest),
  total: Math.min(one.total, other.total),
})

/** In a cell of a table. */
const show = (name: string): string => `\`${name.replaceAll('|', '%7C').slice(0, 80)}\``

/** Ids in lists as long as they may be, from the first on: these have events. */
const wideIn = (plan: Plan): Wide => {
  const some = (count: number, idAt: (at: number) => number) => Array.from({ length: count }, (_, at) => idAt(at))
  return {
    categories: some(45, idOfCategory),
    tags: some(99, idOfTag),
    venues: some(99, idOfVenue),
    organizers: some(99, (at) => idOfOrganizer(plan, at)),
    day: dayOf(plan, plan.days / 2),
  }
}

/** What people with a role ask, of a calendar of their own. */
const measureRoles = async (
  calendars: Calendars,
  plan: Plan,
  only: string,
  report: (block: Block) => void,
): Promise<readonly Block[]> => {
  const writes = seriesWrites.filter(({ name }) => name.includes(only))
  const calendar = await calendars.copy(plan)
  const authorization = `Basic ${Buffer.from(`admin:${calendar.secrets.admin}`).toString('base64')}`
  const server = await startServer(calendar, allPages, 'block-probe.mjs')
  const blocks: Block[] = []
  let id = 0
  for (const { name, ask } of writes) {
    const { text, ...block } = await measure(server, { name, ...ask(id), authorization })
    id = name.startsWith('to create') ? Number(/"id":(\d+)/.exec(text)?.[1] ?? 0) : id
    blocks.push(block)
    report(block)
  }
  for (const rule of hostileRules(authorization).filter(({ name }) => name.includes(only))) {
    const { text: _, ...block } = await measure(server, rule)
    blocks.push(block)
    report(block)
  }
  await server.stop()
  await calendar.remove()
  return blocks
}

const readRoutes = async (): Promise<readonly string[]> => {
  const { app, close } = await createCalendar()
  const routes = await routesOfApp(app)
  await close()
  return routes
}

/** A venue has some events, or none; those before the middle of the calendar have been. */
const knownIn = (plan: Plan): Known => ({
  event: idOfEvent(plan, Math.floor(plan.events * 0.9) + 1),
  venues: [idOfVenue(0), idOfVenue(plan.venues - 1)],
  organizers: [idOfOrganizer(plan, 0), idOfOrganizer(plan, plan.organizers - 1)],
  category: idOfCategory(0),
  tag: idOfTag(0),
  image: 1,
  series: 1,
  day: dayOf(plan, plan.days / 2),
})

const slugsIn = (plan: Plan): Slugs => ({
  event: slugOfEvent(plan, Math.floor(plan.events * 0.9) + 1),
  venue: slugify(venueAt(0).venue),
  organizer: slugify(organizerAt(0).organizer),
  category: slugify(categoryName(0)),
  tag: slugify(tagName(0)),
})

/** Asks a new server one after the other. */
const measureAll = async (
  calendar: Calendar,
  cases: readonly Case[],
  report: (block: Block) => void,
): Promise<readonly Block[]> => {
  if (cases.length === 0) return []
  const server = await startServer(calendar, allPages, 'block-probe.mjs')
  // The first requests run uncompiled code.
  for (const path of warming)
    for (let turn = 0; turn < 20; turn++) await send(server.address, { path: `${path}${turn}` })
  const blocks: Block[] = []
  for (const one of cases) {
    const { text: _, ...block } = await measure(server, one)
    report(block)
    blocks.push(block)
  }
  await server.stop()
  return blocks
}

/** What is asked before, with a number behind it. */
const warming = [
  '/calendar/events/v1/events?page=',
  '/calendar/events/v1/venues?page=',
  '/events/?page=',
  '/events/month/?search=',
  '/venues/?page=',
]

const measure = async (server: Probed, { name, ...asked }: Case): Promise<Block & { readonly text: string }> => {
  await server.probe('begin')
  // One that is refused while it is sent may be cut off: the server has done what it does.
  const { status, text } = await send(server.address, asked).catch(() => ({ status: 0, text: '' }))
  const { longest, total } = (await server.probe('end')) as Pick<Block, 'longest' | 'total'>
  return { name, status, longest, total, text }
}
