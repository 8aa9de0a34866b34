import type { IncomingHttpHeaders } from 'node:http'
import qs from 'qs'
import { ApiError, invalidParams } from '../core/errors.ts'
import type { ParamTable, RawParams } from '../core/params.ts'
import { isJsonObject } from '../lib/json.ts'

/** The parameters of a query or a body. */
export type Source = RawParams & {
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
  if (text === '') return { one: {}, all: {} }
  try {
    const one = qs.parse(text, { ...options, duplicates: 'last' })
    const hasNoBrackets = !/\[|%5b/i.test(text) && text.split('&').length === Object.keys(one).length
    // `a=1&a=2` is a list like `a[]=1&a[]=2`; for a single value the last one counts, as with The Events Calendar (TEC).
    const all = hasNoBrackets ? one : qs.parse(text, { ...options, duplicates: 'combine' })
    return text.includes('%') ? { one, all, broken: findBroken(text) } : { one, all }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError('rest_body_too_large', { message: `At most ${maxParameters} parameters can be sent.` })
  }
}

const findBroken = (text: string): ReadonlySet<string> | undefined => {
  if (isDecodable(text)) return undefined
  const parts = text.split('&').filter((part) => !isDecodable(part))
  return new Set(parts.map((part) => part.split(/=|\[|%5b/i, 1)[0] ?? ''))
}

/** Whether a text can be decoded: a single percent sign stands for itself, but bytes must be UTF-8. */
const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

/** Joins sources of parameters; the first source that has a parameter wins, which is the body before the query (F0.2). */
export const joinSources = (sources: readonly Source[]): RawParams => {
  const [one, all]: [Record<string, unknown>, Record<string, unknown>] = [Object.create(null), Object.create(null)]
  const broken = new Set<string>()
  for (const source of sources) {
    for (const name of Object.keys(source.one)) if (!(name in one)) one[name] = source.one[name]
    for (const name of Object.keys(source.all)) if (!(name in all)) all[name] = source.all[name]
    for (const name of source.broken ?? []) broken.add(name)
  }
  return { one, all, ...(broken.size > 0 && { broken }) }
}

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

/** A request with its headers. */
type Sent = { readonly headers: IncomingHttpHeaders }

/**
 * Reads the parameters of an urlencoded body. Undecodable ones are refused; in a query, unknown ones are ignored (contract B1.1).
 * @throws ApiError `rest_invalid_body` for bytes that are not UTF-8, and `rest_invalid_param`, which names the undecodable parameters.
 */
export const readFormBody = async (request: Sent, body: Buffer): Promise<Source> => {
  requireUtf8(request)
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    throw new ApiError('rest_invalid_body', { message: 'The request body is not UTF-8.' })
  }
  const source = readForm(text)
  if (source.broken) {
    throw invalidParams(new Map([...source.broken].map((name) => [name, 'It is not percent-encoded UTF-8.'])))
  }
  return { ...source, isJsonText: isJson(text) }
}

/**
 * Reads the parameters of a JSON body; one that is not an object has none. The codes and texts of errors are those of The Events Calendar
 * (TEC) (F0.1).
 * @throws ApiError `rest_invalid_json`.
 */
export const readJsonBody = async (request: Sent, body: Buffer): Promise<Source | undefined> => {
  requireUtf8(request)
  if (body.length === 0) return undefined
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    throw invalidJson('The request body is not UTF-8.', 5, 'Malformed UTF-8 characters, possibly incorrectly encoded')
  }
  if (isTooDeep(text)) {
    throw invalidJson(`The request body is nested deeper than ${maxDepth}.`, 1, 'Maximum stack depth exceeded')
  }
  try {
    const json: unknown = JSON.parse(text)
    const object = isJsonObject(json) ? json : {}
    return { one: object, all: object }
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.slice(0, 200) : 'it cannot be read'
    throw invalidJson(`The request body is not valid JSON: ${reason}`, 4, 'Syntax error')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const requireUtf8 = ({ headers }: Sent): void => {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()
  const encoding = headers['content-encoding'] ?? 'identity'
  if ((charset && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) || encoding !== 'identity') {
    throw new ApiError('rest_unsupported_media_type')
  }
}

/** Whether the text is a JSON object that was sent as a form, as by `curl --data`. */
const isJson = (text: string): boolean => {
  if (!/^\s*\{/.test(text)) return false
  try {
    return isJsonObject(JSON.parse(text))
  } catch {
    return false
  }
}

const invalidJson = (message: string, number: number, text: string): ApiError =>
  new ApiError('rest_invalid_json', { message, data: { json_error_code: number, json_error_message: text } })

/** Most levels of nested JSON (contract B9). */
const maxDepth = 32

/** Whether JSON is nested too deeply, by counting brackets before it is parsed. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inText) {
      if (char === 0x5c) at++
      else if (char === 0x22) inText = false
    } else if (char === 0x22) inText = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > maxDepth) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}
