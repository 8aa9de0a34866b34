import sax from 'sax'
import type { JsonObject } from '../../../lib/json.ts'
import { type DateTimeText, nowText, parseZone, toEpoch, toLocal, utcZone } from '../../../lib/time-zone.ts'
import type { ReadOptions } from '../record.ts'
import { decodeText } from './bytes.ts'
import type { Notes } from './texts.ts'
import { findZone, nameZone } from './zone-names.ts'

/** A post of an export, as it is written there. */
export type ExportedPost = {
  /** The texts of its elements, such as `title` and `wp:post_id`. */
  readonly texts: ReadonlyMap<string, string>
  /** The values of its custom fields that are read. */
  readonly meta: ReadonlyMap<string, readonly string[]>
  readonly terms: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[]
  /** Elements whose end was left out. */
  readonly cut: readonly string[]
  /** What of it is no correct XML, and where. */
  readonly flaws: readonly string[]
  /** How it ended: by its own end, by the beginning of the next one, or with the file. */
  readonly end: 'own' | 'other' | 'file'
}

/** A term of an export. */
type ExportedTerm = { readonly term: ReadonlyMap<string, string> }

/** What stops the reading, or the end of it: whether it was an export at all. */
type ExportEnd = { readonly fault: string | undefined; readonly isExport: boolean }

/** Most characters of an element that are kept; of a custom field fewer; and most of a post. */
const [longestText, longestMeta, longestPost] = [1024 * 1024, 64 * 1024, 4 * 1024 * 1024]

/** Most custom fields of a post, most of them with one name, and most of its terms. */
const mostValues = 1000

/** Most faults of the XML that are passed over. */
const mostFaults = 10_000

/** Most flaws of a post that are told. */
const mostFlaws = 5

/** Elements of a post that are read. */
const readElements = new Set(
  (
    'title dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_name wp:status wp:post_parent ' +
    'wp:menu_order wp:post_type wp:post_password wp:attachment_url category'
  ).split(' '),
)

/** Custom fields that are read. */
const readMeta = /^_(?:Event|Venue|Organizer|tribe_|tec_|thumbnail_id$|wp_attachment_image_alt$|ecp_custom_)/

/** Elements that an export has beside those with a prefix; others within a text are markup of that text. */
const plainElements = new Set(['title', 'link', 'guid', 'pubDate', 'description', 'category'])

const termElements = new Set(['wp:term', 'wp:category', 'wp:tag'])

