import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { blankOf, columnsFor, type FieldTable } from '../../core/fields.ts'
import { settleReading } from '../../core/params.ts'
import { isJsonObject, type JsonObject } from '../../lib/json.ts'
import { showText } from '../../lib/text.ts'
import { searchFieldsOf } from '../../media/images.ts'
import { foldFields } from '../../query/search-text.ts'
import { categoryFields } from '../../resources/categories/fields.ts'
import { eventDefinition } from '../../resources/events/definition.ts'
import { mediaFields } from '../../resources/media/fields.ts'
import { organizerDefinition } from '../../resources/organizers/resource.ts'
import { titleKeys } from '../../resources/shared/post.ts'
import { termKeys } from '../../resources/shared/term.ts'
import { tagFields } from '../../resources/tags/fields.ts'
import { venueDefinition } from '../../resources/venues/resource.ts'
import { readPayload } from '../read/items.ts'
import type { ImportedKind } from '../read/record.ts'
import { isSlug, readKept } from './columns.ts'
import { KeptFault, quote } from './faults.ts'

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
    searchText: (row) => foldFields(searchFieldsOf(as(row))),
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
  const said = { ...blankOf<AnyRow>(fields), ...derive(row) }
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
  const row: Record<string, unknown> = { ...blankOf<AnyRow>(fields), ...columnsFor<AnyRow>(fields, values) }
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
