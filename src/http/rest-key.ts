import { namespace } from '../lib/links.ts'
import type { Route } from './routes.ts'

/** Under what an answer of the interface is kept in memory, by the URL that was asked. */
export type RestKey = (url: string) => string

/** Addresses of the calendar's namespaces. Lists below `wp/v2` refuse what they do not know, so there every parameter counts. */
const isOfCalendar = /^[^?]*\/events\/v1(?:[/?]|$)/i

/**
 * Makes what leaves parameters that no route knows out of a URL: two URLs that differ in them have the same answer. Names that are
 * escaped, or begin with `_`, are kept as they are, since they may be other spellings of known ones.
 */
export const createRestKey = (routes: readonly Route[]): RestKey => {
  const own = routes.filter((route) => route.namespace === namespace)
  const known = new Set(own.flatMap(({ endpoints }) => endpoints.flatMap(({ params }) => Object.keys(params))))
  const isKnown = (part: string): boolean => {
    const name = part.split(/[=[]/, 1)[0] ?? ''
    return known.has(name) || name.startsWith('_') || name.includes('%')
  }
  return (url) => {
    const mark = url.indexOf('?')
    if (mark < 0 || !isOfCalendar.test(url)) return url
    const parts = url.slice(mark + 1).split('&')
    if (parts.every(isKnown)) return url
    const kept = parts.filter(isKnown)
    return kept.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${kept.join('&')}`
  }
}
