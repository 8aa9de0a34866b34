import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../crud/errors.ts'
import type { Resource } from '../crud/resource.ts'
import { type Content, type Markup, markup, trusted } from '../lib/markup.ts'
import { isoOf } from '../lib/time-zone.ts'
import { shownEvents } from '../resources/events/resource.ts'
import { organizers } from '../resources/organizers/resource.ts'
import { venues } from '../resources/venues/resource.ts'
import { robotsOf } from './robots.ts'
import type { Visit } from './visit.ts'
import { mostRecords, type Visits } from './visits.ts'

/** Addresses of one sitemap; the protocol allows five times as many. */
const perMap = mostRecords

/** The records that have pages, by the path of the page that lists them. */
type Kind = { readonly resource: Resource & { readonly name: 'event' | 'venue' | 'organizer' }; readonly all: string }

const kinds: Readonly<Record<string, Kind>> = {
  events: { resource: shownEvents as Kind['resource'], all: 'start_date=0001-01-01&end_date=9999-12-31' },
  venues: { resource: venues as Kind['resource'], all: '' },
  organizers: { resource: organizers as Kind['resource'], all: '' },
}

/** `robots.txt`, and the sitemaps of everything that has a page. */
export const mountSitemap = (app: FastifyInstance, context: Context, visits: Visits): void => {
  app.get('/robots.txt', async (_request, reply) => {
    reply.headers({ 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'public, max-age=3600' })
    return reply.send(robotsOf(context))
  })
  app.get(
    '/sitemap.xml',
    visits.handler(async (visit, _request, reply) => {
      const maps = await Promise.all(
        Object.entries(kinds).map(async ([name, { resource, all }]) => {
          const { total } = await visit.records.find(visit.scope, resource, `${all}&per_page=1`)
          return Array.from({ length: Math.ceil(total / perMap) }, (_, at) => `/sitemap-${name}-${at + 1}.xml`)
        }),
      )
      const entries = maps.flat().map((path) => markup`<sitemap><loc>${visit.links.page(path)}</loc></sitemap>\n`)
      return sendXml(reply, 'sitemapindex', entries)
    }),
  )
  app.get(
    '/sitemap-:name-:page.xml',
    visits.handler(async (visit, request, reply) => {
      const { name = '', page = '' } = request.params as { name?: string; page?: string }
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
      if (!kind || !/^[1-9]\d{0,6}$/.test(page)) throw new ApiError('rest_no_route')
      const entries = await entriesOf(context, visit, kind, page)
      if (entries.length === 0) throw new ApiError('rest_no_route')
      const index = page === '1' && markup`<url><loc>${visit.links.page(`/${name}/`)}</loc></url>\n`
      return sendXml(reply, 'urlset', [index, entries])
    }),
  )
}

const entriesOf = async (
  { database }: Context,
  visit: Visit,
  { resource, all }: Kind,
  page: string,
): Promise<readonly Markup[]> => {
  const { ids } = await visit.records.find(visit.scope, resource, `${all}&per_page=${perMap}&page=${page}`)
  const rows: { slug: string; modified_utc: string }[] = []
  for (let at = 0; at < ids.length; at += 1000) {
    const some = await database.kysely
      .selectFrom(resource.name)
      .select(['slug', 'modified_utc'])
      .where((eb) => database.dialect.isIn(eb.ref('id'), ids.slice(at, at + 1000)))
      .where('status', '=', 'publish')
      .execute()
    rows.push(...some)
  }
  return rows.map(
    ({ slug, modified_utc }) =>
      markup`<url><loc>${visit.links.page(`/${resource.name}/${slug}/`)}</loc><lastmod>${isoOf(modified_utc)}</lastmod></url>\n`,
  )
}

const sendXml = (reply: FastifyReply, root: string, entries: Content): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/xml; charset=UTF-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    .send(
      markup`<?xml version="1.0" encoding="UTF-8"?>
${trusted(`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)}
${entries}${trusted(`</${root}>`)}
`.text,
    )
