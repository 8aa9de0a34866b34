import { UserError } from '../../../accounts/users.ts'
import type { RequestContext } from '../../../core/context.ts'
import { ApiError } from '../../../core/errors.ts'
import { blankColumns, columnsFor, type FieldTable } from '../../../core/fields.ts'
import { settleReading } from '../../../core/params.ts'
import { statuses } from '../../../db/schema.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../lib/json.ts'
import { showText } from '../../../lib/text.ts'
import { parseZone, textAt, toEpoch } from '../../../lib/time-zone.ts'
import { readUrl } from '../../../lib/url.ts'
import { imageSearchFields } from '../../../media/images.ts'
import { foldFields } from '../../../query/search-text.ts'
import { categoryFields } from '../../../resources/categories/fields.ts'
import { eventDefinition } from '../../../resources/events/definition.ts'
import { mediaFields } from '../../../resources/media/fields.ts'
import { organizerDefinition } from '../../../resources/organizers/resource.ts'
import { titleKeys } from '../../../resources/shared/post.ts'
import { termKeys } from '../../../resources/shared/term.ts'
import { tagFields } from '../../../resources/tags/fields.ts'
import { venueDefinition } from '../../../resources/venues/resource.ts'
import { readPayload } from '../../read/items.ts'
import type { ImportedKind } from '../../read/record.ts'
import { isKeptId } from './source-ids.ts'

/** A row of any of the tables. */
export type AnyRow = Readonly<Record<string, unknown>>

/** How the rows of a kind are made again. */
type RecordKind = {
  readonly table: 'image' | 'term' | 'venue' | 'organizer' | 'event'
  readonly fields: FieldTable
  /** The columns that follow from others. */
  readonly derive: (row: AnyRow) => AnyRow
  /** Its searched text, where that is in a table of its own. */
  readonly searchText?: (row: AnyRow) => string
}

// The rows come from tables of which the compiler does not know which one it is.
const as = <T>(row: AnyRow): T => row as T

const textOf = (row: AnyRow, column: string): string => String(row[column] ?? '')

const keysOfTitle = (row: AnyRow): AnyRow => titleKeys(textOf(row, 'title'))

const keysOfTerm = (row: AnyRow): AnyRow => ({ ...termKeys(textOf(row, 'name'), textOf(row, 'slug')), count: 0 })

/** The kinds of records that an export has. */
export const recordKinds: { readonly [kind in ImportedKind]: RecordKind } = {
  image: {
    table: 'image',
    fields: mediaFields,
    derive: () => ({}),
    searchText: (row) => foldFields(imageSearchFields(as(row))),
  },
  category: { table: 'term', fields: categoryFields, derive: keysOfTerm },
  tag: { table: 'term', fields: tagFields, derive: keysOfTerm },
  venue: {
    table: 'venue',
    fields: venueDefinition.fields,
    derive: keysOfTitle,
    searchText: (row) => foldFields(venueDefinition.searchFields(as(row))),
  },
  organizer: {
    table: 'organizer',
    fields: organizerDefinition.fields,
    derive: keysOfTitle,
    searchText: (row) => foldFields(organizerDefinition.searchFields(as(row))),
  },
  event: {
    table: 'event',
    fields: eventDefinition.fields,
    derive: keysOfTitle,
    searchText: (row) => foldFields(eventDefinition.searchFields(as(row))),
  },
}

/** Steps of writes that store the value of a field in the column of its name. */
const plainSteps: readonly string[] = ['slug', 'term']

const isPlain = (fields: FieldTable, name: string): boolean => {
  const field = fields[name]
  return field !== undefined && 'step' in field && plainSteps.includes(field.step) && field.storedIn[0] === name
}

/** Columns that a line has elsewhere, and the ids of submissions, which are not moved: another one here may get such an id. */
const notKept: readonly string[] = ['id', 'image', 'taxonomy', 'submission_id']

/** The columns of a row that its payload does not say, and that follow from no others: dates, states, ids of other records. */
export const keptColumns = (kind: ImportedKind, row: AnyRow): JsonObject => {
  const { fields, derive } = recordKinds[kind]
  const said = { ...blankColumns<AnyRow>(fields), ...derive(row) }
  const others = Object.entries(row).filter(
    ([name]) => !notKept.includes(name) && !(name in said) && !isPlain(fields, name),
  )
  // Every value of a column is text, a number or null.
  return Object.fromEntries(others) as JsonObject
}

