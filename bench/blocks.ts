import { slugify } from '../src/lib/slug.ts'
import { createCalendar } from '../tests/support/calendar.ts'
import type { Known } from '../tests/support/list-samples.ts'
import { allPages, routesOfApp, type Slugs } from '../tests/support/read-paths.ts'
import { type Case, casesOf } from './block-cases.ts'
import type { Calendar, Calendars } from './calendars.ts'
import { idOfCategory, idOfEvent, idOfOrganizer, idOfTag, idOfVenue, slugOfEvent } from './fill.ts'
import { categoryName, organizerAt, type Plan, planOf, tagName, venueAt } from './generate.ts'
import { dayOf } from './paths.ts'
import type { Table, Tell } from './report.ts'
import { send } from './request.ts'
import { type Probed, startServer } from './server.ts'

/** The goal: most milliseconds of CPU time for which a request blocks the event loop. */
const goal = 50

/** How many of the longest blocks are shown. */
const shown = 10

/** How large the calendar is: half of the venues, and of the organizers, have no events. */
type Effort = { readonly events: number; readonly linked: number; readonly only: string }

type Block = { readonly name: string; readonly milliseconds: number; readonly status: number }

/** The longest block of the event loop for each kind of request, by the processor time of the main thread. */
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
  const cases = casesOf(await readRoutes(), knownIn(plan), slugsIn(plan)).filter(({ name }) => name.includes(only))
  const report = (block: Block): void => tell({ database: calendars.name, ...block })
  const first = await measureAll(calendar, cases, report)
  // Garbage collection or the compiler may have interfered: long blocks are measured once more.
  const long = new Set(first.filter(isLong).map(({ name }) => name))
  const suspects = cases.filter(({ name }) => long.has(name))
  const again = new Map((await measureAll(calendar, suspects, report)).map((block) => [block.name, block]))
  const blocks = first
    .map((block) => shorterOf(block, again.get(block.name) ?? block))
    .sort((one, other) => other.milliseconds - one.milliseconds)
  return [
    ['', 'Longest block', 'Goal'],
    ...blocks
      .slice(0, shown)
      .map(({ name, milliseconds }) => [show(name), `${milliseconds.toFixed(1)} ms`, `≤ ${goal} ms`]),
    [`${blocks.length} requests, of which take longer`, String(blocks.filter(isLong).length), '0'],
  ]
}

const isLong = ({ milliseconds }: Block): boolean => milliseconds > goal

const shorterOf = (one: Block, other: Block): Block => (one.milliseconds <= other.milliseconds ? one : other)

/** In a cell of a table. */
const show = (name: string): string => `\`${name.replaceAll('|', '%7C').slice(0, 80)}\``

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
    const block = await measure(server, one)
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

const measure = async (server: Probed, { name, ...asked }: Case): Promise<Block> => {
  await server.probe('begin')
  // One that is refused while it is sent may be cut off: the server has done what it does.
  const { status } = await send(server.address, asked).catch(() => ({ status: 0 }))
  return { name, status, milliseconds: Number(await server.probe('end')) }
}
