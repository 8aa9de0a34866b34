import qs from 'qs'
import { ApiError } from '../core/errors.ts'
import type { ParamTable, RawParams } from '../core/params.ts'
import { isJsonObject } from '../lib/json.ts'

/** The parameters of a query or a body: `one` has the last value of each name, `all` has all values of each name. */
export type Source = {
  readonly one: Readonly<Record<string, unknown>>
  readonly all: Readonly<Record<string, unknown>>
  /** Names whose value is not UTF-8. */
  readonly broken: ReadonlySet<string>
  /** The form is a JSON object, so that the content type of the request is wrong. */
  readonly isJsonText?: boolean
}

/** Most parameters of a form or a query. */
const maxParameters = 2000

const options = {
  plainObjects: true,
  allowPrototypes: true,
  depth: 32,
  parameterLimit: maxParameters,
  arrayLimit: maxParameters,
  throwOnLimitExceeded: true,
} as const satisfies qs.IParseOptions

/**
 * Reads a query or an urlencoded body with brackets as in PHP (F0.2, contract B3.3).
 * @throws ApiError `rest_body_too_large` for too many parameters.
 */
export const readForm = (text: string): Source => {
  try {
    const one = qs.parse(text, { ...options, duplicates: 'last' })
    // `a=1&a=2` is a list like `a[]=1&a[]=2`; for a single value the last one counts, as with The Events Calendar (TEC).
    const all = isPlain(text, one) ? one : qs.parse(text, { ...options, duplicates: 'combine' })
    return { one, all, broken: findBroken(text) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError('rest_body_too_large', { message: `At most ${maxParameters} parameters can be sent.` })
  }
}

/** Whether every name was sent once and without brackets. */
const isPlain = (text: string, parsed: object): boolean =>
  !/\[|%5b/i.test(text) && text.split('&').length === Object.keys(parsed).length

const none: ReadonlySet<string> = new Set()

const findBroken = (text: string): ReadonlySet<string> => {
  if (isDecodable(text)) return none
  const parts = text.split('&').filter((part) => !isDecodable(part))
  return new Set(parts.map((part) => part.split(/=|\[|%5b/i, 1)[0] ?? ''))
}

/** Whether a text can be decoded: a single percent sign stands for itself, but bytes must be UTF-8. */
const isDecodable = (text: string): boolean => {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

/** Reads the parameters of a JSON body; a body that is not an object has none. */
export const readObject = (body: unknown): Source => {
  const object = isJsonObject(body) ? body : {}
  return { one: object, all: object, broken: none }
}

/** Joins sources of parameters; the first source that has a parameter wins, which is the body before the query (F0.2). */
export const joinSources = (sources: readonly Source[]): RawParams => ({
  one: (name) => {
    for (const { one } of sources) if (Object.hasOwn(one, name)) return one[name]
    return undefined
  },
  all: (name) => {
    for (const { all } of sources) if (Object.hasOwn(all, name)) return all[name]
    return undefined
  },
  isBroken: (name) => {
    for (const { broken } of sources) if (broken.has(name)) return true
    return false
  },
  names: () => sources.flatMap(({ all }) => Object.keys(all)),
})

/** Normalizes the query of a list: each name once and without brackets, so that `a[]=1&a[]=2` becomes `a=1,2`. */
export const plainQuery = (text: string, filters: ParamTable): URLSearchParams => {
  const { one, all } = readForm(text)
  const plain = new URLSearchParams()
  for (const name of Object.keys(all)) {
    // The name may be one that all objects inherit, such as `constructor`.
    const isList = Object.hasOwn(filters, name) && filters[name]?.type.isList
    const value = isList ? all[name] : one[name]
    const values = typeof value === 'object' && value !== null ? Object.values(value) : [value]
    plain.set(name, values.filter((it) => typeof it === 'string').join(','))
  }
  return plain
}
