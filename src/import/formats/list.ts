import type { ReadFormat } from '../record.ts'
import { readCsv } from './csv.ts'
import { readICalendar } from './icalendar.ts'

/** The formats that have a reader here, with the name that people know. NDJSON is read by the engine. */
export const formats = {
  csv: { label: 'CSV', read: readCsv },
  icalendar: { label: 'iCalendar', read: readICalendar },
} as const satisfies { readonly [name: string]: { readonly label: string; readonly read: ReadFormat } }

/** The name of a format that has a reader here. */
export type FormatName = keyof typeof formats
