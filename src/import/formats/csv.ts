import type { Json, JsonObject } from '../../lib/json.ts'
import { slugify } from '../../lib/slug.ts'
import { parseZone, utcZone } from '../../lib/time-zone.ts'
import type { ImportRecord, ReadFormat, ReadOptions, UnreadPart } from '../record.ts'
import { textOf } from './bytes.ts'
import { costOf } from './costs.ts'
import { type Columns, recogniseColumns } from './csv-columns.ts'
import { decideOrder } from './csv-dates.ts'
import { type Row, rowsOf } from './csv-rows.ts'
import { readSwitch } from './csv-switch.ts'
import { type TableTimes, timesOf } from './csv-times.ts'
import { readPoint } from './places.ts'
import {
  createNotes,
  descriptionOf,
  emailOf,
  imageOf,
  markedTitleOf,
  type Notes,
  termsOf,
  titleOf,
  urlOf,
} from './texts.ts'

/** How many rows the order of day and month in dates is decided by, and how many characters of them. */
const [firstRows, firstCharacters] = [1000, 4 * 1024 * 1024]

/**
 * Reads CSV with a line of titles: the columns that The Events Calendar imports, those with the names of the interface's fields, and any others by
 * `options.map`.
 */
export const readCsv: ReadFormat = async function* (source, options) {
  if (options.kind !== undefined && !['event', 'venue', 'organizer'].includes(options.kind)) {
    yield { place: 'row 1', fault: `Rows can be events, venues or organizers, not of the kind ${options.kind}.` }
    return
  }
  const first: Row[] = []
  let characters = 0
  let table: Table | undefined
  for await (const rows of rowsOf(textOf(source))) {
    for (const row of rows) {
      if (table) yield* readRow(table, row)
      else {
        if (!isEmpty(row)) first.push(row)
        if ('cells' in row) characters += row.cells.reduce((sum, cell) => sum + cell.length, 0)
      }
      if (table || (first.length <= firstRows && characters < firstCharacters)) continue
      table = beginTable(first, options)
      yield* readFirst(table, first)
    }
  }
  if (table) return
  table = beginTable(first, options)
  yield* readFirst(table, first)
}

const isEmpty = (row: Row): boolean => 'cells' in row && row.cells.every((cell) => cell.trim() === '')

/** What the rows of a table are read by. */
type Table = Columns & TableTimes

const beginTable = ([header, ...rows]: readonly Row[], options: ReadOptions): Table => {
  const sampleOf = (at: number): string =>
    rows.map((row) => ('cells' in row ? (row.cells[at] ?? '').trim() : '')).find((cell) => cell !== '') ?? ''
  const columns = recogniseColumns(header && 'cells' in header ? header.cells : [], { ...options, sampleOf })
  const cellsOf = (field: string): string[] => {
    const at = columns.columns.findIndex((column) => column.field === field)
    return at < 0 ? [] : rows.flatMap((row) => ('cells' in row ? (row.cells[at] ?? []) : []))
  }
  const [starts, ends] = [cellsOf('start_date'), cellsOf('end_date')]
  return {
    ...columns,
    zone: parseZone(options.timezone) ?? utcZone,
    reading: decideOrder([...starts, ...ends]),
    isTold: false,
  }
}

function* readFirst(table: Table, [header, ...rows]: readonly Row[]): Generator<ImportRecord | UnreadPart> {
  const place = `row ${header?.number ?? 1}`
  if (header && 'fault' in header) yield { place, fault: header.fault }
  for (const title of table.missing) yield { place, fault: `There is no column “${title.slice(0, 60)}”.` }
  for (const name of table.unknown) yield { place, fault: `There is no field “${name.slice(0, 60)}”.` }
  const needed = table.kind === 'event' ? ['title', 'start_date'] : [table.kind]
  const missing = needed.filter((field) => table.columns.every((column) => column.field !== field))
  const titles = table.columns.slice(0, 20).map(({ title }) => `“${title.slice(0, 40)}”`)
  const unknown = `No column is recognised as ${missing.join(' or ')}. The columns are ${titles.join(', ')}. Name the column of each with map, such as title=Name,start_date=Begin.`
  if (rows.length === 0) yield { place, fault: 'The file has no rows, or only one with titles.' }
  else if (missing.length > 0) yield { place, fault: unknown }
  for (const row of rows) yield* readRow(table, row)
}

