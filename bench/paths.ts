import { addDays } from '../src/lib/time-zone.ts'
import { idOfCategory, idOfEvent, idOfVenue, slugOfEvent } from './fill.ts'
import { categories, eventAt, type Plan, randomFrom, wholeRange } from './generate.ts'
import { root } from './server.ts'
import { languages, markers } from './words.ts'

const listOf = (query: string): string => `${root}/events?${query}`

const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => from + at)

/** The bounds of a window that holds all events. */
export const wholeOf = (plan: Plan): string => {
  const { start, end } = wholeRange(plan)
  return `start_date=${start}&end_date=${end}`
}

/** A day of a calendar, `YYYY-MM-DD`, counted from its first. */
export const dayOf = ({ from }: Plan, day: number): string => addDays(`${from} 00:00:00`, day).slice(0, 10)

const windowOf = (plan: Plan, day: number, length: number): string =>
  `start_date=${dayOf(plan, day)}&end_date=${dayOf(plan, day + length - 1)}`

const days = 3650

/** A hundred lists as a site asks for them: pages of the default window, months, categories, venues and featured ones. */
export const usualLists = (plan: Plan): string[] => {
  const whole = wholeOf(plan)
  return [
    ...range(20, 1).map((page) => listOf(`page=${page}`)),
    ...range(36).map((month) => listOf(windowOf(plan, 40 + month * 97, 30))),
    ...range(20).map((at) => listOf(`categories=${idOfCategory(at)}`)),
    ...range(16).map((at) => listOf(`venue=${idOfVenue(at * 7)}&${whole}`)),
    ...range(8, 1).map((page) => listOf(`featured=true&page=${page}&${whole}`)),
  ]
}

/** Forty months, as visitors see them. */
export const months = (plan: Plan): string[] =>
  range(40).map((at) => `/events/month/${dayOf(plan, 40 + at * 80).slice(0, 7)}/`)

/** Calendars of about fifty events that programs subscribe to. */
export const calendarsOf = (plan: Plan): string[] =>
  range(40).map((at) => `/events/feed.ics?${windowOf(plan, 40 + at * 80, lengthOf(plan, 50))}`)

/** Lists of as many events as that. */
export const listsOf = (plan: Plan, events: number): string[] =>
  range(40).map((at) => listOf(`${windowOf(plan, 40 + at * 80, lengthOf(plan, events))}&per_page=${events}`))

/** Days in which a calendar has so many events, about. */
const lengthOf = (plan: Plan, events: number): number => Math.max(Math.round((events * days) / plan.events), 1)

/** More lists than any cache holds, shuffled: pages of all, weeks and months from any day on with their pages, categories and theirs. */
export const manyLists = (plan: Plan): string[] => {
  const whole = wholeOf(plan)
  const pages = [1, 2, 3]
  return shuffle([
    ...range(1000, 1).map((page) => listOf(`page=${page}&${whole}`)),
    ...range(days - 30).flatMap((day) =>
      [7, 30].flatMap((length) => pages.map((page) => listOf(`${windowOf(plan, day, length)}&page=${page}`))),
    ),
    ...range(categories).flatMap((at) =>
      range(60, 1).map((page) => listOf(`categories=${idOfCategory(at)}&page=${page}&${whole}`)),
    ),
  ])
}

/** Three hundred words, each in seven windows of half a year to two years: more lists than the cache of answers holds. */
export const manySearches = (plan: Plan): string[] => {
  const words = languages.flatMap(({ words }) => words.slice(0, 34)).slice(0, 300)
  return shuffle(
    words.flatMap((word) =>
      range(7).map((at) => listOf(`search=${encodeURIComponent(word)}&${windowOf(plan, at * 413, 180 + at * 80)}`)),
    ),
  )
}

/** Each event of one half of the days on one page, day by day, and those of the other half, with which a new process is warmed up. */
export const eachOnce = (plan: Plan): { readonly asked: string[]; readonly others: string[] } => {
  const perDay = Math.ceil(plan.events / days / 10)
  const pagesOf = (first: number): string[] =>
    shuffle(
      range(days / 2).flatMap((at) =>
        range(perDay, 1).map((page) => listOf(`${windowOf(plan, first + 2 * at, 1)}&page=${page}`)),
      ),
    )
  return { asked: pagesOf(0), others: pagesOf(1) }
}

/** What visitors ask for, all at once: the usual lists again and again, others now and then, and searches. */
export const mixedLists = (plan: Plan): string[] => {
  const usual = usualLists(plan)
  const many = manyLists(plan).filter((path) => /page=1(&|$)/.test(path))
  const searches = Object.values(markers).flatMap((word) =>
    range(50).map((at) => listOf(`search=${word}&${windowOf(plan, at * 58, 730)}`)),
  )
  return range(20_000).map((at) => {
    if (at % 50 === 0) return searches[(at / 50) % searches.length] ?? ''
    return at % 5 === 0 ? (many[at % many.length] ?? '') : (usual[at % usual.length] ?? '')
  })
}

/** A hundred published events from all over the calendar. */
const someEvents = (plan: Plan): number[] =>
  range(200)
    .map((at) => Math.floor((at * plan.events) / 200))
    .filter((at) => eventAt(plan, at).status === 'publish')
    .slice(0, 100)

/** A hundred events, each by its id, and by its slug. */
export const byId = (plan: Plan): string[] => someEvents(plan).map((at) => `${root}/events/${idOfEvent(plan, at)}`)
export const bySlug = (plan: Plan): string[] =>
  someEvents(plan).map((at) => `${root}/events/by-slug/${slugOfEvent(plan, at)}`)

/** The description of the namespace, and of the interface. */
export const descriptions = { index: [root], doc: [`${root}/doc`] }

const shuffle = <T>(list: readonly T[]): T[] => {
  const random = randomFrom(1)
  return list
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
