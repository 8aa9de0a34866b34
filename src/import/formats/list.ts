import { namesOf } from '../../lib/json.ts'
import type { ImportedKind, ReadFormat } from '../record.ts'
import { readCsv } from './csv.ts'
import { readICalendar } from './icalendar.ts'
import { readNdjson } from './ndjson.ts'
import { readWxr } from './wxr.ts'

/** A format that can be imported. */
export type Format = {
  /** Its name as people know it. */
  readonly label: string
  /** The noun of what it has one after the other. */
  readonly part: string
  readonly read: ReadFormat
  /**
   * The kinds of records to import each time that the file is read, because a record may refer to a later one of the file. Without it, the file is
   * read once.
   */
  readonly passes?: readonly (readonly ImportedKind[])[]
}

/** The formats by their names in options and requests. */
export const formats = {
  ndjson: { label: 'NDJSON', part: 'line', read: readNdjson },
  csv: { label: 'CSV', part: 'row', read: readCsv },
  icalendar: { label: 'iCalendar', part: 'event', read: readICalendar },
  wxr: {
    label: 'WordPress export',
    part: 'record',
    read: readWxr,
    passes: [['image', 'category', 'tag'], ['venue', 'organizer'], ['event']],
  },
} as const satisfies { readonly [name: string]: Format }

/** The name of a format. */
export type FormatName = keyof typeof formats

/** Whether a text is the name of a format. */
export const isFormatName = (name: string): name is FormatName => Object.hasOwn(formats, name)

/** Stands for the format of a live site: its records are kept as NDJSON until they are imported. */
export const siteFormat = 'site'

/** The format of a file that is kept until it is imported. */
export const findFileFormat = (name: string): Format => formats[isFormatName(name) ? name : 'ndjson']

/** The names of all formats. */
export const formatNames = namesOf(formats)
