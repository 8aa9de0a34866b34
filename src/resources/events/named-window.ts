import type { TimeSpan } from '../../cache/change-feed.ts'
import { filter } from '../../core/resource.ts'
import { wordOf } from '../../core/types/values.ts'
import { type Condition, condition, type Rule } from '../../query/condition.ts'
import type { QuerySource } from '../../query/find-ids.ts'
import { findPresent, findRunning, type Present } from './present.ts'

/** The windows that have a name (contract C1.2). */
export const windowNames = ['upcoming', 'ongoing', 'current', 'past', 'all'] as const

/** A window with a name. */
export type WindowName = (typeof windowNames)[number]

/** The window that takes the place of the default one. */
export const namedWindow = filter<'event', WindowName>({
  type: wordOf(...windowNames),
  about:
    'Replaces the default window: `upcoming` (starts after now), `ongoing` (has started and is not over), `current` (upcoming or ongoing), `past` (is over, latest first) or `all`. Dates narrow it further.',
  extension: 'C1.2',
})

type Narrowed = { readonly range: TimeSpan; readonly ends: readonly Condition<'event'>[] }

/** Narrows a window by the present, as its name asks for it. */
export const narrowByName = async (source: QuerySource, name: WindowName, window: Narrowed): Promise<Narrowed> =>
  name === 'all' ? window : await narrow[name](source, await findPresent(source), window)

type Narrow = (source: QuerySource, present: Present, window: Narrowed) => Narrowed | Promise<Narrowed>

const narrow: Readonly<Record<Exclude<WindowName, 'all'>, Narrow>> = {
  upcoming: (_, { since }, { range, ends }) => ({ range: startingAfter(range, since), ends }),
  past: (_, { since }, { range, ends }) => ({
    range: begunBy(range, since),
    ends: [...ends, condition(isOver, since)],
  }),
  ongoing: async (source, present, { range, ends }) => {
    const running = await findRunning(source, present)
    return {
      range: begunBy(range, present.since),
      ends: [...ends, running ? condition(isOneOf, running.ids) : condition(isNotOver, present.since)],
    }
  },
  current: async (source, present, { range, ends }) => {
    const running = await findRunning(source, present)
    return {
      range: running ? startingFrom(range, running.first) : range,
      ends: [...ends, condition(isNotOver, present.since)],
    }
  },
}

const startingFrom = (range: TimeSpan, from: string): TimeSpan => (from > range.from ? { ...range, from } : range)

// `!` sorts before all other visible characters: just after the moment itself.
const startingAfter = (range: TimeSpan, moment: string): TimeSpan => startingFrom(range, `${moment}!`)

const begunBy = (range: TimeSpan, moment: string): TimeSpan =>
  `${moment}!` < range.until ? { ...range, until: `${moment}!` } : range

const endsBy = (operator: '<=' | '>'): Rule<'event', string> => ({
  isCheap: true,
  where: ({ param }) => {
    const moment = param((utc) => utc)
    return (eb) => eb('event.end_utc', operator, moment)
  },
})

const isOver = endsBy('<=')
const isNotOver = endsBy('>')

const isOneOf: Rule<'event', readonly number[]> = {
  isCheap: true,
  key: 'event',
  where:
    ({ isIn }) =>
    (eb) =>
      isIn(eb.ref('event.id'), (ids) => ids),
}
