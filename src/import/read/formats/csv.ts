import { parseZone, utcZone } from '../../../lib/time-zone.ts'
import type { ImportRecord, ReadFormat, ReadOptions, UnreadPart } from '../record.ts'
import { decodeText } from './bytes.ts'
import { judgeColumns, recogniseColumns, type Verdict } from './csv-columns.ts'
import { makePayload, type Table, type Values } from './csv-payload.ts'
import { decideOrder, readTableDate } from './csv-times.ts'
import { foldTitle, subjects, type TableKind, titles } from './csv-titles.ts'
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
  const isOfOutlook = columns.columns.some(({ title, field }) => field === 'title' && subjects.has(foldTitle(title)))
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

/** A row of a table; rows are counted from 1, as spreadsheets do. */
type Row = { readonly number: number } & ({ readonly cells: readonly string[] } | { readonly fault: string })

/** Separators of cells, in the order in which one is preferred to the next. */
const separators = [',', ';', '\t', '|'] as const

/** Most characters of a row. */
const longestRow = 1024 * 1024

/** Most quotation marks that are not closed, after which none may contain a line end: otherwise a bad file would be read again for each. */
const mostUnclosed = 50

/**
 * Reads the rows of a CSV file (RFC 4180), in batches; the separator is the most frequent one of the first line outside of quotation marks, or the one
 * that Excel names in a line `sep=;`. A quotation mark within a cell without marks is a character like others. Where one is not closed, its row is a
 * fault, and the next line begins a row.
 */
async function* splitRows(texts: AsyncIterable<string>): AsyncGenerator<readonly Row[]> {
  let rest = ''
  let separator: string | undefined
  let [number, unclosed] = [1, 0]
  let isSkipping = false
  const read = (isLast: boolean): Row[] => {
    const rows: Row[] = []
    let from = 0
    if (separator === undefined) {
      const [, named] = /^sep=(.)(?:\r\n?|\n)/.exec(rest) ?? []
      separator = named ?? separatorOf(rest)
      if (named !== undefined) from = endOfLine(rest, 0)
    }
    while (from < rest.length) {
      if (isSkipping) {
        const next = endOfLine(rest, from)
        isSkipping = next < 0
        from = next < 0 ? rest.length : next
        continue
      }
      const row = readRow(rest, from, separator, { isLast, isOneLine: unclosed >= mostUnclosed })
      const isLong = rest.length - from > longestRow
      if (row.state === 'read') {
        rows.push({ number: number++, cells: row.cells })
        from = row.next
      } else if (!isLast && !isLong) break
      else if (row.state === 'open') {
        unclosed++
        rows.push({ number: number++, fault: 'A quotation mark is not closed.' })
        const next = endOfLine(rest, from)
        from = next < 0 ? rest.length : next
      } else {
        rows.push({ number: number++, fault: `The row is longer than ${longestRow} characters.` })
        isSkipping = true
      }
    }
    rest = rest.slice(from)
    return rows
  }
  for await (const text of texts) {
    rest += text
    // Enough to find the separator.
    if (separator !== undefined || rest.length > 1000) yield read(false)
  }
  yield read(true)
}

/** The index after the end of a line, or -1 if it does not end. */
const endOfLine = (text: string, from: number): number => {
  const [feed, back] = [text.indexOf('\n', from), text.indexOf('\r', from)]
  if (back >= 0 && (feed < 0 || back < feed)) return text[back + 1] === '\n' ? back + 2 : back + 1
  return feed < 0 ? -1 : feed + 1
}

const separatorOf = (text: string): string => {
  const end = endOfLine(text, 0)
  const line = (end < 0 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '')
  const counts = separators.map((one) => line.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type ReadRow =
  | { readonly state: 'read'; readonly cells: readonly string[]; readonly next: number }
  /** It does not end in the text; `open`: within quotation marks. */
  | { readonly state: 'cut' | 'open' }

const readRow = (
  text: string,
  from: number,
  separator: string,
  { isLast, isOneLine }: { readonly isLast: boolean; readonly isOneLine: boolean },
): ReadRow => {
  const cells: string[] = []
  const lineEnd = endOfLine(text, from)
  // Without quotation marks, as most rows are.
  const line = lineEnd < 0 ? text.slice(from) : text.slice(from, lineEnd)
  if (isOneLine || !line.includes('"')) {
    if (lineEnd < 0 && !isLast) return { state: 'cut' }
    return {
      state: 'read',
      cells: line.replace(/\r\n?$|\n$/, '').split(separator),
      next: lineEnd < 0 ? text.length : lineEnd,
    }
  }
  for (let at = from; ; ) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ; ) {
        const mark = text.indexOf('"', at)
        if (mark < 0) return { state: 'open' }
        cell += text.slice(at, mark)
        at = mark + 1
        const after = text[at]
        if (after === '"') at++
        else if (after === separator || after === '\n' || after === '\r' || (after === undefined && isLast)) break
        else if (after === undefined) return { state: 'cut' }
        cell += '"'
      }
    } else {
      const start = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
      cell = text.slice(start, at)
    }
    cells.push(cell)
    const end = text[at]
    if (end === undefined) return isLast ? { state: 'read', cells, next: at } : { state: 'cut' }
    at++
    if (end === separator) continue
    // The line feed after it may still come.
    if (end === '\r' && at >= text.length && !isLast) return { state: 'cut' }
    return { state: 'read', cells, next: end === '\r' && text[at] === '\n' ? at + 1 : at }
  }
}
