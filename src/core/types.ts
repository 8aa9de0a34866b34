import { type RecordKind, type Status, statuses, type Taxonomy } from '../db/schema.ts'
import { type Moment, parseDateText } from '../lib/date-text.ts'
import { findHtmlFault, findLengthFault } from '../lib/html.ts'
import { isJsonObject } from '../lib/json.ts'
import { readText, slugify } from '../lib/text.ts'
import { parseZone, type Zone } from '../lib/time-zone.ts'
import { readUrl } from '../lib/url.ts'
import { type Invalid, invalid, isInvalid, maxListValues, type ParamType, type ReadContext } from './params.ts'
import { type Caller, hasRight } from './policy.ts'
import { termKey } from './references.ts'

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

const dateFault =
  'It must be a date such as 2027-06-01, 2027-06-01 10:00, 2027-06-01T10:00:00+02:00, a Unix timestamp, or a phrase such as "next friday 4pm".'

/** Reads a date in any accepted form, in the zone of the context. */
export const readMoment = (
  raw: unknown,
  { now, zone }: Pick<ReadContext, 'now' | 'zone'>,
  rollsOver = false,
): Moment | Invalid => {
  const text = typeof raw === 'number' ? String(raw) : raw
  return (typeof text === 'string' && parseDateText(text, { now, zone, rollsOver })) || invalid(dateFault)
}

/**
 * A date in a list filter, read in the site's zone (contract B4.4, B4.5). A day past the end of its month continues in the next month, since
 * clients compute the end of a month that way (D5.1).
 */
export const moment: ParamType<Moment> = {
  schema: { type: 'string' },
  index: {},
  read: (raw, context) => readMoment(raw, context, true),
}

/** A date to be stored: its form is checked here, and it is read later in the zone of the event (contract B4.5, B7.3). */
export const dateText: ParamType<string> = {
  schema: { type: ['string', 'integer'] },
  index: textIndex,
  read: (raw, context) => {
    const value = readMoment(raw, context)
    return isInvalid(value) ? value : String(raw)
  },
}

/** The publication date that a record shows when it has none yet (F2.1). */
export const floatingDate = '0000-00-00 00:00:00'

/** A publication date, or the value of records without one, so that every record can be written back (contract B6.2). */
export const publicationDate: ParamType<string> = {
  ...dateText,
  read: (raw, context) => (raw === floatingDate ? raw : dateText.read(raw, context)),
}

/** A time zone (contract B7.3). */
export const timeZone: ParamType<Zone | null> = {
  schema: { type: 'string' },
  index: textIndex,
  read: (raw) =>
    (typeof raw === 'string' ? parseZone(raw) : undefined) ??
    invalid(
      'It must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2, UTC-5:30, +02:00 or Z. Abbreviations such as PST are ambiguous.',
    ),
}

/** The status of a post. */
export const statusName: ParamType<Status> = {
  schema: { type: 'string', enum: [...statuses] },
  index: textIndex,
  read: (raw) => statuses.find((status) => status === raw) ?? invalid(`It must be one of ${statuses.join(', ')}.`),
}

/** Statuses to list; callers without the right to edit may list only `publish` (F4.4). */
export const statusList: ParamType<readonly Status[]> = {
  schema: { type: 'array', items: { type: 'string', enum: [...statuses] } },
  index: { format: 'string' },
  isList: true,
  read: (raw, { caller }) => {
    const names = readList(raw)
    if (isInvalid(names)) return names
    if (names.length === 0 && hasRight(caller, 'edit')) return undefined
    const known = names.flatMap((it) => statuses.find((status) => status === it) ?? [])
    if (known.length === 0 || known.length < names.length)
      return invalid(`It must be one or more of ${statuses.join(', ')}.`)
    if (!hasRight(caller, 'edit') && known.some((it) => it !== 'publish')) {
      return invalid(statusFault(caller))
    }
    return known
  },
}

const statusFault = (caller: Caller): string =>
  caller.id === 0
    ? 'Log in to list unpublished records. With a session cookie, also send the header X-WP-Nonce.'
    : 'You may only list published records (status=publish), because your role may not edit.'

/** Reads a list in any spelling: comma-separated, an array, or an object with numbers as keys (contract B3.3). */
export const readList = (raw: unknown): readonly (string | number)[] | Invalid => {
  const parts: unknown = isJsonObject(raw) && hasNumbersAsKeys(raw) ? Object.values(raw) : raw
  const values: (string | number)[] = []
  for (const part of Array.isArray(parts) ? parts : [parts]) {
    if (typeof part === 'number') values.push(part)
    else if (typeof part !== 'string') return invalid('It must be a list of numbers or strings.')
    else if (hasControls(part)) return invalid(longText)
    else {
      for (const piece of part.split(',')) {
        const text = piece.trim()
        if (text.length > 1000) return invalid(longText)
        if (text !== '') values.push(text)
      }
    }
  }
  return values.length > maxListValues ? invalid(`It may list at most ${maxListValues} values.`) : values
}

const longText = 'It contains a string that is too long, or a NUL or incomplete character.'

const hasNumbersAsKeys = (object: object): boolean => Object.keys(object).every((key) => /^\d+$/.test(key))

/** A list of at least one id; the records need not exist. */
export const idList: ParamType<readonly number[]> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
  index: { items: { type: 'integer' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    const ids: number[] = []
    for (const value of values) {
      const id = readInteger(value)
      if (id === undefined || id < 1 || id > maxId) return invalid(notIds)
      ids.push(id)
    }
    return ids.length > 0 ? ids : invalid(notIds)
  },
}

