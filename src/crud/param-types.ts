import type { RecordKind, Taxonomy } from '../db/schema.ts'
import { type Status, statuses } from '../db/schema.ts'
import { type Moment, parseDateText } from '../lib/date-text.ts'
import { isJsonObject } from '../lib/json.ts'
import { slugify } from '../lib/slug.ts'
import { readText } from '../lib/text.ts'
import { parseZone, type Zone } from '../lib/time-zone.ts'
import { readUrl } from '../lib/url.ts'
import {
  type Found,
  type FoundTerm,
  type Invalid,
  invalid,
  isInvalid,
  maxListValues,
  type ParamType,
} from './params.ts'
import { hasRight } from './permissions.ts'

/** Ids above it are not exact in JSON. */
const maxId = Number.MAX_SAFE_INTEGER

const readInteger = (raw: unknown): number | undefined => {
  if (typeof raw === 'number') return Number.isInteger(raw) ? raw : undefined
  if (typeof raw !== 'string' || !/^\s*[+-]?\d{1,16}(\.0{0,16})?(e\+?\d{1,2})?\s*$/i.test(raw)) return undefined
  const value = Number(raw)
  return Number.isInteger(value) ? value : undefined
}

/** A whole number from 1 to `max`. */
export const positiveInteger = (max = 1e12): ParamType<number> => ({
  schema: { type: 'integer', minimum: 1, maximum: max },
  index: { type: 'integer' },
  read: (raw) => {
    const value = readInteger(raw)
    return value !== undefined && value >= 1 && value <= max ? value : invalid('It must be a whole number from 1 on.')
  },
})

/** A number between two bounds, both allowed. */
export const numberBetween = (low: number, high: number): ParamType<number> => ({
  schema: { type: 'number', minimum: low, maximum: high },
  index: { format: 'double' },
  read: (raw) => {
    const isText = typeof raw === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(raw)
    const value = typeof raw === 'number' || isText ? Number(raw) : Number.NaN
    return value >= low && value <= high ? value : invalid(`It must be a number from ${low} to ${high}.`)
  },
})

const truthy = ['true', '1', 'on', 'yes', 'y', 'enable', 'enabled']
const falsy = ['false', '0', 'off', 'no', 'n', 'disable', 'disabled']

/** True or false, in any of the usual spellings, the same in JSON and in forms (contract B7.1). */
export const bool: ParamType<boolean> = {
  schema: { type: 'boolean' },
  index: { type: 'boolean' },
  read: (raw) => {
    const word = String(raw).trim().toLowerCase()
    if (typeof raw !== 'object' && truthy.includes(word)) return true
    if (typeof raw !== 'object' && falsy.includes(word)) return false
    return invalid('It must be true or false (also 1, 0, yes, no, on, off).')
  },
}

/** A switch that is on for the words of truth and off for everything else (F6, "truthiness"). */
export const flag = (index: ParamType<boolean>['index'] = {}): ParamType<boolean> => ({
  schema: { type: index.type === 'string' ? ['string', 'boolean'] : 'boolean' },
  index,
  read: (raw) => typeof raw !== 'object' && truthy.includes(String(raw).trim().toLowerCase()),
})

const hasControls = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** A text as it was sent, without judging what is in it; numbers are taken as their digits. */
const readRaw = (raw: unknown, max: number): string | Invalid => {
  const text = typeof raw === 'number' ? String(raw) : raw
  if (typeof text !== 'string') return invalid('It must be a text.')
  if (text.length > max) return invalid(`It may have at most ${max} characters; it has ${text.length}.`)
  if (hasControls(text)) return invalid('It holds a NUL or half a character.')
  return text
}

const textIndex = { type: 'string' } as const

/** Text that is kept as it is sent; `transform` may rewrite or refuse it. */
export const text = (max: number, transform: (text: string) => string | Invalid = (it) => it): ParamType<string> => ({
  schema: { type: 'string', maxLength: max },
  index: textIndex,
  read: (raw) => {
    const value = readRaw(raw, max)
    return isInvalid(value) ? value : transform(value)
  },
})

