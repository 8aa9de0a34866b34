import { foldTitle, type PlaceKind, type TableKind, titles } from './csv-titles.ts'
import { listNames, shownName } from './texts.ts'

/** What the columns of a table are. */
export type Columns = {
  /** What its rows are. */
  readonly kind: TableKind
  /** For each column its title in the file and the field that it fills, if it is known: `venue.city` is a field of the venue of an event. */
  readonly columns: readonly { readonly title: string; readonly field: string | undefined }[]
  /** Columns that were asked for and are not there. */
  readonly missing: readonly string[]
  /** Fields that columns were named for and that rows of this kind do not have. */
  readonly unknown: readonly string[]
  /** Pairs that name the column before its field. */
  readonly reversed: readonly { readonly field: string; readonly column: string }[]
}

/** Most columns that are read. */
const mostColumns = 500

/** How {@link recogniseColumns} may be helped. */
type ColumnOptions = {
  readonly map?: Readonly<Record<string, string>> | undefined
  readonly kind?: TableKind | undefined
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
  const known = titles[own]
  const taken = new Set<string>()
  const mapped = new Map<string, string>()
  const present = new Set(named.map(titleKey))
  const missing: string[] = []
  const unknown: string[] = []
  const reversed: Columns['reversed'][number][] = []
  for (const [name, title] of Object.entries(map)) {
    // A field has the same names here as in a line of titles: `venue` is the name of the venue of an event.
    const field = fieldOf(known, name)
    const isThere = present.has(titleKey(title))
    if (field === undefined && !isThere && present.has(titleKey(name)) && fieldOf(known, title) !== undefined) {
      reversed.push({ field: title, column: name })
      continue
    }
    if (field === undefined) unknown.push(name)
    else mapped.set(titleKey(title), field)
    if (!isThere) missing.push(title)
  }
  for (const title of named) {
    const field = mapped.get(titleKey(title))
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
    const asked = mapped.get(titleKey(title))
    return asked === undefined ? fieldsOf(known, title) : []
  })
  for (const [at, fields] of candidates.entries()) if (fields.length === 1) take(at, fields)
  for (const [at, fields] of candidates.entries()) {
    if (fields.length > 1) take(at, timeAlone.test(sampleOf(at)) ? fields.toReversed() : fields)
  }
  const columns = named.map((title, at) => ({ title, field: mapped.get(titleKey(title)) ?? found.get(at) }))
  return { kind: own, columns, missing, unknown, reversed }
}

const titleKey = (title: string): string => title.trim().toLowerCase()

const fieldOf = (known: Readonly<Record<string, readonly string[]>>, title: string): string | undefined =>
  fieldsOf(known, title)[0]

/** The fields that a title may mean. */
const fieldsOf = (known: Readonly<Record<string, readonly string[]>>, title: string): readonly string[] => {
  if (Object.hasOwn(known, title)) return [title]
  const name = foldTitle(title)
  if (name === '') return []
  const own = Object.keys(known).find((field) => foldTitle(field) === name)
  return own === undefined ? Object.keys(known).filter((field) => known[field]?.includes(name)) : [own]
}

/** Rows are events, unless they have neither a date nor a title, but are a table of venues or organizers. */
const kindOf = (header: readonly string[], map: Readonly<Record<string, string>>): TableKind => {
  const asked = Object.keys(map)
  const fields = new Set([...header, ...asked].map((title) => fieldOf(titles.event, title)))
  if (fields.has('start_date') || fields.has('title')) return 'event'
  return (['venue', 'organizer'] as const).find((kind) => isTableOf(kind, header, asked)) ?? 'event'
}

/** A table of venues names them, and most of its columns are theirs: one of events under other titles may name a venue too. */
const isTableOf = (kind: PlaceKind, header: readonly string[], asked: readonly string[]): boolean => {
  const found = header.filter((title) => title !== '').map((title) => fieldOf(titles[kind], title))
  const isNamed = found.includes(kind) && found.filter((field) => field !== undefined).length > found.length / 2
  return isNamed || asked.some((name) => fieldOf(titles[kind], name) === kind)
}

/** What is to be said of the columns of a table. */
export type Verdict = {
  readonly faults: readonly string[]
  /** Nothing is wrong, but not all is imported. */
  readonly remarks: readonly string[]
  /** Whether rows can be read: the columns are there without which no row is a record. */
  readonly isUsable: boolean
}

/** Says which columns are missing or not imported, and how to name them. `isDate` tells whether a column, by its number from 0, has dates. */
export const judgeColumns = (
  { kind, columns, missing, unknown, reversed }: Columns,
  isDate: (column: number) => boolean,
): Verdict => {
  const free = columns.flatMap(({ title, field }, at) => (field === undefined && title !== '' ? [{ title, at }] : []))
  const needed = kind === 'event' ? ['title', 'start_date'] : [kind]
  const absent = needed.filter((field) => columns.every((column) => column.field !== field))
  const faults = [
    ...missing.map((title) => `There is no column “${shownName(title)}”.`),
    ...unknown.map((name) => `There is no field “${shownName(name)}”.`),
  ]
  if (reversed.length > 0) {
    const sent = reversed.map(({ field, column }) => ({ field: column, column: field }))
    faults.push(`${mapOf(sent)} is the other way round: the field comes first. Write ${mapOf(reversed)}.`)
  } else if (absent.length > 0) {
    const dates = free.filter(({ at }) => isDate(at))
    const others = free.filter(({ at }) => !isDate(at))
    const pairs = absent.map((field) => {
      const column = field === 'start_date' ? (dates.shift() ?? others.shift()) : (others.shift() ?? dates.pop())
      return { field, column: column?.title ?? 'COLUMN' }
    })
    const titles = columns.map(({ title }) => title)
    faults.push(
      `No column is recognised as ${absent.join(' or ')}. The columns are ${listNames(titles)}. Say which is which with ${mapOf(pairs)}.`,
    )
  }
  const isUsable = absent.length === 0
  return { faults, isUsable, remarks: isUsable && free.length > 0 ? [notImported(free, columns)] : [] }
}

const notImported = (free: readonly { readonly title: string }[], columns: Columns['columns']): string => {
  const titles = free.map(({ title }) => title)
  const field = columns.some((column) => column.field === 'description') ? 'FIELD' : 'description'
  const map = mapOf([{ field, column: titles[0] ?? '' }])
  return titles.length === 1
    ? `The column ${listNames(titles)} is not imported. Map it with ${map}.`
    : `The columns ${listNames(titles)} are not imported. Map them with ${map}.`
}

/** The option of the command, which a shell reads as one word. */
const mapOf = (pairs: readonly { readonly field: string; readonly column: string }[]): string => {
  const map = pairs.map(({ field, column }) => `${field}=${shownName(column)}`).join(',')
  return `--map ${/^[\p{L}\p{N}_.,=-]+$/u.test(map) ? map : JSON.stringify(map)}`
}
