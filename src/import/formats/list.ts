import type { ReadFormat } from '../record.ts'
import { readNdjson } from './ndjson.ts'

/** A format that can be imported. */
export type Format = {
  /** Its name in options and in REST. */
  readonly name: 'ndjson' | 'icalendar' | 'csv' | 'wxr'
  /** Its name as people know it. */
  readonly label: string
  readonly read: ReadFormat
  /** Records may stand before those that they refer to: the source is read twice, for all but events, and then for events. */
  readonly isUnordered?: boolean
}

/** All formats. */
export const formats: readonly Format[] = [{ name: 'ndjson', label: 'NDJSON', read: readNdjson }]

/** The format with a name. */
export const formatNamed = (name: string): Format => {
  const format = formats.find((one) => one.name === name)
  if (!format) throw new RangeError(`there is no format ${name}`)
  return format
}
