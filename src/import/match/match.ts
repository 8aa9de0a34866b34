import { hashItem, type Item, type ReadItem } from '../read/items.ts'
import type { StoredKind } from './import-items.ts'

/** An item with the key under which it is remembered. */
export type KeyedItem = { readonly read: ReadItem; readonly item: Item; readonly key: string; readonly hash: string }

const findKind = ({ occurrence, kind }: Item): StoredKind => (occurrence ? 'occurrence' : kind)

/** Groups of items that follow each other, are of one kind and have different keys. */
export function* groupItems(
  items: readonly ReadItem[],
): Generator<{ readonly kind: StoredKind; readonly items: KeyedItem[] }> {
  let group: KeyedItem[] = []
  let keys = new Set<string>()
  let kind: StoredKind | undefined
  for (const read of items) {
    const one = withKey(read)
    const own = findKind(read.item)
    if (kind !== undefined && (kind !== own || keys.has(one.key))) {
      yield { kind, items: group }
      group = []
      keys = new Set()
    }
    kind = own
    group.push(one)
    keys.add(one.key)
  }
  if (kind !== undefined) yield { kind, items: group }
}

const withKey = (read: ReadItem): KeyedItem => {
  const { item } = read
  const hash = hashItem(item)
  return { read, item, key: findKey(item) ?? `#${hash}`, hash }
}

/** The key under which an item is remembered: its id at the source. One without an id is remembered by its hash. */
export const findKey = ({ occurrence, externalId }: Pick<Item, 'occurrence' | 'externalId'>): string | undefined =>
  occurrence ? `${occurrence.of}\n${occurrence.start}` : externalId
