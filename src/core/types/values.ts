import { findHtmlFault, findLengthFault } from '../../lib/html.ts'
import { slugify } from '../../lib/slug.ts'
import { readText } from '../../lib/text.ts'
import { readUrl } from '../../lib/url.ts'
import { type Invalid, invalid, isInvalid, type ParamType } from '../params.ts'

/** Ids above it are not exact in JSON. */
export const maxId = Number.MAX_SAFE_INTEGER

/** A whole number in digits, or undefined. */
export const readInteger = (raw: unknown): number | undefined => {
  if (typeof raw === 'number') return Number.isInteger(raw) ? raw : undefined
  if (typeof raw !== 'string' || !/^\s*[+-]?\d{1,16}(\.0{0,16})?(e\+?\d{1,2})?\s*$/i.test(raw)) return undefined
  const value = Number(raw)
  return Number.isInteger(value) ? value : undefined
}

/** A whole number from 1 to `max`. */
export const positiveInteger = (max = maxId): ParamType<number> => ({
  schema: { type: 'integer', minimum: 1, maximum: max },
  index: { type: 'integer' },
  read: (raw) => {
    const value = readInteger(raw)
    const range = max === maxId ? 'on' : `to ${max}`
    return value !== undefined && value >= 1 && value <= max
      ? value
      : invalid(`It must be a whole number from 1 ${range}.`)
  },
})

/** The id of a record that need not exist, or 0 for none; `noun` says what the record is. */
export const idOrNone = (noun: string): ParamType<number> => ({
  schema: { type: 'integer', minimum: 0 },
  index: { type: 'integer' },
  read: (raw) => {
    const id = readInteger(raw)
    return id !== undefined && id >= 0 ? id : invalid(`It must be the id of a ${noun}, or 0.`)
  },
})

/** A number between two bounds, both allowed. */
export const numberBetween = (low: number, high: number): ParamType<number> => ({
  schema: { type: 'number', minimum: low, maximum: high },
  index: { format: 'double' },
  read: (raw) => {
    const isText = typeof raw === 'string' && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(raw)
    const value = typeof raw === 'number' || isText ? Number(raw) : Number.NaN
    return value >= low && value <= high ? value : invalid(`It must be a number from ${low} to ${high}.`)
  },
})

const truthy = ['true', '1', 'on', 'yes', 'y', 'enable', 'enabled']
const falsy = ['false', '0', 'off', 'no', 'n', 'disable', 'disabled']

/** The word of a scalar; objects, which may lack a prototype and with it a text, have none. */
const readWord = (raw: unknown): string => (typeof raw === 'object' ? '' : String(raw).trim().toLowerCase())

/** True or false, in any of the usual spellings, the same in JSON and in forms (contract B7.1). */
export const bool: ParamType<boolean> = {
  schema: { type: 'boolean' },
  index: { type: 'boolean' },
  read: (raw) => {
    const word = readWord(raw)
    if (truthy.includes(word)) return true
    if (falsy.includes(word)) return false
    return invalid('It must be true or false (also 1, 0, yes, no, on, off).')
  },
}

/** A switch that is on for the words of truth and off for everything else (F6, "truthiness"). */
export const flag = (index: ParamType<boolean>['index'] = {}): ParamType<boolean> => ({
  schema: { type: index.type === 'string' ? ['string', 'boolean'] : 'boolean' },
  index,
  read: (raw) => truthy.includes(readWord(raw)),
})

/** Whether a text holds what no text should: a NUL, or half a character. */
export const hasControls = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/**
 * A text as it was sent, without judging what is in it; numbers are taken as their digits. `named` is the limit that a refusal names,
 * where it is not the one that counts.
 */
