import type { AppContext } from '../../core/context.ts'
import { nowText, toLocal } from '../../lib/time-zone.ts'
import { indexedYears } from '../dates.ts'
import { languagePrefix } from '../page-context.ts'

/** A rule of `robots.txt` on a pattern of paths. */
type Rule = `${'Allow' | 'Disallow'}: ${string}`

/**
 * The pages that crawlers should not visit (contract D2.4): searches, days, weeks and distant months, which are endless. The
 * API, calendars and feeds stay open, because programs that subscribe to calendars follow these rules too. Of two matching rules, the
 * longer one counts (RFC 9309, 2.2.2).
 */
export const writeRobots = ({ config, clock }: Pick<AppContext, 'config' | 'clock'>): string => {
  const base = new URL(config.publicUrl).pathname.replace(/\/$/, '')
  const years = indexedYears(toLocal(nowText(clock()), config.zone))
  const rules = config.languages.flatMap((language) => rulesBelow(`${base}${languagePrefix(config, language)}`, years))
  return `User-agent: *\n${rules.join('\n')}\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`
}

/** Parameters with an unlimited number of values: searches and dates. */
const searches = ['search=', 'date=', 'Date='] as const

const datedViews = ['month', 'week', 'day', 'list', 'photo', 'past'] as const

/** Parameters that request a calendar or a feed at the address of a page (contract D1). */
const feedParams = ['ical=', 'feed='] as const

/** Endings of paths of calendars and feeds, after that of a page (contract D1). */
const feedPaths = ['feed/', 'ical/'] as const

const rulesBelow = (root: string, years: readonly string[]): Rule[] => [
  `Allow: ${root}/?rest_route=`,
  ...['/', '/events*/'].flatMap((path) => searches.flatMap((name) => searchRules(`${root}${path}`, name))),
  ...['/venues/?', '/organizers/?'].map((path): Rule => `Disallow: ${root}${path}*search=`),
  // Views of everything, and those of a category or a tag.
  ...['/events/', '/events/*/'].flatMap((path) =>
    datedViews.flatMap((view) => dateRules(`${root}${path}${view}/`, view === 'month' ? years : [])),
  ),
]

/** Rules for a parameter of searches at a path; calendars and feeds have it too. */
const searchRules = (path: string, name: string): Rule[] => [
  `Disallow: ${path}?*${name}`,
  ...feedParams.flatMap((feed): Rule[] => [`Allow: ${path}?*${name}*${feed}`, `Allow: ${path}?*${feed}*${name}`]),
  ...feedPaths.map((feed): Rule => `Allow: ${path}${feed}*?*${name}`),
]

/** Rules for the dates of a view: `2027-06/` and `2027-06-14/` are segments with a hyphen. */
const dateRules = (path: string, years: readonly string[]): Rule[] => [
  `Disallow: ${path}*-*/`,
  ...[...feedPaths, ...feedParams, 'feed.'].map((feed): Rule => `Allow: ${path}*${feed}`),
  // The page itself, and not what its query asks for.
  ...years.map((year): Rule => `Allow: ${path}${year}-*/$`),
]
