import type { FieldTable } from '../../core/fields.ts'
import { floatingDate } from '../../core/types/dates.ts'
import { isoOf, parseZone, toUtc } from '../../lib/time-zone.ts'

/** The value of each field of a record; sent to the record, it restores this version. */
export type Payload = Readonly<Record<string, unknown>>

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the value of each writable field of a stored record. `links` are the ids of the fields that link.
 */
export const payloadOf = (
  fields: FieldTable,
  row: Values,
  links: Readonly<Record<string, readonly number[]>>,
): Payload => {
  const payload: Record<string, unknown> = {}
  for (const name in fields) payload[name] = links[name] ?? fieldValueOf(fields, name, row)
  return payload
}

const fieldValueOf = (fields: FieldTable, name: string, row: Values): unknown => {
  const field = fields[name]
  const special = specials[name]
  if (special && field && 'step' in field) return special(row)
  const value = row[field && 'column' in field ? field.column : name]
  return field && 'blank' in field && typeof field.blank === 'boolean' ? value === 1 : value
}

/** Fields whose value differs from the column of their name. */
const specials: Readonly<Record<string, (row: Values) => unknown>> = {
  author: ({ author_id }) => author_id,
  image: ({ image_id }) => image_id,
  date_utc: ({ date_utc }) => date_utc ?? floatingDate,
  start_date: (row) => momentOf(row, 'start'),
  end_date: (row) => momentOf(row, 'end'),
}

/** The wall clock of an edge of an event or, where clocks overlap and it means an instant too early, the instant. */
const momentOf = (row: Values, edge: 'start' | 'end'): string => {
  const [local, utc] = [String(row[`${edge}_date`]), String(row[`${edge}_utc`])]
  const zone = parseZone(String(row['timezone']))
  return zone && toUtc(local, zone)?.utc !== utc ? isoOf(utc) : local
}

/** The names of the fields in which two payloads differ. */
export const changesBetween = (before: Payload, after: Payload): string[] => {
  const names: string[] = []
  for (const name in after)
    if (before[name] !== after[name] && JSON.stringify(before[name]) !== JSON.stringify(after[name])) names.push(name)
  return names
}
