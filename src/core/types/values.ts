import { findHtmlFault, findLengthFault } from '../../lib/html.ts'
import { slugify } from '../../lib/slug.ts'
import { readText } from '../../lib/text.ts'
import { readUrl } from '../../lib/url.ts'
import { type Invalid, invalid, isInvalid, type ParamType } from '../params.ts'

/** The largest id that JSON represents exactly. */
export const maxId = Number.MAX_SAFE_INTEGER

/** Reads a whole number, or returns undefined. */
export const readInteger = (raw: unknown): number | undefined => {
  if (typeof raw === 'number') return Number.isInteger(raw) ? raw : undefined
  if (typeof raw !== 'string' || !/^\s*[+-]?\d{1,16}(\.0{0,16})?(e\+?\d{1,2})?\s*$/i.test(raw)) return undefined
  const value = Number(raw)
  return Number.isInteger(value) ? value : undefined
}

/** One of a few words. */
export const wordOf = <const W extends string>(...words: readonly W[]): ParamType<W> => ({
  schema: { type: 'string', enum: [...words] },
  index: { type: 'string' },
  read: (raw) => words.find((word) => word === raw) ?? invalid(wordFault(words)),
})

const wordFault = (words: readonly string[]): string => {
  const named = words.filter((word) => word !== '').join(', ')
  return words.includes('') ? `It must be empty or one of ${named}.` : `It must be one of ${named}.`
}

/** A whole number from 1 to `max`. */
export const positiveInteger = (max = maxId): ParamType<number> => ({
  schema: { type: 'integer', minimum: 1, maximum: max },
  index: { type: 'integer' },
  read: (raw) => {
    const value = readInteger(raw)
    if (value !== undefined && value >= 1 && value <= max) return value
    return invalid(
      max === maxId ? 'It must be a whole number of 1 or more.' : `It must be a whole number from 1 to ${max}.`,
    )
  },
})

/** The id of a record that need not exist, or 0 for none; `noun` names the record in error messages. */
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

/** The text of a scalar in lower case; empty for objects, which may have no `toString`. */
const readWord = (raw: unknown): string => (typeof raw === 'object' ? '' : String(raw).trim().toLowerCase())

/** True or false in any of the usual spellings, in JSON and in forms (contract B7.1). */
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

/** A switch: true for the words in `truthy`, false for any other value (F6, "truthiness"). */
export const flag = (index: ParamType<boolean>['index'] = {}): ParamType<boolean> => ({
  schema: { type: index.type === 'string' ? ['string', 'boolean'] : 'boolean' },
  index,
  read: (raw) => truthy.includes(readWord(raw)),
})

/** Whether a text contains a NUL or half of a surrogate pair. */
export const hasControls = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/**
 * Reads a text of at most `max` characters without changing it; a number becomes its digits. `named` is the limit in the error message, if
 * that differs from `max`.
 */
export const readRaw = (raw: unknown, max: number, named = max): string | Invalid => {
  const text = typeof raw === 'number' ? String(raw) : raw
  if (typeof text !== 'string') return invalid('It must be a string.')
  // Characters are counted as JSON Schema counts them: a surrogate pair is one.
  const length = text.length > max ? [...text].length : text.length
  if (length > max) return invalid(`It may have at most ${named} characters; it has ${length}.`)
  if (hasControls(text)) return invalid('It contains a NUL or an incomplete character.')
  return text
}

/** The description of texts in the index. */
export const textIndex = { type: 'string' } as const

/** A text, which `transform` may change or refuse. Without `max`, only the size of the body limits its length (contract B9). */
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

/** A colour as pages write it, in lower case; empty for none. */
export const color: ParamType<string> = text(7, (sent) =>
  /^(?:#[0-9a-f]{6})?$/i.test(sent) ? sent.toLowerCase() : invalid('It must be a colour such as #8c2f1b, or empty.'),
)

/** HTML, which `read` sanitizes; its length is limited by the number of tags and the size of the body (contract B6.2, B9). */
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

/** Most characters of markup that may be sent for one character of a line: `&#038;` is a single `&`. */
const mostForOne = 10

/**
 * One line of text of bounded length. Its characters are counted after entities are decoded, so that a title that records show with entities
 * can be written back (contract B6.2, B9).
 */
export const shortLine = (max: number): ParamType<string> => ({
  schema: { type: 'string', maxLength: max },
  index: textIndex,
  read: (raw) => {
    const sent = readRaw(raw, max * mostForOne, max)
    return isInvalid(sent) ? sent : readRaw(readText(sent), max)
  },
})

/** A line that must not be empty: a title or a name. */
export const name = (max: number): ParamType<string> => {
  const line = shortLine(max)
  return {
    ...line,
    schema: { type: 'string', minLength: 1, maxLength: max },
    read: (raw, context) => line.read(raw, context) || invalid('It must not be empty.'),
  }
}

/** A text with something else than white space. */
export const someText = (max: number): ParamType<string> =>
  text(max, (it) => (it.trim() === '' ? invalid('It must not be empty.') : it))

/** A search, which must not be empty; white space alone finds all records. */
export const searchText: ParamType<string> = text(200, (it) => (it === '' ? invalid('It must not be empty.') : it))

/** A slug, into which any text is converted. */
export const slugText: ParamType<string> = text(
  1000,
  (it) => slugify(readText(it)) || invalid('It contains no letters or digits for a slug.'),
)

/** An absolute http or https URL. */
export const url: ParamType<string> = {
  ...text(undefined, (it) => readUrl(it) ?? invalid(urlFault)),
  schema: { type: 'string', format: 'uri' },
}

const urlFault =
  'It must be an http or https URL such as https://example.com/page, without a user name, and with spaces and quotes encoded (%20, %22).'

/** An e-mail address; only its form is checked. */
export const email: ParamType<string> = text(undefined, (sent) => {
  const address = readText(sent)
  return emailForm.test(address) ? address : invalid('It must be an e-mail address such as ada@example.org.')
})

const emailForm = /^[^\s@<>":;,]+@[^\s@<>":;,.]+(?:\.[^\s@<>":;,.]+)*$/

/** Extends a type by null, for a field that may be empty. */
export const orNull = <T>({ references, resolve, ...type }: ParamType<T>): ParamType<T | null> => ({
  ...type,
  ...(references ? { references: (value) => (value === null ? [] : references(value)) } : {}),
  ...(resolve ? { resolve: (value, found) => (value === null ? value : resolve(value, found)) } : {}),
})
