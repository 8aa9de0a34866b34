import { escapeUTF8 } from 'entities'
import { findHtmlFault, findLengthFault, readHtml } from '../../../lib/html.ts'
import { cleanText, foldBlanks, readText, showText } from '../../../lib/text.ts'
import { readUrl } from '../../../lib/url.ts'
import { readCost } from '../../../resources/events/cost.ts'

/** Collects what of a record cannot be kept; each note once. */
export type Notes = { readonly add: (note: string) => void; readonly list: () => readonly string[] }

/** Most notes of a record. */
const mostNotes = 20

/** Starts a collection of notes. */
export const createNotes = (): Notes => {
  const notes = new Set<string>()
  return {
    add: (note) => {
      if (notes.size < mostNotes) notes.add(note)
    },
    list: () => [...notes],
  }
}

/** Most characters of a title or a name (contract B9). */
const longestTitle = 1000

/** A plain text as a field of one line takes it: `<` and `&` are entities there. */
export const fitLine = (text: string): string => showText(foldBlanks(cleanText(text.replaceAll('\0', ''))).trim())

/** A plain text as a title or a name; the end of a long one is left out. */
export const fitTitle = (text: string, what: string, notes: Notes): string => {
  const characters = [...foldBlanks(cleanText(text.replaceAll('\0', ''))).trim()]
  if (characters.length > longestTitle) notes.add(`The ${what} was cut to ${longestTitle} characters.`)
  return showText(characters.slice(0, longestTitle).join(''))
}

/** A title or a name in which tags and entities may stand, as WordPress and tables have it. */
export const fitMarkedTitle = (text: string, what: string, notes: Notes): string =>
  fitTitle(readText(text), what, notes)

/** Most characters of HTML that are read of a description; the interface takes a mebibyte with all that sanitizing adds. */
const longestHtml = 512 * 1024

/** HTML as a description takes it: the end of a long text is left out. */
export const fitHtml = (html: string, notes: Notes): string => {
  const clean = html.replaceAll('\0', '').toWellFormed()
  const cut = clean.length > longestHtml ? clean.slice(0, longestHtml).toWellFormed() : clean
  if (cut.length < clean.length) notes.add('The end of the description was left out, since it is too long.')
  if (
    findHtmlFault(cut) === undefined &&
    (cut.length < longestHtml / 8 || findLengthFault(readHtml(cut)) === undefined)
  )
    return cut
  notes.add('The description was imported without its formatting, since it has too many tags or lines.')
  return makeParagraphs(
    readText(cut)
      .slice(0, longestHtml / 8)
      .toWellFormed(),
  )
}

/** Tags that calendars write into descriptions, which are plain text by the standard. */
const anyTag = /<(?:\/?(?:p|b|i|u|em|strong|ul|ol|li|div|span|h[1-6]|html)|br\s*\/?|a\s[^<>]*)>/i

/** A description in HTML, or as plain text, as the field of the interface takes it. */
export const fitDescription = (text: string, notes: Notes): string =>
  fitHtml(anyTag.test(text) ? text : makeParagraphs(text), notes)

/** Plain text as HTML: paragraphs, line breaks, and links for the addresses in it. */
const makeParagraphs = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(linked).join('<br />\n')}</p>`)
    .join('\n')

/** An address ends before the punctuation of its sentence. */
const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]']/gi

const linked = (line: string): string => {
  let html = ''
  let from = 0
  for (const found of line.matchAll(address)) {
    const [url] = found
    if (readUrl(url) === undefined) continue
    const shown = escapeUTF8(url)
    html += `${escapeUTF8(line.slice(from, found.index))}<a href="${shown}">${shown}</a>`
    from = found.index + url.length
  }
  return html + escapeUTF8(line.slice(from))
}

/** A web address as the fields of the interface take it: blanks and quotes encoded, `https://` in front where it is missing. Undefined if it is none. */
export const fitUrl = (text: string): string | undefined => {
  const trimmed = text.trim()
  const whole = /^www\.[\w-]+\./i.test(trimmed) ? `https://${trimmed}` : trimmed
  if (!/^https?:\/\//i.test(whole)) return undefined
  return readUrl(whole) ?? (URL.canParse(whole) ? readUrl(new URL(whole).href) : undefined)
}

/** Most characters of the address of an image. */
const longestImage = 2000

/** The address of an image, as the field `image` takes it. */
export const fitImage = (text: string, notes: Notes): string | undefined => {
  const url = fitUrl(text)
  if (url !== undefined && url.length <= longestImage) return url
  notes.add('The image was left out: it has no web address.')
  return undefined
}

const emailForm = /^[^\s@<>":;,]+@[^\s@<>":;,.]+(?:\.[^\s@<>":;,.]+)*$/

/** An e-mail address as the interface takes it, or undefined. */
export const fitEmail = (text: string): string | undefined => {
  const email = text.trim()
  return email.length <= 320 && emailForm.test(email) ? email : undefined
}

/** Most categories or tags of an event that are kept. */
const mostTerms = 100

/** Names of categories or tags as the interface takes them; digits alone would be an id there, and are written as an object. */
export const fitTerms = (names: readonly string[], notes: Notes): readonly (string | { readonly name: string })[] => {
  const own = [
    ...new Set(names.map((name) => fitTitle(name, 'name of a category', notes)).filter((name) => name !== '')),
  ]
  if (own.length > mostTerms) notes.add(`Only ${mostTerms} categories were kept.`)
  return own.slice(0, mostTerms).map((name) => (/^\d+$/.test(name) ? { name } : name))
}

/** Most names that a message lists, and most characters of each. */
const [mostNamed, longest] = [20, 40]

/** A name of a file as a message shows it. */
export const shownName = (name: string): string => (name.length > longest ? `${name.slice(0, longest)}…` : name)

/** Names of a file as a message lists them: `“a”, “b” and “c”`. */
export const listNames = (names: readonly string[]): string => {
  const more = names.length - mostNamed
  const all = names.slice(0, mostNamed).map((name) => `“${shownName(name)}”`)
  if (more > 0) all.push(`${more} more`)
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join('')
}

/** A cost as The Events Calendar keeps it: the symbol apart from the price. */
type SplitCost = { readonly cost: string; readonly symbol: string; readonly position: string }

/** A cost as the field of the interface takes it; empty, with a note, if it is none. */
export const fitCost = ({ cost, symbol, position }: SplitCost, notes: Notes): string => {
  // A symbol belongs to a number alone; words such as `free` have none.
  const isNumber = /^[\d.,]+$/.test(cost) && /[1-9]/.test(cost)
  const isAfter = /^(?:postfix|suffix|after)$/i.test(position) || /^[A-Z]{3}$/.test(symbol)
  const text = isNumber && symbol !== '' ? (isAfter ? `${cost} ${symbol}` : `${symbol}${cost}`) : cost
  if (readCost(text) !== undefined) return text
  notes.add(`The cost “${text.slice(0, 40)}” was left out: it is no price.`)
  return ''
}
