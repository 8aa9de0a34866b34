import { sql } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import { parseObject } from '../../lib/json.ts'
import { nameKey as foldKey, plainText } from '../../lib/text.ts'
import { type BadPart, hashItem, type Item } from '../read/items.ts'
import { findKey, hasContent } from './match.ts'

/** Most new events and changes of occurrences that are compared by their content, and most characters of all. */
const [mostCompared, mostCharacters] = [20_000, 32 * 1024 * 1024]

/** Most pairs of a vanished and a new event whose whole content is compared. */
const mostPairs = 10_000

type Stored = {
  readonly external_id: string
  readonly hash: string
  readonly title: string
  /** The local start that the source gave it. */
  readonly start: string
}

/**
 * Finds the events of a source that have another id there than before: some calendars give new ones at each download. One that has vanished and a new
 * one with the same title and start are the same event, and so are two that are equal but for their ids, if it was edited here. They are remembered
 * under the new ids, so that nothing is cancelled and nothing comes twice. Returns the keys of all events of the source.
 */
export const followNewIds = async (
  database: Database,
  source: string,
  items: AsyncIterable<Item | BadPart>,
): Promise<ReadonlySet<string>> => {
  const stored = await readImportedEvents(database, source)
  const keys = new Set<string>()
  const fresh: Item[] = []
  const changes: Item[] = []
  let characters = 0
  const keep = (kept: Item[], item: Item): void => {
    characters += item.json.length
    if (stored.size > 0 && kept.length < mostCompared && characters < mostCharacters) kept.push(item)
  }
  for await (const item of items) {
    if ('fault' in item) {
      // A series without a date is gone.
      if (item.externalId !== undefined && !item.isExpected) keys.add(item.externalId)
    } else if (item.kind !== 'event') continue
    else if (item.occurrence) {
      if (!stored.has(item.occurrence.of)) keep(changes, item)
    } else {
      const key = eventKey(item)
      keys.add(key)
      if (!stored.has(key)) keep(fresh, item)
    }
  }
  const vanished = [...stored.values()].filter(({ external_id }) => !keys.has(external_id))
  const pairs = pair(vanished, fresh)
  if (pairs.length > 0) await database.transact((db) => rename(db, source, pairs, changes))
  return keys
}

const eventKey = (item: Item): string => findKey(item) ?? `#${hashItem(item)}`

const readImportedEvents = async ({ kysely }: Database, source: string): Promise<ReadonlyMap<string, Stored>> => {
  const { rows } = await sql<Stored>`
    select import_item.external_id, import_item.hash, event.title, coalesce(event.recurrence_id, event.start_date) as start
    from import_item join event on event.id = import_item.record_id
    where import_item.source = ${source} and import_item.kind = 'event'
    order by event.id`.execute(kysely)
  return new Map(rows.map((row) => [row.external_id, row]))
}

type Pair = { readonly was: Stored; readonly item: Item }

const pair = (vanished: readonly Stored[], fresh: readonly Item[]): readonly Pair[] => {
  const waiting = new Map<string, Stored[]>()
  for (const one of vanished) {
    const content = makeContentKey(one.title, one.start)
    const others = waiting.get(content)
    if (others) others.push(one)
    else waiting.set(content, [one])
  }
  const pairs: Pair[] = []
  const others: Item[] = []
  for (const item of fresh) {
    const { title, start_date: start } = parseObject(item.json) ?? {}
    const was =
      typeof title === 'string' && typeof start === 'string'
        ? waiting.get(makeContentKey(title, start))?.shift()
        : undefined
    if (was) pairs.push({ was, item })
    else others.push(item)
  }
  const rest = new Set([...waiting.values()].flat())
  if (rest.size * others.length > mostPairs) return pairs
  for (const item of others) {
    const was = [...rest].find((one) => hasContent(one, hashItem(withId(item, one.external_id))))
    if (!was) continue
    rest.delete(was)
    pairs.push({ was, item })
  }
  return pairs
}

const makeContentKey = (title: string, start: string): string => {
  const local = start.replace('T', ' ')
  return `${local.length === 10 ? `${local} 00:00:00` : local}\n${foldKey(plainText(title))}`
}

/** An item as it would be with another id. */
const withId = (item: Item, id: string): Item => {
  const { externalId } = item
  if (externalId === undefined) return item
  const payload = parseObject(item.json)
  const json = payload?.['external_id'] === externalId ? JSON.stringify({ ...payload, external_id: id }) : item.json
  return { ...item, externalId: id, json }
}

const rename = async (db: Db, source: string, pairs: readonly Pair[], changes: readonly Item[]): Promise<void> => {
  const set = async (
    kind: 'event' | 'occurrence',
    was: Pick<Stored, 'external_id' | 'hash'>,
    [external_id, before, after]: readonly [key: string, before: string, after: string],
  ): Promise<void> => {
    // What is as it was before counts as unchanged.
    const hash = hasContent(was, before) ? `${after}${was.hash.slice(before.length)}` : was.hash
    await db.kysely
      .updateTable('import_item')
      .set({ external_id, hash })
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('external_id', '=', was.external_id)
      .execute()
  }
  const changesOf = Map.groupBy(changes, ({ occurrence }) => occurrence?.of ?? '')
  for (const { was, item } of pairs) {
    const own = eventKey(item)
    await set('event', was, [own, hashItem(withId(item, was.external_id)), hashItem(item)])
    for (const change of changesOf.get(own) ?? []) {
      if (!change.occurrence) continue
      const old: Item = { ...change, occurrence: { ...change.occurrence, of: was.external_id } }
      const [key, oldKey] = [findKey(change) ?? '', findKey(old) ?? '']
      const row = await db.kysely
        .selectFrom('import_item')
        .select(['external_id', 'hash'])
        .where('source', '=', source)
        .where('kind', '=', 'occurrence')
        .where('external_id', '=', oldKey)
        .executeTakeFirst()
      if (row) await set('occurrence', row, [key, hashItem(old), hashItem(change)])
    }
  }
}
