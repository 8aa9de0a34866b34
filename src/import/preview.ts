import { type Item, parsePayload } from './read/items.ts'
import type { ImportedKind } from './read/record.ts'
import type { Outcome } from './work.ts'

/** What an import would do with a record. */
export type PreviewRecord = {
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
