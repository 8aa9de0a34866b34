import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { foldText, readText } from '../src/lib/text.ts'
import { addDays, endOfDay, textAt, toEpoch } from '../src/lib/time-zone.ts'
import { type City, type Language, languages, markers } from './words.ts'

/** A calendar to be made; equal plans make equal ones. */
export type Plan = {
  readonly events: number
  readonly venues: number
  readonly organizers: number
  /** So many of the venues, and of the organizers, have no event: the last ones. */
  readonly unused: number
  /** `YYYY-MM-DD`, the first day with events, and how many days there are. */
  readonly from: string
  readonly days: number
}

/** How many there are of each in every calendar. */
export const categories = 50
export const tags = 500

/** Categories without one above them; each of the others lies below one of them. */
export const rootCategories = 10

/** Eight years of events have been, and two are to come. */
const usual = { venues: 500, organizers: 500, unused: 0, daysBefore: 8 * 365, days: 10 * 365 }

/** The plan of a calendar of so many events as seen from now, the same for a whole month. */
export const planOf = (events: number, others: Partial<typeof usual> = {}): Plan => {
  const { daysBefore, ...sizes } = { ...usual, ...others }
  const month = `${new Date().toISOString().slice(0, 7)}-01`
  return { events, ...sizes, from: addDays(`${month} 00:00:00`, -daysBefore).slice(0, 10) }
}

/** The first and the last day of a calendar's events, as bounds of a window that holds them all. */
export const wholeRange = ({ from, days }: Plan): { start: string; end: string } => ({
  start: addDays(`${from} 00:00:00`, -2).slice(0, 10),
  end: addDays(`${from} 00:00:00`, days + 2).slice(0, 10),
})

/** A piece of HTML as it is stored, and its text as searches compare it. */
export type Passage = { readonly html: string; readonly folded: string }