function* readRow(table: Table, row: Row): Generator<ImportRecord | UnreadPart> {
  const place = `row ${row.number}`
  if ('fault' in row) {
    yield { place, fault: row.fault }
    return
  }
  if (isEmpty(row)) return
  const notes = createNotes()
  const values = valuesOf(table, row.cells)
  const payload = table.kind === 'event' ? eventOf(table, values, notes) : postOf(table.kind, values, notes)
  const externalId = values('external_id').slice(0, 1000)
  const id = externalId === '' ? {} : { externalId }
  if ('fault' in payload && typeof payload['fault'] === 'string') {
    yield { place, fault: payload['fault'], ...id }
    return
  }
  yield {
    kind: table.kind,
    ...id,
    payload,
    place,
    ...(notes.list().length > 0 ? { notes: notes.list() } : {}),
  }
}

/** The text of the cell for a field; empty if there is none. */
type Values = (field: string) => string

const valuesOf = ({ columns }: Table, cells: readonly string[]): Values => {
  const values = new Map<string, string>()
  for (const [at, { field }] of columns.entries()) if (field !== undefined) values.set(field, (cells[at] ?? '').trim())
  return (field) => values.get(field) ?? ''
}

const hasColumn = ({ columns }: Table, field: string): boolean => columns.some((column) => column.field === field)

type Payload = JsonObject | { readonly fault: string }

const eventOf = (table: Table, values: Values, notes: Notes): Payload => {
  const title = markedTitleOf(values('title'), 'title', notes)
  if (title === '') return { fault: 'It has no title.' }
  const times = timesOf(table, values, notes)
  if ('fault' in times) return times
  const venue = nested('venue', 'venue', values, notes)
  const organizer = organizersOf(table, values, notes)
  const has = (field: string) => hasColumn(table, field)
  return {
    title,
    ...times,
    ...shared(values, notes, has),
    ...(has('categories') ? { categories: termsOf(listOf(values('categories')), notes) } : {}),
    ...(has('tags') ? { tags: termsOf(listOf(values('tags')), notes) } : {}),
    ...(has('cost')
      ? {
          cost: costOf(
            {
              cost: values('cost'),
              symbol: values('currency_symbol') || values('currency_code'),
              position: values('currency_position'),
            },
            notes,
          ),
        }
      : {}),
    ...(has('virtual_url') ? { virtual_url: addressOf(values('virtual_url'), 'virtual_url', notes) } : {}),
    ...switches(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'], values, notes),
    ...wordsOf(values, notes),
    ...(values('recurrence') === '' ? {} : { recurrence: values('recurrence') }),
    ...(has('venue.venue') ? { venue: venue ?? [] } : {}),
    ...(has('organizer.organizer') ? { organizer } : {}),
  }
}

const shared = (values: Values, notes: Notes, has: (field: string) => boolean): JsonObject => {
  const slug = slugify(values('slug'))
  const image = values('image')
  const isId = /^\d+$/.test(image)
  if (isId) notes.add('The image was left out, since an id says nothing outside of its own site.')
  const url = image === '' || isId ? undefined : imageOf(image, notes)
  return {
    ...(has('description') ? { description: descriptionOf(values('description'), notes) } : {}),
    ...(has('excerpt') ? { excerpt: descriptionOf(values('excerpt'), notes) } : {}),
    ...(has('website') ? { website: addressOf(values('website'), 'website', notes) } : {}),
    ...(url === undefined ? {} : { image: url }),
    ...(slug === '' ? {} : { slug }),
    ...word('status', ['publish', 'future', 'draft', 'pending', 'private', 'trash'], values, notes),
  }
}

const addressOf = (text: string, what: string, notes: Notes): string => {
  const url = urlOf(text)
  if (text !== '' && url === undefined)
    notes.add(`“${text.slice(0, 60)}” was left out: it is no web address for ${what}.`)
  return url ?? ''
}

/** Lists have their parts between commas, or semicolons, or bars. */
const listOf = (text: string): readonly string[] => text.split(/[,;|\n]/).map((part) => part.trim())

const switches = (fields: readonly string[], values: Values, notes: Notes): JsonObject =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = values(field)
      const value = readSwitch(text)
      if (text !== '' && value === undefined) notes.add(`“${text.slice(0, 40)}” was left out: ${field} is yes or no.`)
      return value === undefined ? [] : [[field, value]]
    }),
  )