/** The value of a text of a payload: with entities, as records show it, where it would be read as another text. */
export const encodeText = (context: RequestContext, field: FieldTable[string] | undefined, value: unknown): unknown => {
  if (!field || typeof value !== 'string' || !/[&<]/.test(value)) return value
  const written = showText(value)
  const isChanged = field.type.read(value, context) !== value
  return isChanged && field.type.read(written, context) === value ? written : value
}

/**
 * Makes the row of a record again, without its id.
 * @throws KeptFault for what cannot be one.
 */
export const makeRow = (
  context: RequestContext,
  kind: ImportedKind,
  payload: JsonObject,
  kept: JsonObject,
): Record<string, unknown> => {
  const { fields, derive } = recordKinds[kind]
  const values = readValues(context, fields, payload)
  const row: Record<string, unknown> = { ...blankColumns<AnyRow>(fields), ...columnsFor<AnyRow>(fields, values) }
  for (const name in fields) if (isPlain(fields, name)) row[name] = values[name] ?? ''
  Object.assign(row, readKept(kind, kept))
  const isTerm = kind === 'category' || kind === 'tag'
  if ('slug' in row && !isSlug(String(row['slug']))) throw new KeptFault(`slug: ${quote(row['slug'])} is no slug.`)
  return { ...row, ...derive(row), ...(isTerm && { taxonomy: kind }) }
}

const readValues = (context: RequestContext, fields: FieldTable, payload: JsonObject): AnyRow => {
  try {
    return settleReading(fields, readPayload(context, fields, payload, false), undefined)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { params } = error.data
    throw new KeptFault(
      isJsonObject(params)
        ? Object.entries(params)
            .map((one) => one.join(': '))
            .join(' ')
        : error.message,
    )
  }
}

/** What a column may hold, and how a message says that. */
type Column = { readonly allows: (value: Json) => boolean; readonly allowed: string }

const textColumn = (allowed: string, allows: (text: string) => boolean): Column => ({
  allows: (value) => typeof value === 'string' && allows(value),
  allowed,
})

const orNull = ({ allows, allowed }: Column): Column => ({
  allows: (value) => value === null || allows(value),
  allowed: `${allowed}, or null`,
})

/** Whether a text is a date-time that exists, as the columns have it. */
export const isDateTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && textAt(toEpoch(text)) === text

