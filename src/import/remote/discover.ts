import { isJsonObject } from '../../lib/json.ts'
import { shownUrl, withoutSlashes } from '../../lib/url.ts'
import { type AskSite, SiteError } from './client.ts'

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
