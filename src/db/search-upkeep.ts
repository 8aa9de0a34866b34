import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Db } from './database.ts'
import type { Dialect, Querying } from './dialects/dialect.ts'
import type { Schema } from './schema.ts'
import { type Block, blockSize, clearBit, emptyBlock, hasBit, listPlaces, updateBlock } from './search-block.ts'
import type { AfterGroup } from './shared-transactions.ts'
import { insertAll, readStatement, runStatement } from './statement.ts'

/** Number of ids in `search_list` that each block has. */
export const listsOfBlock = 2 ** 24

/** Number of texts that may be pending: each search reads them. */
export const fewPending = 256

/** Bytes of text to index at a time, with requests waiting (`beside`) and without (`alone`); a single text may have more. */
const bytesAtATime = { beside: 250_000, alone: 4_000_000 }

/** Writes between two checks of the number of pending texts. */
const writesBetween = 32

/**
 * Indexes pending texts between two groups of writes, if there are many. The pending texts of a block are written together, because that
 * costs hardly more than writing one.
 */
export const indexAfterWrites = (kysely: Kysely<Schema>, dialect: Dialect): AfterGroup => {
  const step = stepBy((work) => runAlone(kysely, dialect, work), bytesAtATime.beside)
  let writes = 0
  return async (count) => {
    writes += count
    if (writes < writesBetween) return
    writes = 0
    // After a failure, a later group tries again.
    await indexMany(kysely, step).catch(() => undefined)
  }
}

/** Runs `work` in a transaction outside of the queue of writes. */
const runAlone: RunAlone = (kysely, dialect, work) =>
  kysely.transaction().execute(async (transaction) => {
    await dialect.lockWriters?.(transaction)
    return work({ kysely: transaction, dialect })
  })

type RunAlone = <T>(kysely: Kysely<Schema>, dialect: Dialect, work: (db: Db) => Promise<T>) => Promise<T>

/** Indexes pending texts until only few are left; other requests are answered meanwhile. */
export const indexPending = (database: Database): Promise<void> =>
  indexMany(database.kysely, stepBy(database.transact, bytesAtATime.alone))

/** Indexes some texts of one block. */
type Step = () => Promise<void>

const indexMany = async (kysely: Querying, step: Step): Promise<void> => {
  while (await isMany(kysely)) {
    await step()
    await nextTurn()
  }
}

/**
 * Most bytes of a text in the index: adding a text reads and writes its whole block, so that a few texts with tens of thousands
 * of different words would block all requests for seconds. Longer texts stay pending, and each search tests them.
 */
const largestIndexed = 100_000

/** Bytes of a pending text. A subselect is a look-up in an index; with a join PostgreSQL may read all texts. */
const bytesOfText = sql`coalesce(
  (select octet_length(text) from search_text where search_text.record_id = search_pending.record_id), 0)`

/** The pending texts that may enter the index. */
const indexable = sql`search_pending where ${bytesOfText} <= ${sql.lit(largestIndexed)}`

const isMany = async (kysely: Querying): Promise<boolean> => {
  // Nearly always few are pending at all, which can be checked without reading their texts.
  for (const rows of [sql`search_pending`, indexable]) {
    const found = await sql`select record_id from ${rows} limit 1 offset ${fewPending}`.execute(kysely)
    if (found.rows.length === 0) return false
  }
  return true
}

/** Makes a function that indexes one block after the other, so that many texts of a block are pending when its turn comes. */
const stepBy = (transact: <T>(work: (db: Db) => Promise<T>) => Promise<T>, bytes: number): Step => {
  let next = 0
  return async () => {
    next = (await transact((db) => indexSome(db, next, bytes))) ?? 0
  }
}

/** Indexes all pending texts in the transaction. */
export const indexAll = async (db: Db): Promise<void> => {
  for (let next: number | undefined = 0; next !== undefined; ) next = await indexSome(db, next, bytesAtATime.alone)
}

/** Indexes pending texts of the first block that has any from this id on; returns the id after the last of them, if there was any. */
const indexSome = async (db: Db, from: number, bytes: number): Promise<number | undefined> => {
  const [first] = await readIds(db, 'first pending', firstPending, [from])
  if (first === undefined) return undefined
  const number = Math.floor(first / blockSize)
  const ids = await readIds(db, 'pending', somePending, [first, (number + 1) * blockSize, bytes, first])
  const texts = new Map<number, string | null>()
  for (const id of ids) texts.set(id - number * blockSize, null)
  for (const [id, text] of await takePending(db, ids)) texts.set(Number(id) - number * blockSize, String(text))
  const old = await readBlock(db, number)
  await writeBlock(db, number, old, updateBlock(old, texts))
  return Number(ids.at(-1)) + 1
}

