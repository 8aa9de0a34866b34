import type { RequestContext } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import type { Try } from '../../db/savepoint.ts'
import type { ImportItemTable } from '../../db/schema.ts'
import type { StoredKind } from '../match/import-items.ts'
import type { KeyedItem, MissingLink, Run } from '../match/match.ts'
import type { Item, ReadItem } from '../read/items.ts'
import { type LinkCache, type Links, onlyLinks } from './links.ts'

/** What can become of an item that is here. */
export type CountedOutcome = 'created' | 'updated' | 'unchanged'

/** What became of an item. */
export type Outcome =
  | {
      readonly done: CountedOutcome
      readonly remark?: string
      /** As what it was counted before, when it has come once more for its links. */
      readonly was?: CountedOutcome
    }
  | { readonly done: 'skipped'; readonly reason: string }

/** The kinds of records that are created when an event names one that is not here. */
export const nameableKinds = ['venue', 'organizer', 'category', 'tag'] as const

/** A record of one of these kinds. */
export type Nameable = { readonly kind: (typeof nameableKinds)[number]; readonly title: string }

/** What came of a batch, and what the next one may know. */
export type BatchResult = {
  readonly outcomes: ReadonlyMap<ReadItem, Outcome>
  readonly refusals: ReadonlyMap<ReadItem, unknown>
  /** The items that are here, but for some of their links. */
  readonly unlinked: readonly UnlinkedItem[]
  readonly linkCache: LinkCache
  /** What was created that events can name, as an item of its own or only since an event names it. */
  readonly nameable?: readonly Nameable[]
}

/** A batch while it is applied. */
export type Work = {
  readonly db: Db
  readonly context: RequestContext
  readonly run: Run
  readonly attempt: Try
  readonly linkRows: LinkCache['rows']
  readonly outcomes: Map<ReadItem, Outcome>
  readonly refusals: Map<ReadItem, unknown>
  readonly unlinked: UnlinkedItem[]
}

/** A group of a batch: items of one kind. */
export type GroupWork = Work & { readonly kind: StoredKind; readonly link: (item: Item) => Promise<Links> }

/** The row of an item in `import_item`; its hash says how much of the item is here. */
export const makeItemRow = (
  { context, run, kind }: Pick<GroupWork, 'context' | 'run' | 'kind'>,
  { key, hash, record_id }: { readonly key: string; readonly hash: string; readonly record_id: number },
): ImportItemTable => ({
  source: run.source,
  kind,
  external_id: key,
  record_id,
  hash,
  modified_utc: context.stamp().utc,
  seen_run: run.id,
})

/** Says that a record cannot keep its id, since it is a record that was there before it. */
export const describeKeptRecord = (kind: StoredKind, id: number): string =>
  `It has the id ${id} here: that ${kind} is the same, and was there before it.`

/** An item that is here, but for its links to records that are not. */
export type UnlinkedItem = {
  readonly kind: StoredKind
  /** Without what its links do not need. */
  readonly keyed: Omit<KeyedItem, 'read'>
  readonly missing: readonly MissingLink[]
  /** As what it was counted. */
  readonly was: CountedOutcome
}

/** Makes the entry of an item that is here, but for some links. */
export const makeUnlinked = (
  kind: StoredKind,
  { item, key, hash }: Omit<KeyedItem, 'read'>,
  missing: readonly MissingLink[],
  was: CountedOutcome,
): UnlinkedItem => ({ kind, keyed: { item: onlyLinks(item), key, hash }, missing, was })
