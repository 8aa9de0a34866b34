import { namesOf } from '../../lib/json.ts'
import type { ReadFormat } from '../record.ts'
import { readCsv } from './csv.ts'
import { readICalendar } from './icalendar.ts'
import { readNdjson } from './ndjson.ts'
import { readWxr } from './wxr.ts'

/** A format that can be imported. */
export type Format = {
  /** Its name as people know it. */
  readonly label: string
  readonly read: ReadFormat
  /** Records may stand before those that they refer to: the source is read twice, for all but events, and then for events. */
  readonly isUnordered?: boolean
}

/** The formats by their names in options and requests. */
export const formats = {
  ndjson: { label: 'NDJSON', read: readNdjson },
  csv: { label: 'CSV', read: readCsv },
  icalendar: { label: 'iCalendar', read: readICalendar },
  wxr: { label: 'WordPress export', read: readWxr, isUnordered: true },
} as const satisfies { readonly [name: string]: Format }

/** The name of a format. */
export type FormatName = keyof typeof formats

/** Whether a text is the name of a format. */
export const isFormatName = (name: string): name is FormatName => Object.hasOwn(formats, name)

/** The names of all formats. */
export const formatNames = namesOf(formats)
