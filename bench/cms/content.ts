import { parseZone, toUtc } from '../../src/lib/time-zone.ts'
import { categories, categoryName, eventAt, organizerAt, type Plan, tagName, tags, venueAt } from '../generate.ts'

/** The records of a calendar by their type; events name what they link to by its place in its list. */
export type Content = Readonly<Record<'venue' | 'organizer' | 'category' | 'tag' | 'event', readonly object[]>>

/** What a plan makes, in the fields that Kalends has too. */
export const contentOf = (plan: Plan): Content => ({
  venue: recordsOf(plan.venues, venueAt),
  organizer: recordsOf(plan.organizers, organizerAt),
  category: recordsOf(categories, (at) => ({ name: categoryName(at) })),
  tag: recordsOf(tags, (at) => ({ name: tagName(at) })),
  event: recordsOf(plan.events, (at) => eventOf(plan, at)),
})

const recordsOf = (count: number, recordAt: (at: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => recordAt(at))

const eventOf = (plan: Plan, at: number): object => {
  const event = eventAt(plan, at)
  return {
    status: event.status === 'publish' ? 'published' : 'draft',
    title: event.title,
    description: event.passages.map(({ html }) => html).join('\n'),
    excerpt: event.excerpt.html,
    start_date: instantOf(event.start, event.zone),
    end_date: instantOf(event.end, event.zone),
    timezone: event.zone,
    all_day: event.isAllDay,
    featured: event.isFeatured,
    hide_from_listings: event.isHidden,
    cost: event.cost,
    website: event.website,
    venue: event.venue,
    organizer: event.organizer,
    categories: event.categories,
    tags: event.tags,
  }
}

/** Of a local time, as RFC 3339 writes it in UTC. */
const instantOf = (local: string, name: string): string => {
  const zone = parseZone(name)
  const placed = zone && toUtc(local, zone)
  if (!placed) throw new RangeError(`${local} is no time in ${name}.`)
  return `${placed.utc.replace(' ', 'T')}Z`
}
