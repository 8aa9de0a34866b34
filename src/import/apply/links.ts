import type { ParamTable, Values } from '../../core/params.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { type Json, type JsonObject, memberNames } from '../../lib/json.ts'
import type { EventLinks } from '../../resources/events/links.ts'
import type { LinkInput } from '../../resources/shared/nested-input.ts'
import { findItems, type StoredItem, type StoredKind } from '../match/import-items.ts'
import { type MissingLink, nameRecord, type Run } from '../match/match.ts'
import { type Item, parsePayload, toList } from '../read/items.ts'
import type { ExternalLinks, ImportedKind } from '../read/record.ts'

/** The kind of record that a link names, the field of the payload for it, and the kinds of records that can have it. */
const linkKinds = {
  venue: { kind: 'venue', field: 'venue', of: ['event'] },
  organizer: { kind: 'organizer', field: 'organizer', of: ['event'] },
  categories: { kind: 'category', field: 'categories', of: ['event'] },
  tags: { kind: 'tag', field: 'tags', of: ['event'] },
  image: { kind: 'image', field: 'image', of: ['event', 'venue', 'organizer'] },
} as const satisfies {
  readonly [name in keyof ExternalLinks]?: { kind: StoredKind; field: string; of: readonly ImportedKind[] }
}

/** Fields to whose values of the payload links add others. */
const lists = ['categories', 'tags'] as const

/** Where the records are to which items link. */
type LinkedItems = {
  readonly db: Db
  readonly run: Run
  /** The records of some links, by kind and id. */
  readonly known: ReadonlyMap<StoredKind, ReadonlyMap<string, StoredItem>>
}

/** Looks up what items link to, with one statement for each kind. */
export const findLinked = async (db: Db, run: Run, items: readonly Item[]): Promise<LinkedItems> => {
  const wanted = new Map<StoredKind, Set<string>>()
  for (const item of items) {
    for (const { kind, ids } of listLinks(item)) {
      const own = wanted.get(kind) ?? new Set()
      wanted.set(kind, own)
      for (const id of ids) own.add(id)
    }
  }
  const known = new Map<StoredKind, ReadonlyMap<string, StoredItem>>()
  for (const [kind, ids] of wanted) known.set(kind, await findItems(db, run.source, kind, [...ids]))
  return { db, run, known }
}

/** What has become of the links of an item: the fields of a payload that set them, and those to records that are not there. */
export type Links = { readonly fields: JsonObject; readonly missing: readonly MissingLink[] }

/** Finds the records here to which an item links. */
export const resolveLinks = async ({ db, run, known }: LinkedItems, item: Item): Promise<Links> => {
  if (!item.links) return { fields: {}, missing: [] }
  const payload = parsePayload(item)
  const fields: Record<string, Json> = {}
  const missing: MissingLink[] = []
  for (const { kind, field, ids } of listLinks(item)) {
    const own: number[] = []
    for (const id of ids) {
      // A record that came just before it in the group was not here yet when the others were looked up.
      const found = known.get(kind)?.get(id) ?? (await findItems(db, run.source, kind, [id])).get(id)
      if (found) own.push(found.record_id)
      else if (!run.dryRunNames?.has(nameRecord(kind, id))) missing.push({ kind, id })
    }
    if (own.length === 0) continue
    if (lists.some((name) => name === field)) fields[field] = [...toList(payload[field]), ...own]
    else fields[field] = field === 'venue' || field === 'organizer' ? own : (own[0] ?? null)
  }
  return { fields, missing }
}

/** The item with the ids of the records here in its payload, in place of the links to records of its source. */
export const withLinkFields = ({ links: _, ...item }: Item, fields: JsonObject): Item => ({
  ...item,
  json: JSON.stringify({ ...parsePayload(item), ...fields }),
})

/** The item with no more of its payload than its links add to. */
export const onlyLinks = (item: Item): Item => {
  const payload = parsePayload(item)
  const own = lists.flatMap((name) => (payload[name] === undefined ? [] : [[name, payload[name]]]))
  return { ...item, json: JSON.stringify(Object.fromEntries(own)) }
}

