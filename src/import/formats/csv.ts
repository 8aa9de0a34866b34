import { parseZone, utcZone } from '../../lib/time-zone.ts'
import type { ImportRecord, ReadFormat, ReadOptions, UnreadPart } from '../record.ts'
import { decodeText } from './bytes.ts'
import { plainTitle, subjects, type TableKind, titles } from './column-titles.ts'
import { recogniseColumns } from './csv-columns.ts'
import { decideOrder, readTableDate } from './csv-dates.ts'
import { makePayload, type Table, type Values } from './csv-payload.ts'
import { type Row, splitRows } from './csv-rows.ts'
import { judgeColumns, type Verdict } from './csv-verdict.ts'
import { createNotes } from './texts.ts'

/** How many rows the order of day and month in dates is decided by, and how many characters of them. */
const [firstRows, firstCharacters] = [1000, 4 * 1024 * 1024]

/**
 * Reads CSV with a line of titles: the columns that The Events Calendar imports, those with the names of the interface's fields, and any others by
 * `options.map`.
 */
export const readCsv: ReadFormat = async function* (source, options) {
  const { kind } = options
  if (kind !== undefined && !isTableKind(kind)) {
    yield { place: 'row 1', fault: `Rows can be events, venues or organizers, not of the kind ${kind}.` }
    return
  }
  const begin = () => beginTable(first, { ...options, kind })
  const first: Row[] = []
  let characters = 0
  let table: BegunTable | undefined
  for await (const rows of splitRows(decodeText(source))) {
    for (const row of rows) {
      if (table) yield* readRowRecords(table, row)
      else {
        if (!isEmpty(row)) first.push(row)
        if ('cells' in row) characters += row.cells.reduce((sum, cell) => sum + cell.length, 0)
      }
      if (table || (first.length <= firstRows && characters < firstCharacters)) continue
      table = begin()
      yield* readFirst(table, first)
      if (!table.isUsable) return
    }
  }
  if (!table) yield* readFirst(begin(), first)
}

const isTableKind = (kind: string): kind is TableKind => Object.hasOwn(titles, kind)

const isEmpty = (row: Row): boolean => 'cells' in row && row.cells.every((cell) => cell.trim() === '')

/** A table with what is to be told of its columns. */
type BegunTable = Table & Verdict

const beginTable = (
  [header, ...rows]: readonly Row[],
  { kind, map, timezone }: Pick<ReadOptions, 'map' | 'timezone'> & { readonly kind: TableKind | undefined },
): BegunTable => {
  const sampleOf = (at: number): string =>
    rows.map((row) => ('cells' in row ? (row.cells[at] ?? '').trim() : '')).find((cell) => cell !== '') ?? ''
  const columns = recogniseColumns(header && 'cells' in header ? header.cells : [], { map, kind, sampleOf })
  const cellsOf = (field: string): string[] => {
    const at = columns.columns.findIndex((column) => column.field === field)
    return at < 0 ? [] : rows.flatMap((row) => ('cells' in row ? (row.cells[at] ?? []) : []))
  }
  const [starts, ends] = [cellsOf('start_date'), cellsOf('end_date')]
  const reading = decideOrder([...starts, ...ends])
  const zone = parseZone(timezone) ?? utcZone
  const isDate = (at: number): boolean => readTableDate(sampleOf(at), reading, zone) !== undefined
  const isOfOutlook = columns.columns.some(({ title, field }) => field === 'title' && subjects.has(plainTitle(title)))
  return { ...columns, zone, reading, isOfOutlook, isTold: false, ...judgeColumns(columns, isDate) }
}

function* readFirst(table: BegunTable, [header, ...rows]: readonly Row[]): Generator<ImportRecord | UnreadPart> {
  const place = `row ${header?.number ?? 1}`
  if (header && 'fault' in header) yield { place, fault: header.fault }
  if (rows.length === 0) return yield { place, fault: 'The file has no rows, or only one with titles.' }
  for (const fault of table.faults) yield { place, fault }
  for (const fault of table.remarks) yield { place, fault, isExpected: true }
  // Each row would have the same fault.
  if (table.isUsable) for (const row of rows) yield* readRowRecords(table, row)
}

function* readRowRecords(table: Table, row: Row): Generator<ImportRecord | UnreadPart> {
  const place = `row ${row.number}`
  if ('fault' in row) {
    yield { place, fault: row.fault }
    return
  }
  if (isEmpty(row)) return
  const notes = createNotes()
  const values = valuesOf(table, row.cells)
  const payload = makePayload(table, values, notes)
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

/** The apostrophe that keeps programs from running a formula, as exports of Kalends and others write it. */
const armed = /^'(?='?[=+\-@])/

const valuesOf = ({ columns }: Table, cells: readonly string[]): Values => {
  const values = new Map<string, string>()
  for (const [at, { field }] of columns.entries())
    if (field !== undefined) values.set(field, (cells[at] ?? '').trim().replace(armed, ''))
  return (field) => values.get(field) ?? ''
}
