import type { Nameable, Outcome } from '../apply/work.ts'
import { findKey } from '../match/match.ts'
import { type Item, parsePayload } from '../read/items.ts'
import type { ImportedKind } from '../read/record.ts'

/** Why something was not imported, or not wholly; a fault of the source itself has no place. */
export type ImportFault = { readonly line?: number; readonly place?: string; readonly message: string }

/** How many records of a kind were created, updated, left as they are, or left out. */
export type Counts = { created: number; updated: number; unchanged: number; skipped: number; failed: number }

/** What came of an import so far. */
export type Result = {
  readonly counts: { [kind in ImportedKind]?: Counts }
  /** How many records were created only since events name them. */
  readonly named: { [kind in Nameable['kind']]?: number }
  readonly faults: ImportFault[]
  /** What was left out with a reason, or changed: no faults. */
  readonly remarks: ImportFault[]
  /** The keys of events that are in the source and could not be imported, and whether others could not either whose keys are unknown. */
  readonly unread: { readonly keys: Set<string>; hasOthers: boolean }
  /** The first records of each kind, where somebody wants to see them. */
  readonly preview?: PreviewRecord[]
  /** A transaction was undone because an item was refused: from then on each item has a savepoint. */
  hasRefused: boolean
}

/** The result of an import that has not begun. */
export const newResult = (): Result => ({
  counts: {},
  named: {},
  faults: [],
  remarks: [],
  unread: { keys: new Set(), hasOthers: false },
  hasRefused: false,
})

/** Most keys of unread events that are kept. */
const mostUnread = 10_000

/** The sum of a count over all kinds. */
export const sumCounts = ({ counts }: Pick<Result, 'counts'>, name: keyof Counts): number =>
  Object.values(counts).reduce((sum, one) => sum + one[name], 0)

/** How many records were read, whatever came of them. */
export const countAll = ({ counts }: Pick<Result, 'counts'>): number =>
  Object.values(counts).reduce((sum, one) => sum + Object.values(one).reduce((all, count) => all + count, 0), 0)

/** Counts an item. */
export const count = ({ counts }: Result, kind: ImportedKind, name: keyof Counts, by = 1): void => {
  const own = counts[kind] ?? { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  counts[kind] = own
  own[name] += by
}

/** Counts an item that cannot be imported, and says why. */
export const addFailed = (
  result: Result,
  item: Pick<Item, 'place' | 'kind' | 'externalId' | 'occurrence'>,
  message: string,
): void => {
  count(result, item.kind, 'failed')
  const { keys } = result.unread
  const key = findKey(item)
  if (key !== undefined && keys.size < mostUnread) keys.add(key)
  else if (item.kind === 'event') result.unread.hasOthers = true
  result.faults.push({ ...findPlace(item), message })
}

/** Where an item stands, as results name it. */
export const findPlace = ({ place }: Pick<Item, 'place'>): Pick<ImportFault, 'line' | 'place'> => {
  const line = /^line (\d+)$/.exec(place)?.[1]
  return line === undefined ? { place } : { line: Number(line) }
}

/** Puts faults in the order in which they stand in the source, as far as their places tell. */
export const sortFaults = (faults: ImportFault[]): ImportFault[] =>
  faults.sort((one, other) => findNumber(one) - findNumber(other))

/** What is of the whole source comes last. */
const findNumber = ({ line, place = '' }: ImportFault): number =>
  line ?? Number(/^row (\d+)$/.exec(place)?.[1] ?? Number.MAX_SAFE_INTEGER)

/** Where a fault is, as reports print it. */
export const placeText = ({ line, place }: ImportFault): string =>
  line !== undefined ? `line ${line}: ` : place !== undefined ? `${place}: ` : ''

/** What an import would do with a record. */
type PreviewRecord = {
  readonly kind: ImportedKind
  readonly action: Outcome['done']
  /** Its title or name, or the address of an image without a title. */
  readonly title: string
  /** Of an event, in its own time zone: `2027-06-01 10:00:00`, or as the source writes it. */
  readonly start_date?: string
}

/** Most records of a kind in a preview. */
const mostOfKind = 10

const nameFields: { readonly [kind in ImportedKind]: readonly string[] } = {
  image: ['title', 'url'],
  category: ['name'],
  tag: ['name'],
  venue: ['venue'],
  organizer: ['organizer'],
  event: ['title'],
}

/** Adds a record to a preview, unless that has enough of its kind. */
export const addPreview = (preview: PreviewRecord[], item: Item, action: Outcome['done']): void => {
  const { kind } = item
  if (preview.filter((one) => one.kind === kind).length >= mostOfKind) return
  const payload = parsePayload(item)
  const titles = nameFields[kind].map((name) => payload[name])
  const title = titles.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
  const { start_date } = payload
  preview.push({ kind, action, title, ...(typeof start_date === 'string' && { start_date }) })
}
