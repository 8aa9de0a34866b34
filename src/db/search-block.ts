import { lineSeparator } from './schema.ts'

/** Number of consecutive ids of records whose texts are in one block. */
export const blockSize = 1024

/** A set of records of a block: a bit for each id. */
export type Bits = Uint8Array

export const newBits = (): Bits => new Uint8Array(blockSize / 8)

export const hasBit = (bits: Bits, place: number): boolean => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0

export const setBit = (bits: Bits, place: number): void => {
  bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
}

export const clearBit = (bits: Bits, place: number): void => {
  bits[place >> 3] = (bits[place >> 3] ?? 0) & ~(1 << (place & 7))
}

/** The places of the records in a set, in ascending order. */
export const listPlaces = (bits: Bits): number[] => {
  const places: number[] = []
  for (let at = 0; at < bits.length; at++) {
    for (let rest = bits[at] ?? 0; rest !== 0; rest &= rest - 1) places.push(at * 8 + 31 - Math.clz32(rest & -rest))
  }
  return places
}

/** The texts of a block: their distinct tokens, and for each of them the set of records that have it. */
export type Block = {
  readonly records: Bits
  /** A filter of the runs of one to three characters in the tokens; see {@link mayContain}. */
  readonly grams: Uint8Array
  /** The tokens in groups: blanks are between tokens, and U+2028 between groups. */
  readonly tokens: string
  /** The sets of each group, one after the other. */
  readonly lists: readonly Uint8Array[]
}

export const emptyBlock: Block = {
  records: newBits(),
  grams: new Uint8Array(4096),
  tokens: '',
  lists: [],
}

/** Tokens of a group. A search reads the sets of the whole group of a token that it finds. */
const groupSize = 128

type Entry = { readonly token: string; readonly list: Uint8Array }

/** Returns the block with other texts of some records, by their place in the block; null removes a text. */
export const updateBlock = (old: Block, texts: ReadonlyMap<number, string | null>): Block => {
  const records = Uint8Array.from(old.records)
  const removed = newBits()
  const added = new Map<string, Bits>()
  for (const [place, text] of texts) {
    if (hasBit(records, place)) setBit(removed, place)
    if (text === null) clearBit(records, place)
    else {
      setBit(records, place)
      addText(added, text, place)
    }
  }
  const entries = updateEntries(old, removed, added)
  const known = entries.length
  for (const [token, bits] of added) entries.push({ token, list: encodeList(bits) })
  // Unused tokens keep their position, so that other groups need not be written, until there are many of them.
  const live = entries.filter(({ list }) => list.length > 1)
  if (live.length * 4 < entries.length * 3) return packBlock(records, emptyBlock.grams, live, live)
  return packBlock(records, old.grams, entries, entries.slice(known))
}

/** Adds the tokens of a text. */
const addText = (added: Map<string, Bits>, text: string, place: number): void => {
  for (const token of text.replaceAll(lineSeparator, ' ').split(' ')) {
    if (token === '') continue
    let bits = added.get(token)
    if (!bits) {
      bits = newBits()
      added.set(token, bits)
    }
    setBit(bits, place)
  }
}

/** Returns the tokens of a block with their new sets; tokens that it has are removed from `added`. */
const updateEntries = ({ tokens, lists }: Block, removed: Bits, added: Map<string, Bits>): Entry[] => {
  const entries: Entry[] = []
  const bits = newBits()
  for (const [group, line] of linesOf(tokens).entries()) {
    const bytes = lists[group] ?? new Uint8Array()
    let from = 0
    for (const token of line.split(' ')) {
      const more = added.get(token)
      if (more || meets(bytes, from, removed)) {
        added.delete(token)
        bits.fill(0)
        from = readList(bytes, from, bits)
        for (let at = 0; at < bits.length; at++) bits[at] = ((bits[at] ?? 0) & ~(removed[at] ?? 0)) | (more?.[at] ?? 0)
        entries.push({ token, list: encodeList(bits) })
      } else {
        const until = skipList(bytes, from)
        entries.push({ token, list: bytes.subarray(from, until) })
        from = until
      }
    }
  }
  return entries
}

/** Whether the set that begins at `from` has a record of `bits`. Few sets change in an update, so that most are not read into bits. */
const meets = (bytes: Uint8Array, from: number, bits: Bits): boolean => {
  const size = bytes[from] ?? 0
  let at = from + 1
  if (size === asBits) {
    for (const own of bits) if (((bytes[at++] ?? 0) & own) !== 0) return true
    return false
  }
  let place = -1
  for (let count = 0; count < size; count++) {
    const byte = bytes[at++] ?? 0
    place += byte < 128 ? byte : ((byte & 127) << 7) | (bytes[at++] ?? 0)
    if (hasBit(bits, place)) return true
  }
  return false
}

