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
    const special = 'step' in field ? specials[name] : undefined
    if (links[name]) payload[name] = links[name]
    else if (typeof special === 'function') payload[name] = special(row)
    else {
      const value = row[special ?? ('column' in field ? field.column : name)]
      payload[name] = 'blank' in field && typeof field.blank === 'boolean' ? value === 1 : value
    }
  }
  return payload
}

/** Fields whose value is in another column than that of their name, or is made from columns. */
const specials: Readonly<Record<string, string | ((row: Values) => unknown)>> = {
  author: 'author_id',
  image: 'image_id',
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
