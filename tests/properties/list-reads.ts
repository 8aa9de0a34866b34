import { resources } from '../../src/resources/list.ts'
import { type Known, samplesOfAll } from '../support/list-samples.ts'
import type { Random } from './random.ts'

/** The kinds of records that have lists. */
export type Plural = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** Chooses by chance, and knows what exists. */
type Source = { readonly random: Random; readonly id: (plural: Plural) => number }

const plurals: readonly Plural[] = ['events', 'events', 'events', 'venues', 'organizers', 'categories', 'tags']

/** A piece of a query for each parameter of a list, such as `venue=5`, by the names of the parameters. */
const piecesOf = (plural: Plural, { random, id }: Source): ReadonlyMap<string, readonly string[]> => {
  const listed = resources.find((one) => one.plural === plural)
  if (!listed) throw new Error(`There is no list of ${plural}.`)
  const known: Known = {
    event: id('events'),
    venues: [id('venues'), id('venues')],
    organizers: [id('organizers'), id('organizers')],
    category: id('categories'),
    tag: id('tags'),
    image: 1,
    series: 1,
    // Where the events of the model are.
    day: random.oneOf(['2026-10-25', '2026-11-05', '2026-11-20', '2026-12-15']),
  }
  return new Map([
    ...samplesOfAll(listed, known),
    ['page', ['page=1', 'page=2']],
    ['per_page', ['per_page=3', 'per_page=50']],
  ])
}

/** The address of a list with a few of its parameters, whichever it has. */
export const someList = (source: Source): string => {
  const { random } = source
  const plural = random.oneOf(plurals)
  const pieces = piecesOf(plural, source)
  const names = new Set(Array.from({ length: 1 + random.below(3) }, () => random.oneOf([...pieces.keys()])))
  // What decides by which way a list is found meets everything else often.
  if (plural === 'events' && random.chance(40)) names.add('sort')
  if (plural === 'events' && random.chance(40)) names.add(random.oneOf(['categories', 'tags', 'venue', 'organizer']))
  return `/${plural}?${[...names].map((name) => random.oneOf(pieces.get(name) ?? [])).join('&')}`
}

/** The same list with another value of one of its parameters, which what is in memory must tell apart. */
export const otherList = (path: string, source: Source): string => {
  const [, plural, query = ''] = /^\/(\w+)\?(.+)$/.exec(path) ?? []
  const pieces = piecesOf(plurals.find((one) => one === plural) ?? 'events', source)
  const shown = query.split('&')
  const at = source.random.below(shown.length)
  const name = shown[at]?.split('=')[0] ?? ''
  return `/${plural}?${shown.with(at, source.random.oneOf(pieces.get(name) ?? shown.slice(at))).join('&')}`
}
