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
export const blankRuns = /[^\S ]\s*| \s+/g

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
export function keyOf(stored: string): string {
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