function* listLinks({ kind, links = {} }: Item): Generator<{
  readonly kind: StoredKind
  readonly field: string
  readonly ids: readonly string[]
}> {
  for (const name of memberNames(linkKinds)) {
    const { of, ...own } = linkKinds[name]
    const ids = links[name]
    if (ids !== undefined && of.some((one) => one === kind))
      yield { ...own, ids: typeof ids === 'string' ? [ids] : ids }
  }
  const { parent } = links
  if (parent === undefined) return
  if (kind === 'category') yield { kind, field: 'parent', ids: [parent] }
  if (kind === 'event') yield { kind, field: 'post_parent', ids: [parent] }
}

/**
 * The venues and organizers found or created for nested payloads of events, by payload: most events repeat a few of
 * them. Entries are valid until somebody else changes a venue or an organizer after change `version`.
 */
export type LinkCache = { readonly version: number; readonly rows: Map<string, StoredPost<'venue' | 'organizer'>> }

/** The empty cache. */
export const emptyLinkCache: LinkCache = { version: 0, rows: new Map() }

const tables: readonly string[] = ['venue', 'organizer']

/** Most venues and organizers in the cache; with more, it is emptied, to limit memory. */
const maxKnown = 10_000

/** Returns the entries that are still valid in this transaction. */
export const loadLinkCache = async (db: Db, { version, rows: known }: LinkCache): Promise<LinkCache['rows']> => {
  const rows = await db.kysely
    .selectFrom('change')
    .select(['id', 'kind'])
    .where('id', '>=', version)
    .orderBy('id')
    .execute()
  // The log is trimmed at its beginning: if the last known change is gone, others may be missing too.
  const holds = rows[0]?.id === version && !rows.some(({ id, kind }) => id > version && isLinked(kind))
  return new Map(holds && known.size < maxKnown ? known : [])
}

const isLinked = (kind: string): boolean => tables.includes(kind)

/** Returns the cache as of the end of a transaction, to use after its commit. */
export const saveLinkCache = async (db: Db, rows: LinkCache['rows']): Promise<LinkCache> => {
  const last = db.kysely.selectFrom('change').select((eb) => eb.fn.max('id').as('version'))
  const { version } = await last.executeTakeFirstOrThrow()
  return { version, rows }
}

/** The values with nested payloads replaced by cached rows. */
export const useCachedLinks = (known: LinkCache['rows'], values: Values<ParamTable>): Values<ParamTable> => {
  const replace = (table: string): object => {
    const inputs = readInputs(values, table)
    if (!inputs?.some(isCreate)) return {}
    const replaced = inputs.map((input) => {
      const row = isCreate(input) ? known.get(makeCacheKey(table, input)) : undefined
      return row === undefined ? input : { id: row.id, row }
    })
    return { [table]: replaced }
  }
  return { ...values, ...replace('venue'), ...replace('organizer') }
}

/** Caches the links of an event that was just created by their payloads. */
export const cacheLinks = (known: LinkCache['rows'], links: EventLinks, values: Values<ParamTable>): void => {
  for (const [table, rows] of [
    ['venue', links.venues],
    ['organizer', links.organizers],
  ] as const) {
    const inputs = readInputs(values, table) ?? []
    // Two payloads for one record have one link.
    if (rows.length !== inputs.length) continue
    for (const [at, input] of inputs.entries()) {
      const row = rows[at]
      if (row && isCreate(input) && !isPeculiar(input)) known.set(makeCacheKey(table, input), row)
    }
  }
}

type Create = Extract<LinkInput, { readonly create: unknown }>

const isCreate = (input: LinkInput): input is Create => 'create' in input

/** A payload with a status may create a record in the trash, which the next payload of that name would not find. */
const isPeculiar = ({ create }: Create): boolean => create['status'] !== undefined

const makeCacheKey = (table: string, { create }: Create): string => `${table} ${JSON.stringify(create)}`

const readInputs = (values: Values<ParamTable>, table: string): readonly LinkInput[] | undefined => values[table]