/** Reads the posts and terms of an export of WordPress (WXR) one after the other. Faults of the XML are passed over where the rest can be read. */
export async function* exportedPosts(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<ExportedPost | ExportedTerm | ExportEnd> {
  const reader = createReader()
  for await (const text of decodeText(source)) {
    yield* reader.write(text)
    if (reader.stopped() !== undefined) break
  }
  yield* reader.end()
}

type OpenPost = {
  readonly texts: Map<string, string>
  readonly meta: Map<string, string[]>
  readonly terms: { taxonomy: string; slug: string; name: string }[]
  readonly cut: string[]
  readonly flaws: string[]
  characters: number
}

/** What is read at a place of the file. */
type Reader = {
  readonly done: (ExportedPost | ExportedTerm)[]
  post: OpenPost | undefined
  term: Map<string, string> | undefined
  isExport: boolean
  faults: number
  stopped: string | undefined
  /** The names of the elements that are open within the post or the term. */
  path: string[]
  /** How many elements are open within a text, to which they do not belong. */
  inner: number
  /** The name of the custom field. */
  key: string | undefined
  /** The text of the element so far. */
  text: string
  isCut: boolean
}

const unfinished =
  'The file ends before the export does: what followed was cut off, or stands in something that is not closed.'

const createReader = () => {
  const parser = sax.parser(true, { trim: false, normalize: false, position: true })
  const reader: Reader = {
    done: [],
    post: undefined,
    term: undefined,
    isExport: false,
    faults: 0,
    stopped: undefined,
    path: [],
    inner: 0,
    key: undefined,
    text: '',
    isCut: false,
  }
  const line = (): number => parser.line + 1
  parser.onopentag = (tag) => openElement(reader, tag, line())
  parser.ontext = (text) => addText(reader, text)
  parser.oncdata = (text) => addText(reader, text)
  parser.onclosetag = (name) => closeElement(reader, name)
  parser.onerror = (error) => {
    // The parser goes on after it.
    parser.resume()
    reader.faults++
    const [message = ''] = error.message.split('\n')
    // Of an ampersand that stands for itself nothing is lost.
    if (!/\bentity\b/i.test(message)) addFlaw(reader, `Line ${line()} is no correct XML (${message.toLowerCase()}).`)
    const isEndless = /^Max buffer length/.test(error.message)
    if (isEndless || reader.faults > mostFaults) reader.stopped = 'The rest of the file is no XML, and was left out.'
  }
  return {
    stopped: () => reader.stopped,
    write: (text: string): readonly (ExportedPost | ExportedTerm)[] => {
      if (reader.stopped === undefined) parser.write(text)
      return reader.done.splice(0)
    },
    end: (): readonly (ExportedPost | ExportedTerm | ExportEnd)[] => {
      // A fault at the end: an element is still open, or a comment or a quotation that was never closed has taken the rest of the file.
      const faults = reader.faults
      parser.close()
      if (reader.faults > faults && !reader.post) reader.stopped ??= unfinished
      finishPost(reader, 'file')
      return [...reader.done.splice(0), { fault: reader.stopped, isExport: reader.isExport }]
    },
  }
}

const finishPost = (reader: Reader, end: ExportedPost['end']): void => {
  if (reader.post) reader.done.push({ ...reader.post, end })
  reader.post = undefined
  reader.path = []
  reader.inner = 0
}

const addFlaw = ({ post }: Reader, flaw: string): void => {
  if (post && post.flaws.length < mostFlaws) post.flaws.push(flaw)
}

/** Most levels of elements within a post that are followed. */
const deepest = 100

const openElement = (
  reader: Reader,
  { name, attributes }: Pick<sax.Tag | sax.QualifiedTag, 'name' | 'attributes'>,
  line: number,
): void => {
  reader.isExport ||= name.startsWith('wp:')
  const text = textElementOf(reader)
  if (text !== undefined && name !== 'item') {
    if (!name.includes(':') && !plainElements.has(name)) {
      reader.inner++
      addFlaw(reader, `Line ${line}: the element ${name.slice(0, 40)} in ${text} was left out, but not its text.`)
      return
    }
    // The end of the text is missing.
    reader.inner = 0
    closeElement(reader, text)
    if (reader.path[0] === 'wp:postmeta' && !name.startsWith('wp:meta_')) reader.path = []
  }
  reader.text = ''
  reader.isCut = false
  if (name === 'item') {
    // The end of the post before it is missing, if it is still open.
    finishPost(reader, 'other')
    reader.post = { texts: new Map(), meta: new Map(), terms: [], cut: [], flaws: [], characters: 0 }
    reader.term = undefined
    return
  }
  const { post, term, path } = reader
  if (!post && !term && termElements.has(name)) reader.term = new Map([['', name]])
  if (!post && !term) return
  if (path.length < deepest) path.push(name)
  if (name === 'wp:postmeta') reader.key = undefined
  if (!post || path.length !== 1 || name !== 'category' || post.terms.length >= mostValues) return
  const [taxonomy, slug] = [attributeOf(attributes, 'domain'), attributeOf(attributes, 'nicename')]
  post.characters += taxonomy.length + slug.length
  if (post.characters <= longestPost) post.terms.push({ taxonomy, slug, name: '' })
}

/** The name of the open element whose text is kept; elements of an export do not stand in it. */
const textElementOf = ({ post, term, path: [first, second, third] }: Reader): string | undefined => {
  if (first === undefined || (!post && !term)) return undefined
  if (second === undefined) return (term ? first !== 'wp:termmeta' : readElements.has(first)) ? first : undefined
  return first === 'wp:postmeta' && third === undefined ? second : undefined
}

const attributeOf = (attributes: Readonly<Record<string, unknown>>, name: string): string => {
  const value: unknown = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return typeof value === 'string' ? value : ''
}

const addText = (reader: Reader, text: string): void => {
  const { post, term, path, key } = reader
  if (!post && !term) return
  const isValue = path.at(-1) === 'wp:meta_value'
  if (isValue && (key === undefined || !readMeta.test(key))) return
  const room = (isValue || term ? longestMeta : longestText) - reader.text.length
  reader.isCut ||= text.length > room
  if (room > 0) reader.text += text.slice(0, room)
}

const closeElement = (reader: Reader, name: string): void => {
  if (reader.inner > 0) {
    reader.inner--
    return
  }
  const { post, term, path, text } = reader
  if (name === 'item') finishPost(reader, 'own')
  else if (term && name === term.get('')) {
    reader.done.push({ term })
    reader.term = undefined
    reader.path = []
  } else if (path.at(-1) === name) {
    if (term && path.length === 1 && term.size < mostElements) term.set(name, text)
    if (post) keepText(reader, post, name)
    path.pop()
  }
  reader.text = ''
  reader.isCut = false
}

/** Most elements of a term. */
const mostElements = 20

const keepText = (reader: Reader, post: OpenPost, name: string): void => {
  const { path, text, key } = reader
  const isMeta = path.length === 2 && path[0] === 'wp:postmeta'
  if (isMeta && name === 'wp:meta_key') reader.key = text.slice(0, 200)
  const isField = isMeta && name === 'wp:meta_value' && key !== undefined && readMeta.test(key)
  if (!isField && (path.length !== 1 || !readElements.has(name))) return
  const isFull = post.characters + text.length > longestPost
  if ((reader.isCut || isFull) && post.cut.length < mostElements) post.cut.push(isField ? key : name)
  if (isFull) return
  post.characters += text.length
  const last = post.terms.at(-1)
  if (isField) keepField(post, key, text)
  else if (name !== 'category') post.texts.set(name, post.texts.get(name) ?? text)
  else if (last) last.name = text
}

const keepField = ({ meta }: OpenPost, key: string, text: string): void => {
  const values = meta.get(key)
  if (!values) {
    if (meta.size < mostValues) meta.set(key, [text])
  } else if (values.length < mostValues) values.push(text)
}

/** The text of an element of a post; empty if it has none. */
export const textIn = ({ texts }: ExportedPost, name: string): string => (texts.get(name) ?? '').trim()

/** The first value of a custom field; empty if it has none. */
export const metaIn = ({ meta }: ExportedPost, name: string): string => (meta.get(name)?.[0] ?? '').trim()

/** Whether a custom field is on: not empty, and none of the words that WordPress writes for no. */
export const isOn = (text: string): boolean => !['', '0', 'no', 'false', 'off'].includes(text.toLowerCase())

type Times = { readonly payload: JsonObject }

/** The times of an event in its own zone. */
export const readPostTimes = (
  post: ExportedPost,
  notes: Notes,
  options: ReadOptions,
): Times | { readonly fault: string } => {
  const written = metaIn(post, '_EventTimezone')
  const own = parseZone(options.timezone) ?? utcZone
  const named = written === '' ? undefined : findZone(written)
  if (written !== '' && !named)
    notes.add(`The time zone “${written.slice(0, 60)}” is unknown: the times were read in ${nameZone(own)}.`)
  const zone = named ?? own
  const edge = (name: string): DateTimeText | undefined => {
    const local = dateIn(post, name)
    const utc = local === undefined ? dateIn(post, `${name}UTC`) : undefined
    return utc === undefined ? local : toLocal(utc, zone)
  }
  const start = edge('_EventStartDate')
  if (start === undefined) return { fault: 'It has no start (_EventStartDate).' }
  const seconds = Number(metaIn(post, '_EventDuration'))
  const end = edge('_EventEndDate') ?? (seconds > 0 ? nowText(toEpoch(start) + seconds * 1000) : start)
  if (end < start) notes.add('It ended before its start: the end was left out.')
  const isAllDay = isOn(metaIn(post, '_EventAllDay'))
  const last = end < start ? start : end
  return {
    payload: {
      timezone: nameZone(zone),
      all_day: isAllDay,
      start_date: isAllDay ? start.slice(0, 10) : start,
      end_date: isAllDay ? last.slice(0, 10) : last,
    },
  }
}

const dateIn = (post: ExportedPost, name: string): DateTimeText | undefined => {
  const text = metaIn(post, name)
  const [, day, time = '00:00', seconds = ':00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(text) ?? []
  if (day === undefined) return undefined
  const local = `${day} ${time}${seconds}`
  // epochOf carries a day such as February 31st into the next month, so that the text differs.
  return nowText(toEpoch(local)) === local ? local : undefined
}
