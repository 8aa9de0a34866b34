import { isInterfaceLanguage, isLanguage, type Language } from '../i18n/catalogue.ts'
import { namespace, ownNamespace, siteNamespace, tecNamespace } from '../lib/links.ts'

/** The address of a request in one of the spellings of contract B1.1. */
export type Address = {
  /** A path of a namespace, the index of a REST root, an unknown path below a REST root, or a page. */
  readonly kind: 'namespace' | 'root' | 'unknown' | 'page'
  readonly language: Language
  /** The namespace as the request has it: `calendar/events/v1`, `tribe/events/v1`, `wp/v2` or `kalends/v1`. */
  readonly namespace: string
  /** The REST root below the public URL, as links of lists repeat it: `/`, `/de/wp-json/`, or `/?rest_route=/`. */
  readonly root: string
  /** The path in the one spelling that has handlers; `url` adds the query. */
  readonly path: string
  readonly url: string
  /** The raw query without `?` and without `rest_route`. */
  readonly query: string
}

/** The path of the handler for the index of the site. */
export const rootPath = '/wp-json'

/** The path of oEmbed in WordPress (contract D2.5). It is handled like a page, in the language of the address. */
export const tecOembedPath = '/wp-json/oembed/1.0/embed'

/** A path that no page has, for addresses that the router cannot read. */
export const missingPath = '/-'

const wordPressHome = /^(?:\/([a-z]{2}))?\/(?:index\.php)?$/i
// `wp` is not a language but the beginning of a namespace.
const restRoot = /^(?:\/(?!wp\/)([a-z]{2}))?(\/wp-json)?(\/.*)?$/i
const inNamespace = new RegExp(`^/(${[namespace, tecNamespace, siteNamespace, ownNamespace].join('|')})(/.*)?$`, 'i')

/**
 * Normalizes the URL of a request: several slashes become one, since base addresses often end in a slash (D2.3), and scheme and host, which
 * clients send to proxies (RFC 9112, 3.2.2), are removed. The query stays as it was sent.
 */
export const plainUrl = (sent: string): string => {
  const raw = (sent.startsWith('/') ? sent : sent.replace(/^https?:\/\/[^/?]*/i, '')) || '/'
  const mark = raw.indexOf('?')
  const doubled = raw.indexOf('//')
  if (doubled < 0 || (mark >= 0 && mark < doubled)) return raw
  return mark < 0 ? withSingleSlashes(raw) : withSingleSlashes(raw.slice(0, mark)) + raw.slice(mark)
}

const withSingleSlashes = (path: string): string => path.replace(/\/{2,}/g, '/')

/** The most frequent paths, which need no further normalization. */
const usualPath = /^\/calendar\/events\/v1\/[a-z]+(?:\/\d+)?$/

/** Reads the raw URL of a request. */
export const readAddress = (sent: string): Address => {
  const raw = plainUrl(sent)
  const mark = raw.indexOf('?')
  const sentPath = mark < 0 ? raw : raw.slice(0, mark)
  const query = mark < 0 ? '' : raw.slice(mark + 1)
  if (usualPath.test(sentPath)) {
    return { kind: 'namespace', language: 'en', namespace, root: '/', path: sentPath, url: raw, query }
  }
  const path = normalizeEscapes(sentPath)
  const home = wordPressHome.exec(path)
  const route = home && query.includes('rest_route=') ? takeRoute(query) : undefined
  if (home && route) {
    const language = languageOf(home[1])
    const prefix = home[1] ? `/${home[1].toLowerCase()}` : ''
    return resolve(route.path, `${prefix}/?rest_route=/`, language, route.query, true)
  }
  const match = restRoot.exec(path)
  const isSite = match?.[2] !== undefined
  const below = match?.[3] ?? ''
  if (match && (isSite || inNamespace.test(below))) {
    const prefix = match[1] ? `/${match[1].toLowerCase()}` : ''
    const isPeerOnly = !isSite && below.toLowerCase().startsWith(`/${tecNamespace}`)
    const language = isPeerOnly ? undefined : languageOf(match[1])
    return resolve(below, `${prefix}${isSite ? '/wp-json/' : '/'}`, language, query, isSite)
  }
  return page(mark < 0 ? path : `${path}?${query}`, query)
}

