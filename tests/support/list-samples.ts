import type { Param } from '../../src/core/params.ts'
import type { Resource } from '../../src/core/resource.ts'

/** What a calendar has that queries may name. */
export type Known = {
  readonly event: number
  /** With many events, with few, and with none. */
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly category: number
  readonly tag: number
  readonly image: number
  readonly series: number
  /** With events, as `YYYY-MM-DD`. */
  readonly day: string
}

type Samples = (known: Known) => readonly string[]

const sameForAll =
  (...values: readonly string[]): Samples =>
  () =>
    values

const moment: Samples = ({ day }) => ['0001-01-01', `${day} 12:00:00`, '9999-12-31']

/** Sample values for parameters whose types do not suggest any: ids must exist, and some strings are dates. */
const special: Readonly<Record<string, Samples>> = {
  ...Object.fromEntries(
    [
      ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
      ...['after', 'before', 'modified_after', 'modified_before'],
    ].map((name) => [name, moment]),
  ),
  search: sameForAll('u', 'an', 'jazz night', 'qqqqqq'),
  venue: ({ venues }) => [...venues.map(String), venues.join()],
  organizer: ({ organizers }) => [...organizers.map(String), organizers.join()],
  categories: ({ category }) => [String(category)],
  tags: ({ tag }) => [String(tag)],
  venue_exclude: ({ venues }) => venues.map(String),
  organizer_exclude: ({ organizers }) => organizers.map(String),
  categories_exclude: ({ category }) => [String(category)],
  tags_exclude: ({ tag }) => [String(tag)],
  series: ({ series }) => [String(series)],
  sort: sameForAll('title', '-modified', 'date,-title', 'id'),
  cursor: sameForAll(''),
  include: ({ event, category, tag, image }) => [[event, category, tag, image].join()],
  event: ({ event }) => [String(event)],
  post: ({ event }) => [String(event)],
  post_parent: ({ event }) => [String(event)],
  author: sameForAll('1', '1,2,3'),
  parent: sameForAll('0', '5'),
  mime_type: sameForAll('image/png'),
  geoloc_lat: sameForAll('52&geoloc_lng=13&geoloc_distance=25', '0&geoloc_lng=179&geoloc_distance=20000'),
  status: sameForAll('publish'),
  orderby: sameForAll('name', 'count', 'include', 'slug'),
  order: sameForAll('asc', 'desc'),
  slug: sameForAll('music'),
  source: sameForAll('feed', 'nobody'),
  external_id: sameForAll('7', 'none'),
  event_status: sameForAll('cancelled', 'cancelled,postponed', 'scheduled'),
  attendance_mode: sameForAll('online', 'online,mixed', 'offline'),
  cost_max: sameForAll('0', '12.50', '1000000000'),
  availability: sameForAll('in_stock', 'sold_out'),
}

/** Parameters that say nothing without another one, which has them in its samples; and those that may only be left out. */
const dependent = ['geoloc_lng', 'geoloc_distance', 'ticketed']

/** What is listed, by the parameters of its list. */
type Listed = Pick<Resource, 'name' | 'filters'>

/** Lists of terms are narrowed by terms: anything else would be refused. */
const ofTerms = (listed: Listed, name: string, known: Known): readonly string[] | undefined => {
  if (listed.name !== 'category' && listed.name !== 'tag') return undefined
  return ['include', 'exclude', 'parent'].includes(name) ? [String(known[listed.name])] : undefined
}

/**
 * Queries by one parameter: all that can make a difference to how rows are found, as pieces such as `venue=5`. What the type of a
 * parameter tells is enough for most: a new one is covered by itself.
 * @throws Error for a parameter of which nobody has said what to try.
 */
const samplesOf = (listed: Listed, name: string, { type }: Param<unknown>, known: Known): readonly string[] => {
  if (dependent.includes(name)) return []
  const words = 'enum' in type.schema ? valuesOf(type.schema, known) : undefined
  const values = words ?? ofTerms(listed, name, known) ?? special[name]?.(known) ?? valuesOf(type.schema, known)
  if (values === undefined) throw new Error(`The parameter ${name} has no sample: add one to list-samples.ts.`)
  return values.map((value) => `${name}=${value.replaceAll(' ', '%20')}`)
}

/** Sample values that follow from a JSON Schema. */
const valuesOf = (schema: object, known: Known): readonly string[] | undefined => {
  const { type, enum: words, minimum, maximum, items } = schema as Schema
  if (words) return words
  if (items?.enum) return items.enum.slice(0, 1)
  const types = [type].flat()
  if (types.includes('boolean')) return ['true', 'false']
  if (types.includes('array') && items?.type === 'integer') return [String(known.image)]
  if (types.includes('integer') || types.includes('number')) {
    const bounds = [minimum, maximum].filter((bound) => bound !== undefined)
    return bounds.length > 0 ? bounds.map(String) : undefined
  }
  return undefined
}

type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
}

/** A piece of a query for each parameter of a list but its paging, in all its samples. */
export const samplesOfAll = (listed: Listed, known: Known): ReadonlyMap<string, readonly string[]> => {
  const all = Object.entries(listed.filters).filter(([name]) => name !== 'page' && name !== 'per_page')
  const samples = all.map(([name, param]) => [name, samplesOf(listed, name, param, known)] as const)
  return new Map(samples.filter(([, pieces]) => pieces.length > 0))
}

/** The pieces of each two parameters together: the first of one with the first of the other, and so on, up to so many. */
export const pairsOf = (samples: ReadonlyMap<string, readonly string[]>, most: number): readonly string[] => {
  const lists = [...samples.values()].map((pieces) => pieces.slice(0, most))
  return lists.flatMap((pieces, at) =>
    lists.slice(at + 1).flatMap((others) => {
      const count = Math.max(pieces.length, others.length)
      return Array.from({ length: count }, (_, n) => `${pieces[n % pieces.length]}&${others[n % others.length]}`)
    }),
  )
}
