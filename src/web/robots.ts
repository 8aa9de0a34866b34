import type { Context } from '../context.ts'
import { nowText, toLocal } from '../lib/time-zone.ts'
import { indexedYears } from './dates.ts'
import { prefixOf } from './visit.ts'

/** A rule of `robots.txt` on a pattern of paths. */
type Rule = `${'Allow' | 'Disallow'}: ${string}`

/**
 * What programs that collect pages are to leave out (contract D2.4): pages without end, of searches, days, weeks and far months. The
 * interface, calendars and feeds stay open: programs that subscribe to calendars keep to these rules too. Of two rules that match, the
 * longer one counts (RFC 9309, 2.2.2).
 */
export const robotsOf = ({ config, clock }: Pick<Context, 'config' | 'clock'>): string => {
  const base = new URL(config.publicUrl).pathname.replace(/\/$/, '')
  const years = indexedYears(toLocal(nowText(clock()), config.zone))
  const rules = config.languages.flatMap((language) => rulesBelow(`${base}${prefixOf(config, language)}`, years))
  return `User-agent: *\n${rules.join('\n')}\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`
}

/** Parameters that make a page one of very many: what people type, and any date. */
const searches = ['search=', 'date='] as const

const datedViews = ['month', 'week', 'day', 'list', 'past'] as const

/** Parameters that ask for a calendar or a feed at the address of a page (contract D1). */
const feedParams = ['ical=', 'feed='] as const

const rulesBelow = (root: string, years: readonly string[]): Rule[] => [
  `Allow: ${root}/?rest_route=`,
  ...['/?', '/events*/?'].flatMap((path) =>
    searches.flatMap((name): Rule[] => [
      `Disallow: ${root}${path}*${name}`,
      ...feedParams.flatMap((feed): Rule[] => [
        `Allow: ${root}${path}*${name}*${feed}`,
        `Allow: ${root}${path}*${feed}*${name}`,
      ]),
    ]),
  ),
  ...['/venues/?', '/organizers/?'].map((path): Rule => `Disallow: ${root}${path}*search=`),
  ...datedViews.flatMap((view): Rule[] => [
    `Disallow: ${root}/events/*${view}/*-`,
    ...feedParams.map((feed): Rule => `Allow: ${root}/events/*${view}/*-*${feed}`),
  ]),
  ...years.map((year): Rule => `Allow: ${root}/events/*month/${year}-`),
]