export const readRaw = (raw: unknown, max: number, named = max): string | Invalid => {
  const text = typeof raw === 'number' ? String(raw) : raw
  if (typeof text !== 'string') return invalid('It must be a text.')
  // Characters are counted as JSON Schema counts them: a surrogate pair is one.
  const length = text.length > max ? [...text].length : text.length
  if (length > max) return invalid(`It may have at most ${named} characters; it has ${length}.`)
  if (hasControls(text)) return invalid('It contains a NUL or an incomplete character.')
  return text
}

/** What the index says of texts. */
export const textIndex = { type: 'string' } as const

/** Text that is kept as it is sent; `transform` may rewrite or refuse it. Without `max` only the body limits it (contract B9). */
export const text = (
  max = Number.POSITIVE_INFINITY,
  transform: (text: string) => string | Invalid = (it) => it,
): ParamType<string> => ({
  schema: { type: 'string', ...(max === Number.POSITIVE_INFINITY ? {} : { maxLength: max }) },
  index: textIndex,
  read: (raw) => {
    const value = readRaw(raw, max)
    return isInvalid(value) ? value : transform(value)
  },
})

/** HTML, as `read` sanitizes it; only its tags and the body limit it (contract B6.2, B9). */
export const html = (read: (input: string) => string): ParamType<string> =>
  text(undefined, (input) => {
    const fault = findHtmlFault(input)
    if (fault !== undefined) return invalid(fault)
    const safe = read(input)
    const lengthFault = findLengthFault(safe)
    return lengthFault === undefined ? safe : invalid(lengthFault)
  })

/** One line of text: tags stripped, entities decoded once, white space folded (contract B6.2). */
export const line: ParamType<string> = text(undefined, readText)

/** Characters of markup and entities that may stand for one of a line: `&#038;` is a single `&`. */
const mostForOne = 10

/**
 * One line of text of a bounded length. The characters of the line are counted, not those that were sent: a title of 1,000 characters
 * reads back with entities, and can be written back (contract B6.2, B9).
 */
export const shortLine = (max: number): ParamType<string> => ({
  schema: { type: 'string', maxLength: max },
  index: textIndex,
  read: (raw) => {
    const sent = readRaw(raw, max * mostForOne, max)
    return isInvalid(sent) ? sent : readRaw(readText(sent), max)
  },
})

/** A line that must say something: a title or a name. */
export const name = (max: number): ParamType<string> => {
  const line = shortLine(max)
  return {
    ...line,
    schema: { type: 'string', minLength: 1, maxLength: max },
    read: (raw, context) => line.read(raw, context) || invalid('It must not be empty.'),
  }
}

/** A search: not empty; white space alone searches for nothing and so finds all. */
export const searchText: ParamType<string> = text(200, (it) => (it === '' ? invalid('It must not be empty.') : it))

/** A slug; whatever is sent is turned into one. */
export const slugText: ParamType<string> = text(
  1000,
  (it) => slugify(readText(it)) || invalid('It contains nothing that a slug can be made of.'),
)

/** An absolute URL of the web. */
export const url: ParamType<string> = {
  ...text(undefined, (it) => readUrl(it) ?? invalid(urlFault)),
  schema: { type: 'string', format: 'uri' },
}

const urlFault =
  'It must be an http or https URL such as https://example.com/page, without a user name, and with blanks and quotes encoded (%20, %22).'

/** An e-mail address, by its form alone. */
export const email: ParamType<string> = text(undefined, (sent) => {
  const address = readText(sent)
  return emailForm.test(address) ? address : invalid('It must be an e-mail address such as ada@example.org.')
})

const emailForm = /^[^\s@<>":;,]+@[^\s@<>":;,.]+(?:\.[^\s@<>":;,.]+)*$/

/** A type whose field may also be empty: null. */
export const orNull = <T>({ references, resolve, ...type }: ParamType<T>): ParamType<T | null> => ({
  ...type,
  ...(references ? { references: (value) => (value === null ? {} : references(value)) } : {}),
  ...(resolve ? { resolve: (value, found) => (value === null ? value : resolve(value, found)) } : {}),
})
