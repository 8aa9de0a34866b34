import type { IncomingMessage } from 'node:http'
import { anonymous, type Caller } from '../core/policy.ts'
import { namespace } from '../lib/links.ts'
import { encodingOf } from './encoding.ts'
import type { Route } from './routes.ts'

/** What the query of a page or a feed at a path says, in one spelling: it names every parameter that the page looks at, and no other. */
export type PageQuery = (path: string, query: string) => string

/** Makes the key of a response: two requests with the same key get the same response. */
export type CacheKey = {
  /** Of a request of the interface: each caller has keys of his own. */
  readonly ofRest: (url: string, caller: Caller) => string
  /** Of a page or a feed, which are sent in several encodings. */
  readonly ofPage: (url: string, request: IncomingMessage) => string
}

/** Addresses of the calendar's namespaces. Lists below `wp/v2` refuse what they do not know, so there every parameter counts. */
const isOfCalendar = /^[^?]*\/events\/v1(?:[/?]|$)/i

/**
 * Keys leave out parameters that no route knows. Names that are escaped, or begin with `_`, stay, since they may be other spellings of
 * known ones.
 */
export const createCacheKey = (routes: readonly Route[], pageQuery: PageQuery): CacheKey => {
  const own = routes.filter((route) => route.namespace === namespace)
  const known = new Set(own.flatMap(({ endpoints }) => endpoints.flatMap(({ params }) => Object.keys(params))))
  const isKnown = (part: string): boolean => {
    const name = part.split(/[=[]/, 1)[0] ?? ''
    return known.has(name) || name.startsWith('_') || name.includes('%')
  }
  return {
    ofRest: (url, caller) => {
      const mark = url.indexOf('?')
      let key = url
      if (mark >= 0 && isOfCalendar.test(url)) {
        const kept = url
          .slice(mark + 1)
          .split('&')
          .filter(isKnown)
        key = kept.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${kept.join('&')}`
      }
      return caller === anonymous ? key : `${caller.id} ${caller.role} ${key}`
    },
    ofPage: (url, { headers }) => {
      const mark = url.indexOf('?')
      const path = mark < 0 ? url : url.slice(0, mark)
      const query = mark < 0 ? '' : pageQuery(path, url.slice(mark + 1))
      return `${encodingOf(headers['accept-encoding'])} ${path}?${query}`
    },
  }
}
