import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import type { IdPage } from '../../core/resource.ts'
import { createResponse } from '../../http/response.ts'
import type { Response } from '../../http/types.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { toIso } from '../../lib/time-zone.ts'
import { findInLists, isHidden } from '../../resources/events/tallies.ts'
import type { TermRecord } from '../../resources/shared/term-record.ts'
import { monthLaterBy } from '../dates.ts'
import type { PageContext } from '../page-context.ts'
import { decodeSlug, type PageState, plainList, writeAddress } from '../page-state.ts'
import type { RecordReader } from '../reader.ts'
import { type Answer, pathPart } from '../route.ts'
import { textResponse } from '../text-response.ts'
import { always } from '../upcoming.ts'
import { writeRobots } from './robots.ts'

/** Addresses of one sitemap; the protocol allows five times as many. */
const perMap = 10_000

/** Addresses that are written before other requests are answered. */
const perTurn = 500

type Paging = { readonly page: number; readonly per_page: number }

/** Records that have pages: how their ids are found. */
type Kind = {
  readonly name: 'event' | 'venue' | 'organizer'
  readonly find: (records: RecordReader, paging: Paging) => Promise<IdPage>
}

/** By the path of the page that lists them. */
const kinds: Readonly<Record<string, Kind>> = {
  events: { name: 'event', find: ({ events }, paging) => events.find({ ...always, ...paging }) },
  venues: { name: 'venue', find: ({ venues }, paging) => venues.find(paging) },
  organizers: { name: 'organizer', find: ({ organizers }, paging) => organizers.find(paging) },
}

/** `/robots.txt`. */
export const answerRobots: Answer = async ({ app }) =>
  createResponse({
    status: 200,
    type: 'text/plain; charset=UTF-8',
    body: writeRobots(app),
    headers: { 'cache-control': 'public, max-age=3600' },
  })

/** `/sitemap.xml`: the sitemaps of everything that has a page. */
export const sitemapIndex: Answer = async (context, request) => {
  const maps = await Promise.all(
    Object.entries(kinds).map(async ([name, { find }]) => {
      const { total } = await find(context.records, { page: 1, per_page: 1 })
      return Array.from({ length: Math.ceil(total / perMap) }, (_, at) => `/sitemap-${name}-${at + 1}.xml`)
    }),
  )
  const entries = ['/sitemap-pages-1.xml', ...maps.flat()].map(
    (path) => markup`<sitemap><loc>${context.links.page(path)}</loc></sitemap>\n`,
  )
  return xmlResponse(request, context, 'sitemapindex', entries)
}

/** `/sitemap-events-1.xml`: one of these sitemaps. */
export const sitemapPart: Answer = async (context, request) => {
  const [name, page] = [pathPart(request, 'name'), pathPart(request, 'page')]
  if (name === 'pages' && page === '1') {
    const paths = await listPages(context)
    const addresses = paths.map((path) => markup`<url><loc>${context.links.page(path)}</loc></url>\n`)
    return xmlResponse(request, context, 'urlset', addresses)
  }
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind || !/^[1-9]\d{0,6}$/.test(page)) throw new ApiError('rest_no_route')
  const entries = await entriesOf(context, kind, Number(page))
  if (!entries) throw new ApiError('rest_no_route')
  const index = page === '1' && markup`<url><loc>${context.links.page(`/${name}/`)}</loc></url>\n`
  return xmlResponse(request, context, 'urlset', [index, entries])
}

/** Months ahead that search engines are told of. */
const monthsAhead = 12

/** Most categories and tags each: a sitemap has ten thousand addresses. */
const mostTerms = 4000

/** The lists that people search for: what is on in a month, in a category, with a tag. */
const listPages = async ({ app: { database }, records, request }: PageContext): Promise<readonly string[]> => {
  const used = { hide_empty: true, per_page: mostTerms }
  const [categories, tags] = await Promise.all([records.categories.list(used), records.tags.list(used)])
  // What belongs to hidden events alone is not told.
  const inLists = async (by: 'categories' | 'tags', terms: readonly TermRecord[]): Promise<readonly TermRecord[]> => {
    const found = await findInLists(
      database,
      by,
      terms.map(({ id }) => id),
    )
    return terms.filter(({ id }) => found.has(id))
  }
  const month = request.today().slice(0, 7)
  const states: PageState[] = [
    ...Array.from({ length: monthsAhead }, (_, at) => ({
      ...plainList,
      view: 'month' as const,
      date: monthLaterBy(month, at),
    })),
    ...(await inLists('categories', categories.records)).map(({ slug }) => ({
      ...plainList,
      term: { taxonomy: 'category' as const, slug: decodeSlug(slug) },
    })),
    ...(await inLists('tags', tags.records)).map(({ slug }) => ({
      ...plainList,
      term: { taxonomy: 'tag' as const, slug: decodeSlug(slug) },
    })),
  ]
  return states.map(writeAddress)
}

/** The addresses of a sitemap, some at a time: other requests are answered in between; undefined for one behind the last. */
const entriesOf = async (context: PageContext, kind: Kind, page: number): Promise<readonly Markup[] | undefined> => {
  const entries: Markup[] = []
  const turns = perMap / perTurn
  for (let turn = (page - 1) * turns + 1; turn <= page * turns; turn++) {
    const { ids, total } = await kind.find(context.records, { page: turn, per_page: perTurn })
    if (ids.length === 0 && turn === (page - 1) * turns + 1) return undefined
    entries.push(...(await writeEntries(context, kind, ids)))
    if (turn * perTurn >= total) break
    await nextTurn()
  }
  return entries
}

const writeEntries = async (
  { app: { database }, links }: PageContext,
  { name }: Kind,
  ids: readonly number[],
): Promise<readonly Markup[]> => {
  const rows = await database.kysely
    .selectFrom(name)
    .select(['slug', 'modified_utc'])
    .where((eb) => database.dialect.isIn(eb.ref('id'), ids))
    .where('status', '=', 'publish')
    .$if(name !== 'event', (query) => query.where((eb) => eb.not(isHidden(name === 'venue' ? 'venue' : 'organizer'))))
    .orderBy('id')
    .execute()
  return rows.map(
    ({ slug, modified_utc }) =>
      markup`<url><loc>${links.page(`/${name}/${slug}/`)}</loc><lastmod>${toIso(modified_utc)}</lastmod></url>\n`,
  )
}

const xmlResponse = (
  request: FastifyRequest,
  context: PageContext,
  root: string,
  entries: Content,
): Promise<Response> =>
  textResponse(request, context, {
    type: 'application/xml; charset=UTF-8',
    text: markup`<?xml version="1.0" encoding="UTF-8"?>
${trusted(`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)}
${entries}${trusted(`</${root}>`)}
`.text,
    headers: {},
  })