const linesOf = (tokens: string): string[] => (tokens === '' ? [] : tokens.split(lineSeparator))

const packBlock = (records: Bits, oldGrams: Uint8Array, entries: readonly Entry[], added: readonly Entry[]): Block => {
  const grams = Uint8Array.from(oldGrams)
  for (const { token } of added)
    for (const gram of gramsOf(token)) grams[gram >> 3] = (grams[gram >> 3] ?? 0) | (1 << (gram & 7))
  const lines: string[] = []
  const lists: Uint8Array[] = []
  for (let at = 0; at < entries.length; at += groupSize) {
    const group = entries.slice(at, at + groupSize)
    lines.push(group.map(({ token }) => token).join(' '))
    lists.push(Buffer.concat(group.map(({ list }) => list)))
  }
  return { records, grams, tokens: lines.join(lineSeparator), lists }
}

/** The first byte of a set that is written as its bits; others begin with their size. */
const asBits = 255

/** Largest set that is written as distances between its records, of one or two bytes each; larger ones take less space as bits. */
const longestList = 120

const encodeList = (bits: Bits): Uint8Array => {
  const places = listPlaces(bits)
  if (places.length > longestList) return Uint8Array.of(asBits, ...bits)
  const bytes = [places.length]
  let last = -1
  for (const place of places) {
    const distance = place - last
    if (distance > 127) bytes.push(128 | (distance >> 7))
    bytes.push(distance & 127)
    last = place
  }
  return Uint8Array.from(bytes)
}

/** Adds the set that begins at `from` to `bits`, and returns where the next set begins. */
const readList = (bytes: Uint8Array, from: number, bits: Bits): number => {
  const size = bytes[from] ?? 0
  if (size === asBits) {
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (bytes[from + 1 + at] ?? 0)
    return from + 1 + bits.length
  }
  let at = from + 1
  let place = -1
  for (let count = 0; count < size; count++) {
    const byte = bytes[at++] ?? 0
    place += byte < 128 ? byte : ((byte & 127) << 7) | (bytes[at++] ?? 0)
    setBit(bits, place)
  }
  return at
}

const skipList = (bytes: Uint8Array, from: number): number => {
  const size = bytes[from] ?? 0
  if (size === asBits) return from + 1 + blockSize / 8
  let at = from + 1
  for (let count = 0; count < size; count++) at += (bytes[at] ?? 0) < 128 ? 1 : 2
  return at
}

/** Adds the records that have one of the tokens at these ascending places of a group to `bits`. */
export const addRecords = (bits: Bits, lists: Uint8Array, places: readonly number[]): void => {
  let [at, next] = [0, 0]
  for (const place of places) {
    for (; next < place; next++) at = skipList(lists, at)
    at = readList(lists, at, bits)
    next++
  }
}

/** Finds the tokens that contain a word: their places in each group. */
export const findTokens = (tokens: string, word: string): ReadonlyMap<number, readonly number[]> => {
  const found = new Map<number, number[]>()
  let [group, place, at] = [0, 0, 0]
  let end = endAfter(tokens, lineSeparator, 0)
  for (let hit = tokens.indexOf(word); hit !== -1; hit = tokens.indexOf(word, at)) {
    while (hit > end) {
      group++
      place = 0
      at = end + 1
      end = endAfter(tokens, lineSeparator, at)
    }
    // From the beginning of a token to the end of the one that was found.
    for (; at < hit; at++) if (tokens.charCodeAt(at) === 32) place++
    const places = found.get(group)
    if (places) places.push(place)
    else found.set(group, [place])
    at = Math.min(endAfter(tokens, ' ', hit), end)
    if (at < end) {
      at++
      place++
    }
  }
  return found
}

const endAfter = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at
}

/** Whether tokens with these grams may contain the word; most of those that do not are excluded. */
export const mayContain = (grams: Uint8Array, word: string): boolean => {
  const size = Math.min(word.length, 3)
  for (let at = 0; at + size <= word.length; at++) {
    const gram = gramOf(word, at, size)
    if (((grams[gram >> 3] ?? 0) & (1 << (gram & 7))) === 0) return false
  }
  return true
}

/** The runs of one to three characters, as numbers of bits in the filter. */
const gramsOf = function* (token: string): Generator<number> {
  for (let size = 1; size <= 3; size++) for (let at = 0; at + size <= token.length; at++) yield gramOf(token, at, size)
}

const gramOf = (text: string, at: number, size: number): number => {
  let hash = size
  for (let next = at; next < at + size; next++) hash = Math.imul(hash ^ text.charCodeAt(next), 0x9e3779b1)
  return (hash ^ (hash >>> 15)) & (8 * emptyBlock.grams.length - 1)
}
