import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { listsOfBlock } from '../db/search-upkeep.ts'
import { readStatement } from '../db/statement.ts'

/** The tokens of a block, and those of its sets of records that were read, by their group. */
type BlockContent = { readonly version: number; readonly tokens: string; readonly lists: Map<number, Uint8Array> }

/** What a process knows of a block: the filter of its tokens, and as long as there is room, its content. */
type KnownBlock = { readonly version: number; readonly grams: Uint8Array; content?: BlockContent }

/** What a process knows of the index of searches. */
export type KnownIndex = {
  readonly blocks: Map<number, KnownBlock>
  /** Bytes of the contents that are kept, about. */
  bytes: number
}

/** Most bytes of contents that are kept: those of some ten thousand events. What has no room is read for each word. */
const maxBytes = 8_000_000

/** Filters that are read by one statement. */
const manyFilters = 64

/** The blocks that a search looks at, as they were when it began or later. */
export type CurrentBlocks = ReadonlyMap<number, KnownBlock>

/**
 * Learns which blocks there are, and forgets what is known of others. Searches run beside each other, and their answers may arrive in
 * another order: each looks at the blocks that it has read itself, and never at what another one has learned later or earlier.
 */
export const syncBlocks = async (database: Database, index: KnownIndex): Promise<CurrentBlocks> => {
  const build = () => sql`select number, version from search_block`
  const versions = new Map<number, number>()
  for (const [number, version] of await readStatement(database, 'versions', build, []))
    versions.set(Number(number), Number(version))
  for (const [number, { version, content }] of index.blocks) {
    if (versions.get(number) === version) continue
    if (content) index.bytes -= sizeOf(content)
    index.blocks.delete(number)
  }
  const current = new Map<number, KnownBlock>()
  const unknown: number[] = []
  for (const number of versions.keys()) {
    const known = index.blocks.get(number)
    if (known) current.set(number, known)
    else unknown.push(number)
  }
  for (let at = 0; at < unknown.length; at += manyFilters) {
    const rows = await readBlocks(database, 'grams', unknown.slice(at, at + manyFilters))
    for (const [number, version, grams] of rows) {
      if (!(grams instanceof Uint8Array)) continue
      const block = { version: Number(version), grams }
      current.set(Number(number), block)
      const present = index.blocks.get(Number(number))
      if (present?.content) index.bytes -= sizeOf(present.content)
      index.blocks.set(Number(number), block)
    }
  }
  return current
}

type Rows = readonly (readonly unknown[])[]

/** Reads the number, the version and another column of blocks. */
const readBlocks = (database: Database, column: 'grams' | 'tokens', numbers: readonly number[]): Promise<Rows> => {
  const list = database.dialect.encodeIds(numbers)
  const build = () => sql`
    select search_block.number, version, ${sql.ref(column)} from ${database.dialect.eachOf(sql`${list}`, 'search_block', 'number')}
    where search_block.number = listed.value`
  return readStatement(database, `blocks ${column}`, build, [list])
}

/** Returns the tokens of blocks, of the same version as they are known or a later one. */
export const readContents = async (
  database: Database,
  index: KnownIndex,
  current: CurrentBlocks,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, BlockContent>> => {
  const contents = new Map<number, BlockContent>()
  const missing: number[] = []
  for (const number of numbers) {
    const content = index.blocks.get(number)?.content
    if (content && content.version === current.get(number)?.version) contents.set(number, content)
    else missing.push(number)
  }
  if (missing.length === 0) return contents
  for (const [number, version, tokens] of await readBlocks(database, 'tokens', missing)) {
    const content = { version: Number(version), tokens: String(tokens), lists: new Map<number, Uint8Array>() }
    contents.set(Number(number), content)
    const known = index.blocks.get(Number(number))
    // It may have changed since the versions were read.
    if (known?.version === content.version && !known.content && takeRoom(index, sizeOf(content)))
      known.content = content
  }
  return contents
}

/** The bytes of a content in memory, about. */
const sizeOf = ({ tokens, lists }: BlockContent): number => {
  let bytes = 2 * tokens.length
  for (const { length } of lists.values()) bytes += length
  return bytes
}

const takeRoom = (index: KnownIndex, bytes: number): boolean => {
  if (index.bytes + bytes > maxBytes) return false
  index.bytes += bytes
  return true
}

/**
 * Reads the sets of groups of a block. It returns undefined when the block has changed since its tokens were read, so that the sets belong
 * to other tokens.
 */
export type ListsOf = (number: number) => ReadonlyMap<number, Uint8Array> | undefined

/** Reads the sets of groups of some blocks. */
export const readLists = async (
  database: Database,
  index: KnownIndex,
  contents: ReadonlyMap<number, BlockContent>,
  wanted: ReadonlyMap<number, Iterable<number>>,
): Promise<ListsOf> => {
  const ids: number[] = []
  const lists = new Map<number, Map<number, Uint8Array>>()
  const expected = new Map<number, number>()
  for (const [number, groups] of wanted) {
    const own = new Map<number, Uint8Array>()
    let count = 0
    for (const group of groups) {
      const list = contents.get(number)?.lists.get(group)
      if (list) own.set(group, list)
      else ids.push(number * listsOfBlock + group)
      count++
    }
    lists.set(number, own)
    expected.set(number, count)
  }
  // Where a list is missing, or has come with another version, the block has changed.
  const listsOf: ListsOf = (number) =>
    lists.get(number)?.size === expected.get(number) ? lists.get(number) : undefined
  if (ids.length === 0) return listsOf
  for (const [id, list, version] of await readRows(database, ids)) {
    const [number, group] = [Math.floor(Number(id) / listsOfBlock), Number(id) % listsOfBlock]
    const content = contents.get(number)
    if (content?.version !== Number(version) || !(list instanceof Uint8Array)) continue
    lists.get(number)?.set(group, list)
    const isKept = index.blocks.get(number)?.content === content
    if (isKept && !content.lists.has(group) && takeRoom(index, list.length)) content.lists.set(group, list)
  }
  return listsOf
}

const readRows = (database: Database, ids: readonly number[]): Promise<Rows> => {
  const list = database.dialect.encodeIds(ids)
  const build: () => RawBuilder<unknown> = () => sql`
    select search_list.id, search_list.lists, search_block.version
    from ${database.dialect.eachOf(sql`${list}`, 'search_list', 'id')}
    join search_block on search_block.number = search_list.id / ${sql.lit(listsOfBlock)}
    where search_list.id = listed.value`
  return readStatement(database, 'search lists', build, [list])
}
