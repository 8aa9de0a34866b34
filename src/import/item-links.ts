import type { Db } from '../db/database.ts'
import type { Json, JsonObject } from '../lib/json.ts'
import { type Item, listOf, parsePayload } from './item.ts'
import type { ExternalLinks } from './record.ts'
import { findItems, type StoredItem, type StoredKind } from './stored-items.ts'

/** The kind of record that a link names, and the field of the payload for it. */
const linkKinds = {
  venue: { kind: 'venue', field: 'venue' },
  organizer: { kind: 'organizer', field: 'organizer' },
  categories: { kind: 'category', field: 'categories' },
  tags: { kind: 'tag', field: 'tags' },
  image: { kind: 'image', field: 'image' },
} as const satisfies { readonly [name in keyof ExternalLinks]?: { kind: StoredKind; field: string } }

/** Where the records are to which items link. */
export type LinkedItems = {
  readonly db: Db
  readonly source: string
  /** The records of some links, by kind and id. */
  readonly known: ReadonlyMap<StoredKind, ReadonlyMap<string, StoredItem>>
}

/** Looks up what items link to, with one statement for each kind. */
export const findLinked = async (db: Db, source: string, items: readonly Item[]): Promise<LinkedItems> => {
  const wanted = new Map<StoredKind, Set<string>>()
  for (const item of items) {
    for (const { kind, ids } of linksOf(item)) {
      const own = wanted.get(kind) ?? new Set()
      wanted.set(kind, own)
      for (const id of ids) own.add(id)
    }
  }
  const known = new Map<StoredKind, ReadonlyMap<string, StoredItem>>()
  for (const [kind, ids] of wanted) known.set(kind, await findItems(db, source, kind, [...ids]))
  return { db, source, known }
}

/** A link to a record that is not there. */
export type MissingLink = { readonly item: Item; readonly kind: StoredKind; readonly id: string }

/**
 * The item with the ids of the records here in its payload, in place of the links to records of its source. `onMissing` is called for each
 * link to a record that is not there.
 */
export const withLinks = async (
  { db, source, known }: LinkedItems,
  item: Item,
  onMissing: (link: MissingLink) => void,
): Promise<Item> => {
  if (!item.links) return item
  const payload: Record<string, Json> = { ...parsePayload(item) }
  for (const { kind, field, ids } of linksOf(item)) {
    const own: number[] = []
    for (const id of ids) {
      // What came just before it in the group was not there yet.
      const found = known.get(kind)?.get(id) ?? (await findItems(db, source, kind, [id])).get(id)
      if (found) own.push(found.record_id)
      else onMissing({ item, kind, id })
    }
    if (own.length === 0) continue
    if (field === 'categories' || field === 'tags') payload[field] = [...listOf(payload[field]), ...own]
    else payload[field] = field === 'venue' || field === 'organizer' ? own : (own[0] ?? null)
  }
  const { links: _, ...others } = item
  return { ...others, json: JSON.stringify(payload satisfies JsonObject) }
}

function* linksOf({ kind, links = {} }: Item): Generator<{
  readonly kind: StoredKind
  readonly field: string
  readonly ids: readonly string[]
}> {
  for (const [name, own] of Object.entries(linkKinds)) {
    const ids = links[name as keyof typeof linkKinds]
    if (ids !== undefined) yield { ...own, ids: typeof ids === 'string' ? [ids] : ids }
  }
  const { parent } = links
  if (parent === undefined) return
  if (kind === 'category') yield { kind, field: 'parent', ids: [parent] }
  if (kind === 'event') yield { kind, field: 'post_parent', ids: [parent] }
}