const word = (field: string, allowed: readonly string[], values: Values, notes: Notes): JsonObject => {
  const text = values(field).toLowerCase().replaceAll(/[ -]/g, '_')
  const value = allowed.find((one) => one === text) ?? otherWords.get(text)
  if (value !== undefined && allowed.includes(value)) return { [field]: value }
  if (text !== '') notes.add(`“${values(field).slice(0, 40)}” was left out: ${field} is one of ${allowed.join(', ')}.`)
  return {}
}

const otherWords: ReadonlyMap<string, string> = new Map([
  ['canceled', 'cancelled'],
  ['published', 'publish'],
  ['confirmed', 'scheduled'],
  ['virtual', 'online'],
  ['hybrid', 'mixed'],
])

const wordsOf = (values: Values, notes: Notes): JsonObject => ({
  ...word('event_status', ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'], values, notes),
  ...(values('event_status_reason') === ''
    ? {}
    : { event_status_reason: titleOf([...values('event_status_reason')].slice(0, 300).join(''), 'reason', notes) }),
  ...word('attendance_mode', ['offline', 'online', 'mixed'], values, notes),
})

/** The fields of a venue or an organizer, which begin with `venue.` or `organizer.` in a table of events. */
const nested = (name: string, title: string, values: Values, notes: Notes): JsonObject | undefined => {
  const inner: Values = (field) => values(`${name}.${field}`)
  return inner(title) === '' ? undefined : placeOf(inner, title, notes)
}

const lines = ['address', 'city', 'zip', 'stateprovince', 'state', 'province', 'country', 'phone']

const placeOf = (values: Values, title: string, notes: Notes): JsonObject => {
  const point = readPoint(values('geo_lat').replace(',', '.'), values('geo_lng').replace(',', '.'))
  if (values('geo_lat') !== '' && !point)
    notes.add('The coordinates were left out: they are no latitude and longitude.')
  const email = emailOf(values('email'))
  if (values('email') !== '' && email === undefined)
    notes.add(`“${values('email').slice(0, 60)}” was left out: it is no e-mail address.`)
  const address = [values('address'), values('address2')].filter((part) => part !== '').join(', ')
  const texts = lines.map((field) => [field, field === 'address' ? address : values(field)] as const)
  return {
    [title]: markedTitleOf(values(title), 'name', notes),
    ...Object.fromEntries(
      texts.filter(([, text]) => text !== '').map(([field, text]) => [field, markedTitleOf(text, field, notes)]),
    ),
    ...(email === undefined ? {} : { email }),
    ...(point ? { geo_lat: point.lat, geo_lng: point.lng } : {}),
    ...Object.fromEntries(
      Object.entries(shared(values, notes, (field) => values(field) !== '')).filter(([, value]) => value !== ''),
    ),
  }
}

const organizersOf = (table: Table, values: Values, notes: Notes): readonly Json[] => {
  const column = table.columns.find(({ field }) => field === 'organizer.organizer')
  const text = values('organizer.organizer')
  // The columns of The Events Calendar name several; a name of other tables may contain a comma.
  const names = /^event/i.test(column?.title ?? '') ? listOf(text) : text.split(/[;|\n]/).map((name) => name.trim())
  const own = names.filter((name) => name !== '' && !/^\d+$/.test(name))
  if (own.length < names.filter((name) => name !== '').length)
    notes.add('An organizer was left out, since an id says nothing outside of its own site.')
  if (own.length === 1)
    return [
      nested(
        'organizer',
        'organizer',
        (field) => (field === 'organizer.organizer' ? (own[0] ?? '') : values(field)),
        notes,
      ) ?? {},
    ]
  return own.slice(0, 100).map((name) => ({ organizer: markedTitleOf(name, 'name of the organizer', notes) }))
}

const postOf = (kind: string, values: Values, notes: Notes): Payload => {
  if (values(kind) === '') return { fault: 'It has no name.' }
  return { ...placeOf(values, kind, notes), ...switches(['show_map', 'show_map_link'], values, notes) }
}