const readIds = async (
  db: Db,
  key: string,
  query: RawBuilder<unknown>,
  parameters: readonly number[],
): Promise<number[]> => (await readStatement(db, key, () => query, parameters)).map(([id]) => Number(id))

const firstPending = sql`select record_id from ${indexable} and record_id >= ${'from'} order by record_id limit 1`

/** Pending records between two ids, up to this number of bytes of text, but at least one. */
const somePending = sql`
  select record_id from (
    select record_id, sum(${bytesOfText}) over (order by record_id) as bytes
      from ${indexable} and record_id >= ${'first'} and record_id < ${'until'}) as sized
    where bytes <= ${'bytes'} or record_id = ${'first'} order by record_id`

/** Removes records from the pending ones, and then reads their texts, so that a text written in between is pending again. */
const takePending = async (db: Db, ids: readonly number[]) => {
  const list = db.dialect.encodeIds(ids)
  const isListed = db.dialect.isInList(sql.ref('record_id'), sql`${list}`)
  await readStatement(db, 'take pending', () => sql`delete from search_pending where ${isListed}`, [list])
  return readStatement(db, 'pending texts', () => sql`select record_id, text from search_text where ${isListed}`, [
    list,
  ])
}

const readBlock = async (db: Db, number: number): Promise<Block> => {
  const read = () =>
    db.kysely.selectFrom('search_block').select(['records', 'grams', 'tokens']).where('number', '=', number)
  const [block] = await runStatement(db, 'block', read, [number])
  if (!block) return emptyBlock
  const [first, end] = [number * listsOfBlock, (number + 1) * listsOfBlock]
  const readLists = () =>
    db.kysely.selectFrom('search_list').select('lists').where('id', '>=', first).where('id', '<', end).orderBy('id')
  return { ...block, lists: (await runStatement(db, 'lists', readLists, [first, end])).map(({ lists }) => lists) }
}

/** Writes the differences; a block without texts is removed. */
const writeBlock = async (db: Db, number: number, old: Block, block: Block): Promise<void> => {
  const isEmpty = block.records.every((byte) => byte === 0)
  const lists = isEmpty ? [] : block.lists
  const changed = lists.flatMap((bytes, at) => {
    const before = old.lists[at]
    return before && Buffer.compare(before, bytes) === 0 ? [] : [{ id: number * listsOfBlock + at, lists: bytes }]
  })
  const gone = Array.from(
    { length: old.lists.length - lists.length },
    (_, at) => number * listsOfBlock + lists.length + at,
  )
  const replaced = [...changed.map(({ id }) => id), ...gone]
  const remove = () =>
    db.kysely
      .deleteFrom('search_list')
      .where((eb) => db.dialect.isInList(eb.ref('id'), sql`${db.dialect.encodeIds(replaced)}`))
  if (old.lists.length > 0) await runStatement(db, 'remove lists', remove, [db.dialect.encodeIds(replaced)])
  await runStatement(db, 'remove block', () => db.kysely.deleteFrom('search_block').where('number', '=', number), [
    number,
  ])
  if (isEmpty) return
  const { records, grams, tokens } = block
  // Processes that have a block in memory compare versions.
  const version = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
  await insertAll(db, [
    { table: 'search_block', rows: [{ number, version, records, grams, tokens }] },
    { table: 'search_list', rows: changed },
  ])
}

/** Rebuilds the index from all texts. */
export const rebuildIndex = async (db: Db): Promise<void> => {
  for (const table of ['search_block', 'search_list', 'search_pending'] as const)
    await db.kysely.deleteFrom(table).execute()
  await sql`insert into search_pending select record_id from search_text`.execute(db.kysely)
  await indexAll(db)
}

/** Whether the index has exactly the records with a text, except pending ones; their words are not compared. */
export const isIndexWhole = async (db: Db): Promise<boolean> => {
  const rows = await db.kysely.selectFrom('search_block').select(['number', 'records']).execute()
  const { rows: pending } = await sql<{ id: number }>`select record_id as id from search_pending`.execute(db.kysely)
  const waits = new Set(pending.map(({ id }) => id))
  const { rows: texts } = await sql<{ id: number }>`select record_id as id from search_text`.execute(db.kysely)
  const missing = new Map(rows.map(({ number, records }) => [number, Uint8Array.from(records)]))
  for (const { id } of texts) {
    const [number, place] = [Math.floor(id / blockSize), id % blockSize]
    const records = missing.get(number)
    if (records && hasBit(records, place)) clearBit(records, place)
    else if (!waits.has(id)) return false
  }
  for (const [number, records] of missing)
    for (const place of listPlaces(records)) if (!waits.has(number * blockSize + place)) return false
  return true
}
