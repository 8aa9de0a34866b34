import type { ImportedKind } from '../record.ts'
import { plainTitle, titles } from './column-titles.ts'

/** What the columns of a table are. */
export type Columns = {
  /** What its rows are. */
  readonly kind: ImportedKind
  /** For each column its title in the file and the field that it fills, if it is known: `venue.city` is a field of the venue of an event. */
  readonly columns: readonly { readonly title: string; readonly field: string | undefined }[]
  /** Columns that were asked for and are not there. */
  readonly missing: readonly string[]
  /** Fields that columns were named for and that rows of this kind do not have. */
  readonly unknown: readonly string[]
}

/** Most columns that are read. */
const mostColumns = 500

/** How {@link recogniseColumns} may be helped. */
export type ColumnOptions = {
  readonly map?: Readonly<Record<string, string>> | undefined
  readonly kind?: ImportedKind | undefined
  /** The first text of a column, by its number from 0. */
  readonly sampleOf?: (column: number) => string
}

/** A time without a date, such as `19:00`, `7 pm` or `19.30 Uhr`. */
const timeAlone = /^\d{1,2}(?:[:.h]\d{2}){0,2}\s{0,3}(?:[ap]\.?m\.?|uhr|h)?$/i

/**
 * Recognises the columns of a table by their titles, whatever their letter case and punctuation; `map` has the titles of columns for fields whose
 * titles say nothing. Each field has one column, the first. A column such as “Start” has dates or times, as its first text says.
 */
export const recogniseColumns = (
  header: readonly string[],
  { map = {}, kind, sampleOf = () => '' }: ColumnOptions = {},
): Columns => {
  const named = header.slice(0, mostColumns).map((title) => title.trim())
  const own = kind ?? kindOf(named, map)
  const known = own === 'venue' || own === 'organizer' ? titles[own] : titles.event
  const taken = new Set<string>()
  const mapped = new Map<string, string>()
  const unknown: string[] = []
  for (const [name, title] of Object.entries(map)) {
    // A field has the same names here as in a line of titles: `venue` is the name of the venue of an event.
    const field = fieldOf(known, name)
    if (field === undefined) unknown.push(name)
    else mapped.set(title.trim().toLowerCase(), field)
  }
  for (const title of named) {
    const field = mapped.get(title.toLowerCase())
    if (field !== undefined) taken.add(field)
  }
  const found = new Map<number, string>()
  const take = (at: number, fields: readonly string[]): void => {
    const field = fields.find((one) => !taken.has(one))
    if (field === undefined) return
    taken.add(field)
    found.set(at, field)
  }
  const candidates = named.map((title) => {
    const asked = mapped.get(title.toLowerCase())
    return asked === undefined ? fieldsOf(known, title) : []
  })
  for (const [at, fields] of candidates.entries()) if (fields.length === 1) take(at, fields)
  for (const [at, fields] of candidates.entries()) {
    if (fields.length > 1) take(at, timeAlone.test(sampleOf(at)) ? fields.toReversed() : fields)
  }
  const columns = named.map((title, at) => ({ title, field: mapped.get(title.toLowerCase()) ?? found.get(at) }))
  const present = new Set(named.map((title) => title.toLowerCase()))
  const missing = Object.values(map).filter((title) => !present.has(title.trim().toLowerCase()))
  return { kind: own, columns, missing, unknown }
}

const fieldOf = (known: Readonly<Record<string, readonly string[]>>, title: string): string | undefined =>
  fieldsOf(known, title)[0]

/** The fields that a title may mean. */
const fieldsOf = (known: Readonly<Record<string, readonly string[]>>, title: string): readonly string[] => {
  if (Object.hasOwn(known, title)) return [title]
  const name = plainTitle(title)
  if (name === '') return []
  const own = Object.keys(known).find((field) => plainTitle(field) === name)
  return own === undefined ? Object.keys(known).filter((field) => known[field]?.includes(name)) : [own]
}

/** Rows are events if they have a date, otherwise what their names belong to. */
const kindOf = (header: readonly string[], map: Readonly<Record<string, string>>): ImportedKind => {
  const { event } = titles
  const fields = new Set([...header, ...Object.keys(map)].map((title) => fieldOf(event, title)))
  if (fields.has('start_date') || fields.has('title')) return 'event'
  if (fields.has('venue.venue') || fields.has('venue')) return 'venue'
  return fields.has('organizer.organizer') || fields.has('organizer') ? 'organizer' : 'event'
}
