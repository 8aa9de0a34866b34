import sanitizeHtml from 'sanitize-html'
import { sanitizePlainMarkup } from './plain-markup.ts'
import { cleanText, type MarkupPiece, readText, splitMarkup } from './text.ts'

/**
 * The stored form of a description or an excerpt: sanitized HTML in paragraphs (contract, B6.2). Plain
 * text is split into paragraphs at blank lines, and single line ends become `<br />`; the content of block elements stays
 * as it was written. Idempotent, and linear in the length of the input.
 */
export function readHtml(input: string): string {
  const safe = cleanAndSanitize(input, sanitize)
  const paragraphs = addParagraphs(splitMarkup(safe)).trim()
  // Sanitizing comes last: the paragraph around deeply nested text may exceed the depth limit.
  return sanitize(paragraphs)
}

/** The stored form of a term's description: sanitized HTML without block elements or paragraphs. */
export function readInlineHtml(input: string): string {
  return cleanAndSanitize(input, (html) => sanitizeStrictly(html, inline))
}

/**
 * Cleans, then sanitizes. Sanitizing decodes entities, and so may bring control characters to light: removing them could make an allowed
 * address into one that runs a script, so the text is sanitized again afterwards. Nothing may change the text after that.
 */
function cleanAndSanitize(input: string, sanitizeText: (html: string) => string): string {
  const safe = sanitizeText(cleanText(input).trim())
  const clean = cleanText(safe).trim()
  return clean === safe ? safe : sanitizeText(clean)
}

function sanitize(html: string): string {
  return sanitizePlainMarkup(html) ?? sanitizeStrictly(html)
}

/** The stored form of a text without its pictures: whoever opens it would ask their hosts. */
export function removePictures(html: string): string {
  // Stored attributes have no `>` of their own.
  return readHtml(html.replace(/<img\b[^>]*>/g, ''))
}

/** HTML with only the allowed elements and attributes. Tries `sanitizePlainMarkup` first, which is ten times as fast. */
export function sanitizeStrictly(html: string, allowed: ReadonlySet<string> = known): string {
  return sanitizeHtml(keepTags(html, allowed), policy)
}

/** What the operator puts above and below pages: what descriptions may have, and the elements of menus. */
export function sanitizeFrame(html: string): string {
  return sanitizeHtml(keepTags(html, new Set([...known, ...menuTags])), {
    ...policy,
    allowedTags: [...known, ...menuTags],
    allowedAttributes: { ...policy.allowedAttributes, details: ['name', 'open'], nav: ['aria-label'] },
  })
}

/** Most characters of HTML that summaries and feeds read; they show only the beginning of a long text. */
export const longestShown = 64 * 1024

/** The visible text of stored HTML, or of its first `most` characters, in one line: for JSON-LD, cards and the descriptions of pages. */
export function htmlToSummary(html: string, most = longestShown): string {
  return readText(beginningOf(html, most))
}

/** The text, or the beginning of a long one; it ends after a complete tag or word, and before a tag that goes on. */
function beginningOf(html: string, most: number): string {
  if (html.length <= most) return html
  const [open, close] = [html.lastIndexOf('<', most - 1), html.lastIndexOf('>', most - 1)]
  const end = open > close ? open : Math.max(close, html.lastIndexOf(' ', most - 1)) + 1
  return `${html.slice(0, end === 0 && open < 0 ? most : end).toWellFormed()} …`
}

/** The visible text of stored HTML with its lines and paragraphs, and the addresses of its links, for calendars. */
export function htmlToLines(html: string): string {
  return html
    .replace(/<a\s[^>]*>[\s\S]*?<\/a>/gi, withAddress)
    .replace(/<br\s*\/?>\s*/gi, '\n')
    .replace(/<\/(?:p|div|li|h[1-6]|tr|blockquote|pre|dt|dd|figcaption)>\s*/gi, '\n\n')
    .split('\n')
    .map(readText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A link followed by its address, if that is not its text. */
function withAddress(link: string): string {
  const [, address = ''] = /\shref="([^"]*)"/i.exec(link.slice(0, link.indexOf('>'))) ?? []
  const shown = readText(address).replace(/^(?:mailto|tel):/i, '')
  const text = readText(link)
  return shown === '' ||
    text === '' ||
    [text, `https://${text}`, `http://${text}`].some((one) => shown.replace(/\/$/, '') === one.replace(/\/$/, ''))
    ? link
    : `${link} (${escapeText(shown)})`
}

