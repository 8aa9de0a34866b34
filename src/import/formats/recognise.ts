import { decode, findEncoding } from './bytes.ts'

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