const notIds = 'It must be a list of ids: whole numbers of 1 or more.'

/** Some of a few words, in the order of `words`. */
export const wordsOf = <const T extends string>(...words: readonly T[]): ParamType<readonly T[]> => ({
  schema: { type: 'array', items: { type: 'string', enum: [...words] } },
  index: { format: 'string' },
  isList: true,
  read: (raw) => {
    const sent = readList(raw)
    if (isInvalid(sent)) return sent
    const known = words.filter((one) => sent.includes(one))
    const isUnknown = sent.some((one) => !words.some((word) => word === one))
    return known.length === 0 || isUnknown ? invalid(`It must be one or more of ${words.join(', ')}.`) : known
  },
})

const article = (kind: RecordKind | Taxonomy): string => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`)

const unknownRecords = (unknown: readonly number[], kind: RecordKind): Invalid =>
  invalid(`No ${kind} has the id ${unknown.slice(0, 5).join(', ')}.`)

/** Ids of existing records of one kind. */
export const recordIds = (kind: RecordKind): ParamType<readonly number[]> => ({
  ...idList,
  references: (ids) => [{ records: ids }],
  resolve: (ids, found) => {
    const unknown: number[] = []
    for (const id of ids) if (found.kinds.get(id) !== kind) unknown.push(id)
    return unknown.length > 0 ? unknownRecords(unknown, kind) : ids
  },
})

/** The id of an existing record of one kind. */
export const recordId = (kind: RecordKind): ParamType<number> => ({
  schema: { type: 'integer', minimum: 1 },
  index: { type: 'integer' },
  read: (raw) => {
    const id = readInteger(raw)
    return id !== undefined && id >= 1 && id <= maxId ? id : invalid(`It must be the id of ${article(kind)}.`)
  },
  references: (id) => [{ records: [id] }],
  resolve: (id, found) => (found.kinds.get(id) === kind ? id : unknownRecords([id], kind)),
})

/** The id of an existing user. */
export const userId: ParamType<number> = {
  schema: { type: 'integer', minimum: 1 },
  index: { type: 'integer' },
  read: (raw) => {
    const id = readInteger(raw)
    return id !== undefined && id >= 1 && id <= maxId ? id : invalid('It must be the id of a user.')
  },
  references: (id) => [{ users: [id] }],
  resolve: (id, found) => (found.users.has(id) ? id : invalid(`No user has the id ${id}.`)),
}

const digitsToId = (value: string | number): number | string | undefined => {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return value
  const id = Number(value)
  return Number.isInteger(id) && id >= 1 && id <= maxId ? id : undefined
}

/** Existing terms by id, slug or name (contract B4.8); a value of digits alone is always an id. */
export const termRefs = (taxonomy: Taxonomy): ParamType<readonly (number | string)[]> => ({
  schema: { type: 'array', items: { type: ['integer', 'string'] } },
  index: { items: { type: 'integer' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    const ids: (number | string)[] = []
    for (const value of values) {
      const id = digitsToId(typeof value === 'string' ? readText(value) : value)
      if (id === undefined) return invalid(`It must be a list of ids or slugs of ${taxonomy} terms.`)
      ids.push(id)
    }
    return ids.length > 0 ? ids : invalid(`It must be a list of ids or slugs of ${taxonomy} terms.`)
  },
  references: (values) => [{ terms: { taxonomy, values } }],
  resolve: (values, found) => {
    const ids: number[] = []
    const unknown: (number | string)[] = []
    for (const value of values) {
      const id = found.terms.get(termKey(taxonomy, value))
      if (id === undefined) unknown.push(value)
      else ids.push(id)
    }
    return unknown.length > 0 ? invalid(`There is no ${taxonomy} ${unknown.slice(0, 5).join(', ')}.`) : ids
  },
})

/** The id of an existing term. */
export const termId = (taxonomy: Taxonomy): ParamType<number> => ({
  schema: { type: 'integer', minimum: 1 },
  index: { type: 'integer' },
  read: (raw) => {
    const id = readInteger(raw)
    return id !== undefined && id >= 1 && id <= maxId ? id : invalid(`It must be the id of ${article(taxonomy)}.`)
  },
  references: (id) => [{ terms: { taxonomy, values: [id] } }],
  resolve: (id, found) => (found.terms.has(termKey(taxonomy, id)) ? id : invalid(`No ${taxonomy} has the id ${id}.`)),
})

/** A name that is kept, and shown, exactly as it is sent: angle brackets could be markup where programs show it (contract B6.2). */
const identifier = (max: number) =>
  text(max, (sent) => {
    if (sent === '') return invalid('It may not be empty.')
    if (/[<>]/.test(sent)) return invalid('It may not contain < and >.')
    return /\p{Cc}/u.test(sent) ? invalid('It contains a control character, such as a line break.') : sent
  })

/** The name of another system. */
export const sourceName = identifier(200)

/** An id in another system. */
export const externalIdText = identifier(500)

const changePattern = /^[A-Za-z0-9_-]{8,64}$/

/** The name of a change that consists of many writes (contract C4.2). */
export const changeName: ParamType<string> = {
  schema: { type: 'string', pattern: changePattern.source },
  index: { type: 'string' },
  read: (raw) =>
    typeof raw === 'string' && changePattern.test(raw)
      ? raw
      : invalid('It must have 8 to 64 letters, digits, hyphens or underscores.'),
}