/**
 * Decodes escaped letters, digits, `-`, `.`, `_` and `~` (RFC 3986, 6.2.2.2). The router would decode them later and could find another
 * handler than the address was read for. A single percent sign stands for itself, as in queries.
 */
const normalizeEscapes = (path: string): string =>
  path.includes('%') ? path.replace(/%([0-9a-f]{2})?/gi, normalizeEscape) : path

const normalizeEscape = (written: string, code: string | undefined): string => {
  if (code === undefined) return '%25'
  const character = String.fromCharCode(Number.parseInt(code, 16))
  return /[\w.~-]/.test(character) ? character : written
}

/** The paths that may have a language before them: only pages exist in several languages. */
const inLanguage =
  /^\/([a-z]{2})((?:\/(?:(?:events?|venues?|organizers?|tag|feed|embed|oembed|docs|submit)(?:\/[^?]*)?)?)?(?:\?.*)?)$/s

/** Reads the address of a page, which may begin with a language (contract B1.4). */
const page = (url: string, query: string): Address => {
  const [, segment = '', rest = url] = inLanguage.exec(url) ?? []
  const has = isLanguage(segment)
  const own = has ? (rest.startsWith('/') ? rest : `/${rest}`) : url
  const mark = own.indexOf('?')
  return {
    kind: 'page',
    language: has ? segment : 'en',
    namespace,
    root: has ? `/${segment}/` : '/',
    path: mark < 0 ? own : own.slice(0, mark),
    // The router would refuse it before a handler could show a page.
    url: url.includes('%') && !isUtf8(mark < 0 ? own : own.slice(0, mark)) ? missingPath : own,
    query,
  }
}

/** Returns the language of a path segment: English without a segment, undefined for an unknown language (contract B1.4). */
const languageOf = (segment: string | undefined): Language | undefined => {
  if (segment === undefined) return 'en'
  const code = segment.toLowerCase()
  return isInterfaceLanguage(code) ? code : undefined
}

const resolve = (
  below: string,
  root: string,
  language: Language | undefined,
  query: string,
  hasIndex: boolean,
): Address => {
  const suffix = query === '' ? '' : `?${query}`
  const at = (kind: Address['kind'], path: string, own: Partial<Address> = {}): Address => ({
    kind,
    language: language ?? 'en',
    namespace,
    root,
    path,
    url: path + suffix,
    query,
    ...own,
  })
  const match = isUtf8(below) ? inNamespace.exec(below) : undefined
  if (language && match) {
    const name = (match[1] ?? namespace).toLowerCase()
    // Both names of the calendar's namespace have the same handlers.
    const mounted = name === tecNamespace ? namespace : name
    return at('namespace', `/${mounted}${withoutSlash(match[2] ?? '')}`, { namespace: name })
  }
  if (language && hasIndex && (below === '' || below === '/')) return at('root', rootPath)
  if (language && hasIndex && isOembed.test(below)) {
    return at('page', tecOembedPath, { root: root.replace(/(?:wp-json|\?rest_route=)\/$/, '') })
  }
  return at('unknown', '/wp-json/-')
}

const isOembed = /^\/oembed\/1\.0\/embed\/?$/i

const isUtf8 = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Removes a trailing slash (contract B1.1), except where a slug is missing after it. */
const withoutSlash = (path: string): string => (/\/by-slug\/$/i.test(path) ? path : path.replace(/\/$/, ''))

/** Takes `rest_route` out of the query. */
const takeRoute = (query: string): { path: string; query: string } | undefined => {
  const parts = query.split('&')
  const at = parts.findIndex((part) => part.startsWith('rest_route='))
  if (at < 0) return undefined
  const value = (parts[at] ?? '').slice('rest_route='.length)
  const others = parts.filter((_, index) => index !== at).join('&')
  try {
    const path = decodeURIComponent(value.replaceAll('+', ' '))
    const plain = withSingleSlashes(path.replace(/[^!-~]|[?#]/gu, encodeURIComponent))
    return { path: normalizeEscapes(plain) || '/', query: others }
  } catch {
    return { path: '/-', query: others }
  }
}
