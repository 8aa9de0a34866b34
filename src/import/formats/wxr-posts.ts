import sax from 'sax'
import { textOf } from './bytes.ts'

/** A post of an export, as it is written there. */
export type ExportedPost = {
  /** The texts of its elements, such as `title` and `wp:post_id`. */
  readonly texts: ReadonlyMap<string, string>
  /** The values of its custom fields that are read. */
  readonly meta: ReadonlyMap<string, readonly string[]>
  readonly terms: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[]
  /** Elements whose end was left out. */
  readonly cut: readonly string[]
  /** How it ended: by its own end, by the beginning of the next one, or with the file. */
  readonly end: 'own' | 'other' | 'file'
}

/** A term of an export. */
export type ExportedTerm = { readonly term: ReadonlyMap<string, string> }

/** What stops the reading, or the end of it: whether it was an export at all. */
export type ExportEnd = { readonly fault: string | undefined; readonly isExport: boolean }

/** Most characters of an element that are kept; of a custom field fewer. */
const [longestText, longestMeta] = [1024 * 1024, 64 * 1024]

/** Most custom fields with one name, and most terms of a post. */
const mostValues = 1000

/** Most faults of the XML that are passed over. */
const mostFaults = 10_000

/** Custom fields that are read. */
const readMeta = /^_(?:Event|Venue|Organizer|tribe_|tec_|thumbnail_id$|wp_attachment_image_alt$)/

const termElements = new Set(['wp:term', 'wp:category', 'wp:tag'])

/** Reads the posts and terms of an export of WordPress (WXR) one after the other. Faults of the XML are passed over where the rest can be read. */
export async function* exportedPosts(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<ExportedPost | ExportedTerm | ExportEnd> {
  const reader = createReader()
  for await (const text of textOf(source)) {
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
}

const createReader = () => {
  const parser = sax.parser(true, { trim: false, normalize: false, position: false })
  const done: (ExportedPost | ExportedTerm)[] = []
  let post: OpenPost | undefined
  let term: Map<string, string> | undefined
  let [isExport, faults] = [false, 0]
  let stopped: string | undefined
  /** The names of the elements that are open within the post or the term. */
  let path: string[] = []
  let key: string | undefined
  let text = ''
  let isCut = false

  const finish = (end: ExportedPost['end']): void => {
    if (post) done.push({ ...post, end })
    post = undefined
    path = []
  }

  parser.onopentag = ({ name, attributes }) => {
    if (name.startsWith('wp:')) isExport = true
    text = ''
    isCut = false
    if (name === 'item') {
      finish('other')
      post = { texts: new Map(), meta: new Map(), terms: [], cut: [] }
      term = undefined
      return
    }
    if (!post && !term && termElements.has(name)) term = new Map([['', name]])
    else if (post || term) {
      if (path.length < deepest) path.push(name)
      if (post && path.length === 1 && name === 'category' && post.terms.length < mostValues)
        post.terms.push({
          taxonomy: attributeOf(attributes, 'domain'),
          slug: attributeOf(attributes, 'nicename'),
          name: '',
        })
      if (name === 'wp:postmeta') key = undefined
    }
  }

  const addText = (more: string): void => {
    if (!post && !term) return
    const isValue = path.at(-1) === 'wp:meta_value'
    if (isValue && (key === undefined || !readMeta.test(key))) return
    const room = (isValue ? longestMeta : longestText) - text.length
    isCut ||= more.length > room
    if (room > 0) text += more.slice(0, room)
  }
  parser.ontext = addText
  parser.oncdata = addText

  parser.onclosetag = (name) => {
    if (name === 'item') finish('own')
    else if (term && name === term.get('')) {
      done.push({ term })
      term = undefined
      path = []
    } else if (path.at(-1) === name) {
      if (term && path.length === 1) term.set(name, text)
      if (post) keep(post, name)
      path.pop()
    }
    text = ''
    isCut = false
  }

  const keep = (own: OpenPost, name: string): void => {
    const [first] = path
    if (path.length === 1) {
      const last = own.terms.at(-1)
      if (name === 'category' && last) last.name = text
      else if (!own.texts.has(name) && own.texts.size < mostValues) own.texts.set(name, text)
      if (isCut) own.cut.push(name)
    } else if (path.length === 2 && first === 'wp:postmeta') {
      if (name === 'wp:meta_key') key = text.slice(0, 200)
      else if (name === 'wp:meta_value' && key !== undefined && readMeta.test(key)) {
        const values = own.meta.get(key) ?? []
        if (values.length < mostValues && own.meta.size < mostValues) own.meta.set(key, [...values, text])
      }
    }
  }

  parser.onerror = (error) => {
    // The parser goes on after it.
    parser.resume()
    faults++
    const isEndless = /^Max buffer length/.test(error.message)
    if (isEndless || faults > mostFaults) stopped = 'The rest of the file is no XML, and was left out.'
  }

  const write = (more: string): readonly (ExportedPost | ExportedTerm)[] => {
    if (stopped === undefined) parser.write(more)
    return done.splice(0)
  }
  const end = (): readonly (ExportedPost | ExportedTerm | ExportEnd)[] => {
    finish('file')
    return [...done.splice(0), { fault: stopped, isExport }]
  }
  return { write, end, stopped: () => stopped }
}

/** Most levels of elements within a post that are followed. */
const deepest = 100

const attributeOf = (attributes: Readonly<Record<string, unknown>>, name: string): string => {
  const value: unknown = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return typeof value === 'string' ? value : ''
}
