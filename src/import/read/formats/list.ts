import { memberNames } from '../../../lib/json.ts'
import type { ImportedKind, ReadFormat, ReadRecords } from '../record.ts'
import { decode, findEncoding } from './bytes.ts'
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
export const importFormatNames = memberNames(formats)

/** What a file is; `html` is a page, which somebody has given the address of. */
export type Recognised = 'ndjson' | 'icalendar' | 'csv' | 'wxr' | 'html' | 'unknown'

/** What is known of a file before it is read. */
export type Beginning = {
  /** Its first bytes; the first {@link enoughBytes} are enough. */
  readonly bytes: Uint8Array
  /** The header `Content-Type` with which it was sent. */
  readonly contentType?: string | undefined
  /** Its name, or the path of its address. */
  readonly fileName?: string | undefined
}

/** How many bytes of a file its format is recognised by. */
export const enoughBytes = 8192

/** Recognises the format of a file by its content, then by its name and type, which are often wrong. */
export const recogniseFormat = ({ bytes, contentType = '', fileName = '' }: Beginning): Recognised => {
  const text = beginningOf(bytes)
  const byContent = contents.find(({ pattern }) => pattern.test(text))
  if (byContent) return byContent.format
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  const extension = /\.([a-z0-9]+)(?:\?.*)?$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const named =
    names.find(({ extensions }) => extensions.includes(extension)) ?? names.find(({ types }) => types.includes(type))
  if (isBinary(text)) return 'unknown'
  return named?.format ?? (isTable(text) ? 'csv' : 'unknown')
}

const beginningOf = (bytes: Uint8Array): string => {
  const { encoding, skipped } = findEncoding(bytes)
  const first = bytes.subarray(skipped, enoughBytes)
  return (encoding === 'utf-8' ? decode(first) : new TextDecoder(encoding).decode(first)).trimStart()
}

const contents: readonly { readonly format: Recognised; readonly pattern: RegExp }[] = [
  { format: 'icalendar', pattern: /^BEGIN[ \t]*:[ \t]*V(?:CALENDAR|EVENT)\b/i },
  { format: 'ndjson', pattern: /^\{\s*(?:"|\}|$)/ },
  { format: 'wxr', pattern: /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<rss\b[^>]*wordpress\.org\/export/i },
  { format: 'html', pattern: /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i },
]

const names: readonly {
  readonly format: Recognised
  readonly extensions: readonly string[]
  readonly types: readonly string[]
}[] = [
  { format: 'icalendar', extensions: ['ics', 'ical', 'ifb', 'icalendar'], types: ['text/calendar'] },
  {
    format: 'ndjson',
    extensions: ['ndjson', 'jsonl'],
    types: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
  },
  {
    format: 'csv',
    extensions: ['csv', 'tsv', 'tab'],
    types: ['text/csv', 'application/csv', 'text/tab-separated-values'],
  },
  { format: 'wxr', extensions: ['wxr'], types: [] },
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a picture or an archive from a text.
const isBinary = (text: string): boolean => /[\0-\x08\x0e-\x1f]/.test(text)

/** Two lines or more with the same separators in the first two. */
const isTable = (text: string): boolean => {
  const [first = '', second] = text.split(/\r\n?|\n/)
  if (second === undefined || /^[[<]/.test(first)) return false
  return [',', ';', '\t', '|'].some((separator) => {
    const count = first.split(separator).length
    return count > 1 && second.split(separator).length >= count
  })
}

/** Why a file of no known format is refused, and what to do. */
export const explainUnknown = (recognised: 'html' | 'unknown'): string =>
  recognised === 'html'
    ? 'This is a web page, not a calendar. Give the address of its calendar (it often ends with .ics, or is behind “Subscribe” or “Export”), or that of the site itself.'
    : 'The format is not recognised. Known are iCalendar (.ics), CSV, NDJSON, and the export of WordPress (.xml).'

/** Something that can be read as bytes. */
type Readable = { readonly read: () => AsyncIterable<Uint8Array>; readonly isFile: boolean }

/**
 * Makes the reader of the records of bytes. A file whose records may stand before those that they refer to is read several times, each time for
 * some kinds; what an address answers is read once.
 */
export const readRecords = ({ read, passes }: Format, source: Readable): ReadRecords =>
  async function* (options, onBytes) {
    const all = passes && source.isFile ? passes : [undefined]
    for (const [at, kinds] of all.entries()) {
      const bytes = counted(source.read(), (count) => onBytes(count / all.length))
      for await (const record of read(bytes, options)) {
        const isWanted = 'fault' in record ? at === 0 : !kinds || kinds.includes(record.kind)
        if (isWanted) yield record
      }
    }
  }

async function* counted(
  source: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    onBytes(piece.byteLength)
    yield piece
  }
}