/** A text within HTML. */
const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Most tags (and other `<`) and most lines of a text: sanitizing more would block other requests. */
const [mostTags, mostLines] = [20_000, 100_000]

/** Most bytes of sanitized HTML, so that what was read can be written back in one request (contract B9). */
const mostBytes = 1024 * 1024

/** Why a text cannot be stored as HTML, before it is read. */
export function findHtmlFault(input: string): string | undefined {
  if (input.length <= mostTags) return undefined
  const [tags, lines] = [countOf('<', input), countOf('\n', input)]
  if (tags > mostTags) return `It may hold at most ${mostTags} tags and other "<"; it holds ${tags}.`
  return lines > mostLines ? `It may have at most ${mostLines} lines; it has ${lines}.` : undefined
}

function countOf(character: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}

/** Why sanitized HTML cannot be stored. */
export function findLengthFault(html: string): string | undefined {
  const bytes = Buffer.byteLength(html)
  return bytes > mostBytes ? `It may have at most ${mostBytes} bytes as sanitized HTML; it has ${bytes}.` : undefined
}

const voidTags = new Set(['br', 'col', 'hr', 'img'])

const blockTags = [
  ...['blockquote', 'dd', 'div', 'dl', 'dt', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li'],
  ...['ol', 'p', 'pre', 'ul', 'caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
]

const inlineTags = [
  ...['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 's', 'small'],
  ...['span', 'strong', 'sub', 'sup', 'u'],
]

const menuTags = ['details', 'nav', 'summary']

const blocks = new Set(blockTags)
const inline = new Set(inlineTags)
const known = new Set([...blockTags, ...inlineTags, 'img'])

const policy: sanitizeHtml.IOptions = {
  allowedTags: [...known],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    a: ['href', 'target', 'rel'],
    blockquote: ['cite'],
    col: ['span'],
    colgroup: ['span'],
    del: ['cite', 'datetime'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ins: ['cite', 'datetime'],
    li: ['value'],
    ol: ['start', 'type', 'reversed'],
    q: ['cite'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedClasses: { '*': [/^[a-z][\w-]{0,63}$/i] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  nestingLimit: 50,
  transformTags: { a: guardTarget },
}

/** A page opened in a new window must not have access to ours, so links with a target also get `noopener`. */
function guardTarget(tagName: string, { target, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const rel: string[] = (attribs['rel'] ?? '').toLowerCase().match(/[a-z-]+/g) ?? []
  if (target === '_blank' && !rel.includes('noopener')) rel.push('noopener')
  if (rel.length > 0) attribs['rel'] = rel.join(' ')
  else delete attribs['rel']
  return { tagName, attribs: target === '_blank' ? { ...attribs, target } : attribs }
}

/**
 * Keeps only the given tags, nested to a limited depth, and escapes every other `<`. The parser of
 * sanitize-html needs time in proportion to the depth for each tag, which a hostile text would drive up; and it closes
 * elements by what surrounds them, so unknown tags have to be gone before it looks.
 */
function keepTags(html: string, allowed: ReadonlySet<string>): string {
  const open: string[] = []
  let kept = ''
  for (const { tag, isEnd, source } of splitMarkup(html)) {
    if (tag === '') {
      kept += source.replaceAll('<', '&lt;')
    } else if (!allowed.has(tag)) {
      if (blocks.has(tag)) kept += '\n'
    } else if (voidTags.has(tag)) {
      if (!isEnd) kept += source
    } else if (isEnd ? closeTag(open, tag) : openTag(open, tag)) {
      kept += source
    }
  }
  return kept
}

const depthLimit = 100

function openTag(open: string[], tag: string): boolean {
  const closed = closedByOpening.get(tag)
  while (closed?.includes(open.at(-1) ?? '')) open.pop()
  if (open.length >= depthLimit) return false
  open.push(tag)
  return true
}

function closeTag(open: string[], tag: string): boolean {
  const at = open.lastIndexOf(tag)
  if (at === -1) return false
  open.length = at
  return true
}

/** Elements whose end tag may be left out, by the tags that then end them (HTML, 13.1.2.4). */
const closedByOpening = new Map([
  ['p', ['p']],
  ['li', ['li']],
  ['dt', ['dt', 'dd']],
  ['dd', ['dt', 'dd']],
  ['td', ['td', 'th']],
  ['th', ['th']],
  ['tr', ['td', 'th', 'tr']],
])

/** Top-level elements that contain a block are not changed; the text between them is put into paragraphs. */
function addParagraphs(pieces: MarkupPiece[]): string {
  const result: string[] = []
  let loose: MarkupPiece[] = []
  let element: MarkupPiece[] = []
  let depth = 0
  let hasBlock = false
  for (const piece of pieces) {
    if (piece.tag === 'img' && !piece.source.replace(/"[^"]*"/g, '').includes(' src=')) continue
    element.push(piece)
    hasBlock ||= blocks.has(piece.tag)
    if (piece.isEnd) depth--
    else if (piece.tag !== '' && !voidTags.has(piece.tag)) depth++
    if (depth > 0) continue
    if (hasBlock) {
      if (loose.length > 0) addLoose(result, loose)
      loose = []
      let block = ''
      for (const { source } of element) block += source
      if (block !== '<p></p>') result.push(block)
    } else for (const part of element) loose.push(part)
    element = []
    hasBlock = false
  }
  if (loose.length > 0) addLoose(result, loose)
  return result.join('\n')
}

function addLoose(result: string[], pieces: MarkupPiece[]): void {
  const paragraphs: MarkupPiece[][] = [[]]
  let depth = 0
  for (const piece of pieces) {
    if (piece.tag !== '' && !voidTags.has(piece.tag)) depth += piece.isEnd ? -1 : 1
    const parts = piece.tag === '' && depth === 0 ? piece.source.split(/\n[\t ]*\n\s*/) : [piece.source]
    for (const [index, source] of parts.entries()) {
      if (index > 0) paragraphs.push([])
      paragraphs.at(-1)?.push({ ...piece, source })
    }
  }
  for (const paragraph of paragraphs) {
    const lines = breakLines(trimPieces(paragraph))
    if (lines !== '') result.push(`<p>${lines}</p>`)
  }
}

function trimPieces(pieces: MarkupPiece[]): MarkupPiece[] {
  const isVisible = ({ tag, source }: MarkupPiece): boolean => tag !== '' || source.trim() !== ''
  const kept = pieces.slice(pieces.findIndex(isVisible), pieces.findLastIndex(isVisible) + 1)
  return kept.map((piece, index) => {
    if (piece.tag !== '') return piece
    const source = index === 0 ? piece.source.trimStart() : piece.source
    return { ...piece, source: index === kept.length - 1 ? source.trimEnd() : source }
  })
}

function breakLines(pieces: MarkupPiece[]): string {
  let isAfterBreak = false
  let html = ''
  for (const { tag, source } of pieces) {
    const [first = '', ...lines] = tag === '' ? source.split('\n') : [source]
    html += lines.length > 0 ? first.trimEnd() : first
    for (const [index, line] of lines.entries()) {
      const isWritten = index === 0 && isAfterBreak && first.trim() === ''
      html += `${isWritten ? '' : '<br />'}\n${index < lines.length - 1 ? line.trim() : line.trimStart()}`
    }
    isAfterBreak = tag === 'br'
  }
  return html
}
