import { hash } from 'node:crypto'
import { decodeHTMLStrict } from 'entities'

/**
 * What is stored of a title, a name or another one-line field: tags go (script and style with what they hold),
 * entities are decoded exactly once, control characters go, white space runs become one blank (contract, B6.2).
 * A `<` that starts no complete tag is text: `I <3 you` loses nothing. Of stored HTML it is the visible text, by which it is found.
 */
export function readText(input: string): string {
  if (!/[<&]/.test(input)) return cleanText(input).replace(blankRuns, ' ').trim()
  let visible = ''
  for (const { tag, source } of splitMarkup(input)) {
    if (tag === '') visible += source
    else if (breakingTags.has(tag)) visible += ' '
  }
  return cleanText(decodeHTMLStrict(visible)).replace(blankRuns, ' ').trim()
}

/** Runs of white space that are to become one blank. Blanks that stand alone, which are nearly all, are no matches. */
const blankRuns = /[^\S ]\s*| \s+/g

/** Every run of white space as one blank. */
export const foldBlanks = (text: string): string => text.replace(blankRuns, ' ')

/**
 * The form in which a stored one-line text is answered: `&`, `<` and `>` as entities, quotes as they are (contract,
 * B6.2). `readText` turns it back into the stored text.
 */
export function showText(stored: string): string {
  if (!/[&<>]/.test(stored)) return stored
  return stored.replaceAll('&', '&#038;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The stored text of what {@link showText} shows. */
export function plainText(shown: string): string {
  return shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#038;', '&')
}

/**
 * The form of a stored text in which names are compared: letter case does not matter (contract B7.5). Of a long name the end stands in
 * it as a hash, since no index of PostgreSQL takes more than 2,704 bytes.
 */
export function nameKey(stored: string): string {
  const key = stored.normalize('NFC').toLowerCase()
  return key.length <= keyLimit ? key : `${key.slice(0, keyLimit).toWellFormed()} ${hash('sha256', key, 'base64url')}`
}

/** Characters of a name that are compared, and put in order, as they are. */
const keyLimit = 200

/**
 * The text without control characters (other than tab and line ends, which become `\n`) and without lone surrogates;
 * no letter keeps more than 30 marks (UAX 15, stream-safe text): normalising longer runs takes time by their square.
 */
export function cleanText(text: string): string {
  const whole = text.toWellFormed()
  const clean = controls.test(whole) ? whole.replace(/\r\n?|[\f\v]/g, '\n').replace(allControls, '') : whole
  return clean.length > 30 && mayHoldLongRun(clean) ? clean.replace(/(\p{M}{30})\p{M}+/gv, '$1') : clean
}

const controls = /[\p{Cc}--[\t\n]]/v
const allControls = new RegExp(controls, 'gv')

/** Of a run of more than 30 marks, one stands at a multiple of 31: looking there takes a fraction of looking for runs. */
function mayHoldLongRun(text: string): boolean {
  for (let at = 30; at < text.length; at += 31) {
    if (text.charCodeAt(at) < 0x300) continue
    mark.lastIndex = at
    if (mark.test(text)) return true
  }
  return false
}

const mark = /\p{M}/vy

/** A tag or a stretch of text, as it was written. `tag` is the lower-case element name, and empty for text. */
export interface MarkupPiece {
  readonly tag: string
  readonly isEnd: boolean
  readonly source: string
}

/**
 * Cuts HTML into tags and text in linear time. Only what is a complete, well-formed tag counts as one; comments and
 * declarations are left out, and so are elements whose content is no text for a reader (script, style and the like).
 */
export function splitMarkup(html: string): MarkupPiece[] {
  const pieces: MarkupPiece[] = []
  const lastCommentEnd = html.lastIndexOf('-->')
  let textFrom = 0
  let at = html.indexOf('<')
  while (at !== -1) {
    const piece = readTag(html, at)
    let skippedTo: number | undefined
    if (piece === undefined) skippedTo = endOfRemark(html, at, lastCommentEnd)
    else if (unreadTags.has(piece.tag)) skippedTo = endOfContent(html, at, piece)
    const end = skippedTo ?? (piece === undefined ? undefined : at + piece.source.length)
    if (end !== undefined) {
      if (at > textFrom) pieces.push({ tag: '', isEnd: false, source: html.slice(textFrom, at) })
      if (piece !== undefined && skippedTo === undefined) pieces.push(piece)
      textFrom = end
    }
    at = html.indexOf('<', end ?? at + 1)
  }
  if (textFrom < html.length) pieces.push({ tag: '', isEnd: false, source: html.slice(textFrom) })
  return pieces
}

function readTag(html: string, at: number): MarkupPiece | undefined {
  const tagName = matchAt(tagStart, html, at)
  if (tagName === undefined) return undefined
  const isEnd = html[at + 1] === '/'
  let end = at + tagName.length
  // One attribute at a time: a single expression for all of them could be forced to backtrack extensively.
  for (let part = matchAt(attribute, html, end); part !== undefined; part = matchAt(attribute, html, end)) {
    end += part.length
  }
  const close = matchAt(tagEnd, html, end)
  if (close === undefined) return undefined
  return { tag: tagName.slice(isEnd ? 2 : 1).toLowerCase(), isEnd, source: html.slice(at, end + close.length) }
}

function endOfRemark(html: string, at: number, lastCommentEnd: number): number | undefined {
  if (html.startsWith('<!--', at)) return at < lastCommentEnd ? html.indexOf('-->', at + 2) + 3 : undefined
  const declared = matchAt(declaration, html, at)
  return declared === undefined ? undefined : at + declared.length
}

function endOfContent(html: string, at: number, { tag, isEnd, source }: MarkupPiece): number {
  const from = at + source.length
  if (isEnd) return from
  const close = new RegExp(`</${tag}(?=[\\t\\n\\f\\r />])[^>]*>?`, 'gi')
  close.lastIndex = from
  return close.exec(html) === null ? html.length : close.lastIndex
}

function matchAt(pattern: RegExp, html: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(html)?.[0]
}

const tagStart = /<\/?[a-z][^\t\n\f\r "'<>/]*/iy
const attribute =
  /[\t\n\f\r /]*[^\t\n\f\r "'<>/=]+(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|[^\t\n\f\r "'=<>`]+))?/y
const tagEnd = /[\t\n\f\r /]*>/y
const declaration = /<[!?][^<>]*>/y

const unreadTags = new Set(
  'script style iframe noembed noframes noscript plaintext svg math template textarea title xmp'.split(' '),
)

const breakingTags = new Set(
  (
    'address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)

/**
 * The text as searches compare it: no letter case, no accents, compatibility forms resolved, every run of white space
 * one blank, so that "cafe" finds "Café" (contract, B4.7). Idempotent; the fold of a part that is cut between
 * characters as people see them is contained in the fold of the whole.
 */
export function foldText(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase().replace(blankRuns, ' ')
  // Converting decomposed text to lower case does not compose it again.
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignored, '')
    .replace(nonDecomposing, (letter) => plainForms.get(letter) ?? letter)
  return plain.replace(blankRuns, ' ')
}

/** Most characters of a text that determine its position in a list; an index entry of PostgreSQL has at most 2,704 bytes. */
const orderedBy = 200

/** The form of a title for ordering lists: its beginning without case and accents (contract C1.3). */
export function orderKey(title: string): string {
  const key = foldText(title)
  return key.length <= orderedBy ? key : [...key].slice(0, orderedBy).join('')
}

const printableAscii = /^[ -~]*$/

/** The distinct folded words of a search query, in their order. An empty list matches everything. */
export function searchWords(query: string): string[] {
  return [...new Set(foldText(query).split(' '))].filter((word) => word !== '')
}

/** The distinct folded words of letters and digits, for searches that pass over punctuation; without any, all words. */
export function searchTerms(query: string): string[] {
  const terms = foldText(query).split(/[^\p{L}\p{N}\p{M}]+/u)
  const distinct = [...new Set(terms)].filter((term) => term !== '')
  return distinct.length > 0 ? distinct : searchWords(query)
}

/** Latin letters folded as {@link foldText} does it; every other character stays as it is, its case and accents too. */
export function foldLatin(text: string): string {
  return text.normalize('NFC').replace(/\p{Script=Latin}[\p{M}&&\p{Script=Inherited}]*/gv, foldText)
}

/**
 * Accents of the scripts that have any, and characters without a shape. The vowel signs of Indic and South-East Asian
 * scripts and the voicing marks of kana are marks to Unicode too, but dropping them would make other words of them.
 */
const ignored =
  /[[[\p{M}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309a]]\p{Default_Ignorable_Code_Point}]/gv

const plainForms = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ɖ', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ȷ', 'j'],
  ['ĸ', 'k'],
  ['ƙ', 'k'],
  ['ł', 'l'],
  ['ƚ', 'l'],
  ['ŋ', 'n'],
  ['ɲ', 'n'],
  ['ƥ', 'p'],
  ['ŧ', 't'],
  ['ƭ', 't'],
  ['þ', 'th'],
  ['ƀ', 'b'],
  ['ɓ', 'b'],
  ['ƈ', 'c'],
  ['ɗ', 'd'],
  ['ə', 'e'],
  ['ɛ', 'e'],
  ['ƒ', 'f'],
  ['ɠ', 'g'],
  ['ǥ', 'g'],
  ['ɨ', 'i'],
  ['ɔ', 'o'],
  ['ʉ', 'u'],
  ['ƴ', 'y'],
  ['ƶ', 'z'],
  // A capital sigma is lowered to either of two letters, depending on its place in the word.
  ['ς', 'σ'],
  ['‘', "'"],
  ['’', "'"],
  ['ʼ', "'"],
  ['“', '"'],
  ['”', '"'],
])

const nonDecomposing = new RegExp(`[${[...plainForms.keys()].join('')}]`, 'g')

/** The greatest length of a slug, in characters of its percent-encoded form. */
const slugLimit = 200

/**
 * The slug of a plain text (tags and entities already read, see `readText`): lower case, Latin accents folded, words
 * joined by `-`, other letters as percent-encoded UTF-8 in lower case, at most 200 characters. Percent-encoded letters
 * in the text are kept, so it is idempotent. Empty when nothing of the text can stand in a slug.
 */
export function slugify(text: string): string {
  if (plainAscii.test(text)) return joinWords(text.toLowerCase()).slice(0, slugLimit).replace(/-$/, '')
  const pieces = text.toWellFormed().split(encodedRun)
  const plain = pieces.map((piece, index) =>
    index % 2 === 1 ? plainEncoded(piece) : foldLatin(piece).toLowerCase().replace(dropped, ''),
  )
  return encode(joinWords(plain.join('')), slugLimit).replace(/-$/, '')
}

/** Texts in which nothing needs to be folded, encoded or decoded. */
const plainAscii = /^[\x20-\x24\x26-\x7e]*$/

function joinWords(text: string): string {
  return text.replace(separators, '-').replace(forbidden, '').replace(/-+/g, '-').replace(/^-/, '')
}

/**
 * The stored form of a slug out of a path, for look-up: in any letter case, decoded, percent-encoded or encoded twice.
 * Nothing is folded or removed, so only spellings of the same slug match it.
 */
export function matchSlug(segment: string): string {
  const decoded = decodeStrictly(decodeStrictly(segment.toWellFormed()))
  // No database holds a NUL, and no slug has one.
  return encode(decoded.toLowerCase(), Number.POSITIVE_INFINITY).replaceAll('\0', '%00')
}

/** The slug with a suffix; the base is shortened to stay within 200 characters, never inside an encoded character. */
export function withEnding(base: string, ending: string): string {
  if (plainAscii.test(base) && base.length + ending.length <= slugLimit) return base.replace(/-$/, '') + ending
  return encode(decodeStrictly(base), slugLimit - ending.length).replace(/-$/, '') + ending
}

/** The first of the slugs `base`, `base-2`, `base-3` …; with `mark`, `base__mark`, `base__mark-2` … (contract B7.6). */
export function numberedSlugs(base: string, mark: string, count: number): string[] {
  const slugs: string[] = []
  for (let n = 1; n <= count; n++) slugs.push(numberedSlug(base, mark, n))
  return slugs
}

/** The nth of {@link numberedSlugs}. */
export function numberedSlug(base: string, mark: string, n: number): string {
  const ending = n === 1 ? mark : `${mark}-${n}`
  return ending === '' ? base : withEnding(base, ending)
}

/** Cut to the limit before a character that would pass it, never inside its encoded form. */
function encode(plain: string, limit: number): string {
  let slug = ''
  for (const character of plain) {
    const encoded = character > '\x7f' ? encodeURIComponent(character).toLowerCase() : character
    if (slug.length + encoded.length > limit) break
    slug += encoded
  }
  return slug
}

function plainEncoded(run: string): string {
  const bytes = Uint8Array.from(run.slice(1).split('%'), (code) => Number.parseInt(code, 16))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).toLowerCase()
}

function decodeStrictly(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

const encodedRun = /((?:%[\da-f]{2})+)/i
const separators = /[\s\p{Z}\p{Pd}./]/gu
const forbidden = /(?![a-z0-9_-])[\p{ASCII}\p{Cc}\ufffd]/gu
/** Punctuation and signs beyond ASCII that have no readable form. Dashes are kept, because they separate words. */
const dropped = /(?=\P{ASCII})(?!\p{Pd})[\p{P}\p{Sk}\p{Sc}©®™°\u00ad\u200b\u2060]/gu