/** One line of text: tags stripped, entities decoded once, white space folded (contract B6.2). */
export const line = (max: number): ParamType<string> => text(max, readText)

/** A line that must say something: a title or a name. */
export const name = (max: number): ParamType<string> => ({
  ...text(max, (it) => readText(it) || invalid('It must not be empty.')),
  schema: { type: 'string', minLength: 1, maxLength: max },
})

/** A search: not empty; white space alone searches for nothing and so finds all. */
export const searchText: ParamType<string> = text(200, (it) => (it === '' ? invalid('It must not be empty.') : it))

/** A slug; whatever is sent is turned into one. */
export const slugText: ParamType<string> = text(1000, (it) => slugify(it) || invalid('No slug can be made of it.'))

/** An absolute URL. */
export const url: ParamType<string> = {
  ...text(2000, (it) => readUrl(it) ?? invalid('It must be an absolute URL such as https://example.com/page.')),
  schema: { type: 'string', format: 'uri', maxLength: 2000 },
}

const dateFault =
  'It must be a date such as 2027-06-01, 2027-06-01 10:00, 2027-06-01T10:00:00+02:00, a Unix timestamp, or a phrase such as "next friday 4pm".'

/** Names the moment to which a text belongs, read in `zone`. */
export const readMoment = (raw: unknown, now: number, zone: Zone): Moment | Invalid => {
  const value = readRaw(raw, 200)
  if (isInvalid(value)) return invalid(dateFault)
  return parseDateText(value, { now, zone }) ?? invalid(dateFault)
}

/** A date in a list filter: read in the site's zone (contract B4.4, B4.5). */
export const moment: ParamType<Moment> = {
  schema: { type: 'string' },
  index: {},
  read: (raw, { now, zone }) => readMoment(raw, now, zone),
}

/** A date to be stored: checked now, read later in the zone of its own event (contract B4.5, B7.3). */
export const dateText: ParamType<string> = {
  schema: { type: 'string' },
  index: textIndex,
  read: (raw, { now, zone }) => {
    const value = readMoment(raw, now, zone)
    return isInvalid(value) ? value : String(raw)
  },
}

/** A time zone (contract B7.3). */
export const timeZone: ParamType<Zone | null> = {
  schema: { type: 'string' },
  index: textIndex,
  read: (raw) =>
    (typeof raw === 'string' && !/^\s*([+-]|z\s*$)/i.test(raw) ? parseZone(raw) : undefined) ??
    invalid('It must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2 or UTC-5:30.'),
}

/** The status of a post. */
export const statusName: ParamType<Status> = {
  schema: { type: 'string', enum: [...statuses] },
  index: textIndex,
  read: (raw) => statuses.find((status) => status === raw) ?? invalid(`It must be one of ${statuses.join(', ')}.`),
}

/** Statuses to list; callers who cannot edit may only ask for what is published (F4.4). */
export const statusList: ParamType<readonly Status[]> = {
  schema: { type: 'array', items: { type: 'string', enum: [...statuses] } },
  index: { format: 'string' },
  isList: true,
  read: (raw, { caller }) => {
    const names = readList(raw)
    if (isInvalid(names)) return names
    if (names.length === 0 && hasRight(caller, 'edit')) return undefined
    const known = names.map((it) => statuses.find((status) => status === it))
    if (known.length === 0 || known.includes(undefined)) return invalid(`It must list some of ${statuses.join(', ')}.`)
    if (!hasRight(caller, 'edit') && known.some((it) => it !== 'publish')) {
      return invalid('Only publish can be asked for without the right to edit.')
    }
    return known as Status[]
  },
}

