import { foldLatin } from './fold.ts'

/** The greatest length of a slug, in characters of its percent-encoded form. */
export const slugLimit = 200

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