/** Whether a text can be a slug. */
export const isSlug = (text: string): boolean => /^[^\s/\\?#<>"'\p{Cc}\p{Cs}\p{Lu}]{1,250}$/u.test(text)

const statusPattern = new RegExp(`^(?:${statuses.join('|')})$`)

const dateTime = textColumn('a date-time such as "2027-01-31 20:00:00"', isDateTime)
const id: Column = { allows: isKeptId, allowed: 'an id, a whole number of 1 or more' }
const idOrZero: Column = { allows: (value) => value === 0 || isKeptId(value), allowed: `0 or ${id.allowed}` }
const size: Column = {
  allows: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  allowed: 'a whole number of 0 or more',
}
const truth: Column = { allows: (value) => value === 0 || value === 1, allowed: '0 or 1' }
const slug = textColumn('a slug of 1 to 250 characters, without spaces and capitals', isSlug)
const zone = textColumn(
  'a known time zone such as "Europe/Paris"',
  (text) => text.length <= 100 && parseZone(text) !== undefined,
)

const published: Readonly<Record<string, Column>> = {
  author_id: idOrZero,
  date: dateTime,
  date_utc: orNull(dateTime),
  modified: dateTime,
  modified_utc: dateTime,
}

const post: Readonly<Record<string, Column>> = {
  ...published,
  status: textColumn(`one of ${statuses.join(', ')}`, (text) => statusPattern.test(text)),
  trashed_from: textColumn(
    `empty, or one of ${statuses.join(', ')}`,
    (text) => text === '' || statusPattern.test(text),
  ),
  image_id: orNull(id),
}

const term: Readonly<Record<string, Column>> = {
  parent_id: idOrZero,
  color: textColumn('empty, or a colour such as "#8c2f1b"', (text) => /^(?:#[0-9a-f]{6})?$/.test(text)),
}

const isSizes = (text: string): boolean => {
  let sizes: unknown
  try {
    sizes = JSON.parse(text)
  } catch {
    return false
  }
  return (
    isJsonObject(sizes) &&
    Object.entries(sizes).every(
      ([name, size]) =>
        /^[\w-]+$/.test(name) &&
        isJsonObject(size) &&
        Object.values(size).every((value) => Number.isSafeInteger(value)),
    )
  )
}

/** The columns that a line has in `kept`, of each kind. */
const columns: { readonly [kind in ImportedKind | 'series']: Readonly<Record<string, Column>> } = {
  image: {
    ...published,
    date_utc: dateTime,
    // It becomes the name of a file.
    path: textColumn('a path such as "2026/11/fair.jpg"', (text) => /^\d{4}\/\d\d\/[a-z0-9-]+\.[a-z]+$/.test(text)),
    mime_type: textColumn('a type such as "image/png"', (text) => /^image\/[a-z0-9.+-]+$/.test(text)),
    width: size,
    height: size,
    filesize: size,
    sizes: textColumn('the sizes as JSON', isSizes),
    source_url: orNull(textColumn('an http(s) address', (text) => readUrl(text) === text)),
  },
  category: term,
  tag: term,
  venue: { ...post, slug },
  organizer: { ...post, slug },
  event: {
    ...post,
    start_date: dateTime,
    end_date: dateTime,
    start_utc: dateTime,
    end_utc: dateTime,
    timezone: zone,
    timezone_abbr: textColumn('letters, digits or an offset', (text) => /^[\p{L}\p{Pd}\d+−:. ]{0,60}$/u.test(text)),
    series_id: orNull(id),
    recurrence_id: orNull(dateTime),
    own_fields: textColumn('names of fields with commas between them', (text) => /^[a-z_,]{0,1000}$/.test(text)),
    previous_start_utc: orNull(dateTime),
  },
  series: {
    slug,
    // It is read as a rule besides.
    recurrence: textColumn('the lines RRULE, RDATE and EXDATE of RFC 5545', (text) =>
      text.split('\n').every((line) => /^(?:RRULE|RDATE|EXDATE)[:;]\P{Cc}+$/u.test(line)),
    ),
    start_date: dateTime,
    timezone: zone,
    all_day: truth,
    length: size,
    filled_until: textColumn(`empty, or ${dateTime.allowed}`, (text) => text === '' || isDateTime(text)),
    modified_utc: dateTime,
  },
}

/** What occurrences of series have besides. */
const occurrence: Readonly<Record<string, Column>> = { slug }

/** The ids of submissions are not moved: another one here may get such an id. */
const ignored: readonly string[] = ['submission_id']

/**
 * Returns the columns that a line has in `kept`.
 * @throws KeptFault for one that is missing, unknown, or holds what it cannot hold.
 */
export const readKept = (kind: ImportedKind | 'series', kept: JsonObject): Record<string, string | number | null> => {
  const own = columns[kind]
  const known = kind === 'event' && kept['series_id'] ? { ...own, ...occurrence } : own
  const unknown = Object.keys(kept).find((name) => !Object.hasOwn(known, name) && !ignored.includes(name))
  if (unknown !== undefined)
    throw new KeptFault(
      `kept.${unknown.slice(0, 80)}: there is no such column; there are ${Object.keys(known).join(', ')}.`,
    )
  const values = Object.entries(known).map(([name, column]) => [name, checkColumn(`kept.${name}`, column, kept[name])])
  const row = Object.fromEntries(values)
  if (kind === 'event') checkEvent(row)
  return row
}

const checkEvent = ({ start_utc, end_utc, series_id, recurrence_id }: Readonly<Record<string, unknown>>): void => {
  if (String(end_utc) < String(start_utc))
    throw new KeptFault(`kept.end_utc: ${quote(end_utc)} is before the start, ${quote(start_utc)}.`)
  if ((series_id === null) !== (recurrence_id === null))
    throw new KeptFault('kept.recurrence_id: an occurrence of a series has one, and other events have null.')
}

const checkColumn = (place: string, { allows, allowed }: Column, value: Json | undefined): string | number | null => {
  // What no column allows, such as lists, is refused.
  if (value !== undefined && allows(value)) return value as string | number | null
  throw new KeptFault(
    value === undefined
      ? `${place} is missing: it must be ${allowed}.`
      : `${place}: ${quote(value)} is not ${allowed}.`,
  )
}

/**
 * Returns a slug of a list of them.
 * @throws KeptFault for none.
 */
export const readSlug = (place: string, value: Json): string => String(checkColumn(place, slug, value))

/** Something of a line that no export has written. */
export class KeptFault extends Error {}

/** What is wrong with a line of an export, and which line that is. */
export class LineFault extends UserError {
  readonly line: number
  readonly reason: string

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason} Nothing was imported.`)
    this.line = line
    this.reason = reason
  }
}

/**
 * Does something with a line.
 * @throws LineFault for a KeptFault.
 */
export const atLine = <T>(line: number, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof KeptFault ? new LineFault(line, error.message) : error
  }
}

/** A value of a file as a message shows it. */
export const quote = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