/** The values of a list in any spelling: csv, an array, or an object with numbers as keys (contract B3.3). */
export const readList = (raw: unknown): readonly (string | number)[] | Invalid => {
  const parts = isJsonObject(raw) && Object.keys(raw).every((key) => /^\d+$/.test(key)) ? Object.values(raw) : raw
  const values = (Array.isArray(parts) ? parts : [parts]).flatMap((part: unknown) =>
    typeof part === 'string' ? part.split(',').map((piece) => piece.trim()) : [part],
  )
  const kept = values.filter((value) => value !== '')
  if (kept.length > maxListValues) return invalid(`It may list at most ${maxListValues} values.`)
  if (!kept.every((value) => typeof value === 'string' || typeof value === 'number')) {
    return invalid('It must be a list of numbers or texts.')
  }
  if (kept.some((value) => typeof value === 'string' && (hasControls(value) || value.length > 1000))) {
    return invalid('It holds a text that is too long, a NUL or half a character.')
  }
  return kept as (string | number)[]
}

/** A list of ids, at least one; whether they exist is not asked. */
export const idList: ParamType<readonly number[]> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
  index: { items: { type: 'integer' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    const ids = values.map(readInteger)
    if (ids.length === 0 || ids.some((id) => id === undefined || id < 1 || id > maxId)) {
      return invalid('It must list ids: whole numbers from 1 on.')
    }
    return ids as number[]
  },
}

const article = (kind: RecordKind | Taxonomy): string => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`)

const findUnknown = (ids: readonly number[], kind: RecordKind, found: Found): number[] =>
  ids.filter((id) => found.kinds.get(id) !== kind)

const unknownRecords = (unknown: readonly number[], kind: RecordKind): Invalid =>
  invalid(`No ${kind} has the id ${unknown.slice(0, 5).join(', ')}.`)

/** Ids of existing records of one kind. */
export const recordIds = (kind: RecordKind): ParamType<readonly number[]> => ({
  ...idList,
  references: (ids) => ({ records: ids }),
  resolve: (ids, found) => {
    const unknown = findUnknown(ids, kind, found)
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
  references: (id) => ({ records: [id] }),
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
  references: (id) => ({ users: [id] }),
  resolve: (id, found) => (found.users.has(id) ? id : invalid(`No user has the id ${id}.`)),
}

/** How a text names a term: by its slug, or by its name without regard to letter case. */
export const findTerm = (found: readonly FoundTerm[], taxonomy: Taxonomy, value: number | string) => {
  const own = found.filter((term) => term.taxonomy === taxonomy)
  if (typeof value === 'number') return own.find((term) => term.id === value)
  const slug = slugify(value)
  return own.find((term) => term.slug === slug) ?? own.find((term) => term.name_key === keyOf(value))
}

/** The form in which names are compared: letter case does not matter. */
export const keyOf = (value: string): string => readText(value).normalize('NFC').toLowerCase()

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
    const ids = values.map(digitsToId)
    if (ids.length === 0 || ids.includes(undefined)) return invalid(`It must list ids or slugs of ${taxonomy} terms.`)
    return ids as (number | string)[]
  },
  references: (values) => ({ terms: { taxonomy, values } }),
  resolve: (values, found) => {
    const terms = values.map((value) => findTerm(found.terms, taxonomy, value)?.id)
    const unknown = values.filter((_, index) => terms[index] === undefined)
    if (unknown.length > 0) return invalid(`There is no ${taxonomy} ${unknown.slice(0, 5).join(', ')}.`)
    return terms as number[]
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
  references: (id) => ({ terms: { taxonomy, values: [id] } }),
  resolve: (id, found) => (findTerm(found.terms, taxonomy, id) ? id : invalid(`No ${taxonomy} has the id ${id}.`)),
})

/** A type whose field may also be empty: null. */
export const orNull = <T>({ references, resolve, ...type }: ParamType<T>): ParamType<T | null> => ({
  ...type,
  ...(references ? { references: (value) => (value === null ? {} : references(value)) } : {}),
  ...(resolve ? { resolve: (value, found) => (value === null ? value : resolve(value, found)) } : {}),
})

/** A featured image. Only "none" can be written until images are stored. */
export const image: ParamType<number | null> = {
  schema: { type: ['string', 'integer', 'null'] },
  index: textIndex,
  read: (raw) =>
    raw === 0 || raw === '0' || raw === false
      ? null
      : invalid('Images cannot be stored yet: leave the image out, or send an empty text to have none.'),
}

/** The longest name of a term. */
export const maxTermName = 200
