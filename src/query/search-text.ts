import { setImmediate as nextTurn } from 'node:timers/promises'
import { expressionBuilder, sql } from 'kysely'
import { cachedResult, perChangeFeed } from '../cache/change-feed.ts'
import type { Database, Db } from '../db/database.ts'
import type { ListedTable } from '../db/listed-table.ts'
import { lineSeparator, type PostTableName, type Schema } from '../db/schema.ts'
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
import { readStatement, runStatement, statementText } from '../db/statement.ts'
import { foldText, searchTerms, searchWords } from '../lib/text.ts'
import type { Condition, QuerySource, Rule } from './condition.ts'
import { type IdSet, intersect, isInIds } from './id-set.ts'
import { type CurrentBlocks, type KnownIndex, readContents, readLists, syncBlocks } from './search-blocks.ts'

/** Returns the searched text of a record: one line for each field that is not empty, folded for comparison (letter case, accents). */
export const foldFields = (fields: Readonly<Record<string, string>>): string => {
  const lines: string[] = []
  for (const name in fields) {
    const line = foldText(fields[name] ?? '')
    if (line !== '') lines.push(line)
  }
  return lines.join(lineSeparator)
}

/** Stores the searched text of records, which have the same, in place of the ones before. */
export const storeSearchText = async (db: Db, ids: readonly number[], text: string): Promise<void> => {
  const rows = ids.map((record_id) => ({ record_id, text }))
  const build = () =>
    db.kysely
      .insertInto('search_text')
      .values(rows)
      .onConflict((found) => found.column('record_id').doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })))
  await runStatement(
    db,
    `search text ${ids.length}`,
    build,
    ids.flatMap((id) => [id, text]),
  )
}

/** Tables whose records have a searched text. */
type SearchedTable = PostTableName | 'image'

/** Keeps rows of which each word occurs in some field (events, contract B4.7; images). The index of searches decides it. */
export const everyWordSomewhere = <T extends SearchedTable>(): Rule<T, string> => ({
  words: searchWords,
  where: () => (eb) => eb.lit(true),
})

/** Keeps rows of which one field holds all words, whatever punctuation is between them (venues and organizers, contract B4.7, F3.8). */
export const oneFieldWithAllWords = <T extends SearchedTable>(
  table: T,
): Rule<T, string, number, readonly string[]> => ({
  words: searchTerms,
  shape: (query) => searchTerms(query).length,
  lookUp: (_database, _context, query) => searchTerms(query),
  // The index finds the rows of which the fields have all words together.
  where:
    ({ param, dialect }, count) =>
    () => {
      const words = Array.from({ length: count }, (_, at) => param((all) => all[at] ?? ''))
      const outer = expressionBuilder<Schema, never>()
      return outer.exists(
        outer
          .selectFrom('search_text')
          .select('search_text.record_id')
          .where('search_text.record_id', '=', sql.ref<number>(`${table}.id`))
          .where((inner) =>
            inner.exists(
              inner
                .selectFrom(dialect.linesOf(inner.ref('search_text.text')).as('lines'))
                .select('lines.line')
                .where((line) => line.and(words.map((word) => dialect.contains(line.ref('lines.line'), word)))),
            ),
          ),
      )
    },
})

/**
 * Adds to the conditions of a list that the records are those which the index of searches finds. The condition of a search is kept where
 * more is asked than that the text of a record contains the words.
 */
export const withSearches = async <T extends ListedTable>(
  source: QuerySource,
  table: T,
  where: readonly Condition<T>[],
): Promise<readonly Condition<T>[]> => {
  const words = new Set<string>()
  const others: Condition<T>[] = []
  for (const one of where) {
    const { rule, value, shape } = one
    for (const word of rule.words?.(value) ?? []) words.add(word)
    if (!rule.words || Number(shape) > 1) others.push(one)
  }
  if (words.size === 0) return others
  const all = [...words].sort()
  const { records, known } = await findRecords(source, all)
  return [isInIds(table, `search ${all.join(' ')}`, records, known), ...others]
}

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
