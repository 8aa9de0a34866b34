import { isJsonObject } from '../../lib/json.ts'
import { withoutSlashes } from '../../lib/url.ts'
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
  for (const root of roots) {
    for (const namespace of namespaces) {
      if (await answers(`${root}${namespace}`, ask)) return { events: `${root}${namespace}`, site: `${root}wp/v2` }
    }
  }
  throw new SiteError(
    `${address} is no calendar with the interface of The Events Calendar: none of ${roots.join(', ')} answers for ${namespaces.join(' or ')}.`,
  )
}

const rootsOf = (url: string): readonly string[] => {
  const { origin } = new URL(url)
  const bases = [...new Set([url.replace(/\/wp-json$/, ''), origin])]
  return bases.flatMap((base) => [`${base}/wp-json/`, `${base}/`, `${base}/?rest_route=/`])
}

const answers = async (base: string, ask: AskSite): Promise<boolean> => {
  try {
    const { status, body } = await ask(withQuery(`${base}/events`, { per_page: '1' }), true)
    if (!isJsonObject(body)) return false
    // An empty calendar has no first page.
    return (status === 200 && Array.isArray(body['events'])) || body['code'] === 'event-archive-page-not-found'
  } catch (error) {
    if (error instanceof SiteError) return false
    throw error
  }
}

/** An address with parameters, also where the path itself is one. */
export const withQuery = (address: string, params: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(params)}`
