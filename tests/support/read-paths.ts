import type { FastifyInstance } from 'fastify'
import type { ReadResource } from '../../src/core/resource.ts'
import { namespace, siteNamespace } from '../../src/lib/links.ts'
import { shownEvents } from '../../src/resources/events/resource.ts'
import { adapters, resources, siteResources } from '../../src/resources/list.ts'
import { filterNames, views } from '../../src/site/page-state.ts'
import { type Known, pairsOf, samplesOfAll } from './list-samples.ts'

/** Slugs of records that are there, by which the paths of routes are filled. */
export type Slugs = { readonly [parameter in 'event' | 'venue' | 'organizer' | 'category' | 'tag']: string }

/** The paths of all routes of an app that are read, with the names of their parameters, as its router prints them, without the one whose answer never ends. */
export const routesOfApp = async (app: FastifyInstance): Promise<readonly string[]> => {
  await app.ready()
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false, method: 'GET' })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part] = /^((?:│ {3}| {4})*)[├└]── (\S+)/.exec(line) ?? []
      if (indent === undefined || part === undefined) return []
      const depth = indent.length / 4
      const route = depth === 0 ? part : `${above[depth - 1]}${part}`
      above[depth] = route
      return route.replace(patterns, '')
    })
    .filter((route) => !route.endsWith('/changes/stream'))
}

/** The patterns of parameters, in which there may be groups. */
const patterns = /\((?:[^()]|\([^()]*\))*\)/g

/** Settings with which there is a page of every kind: maps have tiles, for which nobody asks. */
export const allPages = { KALENDS_TILE_SERVER: 'https://tiles.example.org/{z}/{x}/{y}.png' }

/** The window that has all events. */
export const allTime = 'start_date=0001-01-01&end_date=9999-12-31'

/**
 * All that anybody may read, from the root of the server: every route, and lists, pages and feeds by each of their filters alone, by
 * pairs of them, at the ends of what dates and numbers of pages may be.
 */
export const readPaths = (routes: readonly string[], known: Known, slugs: Slugs): readonly string[] => [
  ...new Set([
    ...routes.map((route) => fill(route, known, slugs)).filter((path) => !path.endsWith('*')),
    ...listPaths(known),
    ...eventPages(known, slugs),
    ...feeds(routes, known, slugs),
    ...indexPages,
    '/assets/embed.js',
  ]),
]

const fill = (route: string, known: Known, slugs: Slugs): string => {
  const kind = /\/(?:events\/)?(category|tag|event|venue|organizer)s?\/(?:by-slug\/)?:slug/.exec(route)?.[1]
  const id = /\/(events|venues|organizers|categories|tags|media|series)\/:id/.exec(route)?.[1]
  const ids: Readonly<Record<string, number | undefined>> = {
    events: known.event,
    venues: known.venues[0],
    organizers: known.organizers[0],
    categories: known.category,
    tags: known.tag,
    media: known.image,
    series: known.series,
  }
  return route
    .replace(':user_id', 'me')
    .replace(':uuid', '0123')
    .replace(':slug', slugs[kind as keyof Slugs] ?? '')
    .replace(':id', String(ids[id ?? ''] ?? 1))
    .replace(':name-:page', 'events-1')
    .replace(':file', 'swagger-ui-bundle.js')
}

/** Pages of a list of all: the first, some far behind, one that is not there; and as many records as there may be. */
const pages = ['page=1', 'page=1900', 'page=999999', 'per_page=50', 'per_page=50&page=390']

const listed: readonly ReadResource[] = [...resources, ...siteResources, ...adapters]

/** The lists of every resource by each parameter alone. */
export const listPathsAlone = (known: Known): readonly string[] =>
  listed.flatMap((resource) => {
    const pieces = [...samplesOfAll(resource, known).values()].flat()
    const everywhen = pieces.flatMap((piece) => [`${piece}&${allTime}`, `${piece}&${allTime}&page=40`])
    return pathsOf(resource, ['', ...pieces, ...(hasWindow(resource) ? everywhen : [])])
  })

const listPaths = (known: Known): readonly string[] => [
  ...listPathsAlone(known),
  ...listed.flatMap((resource) => {
    const window = hasWindow(resource) ? `&${allTime}` : ''
    const queries = [...pages, ...pairsOf(samplesOfAll(resource, known), 2)]
    return pathsOf(
      resource,
      queries.map((query) => query + window),
    )
  }),
]

/** Posts below `wp/v2` are listed whenever they are. */
const hasWindow = ({ name, isAdapter }: ReadResource): boolean => name === 'event' && !isAdapter

const pathsOf = (resource: ReadResource, queries: readonly string[]): readonly string[] => {
  const isBelowSite = resource.name === 'attachment' || resource.isAdapter
  const base = `/${isBelowSite ? siteNamespace : namespace}/${resource.plural}`
  return queries.map((query) => (query === '' ? base : `${base}?${query}`))
}

/** The filters of the pages, by which feeds are asked too. */
const shownSamples = (known: Known): ReadonlyMap<string, readonly string[]> => {
  const names: readonly string[] = filterNames
  return new Map([...samplesOfAll(shownEvents, known)].filter(([name]) => names.includes(name)))
}

/** The first and the last dates that views have, and one in the middle. */
const datesOf = (view: string, { day }: Known): readonly string[] => {
  if (view === 'month') return ['1000-01', '9998-12', day.slice(0, 7)]
  return view === 'week' || view === 'day' ? ['1000-01-01', '9998-12-01', day] : []
}

const eventPages = (known: Known, slugs: Slugs): readonly string[] => {
  const samples = shownSamples(known)
  const queries = [...['page=2', 'page=500', 'page=1000000', 'zoom=18'], ...[...samples.values()].flat()]
  const pairs = pairsOf(samples, 2)
  return views.flatMap((view) => {
    const last = view === 'list' ? '' : `${view}/`
    const dated = datesOf(view, known).flatMap((date) =>
      ['', '?free=true', '?search=u'].map((query) => `/events/${last}${date}/${query}`),
    )
    const ofTerms = [`/events/category/${slugs.category}/${last}`, `/events/tag/${slugs.tag}/${last}`]
    const ofRecords = ['event', 'venue', 'organizer'] as const
    return [
      ...(view === 'list' ? ofRecords.map((name) => `/${name}/${slugs[name]}/`) : []),
      ...dated,
      ...ofTerms,
      `/events/${last}`,
      ...queries.map((query) => `/events/${last}?${query}`),
      // Photos are what the list has, and a day is what a week has.
      ...(['photo', 'day'].includes(view) ? [] : pairs.map((query) => `/events/${last}?${query}`)),
    ]
  })
}

/** The feeds of all events by each filter, and those of each other subject as they are and by some; pairs would be those of the pages again. */
const feeds = (routes: readonly string[], known: Known, slugs: Slugs): readonly string[] => {
  const alone = [...shownSamples(known).values()].flat()
  const some = ['', `?${allTime}`, '?free=true', '?search=u']
  return routes
    .filter((route) => /feed\.\w+$/.test(route))
    .map((route) => fill(route, known, slugs))
    .flatMap((feed) => {
      const queries = feed.startsWith('/events/feed') ? [...some, ...alone.map((piece) => `?${piece}`)] : some
      return queries.map((query) => feed + query)
    })
}

const indexPages = ['venues', 'organizers'].flatMap((name) => [
  ...['', '?page=2', '?page=20', '?page=1000000', '?search=u', '?search=an'].map((query) => `/${name}/${query}`),
  `/sitemap-${name}-1.xml`,
])
