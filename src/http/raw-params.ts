import qs from 'qs'
import { ApiError } from '../core/errors.ts'
import type { ParamTable, RawParams } from '../core/params.ts'
import { isJsonObject } from '../lib/json.ts'

/** Parameters of one source: the last spelling of each name, and all of them joined. */
export type Source = {
  readonly one: Readonly<Record<string, unknown>>
  readonly all: Readonly<Record<string, unknown>>
  /** Names whose value cannot be read: bytes that are no UTF-8. */
  readonly broken: ReadonlySet<string>
  /** A form that is an object of JSON: the client has named the wrong content type. */
  readonly isJsonText?: boolean
}

/** Parameters that a form or a query may hold. */
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
 * Reads a query or an urlencoded body with PHP's brackets (F0.2, contract B3.3).
 * @throws ApiError `rest_body_too_large` for more parameters than anybody needs: none is dropped in silence.
 */
export const readForm = (text: string): Source => {
  try {
    const one = qs.parse(text, { ...options, duplicates: 'last' })
    // `a=1&a=2` names a list as `a[]=1&a[]=2` does; where one value is meant the last counts, as with the peer.
    const all = isPlain(text, one) ? one : qs.parse(text, { ...options, duplicates: 'combine' })
    return { one, all, broken: findBroken(text) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError('rest_body_too_large', { message: `At most ${maxParameters} parameters can be sent.` })
  }
}

/** Every name has come once, and names nothing but itself. */
const isPlain = (text: string, parsed: object): boolean =>
  !/\[|%5b/i.test(text) && text.split('&').length === Object.keys(parsed).length

const none: ReadonlySet<string> = new Set()

const findBroken = (text: string): ReadonlySet<string> => {
  if (isDecodable(text)) return none
  const parts = text.split('&').filter((part) => !isDecodable(part))
  return new Set(parts.map((part) => part.split(/=|\[|%5b/i, 1)[0] ?? ''))
}

/** A lone percent sign is taken as itself; bytes that are no UTF-8 are not. */
const isDecodable = (text: string): boolean => {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

/** A JSON body as a source; anything but an object holds no parameters. */
export const readObject = (body: unknown): Source => {
  const object = isJsonObject(body) ? body : {}
  return { one: object, all: object, broken: none }
}

/** Looks a parameter up in the sources in turn: the body before the query (F0.2). */
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

/** A query with each name once and without brackets, as a list of the interface reads it: `a[]=1&a[]=2` is `a=1,2`. */
export const plainQuery = (text: string, filters: ParamTable): URLSearchParams => {
  const { one, all } = readForm(text)
  const plain = new URLSearchParams()
  for (const name of Object.keys(all)) {
    // A name from outside may be one of those that all objects have, such as `constructor`.
    const isList = Object.hasOwn(filters, name) && filters[name]?.type.isList
    const value = isList ? all[name] : one[name]
    const values = typeof value === 'object' && value !== null ? Object.values(value) : [value]
    plain.set(name, values.filter((it) => typeof it === 'string').join(','))
  }
  return plain
}
