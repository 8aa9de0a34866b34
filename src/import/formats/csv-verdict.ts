import { listNames, shownName } from '../names.ts'
import type { Columns } from './csv-columns.ts'

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
