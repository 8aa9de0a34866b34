import type { ImportedKind, ReadFormat } from '../record.ts'
import { readCsv } from './csv.ts'
import { readICalendar } from './icalendar.ts'
import { readWxr } from './wxr.ts'

/** A format that has a reader. */
export type Format = {
  /** The name that people know. */
  readonly label: string
  readonly read: ReadFormat
  /**
   * The kinds of records to import each time that the file is read, because a record may refer to a later one of the file. Without it, the file is
   * read once.
   */
  readonly passes?: readonly (readonly ImportedKind[])[]
}

/** The formats that have a reader here. NDJSON is read by the engine. */
export const formats = {
  csv: { label: 'CSV', read: readCsv },
  icalendar: { label: 'iCalendar', read: readICalendar },
  wxr: {
    label: 'WordPress export',
    read: readWxr,
    passes: [['image', 'category', 'tag'], ['venue', 'organizer'], ['event']],
  },
} as const satisfies { readonly [name: string]: Format }

/** The name of a format that has a reader here. */
export type FormatName = keyof typeof formats
