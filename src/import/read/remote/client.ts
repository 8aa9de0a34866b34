import { setTimeout as wait } from 'node:timers/promises'
import { errorText } from '../../../lib/error-text.ts'
import { abortWith, type GuardedRequest } from '../../../lib/guarded-request.ts'
import { isJsonObject, type JsonObject } from '../../../lib/json.ts'
import { shownUrl, withoutSlashes } from '../../../lib/url.ts'

/** An answer of a site: its JSON, its status, and its headers by names in lower case. */
type SiteAnswer = {
  readonly status: number
  readonly body: JsonObject | readonly unknown[]
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * Asks a site for JSON. Whether there is an interface at all is asked with `isProbe`: a page in place of JSON is an answer then.
 * @throws SiteError when it does not answer with JSON in spite of several attempts.
 */
export type AskSite = (url: string, isProbe?: boolean) => Promise<SiteAnswer>

/** A site does not answer as the interface says; the message is for people, and `reason` is it without the address. */
export class SiteError extends Error {
  readonly reason: string

  constructor(message: string, reason = message) {
    super(message)
    this.reason = reason
  }
}

/** Limits of an answer and of the patience with a site. */
const longestBody = 32 * 1024 * 1024
const attempts = 6
const timeout = 60_000
const longestPause = 120_000

/**
 * Makes the function that asks a site. Answers 429 and 5xx, answers that break off, and pages in place of JSON are asked for again after a
 * pause, which doubles each time unless `Retry-After` says how long it is (RFC 9110, 10.2.3). `pause` waits for some milliseconds;
 * once `signal` is aborted nothing is asked for any more.
 */
export const createSiteClient = (
  request: GuardedRequest,
  authorization: string | undefined,
  pause: (milliseconds: number) => Promise<unknown> = wait,
  signal?: AbortSignal,
): AskSite => {
  const headers = { accept: 'application/json', ...(authorization && { authorization }) }
  return async (url, isProbe = false) => {
    let reason = ''
    for (let attempt = 1; attempt <= attempts; attempt++) {
      signal?.throwIfAborted()
      const answer = await askOnce(request, url, headers, signal)
      if (!('retry' in answer)) return answer
      reason = answer.retry
      if (isProbe && answer.isPage) break
      if (attempt < attempts) await pause(Math.min(answer.after ?? 500 * 2 ** attempt, longestPause))
    }
    throw new SiteError(`${url} cannot be read: ${reason}`, reason)
  }
}

type Retry = { readonly retry: string; readonly after?: number | undefined; readonly isPage?: boolean }

const askOnce = async (
  request: GuardedRequest,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<SiteAnswer | Retry> => {
  const stop = new AbortController()
  if (signal) abortWith(stop, signal)
  const timer = setTimeout(() => stop.abort(new Error('It takes too long.')), timeout)
  try {
    const response = await request(url, headers, stop)
    const status = response.statusCode ?? 0
    const text = await readText(response)
    if (status === 429 || status >= 500) {
      const seconds = readRetryAfter(response.headers['retry-after'], Date.now())
      return { retry: `it answers ${status}.`, after: seconds > 0 ? seconds * 1000 : undefined }
    }
    const body = parse(text)
    if (body) return { status, body, headers: response.headers }
    if (status === 200) return { retry: 'it answers with something else than JSON.', isPage: true }
    return { status, body: {}, headers: response.headers }
  } catch (error) {
    return { retry: errorText(error) }
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** The seconds of a header `Retry-After`, which has these or a date (RFC 9110, 10.2.3); 0 where it says nothing. */
export const readRetryAfter = (sent: string | undefined, now: number): number => {
  const text = sent?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  return Math.max(Math.ceil((Date.parse(text) - now) / 1000) || 0, 0)
}

const readText = async (response: AsyncIterable<Buffer>): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    size += piece.length
    if (size > longestBody) throw new Error(`The answer is longer than ${longestBody} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** Some sites print warnings of PHP before the JSON. */
const parse = (text: string): JsonObject | readonly unknown[] | undefined => {
  for (const part of [text, text.slice(Math.max(text.search(/[[{]/), 0))]) {
    try {
      const value: unknown = JSON.parse(part)
      if (isJsonObject(value) || Array.isArray(value)) return value
    } catch {
      // The next part, or none, is JSON.
    }
  }
  return undefined
}

/** The paths of the interface below the REST root of a site. */
const namespaces = ['tribe/events/v1', 'calendar/events/v1']

/** The addresses of the interface and of `wp/v2` of a site, without a slash at the end. */
export type SiteAddresses = { readonly events: string; readonly site: string }

/**
 * Finds the interface of a site by its address: that of a page, of the REST root, or of the interface itself. Sites without readable addresses
 * have `?rest_route=`.
 * @throws SiteError when none of the usual addresses answers.
 */
export const discoverSite = async (address: string, ask: AskSite): Promise<SiteAddresses> => {
  const { origin, pathname, search } = new URL(address)
  const url = withoutSlashes(`${origin}${pathname}${search.startsWith('?rest_route=') ? search : ''}`)
  const direct = /^(.*?)(\/|\?rest_route=\/)(?:tribe|calendar)\/events\/v1/.exec(url)
  const roots = direct ? [`${direct[1]}${direct[2]}`] : rootsOf(url)
  /** The paths that were tried in vain, by what came of them. */
  const tried = new Map<string, string[]>()
  for (const root of roots) {
    for (const namespace of namespaces) {
      const base = `${root}${namespace}`
      const fault = await findFault(base, ask)
      if (fault === undefined) return { events: base, site: `${root}wp/v2` }
      tried.set(fault, [...(tried.get(fault) ?? []), base.slice(origin.length)])
    }
  }
  const reasons = [...tried].map(([fault, paths]) => `${paths.join(', ')}: ${fault.replace(/\.$/, '')}`).join('; ')
  const shown = reasons.length > longestReasons ? `${reasons.slice(0, longestReasons)}…` : `${reasons}.`
  throw new SiteError(`${shownUrl(address)} is no calendar with the interface of The Events Calendar. ${shown}`)
}

/** Most characters of the reasons, which are kept with a source. */
const longestReasons = 1000

const rootsOf = (url: string): readonly string[] => {
  const { origin } = new URL(url)
  const bases = [...new Set([url.replace(/\/wp-json$/, ''), origin])]
  return bases.flatMap((base) => [`${base}/wp-json/`, `${base}/`, `${base}/?rest_route=/`])
}

/** Why an address is not that of the interface; undefined if it is. */
const findFault = async (base: string, ask: AskSite): Promise<string | undefined> => {
  try {
    const { status, body } = await ask(withQuery(`${base}/events`, { per_page: '1' }), true)
    const code = isJsonObject(body) ? body['code'] : undefined
    const hasEvents = status === 200 && isJsonObject(body) && Array.isArray(body['events'])
    // An empty calendar has no first page.
    if (hasEvents || code === 'event-archive-page-not-found') return undefined
    return status === 200 ? 'it answers with other JSON.' : `it answers ${status}.`
  } catch (error) {
    if (error instanceof SiteError) return error.reason
    throw error
  }
}

/** An address with parameters, also where the path itself is one. */
export const withQuery = (address: string, params: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(params)}`
