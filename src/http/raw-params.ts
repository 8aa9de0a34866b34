import qs from 'qs'
import { invalidParams } from '../crud/errors.ts'
import { maxListValues, type RawParams } from '../crud/params.ts'
import { isJsonObject } from '../lib/json.ts'

/** Parameters of one source: the last spelling of each name, and all of them joined. */
export type Source = {
  readonly one: Readonly<Record<string, unknown>>
  readonly all: Readonly<Record<string, unknown>>
}

const options = {
  plainObjects: true,
  allowPrototypes: true,
  depth: 32,
  parameterLimit: 2000,
  arrayLimit: maxListValues,
} as const satisfies qs.IParseOptions

/**
 * Reads a query or an urlencoded body with PHP's brackets (F0.2, contract B3.3).
 * @throws ApiError `rest_invalid_param` when a value is not UTF-8.
 */
export const readForm = (text: string): Source => {
  refuseBadEncoding(text)
  const one = qs.parse(text, { ...options, duplicates: 'last' })
  // `a=1&a=2` names a list as `a[]=1&a[]=2` does; where one value is meant the last counts, as with the peer.
  const all = qs.parse(text, { ...options, duplicates: 'combine' })
  return { one, all }
}

const refuseBadEncoding = (text: string): void => {
  if (isDecodable(text)) return
  const bad = text.split('&').filter((part) => !isDecodable(part))
  const faults = bad.map(
    (part) => [part.split('=')[0]?.slice(0, 50) ?? '', 'It is not UTF-8 in percent-encoding.'] as const,
  )
  throw invalidParams(new Map(faults))
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
  return { one: object, all: object }
}

/** Looks a parameter up in the sources in turn: the body before the query (F0.2). */
export const joinSources = (sources: readonly Source[]): RawParams => {
  const find =
    (which: 'one' | 'all') =>
    (name: string): unknown => {
      const source = sources.find((it) => Object.hasOwn(it[which], name))
      return source?.[which][name]
    }
  return { one: find('one'), all: find('all') }
}