/** An event to be made; what it links to is named by its place in the plan, from 0. */
export type MadeEvent = {
  readonly title: string
  readonly passages: readonly Passage[]
  readonly excerpt: Passage
  readonly status: 'publish' | 'draft'
  readonly isAllDay: boolean
  readonly isFeatured: boolean
  readonly isHidden: boolean
  /** On the clock of `zone`. */
  readonly start: string
  readonly end: string
  readonly zone: string
  readonly cost: string
  readonly website: string
  readonly venue: number
  readonly organizer: number
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

/** The event at a place of the plan; the later, the later it is, give or take three months. */
export const eventAt = (plan: Plan, at: number): MadeEvent => {
  const random = randomFrom(at)
  const venue = below(random, plan.venues - plan.unused)
  const { language, city } = placeOf(venue)
  const isAllDay = random() < 0.05
  const day = (((at + random() * (plan.events / 40)) % plan.events) / plan.events) * plan.days
  const date = addDays(`${plan.from} 00:00:00`, Math.floor(day))
  const start = isAllDay ? date : later(date, 9 * 60 + 15 * below(random, 49))
  return {
    title: `${sentenceOf(random, language, 1)} ${at + 1} ${words(random, language, 2 + below(random, 3))}`,
    passages: [markedPassage(random, plan, at, language), ...passagesOf(random, language)],
    excerpt: random() < 0.5 ? passageOf(`<p>${sentenceOf(random, language, 12)}${language.stop}</p>`) : nothing,
    status: at % 33 === 7 && !isRare(plan, at) ? 'draft' : 'publish',
    isAllDay,
    isFeatured: at % 100 === 50,
    isHidden: at % 100 === 75,
    start,
    end: isAllDay ? endOfDay(date) : later(start, 30 * (2 + below(random, 11))),
    zone: city.zone,
    cost: random() < 0.3 ? '' : String(5 * (1 + below(random, 12))),
    website: random() < 0.5 ? '' : `https://example.org/events/${at + 1}`,
    venue,
    organizer: below(random, plan.organizers - plan.unused),
    categories: distinct(random, 1 + below(random, 2), categories),
    tags: distinct(random, 2 + below(random, 2), tags),
  }
}

/** The venue at a place of the plan, as a payload. */
export const venueAt = (at: number) => {
  const random = randomFrom(-1 - at)
  const { language, city } = placeOf(at)
  return {
    venue: `${sentenceOf(random, language, 2)} ${at + 1}`,
    description: `<p>${sentenceOf(random, language, 12)}${language.stop}</p>`,
    address: `${words(random, language, 1)} ${1 + below(random, 200)}`,
    city: city.name,
    country: city.country,
    zip: String(10_000 + below(random, 90_000)),
    phone: `+00 ${1_000_000 + below(random, 9_000_000)}`,
    website: `https://example.org/venues/${at + 1}`,
    geo_lat: around(random, city.lat),
    geo_lng: around(random, city.lng),
  }
}

/** The organizer at a place of the plan, as a payload. */
export const organizerAt = (at: number) => {
  const random = randomFrom(-1_000_001 - at)
  const { language } = placeOf(at)
  return {
    organizer: `${sentenceOf(random, language, 3)} ${at + 1}`,
    description: `<p>${sentenceOf(random, language, 10)}${language.stop}</p>`,
    phone: `+00 ${1_000_000 + below(random, 9_000_000)}`,
    website: `https://example.org/organizers/${at + 1}`,
    email: `organizer-${at + 1}@example.org`,
  }
}

/** The names of the terms; digits tell apart what has the same words. */
export const categoryName = (at: number): string =>
  `${sentenceOf(randomFrom(-2_000_001 - at), placeOf(at).language, 1)} ${at + 1}`
export const tagName = (at: number): string =>
  `${words(randomFrom(-3_000_001 - at), placeOf(at).language, 1)} t${at + 1}`

/** The event at a place of the plan as a line for `kalends import`, or as the body of a create. */
export const payloadAt = (plan: Plan, at: number): object => {
  const event = eventAt(plan, at)
  return {
    title: event.title,
    description: event.passages.map(({ html }) => html).join('\n'),
    excerpt: event.excerpt.html,
    status: event.status,
    start_date: event.start,
    end_date: event.end,
    timezone: event.zone,
    all_day: event.isAllDay,
    featured: event.isFeatured,
    hide_from_listings: event.isHidden,
    cost: event.cost,
    website: event.website,
    venue: venueAt(event.venue),
    organizer: organizerAt(event.organizer),
    categories: event.categories.map(categoryName),
    tags: event.tags.map(tagName),
  }
}

/** Numbers from 0 to below 1, always the same for a seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T

const distinct = (random: Random, count: number, limit: number): number[] => {
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(below(random, limit))
  return [...chosen]
}

/** What is at one place speaks one language. */
const placeOf = (at: number): { language: Language; city: City } => {
  const language = languages[at % languages.length] as Language
  return { language, city: language.cities[Math.floor(at / languages.length) % language.cities.length] as City }
}

/** Within half a degree, to ten metres. */
const around = (random: Random, degrees: number): number => Number((degrees + random() - 0.5).toFixed(4))

const later = (local: string, minutes: number): string => textAt(toEpoch(local) + minutes * 60_000) ?? local

const words = (random: Random, { words: list }: Language, count: number): string =>
  Array.from({ length: count }, () => pick(random, list)).join(' ')

const sentenceOf = (random: Random, language: Language, count: number): string => {
  const text = words(random, language, count)
  return text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
}

const passageOf = (html: string): Passage => ({ html, folded: foldText(readText(html)) })

const nothing: Passage = { html: '', folded: '' }

/** Three events: one long ago, one of the middle, one to come. */
const isRare = ({ events }: Plan, at: number): boolean =>
  [0.2, 0.5, 0.9].some((share) => at === Math.floor(events * share))

/** What only this event has, and the words that are searched for. */
const markedPassage = (random: Random, plan: Plan, at: number, language: Language): Passage => {
  const marked = [
    ...(at % 2 === 0 ? [markers.frequent] : []),
    ...(at % 1000 === 501 ? [markers.middling] : []),
    ...(isRare(plan, at) ? [markers.rare] : []),
  ]
  return passageOf(`<p>${[sentenceOf(random, language, 8), ...marked, at + 1].join(' ')}${language.stop}</p>`)
}

/** Passages that events share: making and folding each anew would take the most time of all. */
const pools = new Map<Language, readonly Passage[]>()
const poolSize = 400

/** 1 to 3 KB in all, with the passage of the event's own. */
const passagesOf = (random: Random, language: Language): Passage[] => {
  const pool = pools.get(language) ?? makePool(language)
  pools.set(language, pool)
  const chosen: Passage[] = []
  let missing = 600 + random() * 1700
  while (missing > 0) {
    const passage = pick(random, pool)
    chosen.push(passage)
    missing -= Buffer.byteLength(passage.html)
  }
  return chosen
}

const makePool = (language: Language): Passage[] => {
  const random = randomFrom(-4_000_001 - languages.indexOf(language))
  const some = (count: number): string => sentenceOf(random, language, count)
  const long = (): string =>
    Array.from({ length: 2 + below(random, 3) }, () => `${some(6 + below(random, 9))}${language.stop}`).join(' ')
  const shapes: readonly (() => string)[] = [
    () => `<p>${long()}</p>`,
    () => `<p>${long()} <strong>${some(3)}</strong> ${long()}</p>`,
    () =>
      `<p>${some(5)}: <em>${some(4)}</em> &amp; <a href="https://example.org/${below(random, 1e6)}">${some(2)}</a>${language.stop}</p>`,
    () => `<h3>${some(4)}</h3>\n<p>${long()}</p>`,
    () => `<ul>\n${Array.from({ length: 3 }, () => `<li>${some(5)}</li>`).join('\n')}\n</ul>`,
    () => `<p>${long()}<br />\n${long()}</p>`,
  ]
  return Array.from({ length: poolSize }, () => passageOf(pick(random, shapes)()))
}

/** Writes a calendar as NDJSON. */
export const writePayloads = async (plan: Plan, file: string): Promise<void> => {
  const stream = createWriteStream(file)
  for (let at = 0; at < plan.events; at++) {
    if (!stream.write(`${JSON.stringify(payloadAt(plan, at))}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

if (import.meta.main) {
  const [events, file] = process.argv.slice(2)
  if (events === undefined || file === undefined) throw new Error('usage: bench/generate.ts EVENTS FILE')
  await writePayloads(planOf(Number(events)), file)
}
