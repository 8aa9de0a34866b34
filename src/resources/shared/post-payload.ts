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
  for (const name in fields) {
    const field = fields[name]
    if (!field) continue
    const isMade = 'step' in field
    if (links[name]) payload[name] = links[name]
    else if (isMade && name === 'date_utc') payload[name] = row[name] ?? floatingDate
    else if (isMade && name === 'start_date') payload[name] = momentOf(row, 'start')
    else if (isMade && name === 'end_date') payload[name] = momentOf(row, 'end')
    else {
      const value = row[(isMade && otherColumns[name]) || ('column' in field ? field.column : name)]
      payload[name] = 'blank' in field && typeof field.blank === 'boolean' ? value === 1 : value
    }
  }
  return payload
}

/** The columns of fields whose value is in another column than that of their name. */
const otherColumns: Readonly<Record<string, string>> = { author: 'author_id', image: 'image_id' }

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
