import { sql } from 'kysely'
import type { ListedTable } from '../db/listed-table.ts'
import { type Bits, blockSize, listPlaces } from '../db/search-block.ts'
import { type Condition, condition, type Rule } from './condition.ts'

/** A set of ids of records: a bit for each id, by the number of the block. No block is empty. */
export type IdSet = ReadonlyMap<number, Bits>

export const intersect = (one: IdSet, other: IdSet): IdSet => {
  const both = new Map<number, Bits>()
  for (const [number, bits] of one) {
    const others = other.get(number)
    const common = others && bits.map((byte, at) => byte & (others[at] ?? 0))
    if (common?.some((byte) => byte !== 0)) both.set(number, common)
  }
  return both
}

const countOf = (set: IdSet): number => {
  let count = 0
  for (const bits of set.values()) for (const byte of bits) for (let rest = byte; rest !== 0; rest &= rest - 1) count++
  return count
}

const idsOf = (set: IdSet): number[] =>
  [...set]
    .sort(([one], [other]) => one - other)
    .flatMap(([number, bits]) => listPlaces(bits).map((place) => number * blockSize + place))

/** Most ids by which rows are read; more are sorted out of the rows that an index has in the order of the list. */
const mostRead = 2000

/** Reading a row by its id takes so many times as long as testing an entry of the index. */
const costOfRow = 32

/** Where the ids of a set are further apart than this on average, they are a list: bits for all ids in between would take too much room. */
const sparse = 64

/**
 * Returns the condition that a row is in the set. `known` is the number of all ids; `name` is the same for equal sets, as far as the
 * results of a query are cached.
 */
export const isInIds = <T extends ListedTable>(table: T, name: string, set: IdSet, known: number): Condition<T> => {
  const count = countOf(set)
  const numbers = [...set.keys()]
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)]
  const span = (greatest + 1 - least) * blockSize
  const isList = (count <= mostRead && count * costOfRow <= known) || span > count * sparse
  if (isList) return condition(isOneOf[table], idsOf(set))
  const first = least * blockSize
  return condition(isInBits[table], { first, until: first + span, bits: joinBits(set, least, span), name })
}

const joinBits = (set: IdSet, least: number, span: number): Uint8Array => {
  const bits = new Uint8Array(span / 8)
  for (const [number, part] of set) bits.set(part, ((number - least) * blockSize) / 8)
  return bits
}

const listRule = <T extends ListedTable>(table: T): Rule<T, readonly number[]> => ({
  isCheap: true,
  key: 'event',
  isKey: true,
  where:
    ({ isIn }) =>
    () =>
      isIn(sql.ref(`${table}.id`), (ids) => ids),
})

/** A set with a bit for each id from `first` on and before `until`; `set` is the parameter, which is made once for all statements of a request. */
type Span = {
  readonly first: number
  readonly until: number
  readonly bits: Uint8Array
  readonly name: string
  set?: Uint8Array
}

const bitsRule = <T extends ListedTable>(table: T): Rule<T, Span> => ({
  isCheap: true,
  where: ({ param, dialect }) => {
    const set = param((span) => {
      span.set ??= named(dialect.encodeBits(span.bits), span.name)
      return span.set
    })
    const [first, until] = [param((span) => span.first), param((span) => span.until)]
    return () => dialect.isInSet(sql.ref(`${table}.id`), set, first, until)
  },
})

/** Returns a view of the bytes that stands in the key of a result by its name. */
const named = (bytes: Uint8Array, name: string): Uint8Array =>
  Object.defineProperty(bytes.subarray(), 'toString', { value: () => name })

const isOneOf: { readonly [T in ListedTable]: Rule<T, readonly number[]> } = {
  event: listRule('event'),
  venue: listRule('venue'),
  organizer: listRule('organizer'),
  term: listRule('term'),
  image: listRule('image'),
}

const isInBits: { readonly [T in ListedTable]: Rule<T, Span> } = {
  event: bitsRule('event'),
  venue: bitsRule('venue'),
  organizer: bitsRule('organizer'),
  term: bitsRule('term'),
  image: bitsRule('image'),
}
