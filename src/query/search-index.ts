import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { cachedResult, perChangeFeed } from '../cache/result-cache.ts'
import type { Database } from '../db/database.ts'
import {
  addRecords,
  type Bits,
  blockSize,
  clearBit,
  findTokens,
  mayContain,
  newBits,
  setBit,
} from '../db/search-block.ts'
import { indexPending } from '../db/search-upkeep.ts'
import { readStatement, statementText } from '../db/statement.ts'
import type { QuerySource } from './find-ids.ts'
import { type IdSet, intersect } from './id-set.ts'
import { type CurrentBlocks, type KnownIndex, readContents, readLists, syncBlocks } from './search-blocks.ts'

const indexOf = perChangeFeed((): KnownIndex => ({ blocks: new Map(), bytes: 0 }))

/** What a search has found: the records whose text contains all words, and how many ids the index covers, about. */
export type Found = { readonly records: IdSet; readonly known: number }

/** Finds the records whose text contains each of the words. What is found for a word is cached until something changes. */
export const findRecords = async (source: QuerySource, words: readonly string[]): Promise<Found> => {
  const { database, dependency } = source
  const index = indexOf(dependency)
  const missing: string[] = []
  let search: Promise<readonly IdSet[]> | undefined
  const finding: Promise<IdSet>[] = []
  for (const word of words) {
    const find = (): Promise<IdSet> => {
      const at = missing.push(word) - 1
      // It begins when all missing words are known.
      search ??= Promise.resolve().then(() => findWords(database, index, missing))
      return search.then((sets) => sets[at] ?? nothing)
    }
    finding.push(cachedResult(dependency, `word ${word}`, find))
  }
  const sets = await Promise.all(finding)
  return { records: sets.reduce(intersect), known: index.blocks.size * blockSize }
}

const nothing: IdSet = new Map()

/** Blocks that are searched at a time, and milliseconds after which other requests are answered. */
const portion = { blocks: 16, milliseconds: 5 }

/** What was found so far of a word. */
type WordSearch = { readonly word: string; readonly records: Map<number, Bits> }

/**
 * Finds the records with each word. What waits for the index is read before the index: a text that is indexed meanwhile is found in both,
 * and never in none.
 */
const findWords = async (
  database: Database,
  index: KnownIndex,
  words: readonly string[],
): Promise<readonly IdSet[]> => {
  const searches = words.map((word): WordSearch => ({ word, records: new Map() }))
  const waiting = await readWaiting(database, words)
  const blocks = await syncBlocks(database, index)
  const numbers: number[] = []
  for (const [number, { grams }] of blocks) if (words.some((word) => mayContain(grams, word))) numbers.push(number)
  let begun = performance.now()
  for (let at = 0; at < numbers.length; at += portion.blocks) {
    await searchBlocks(database, index, blocks, searches, numbers.slice(at, at + portion.blocks))
    if (performance.now() - begun < portion.milliseconds) continue
    await nextTurn()
    begun = performance.now()
  }
  for (const [at, { records }] of searches.entries())
    for (const row of waiting) setFound(records, Number(row[0]), Boolean(row[at + 1]))
  return searches.map(({ records }) => records)
}

/** Adds the records of some blocks to what was found. Blocks that change meanwhile are searched again. */
const searchBlocks = async (
  database: Database,
  index: KnownIndex,
  blocks: CurrentBlocks,
  searches: readonly WordSearch[],
  numbers: readonly number[],
): Promise<void> => {
  const contents = await readContents(database, index, blocks, numbers)
  const matches = new Map<number, readonly ReadonlyMap<number, readonly number[]>[]>()
  const groupsOf = new Map<number, Set<number>>()
  for (const [number, { tokens }] of contents) {
    const found = searches.map(({ word }) => findTokens(tokens, word))
    const groups = new Set(found.flatMap((places) => [...places.keys()]))
    if (groups.size === 0) continue
    matches.set(number, found)
    groupsOf.set(number, groups)
  }
  const listsOf = await readLists(database, index, contents, groupsOf)
  const changed: number[] = []
  for (const [number, found] of matches) {
    const lists = listsOf(number)
    if (!lists) {
      changed.push(number)
      continue
    }
    for (const [at, { records }] of searches.entries()) {
      const bits = newBits()
      for (const [group, places] of found[at] ?? []) addRecords(bits, lists.get(group) ?? bits, places)
      if (bits.some((byte) => byte !== 0)) records.set(number, bits)
    }
  }
  if (changed.length === 0) return
  await searchBlocks(database, index, await syncBlocks(database, index), searches, changed)
}

const setFound = (found: Map<number, Bits>, id: number, isFound: boolean): void => {
  const [number, place] = [Math.floor(id / blockSize), id % blockSize]
  const bits = found.get(number) ?? newBits()
  if (isFound) setBit(bits, place)
  else clearBit(bits, place)
  found.set(number, bits)
}

/** Most waiting texts, and most bytes of them, that a request looks at by itself. */
const fewWaiting = { texts: 2000, bytes: 1_000_000 }

const sizeOfWaiting = sql`
  select count(*), coalesce(sum(octet_length(text)), 0) from (
    select text from search_pending left join search_text using (record_id) limit ${sql.lit(fewWaiting.texts + 1)}
  ) as found`

/** Reads which records wait for the index, and for each word whether their text contains it. Where many wait, they are indexed from now on. */
const readWaiting = async (database: Database, words: readonly string[]): Promise<readonly (readonly unknown[])[]> => {
  const { dialect, kysely } = database
  const tests = words.map((word) => dialect.contains(sql.ref('search_text.text'), sql`${word}`))
  const build = () => sql`
    select search_pending.record_id, ${sql.join(tests)}
    from search_pending left join search_text using (record_id)`
  const [size] = await readStatement(database, 'size of waiting', () => sizeOfWaiting, [])
  const [texts, bytes] = [Number(size?.[0]), Number(size?.[1])]
  if (texts > fewWaiting.texts) indexSoon(database)
  if (texts <= fewWaiting.texts && bytes <= fewWaiting.bytes)
    return await readStatement(database, `waiting ${words.length}`, build, words)
  return await database.queryInBackground(
    statementText(database, `waiting ${words.length}`, () => build().compile(kysely)),
    words,
  )
}

const indexing = new WeakSet<Database>()

const indexSoon = (database: Database): void => {
  if (indexing.has(database)) return
  indexing.add(database)
  // After a failure, a later search tries again.
  void indexPending(database)
    .catch(() => undefined)
    .finally(() => indexing.delete(database))
}
