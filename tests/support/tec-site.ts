import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A record as the interface of The Events Calendar answers it. */
export type SiteRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** The lists of a site. */
export type SiteLists = { readonly [name in 'categories' | 'tags' | 'venues' | 'organizers' | 'events']: SiteRecord[] }

/** What a site does in place of an answer, once. */
export type SiteFault = (response: ServerResponse, page: () => object) => void

/** A site that is asked over HTTP; it answers as the plugin does (F2, F3), a page at a time. */
export type TecSite = {
  readonly url: string
  readonly lists: SiteLists
  /** The paths that were asked for, with their queries. */
  readonly asked: string[]
  /** Faults by a part of the path and query of the request that meets them; each happens once. */
  readonly faults: Map<string, SiteFault>
  /** Files by their paths. */
  readonly files: Map<string, Buffer>
  /** Is called before each answer. */
  onAsked: (path: string) => void
  readonly port: number
  readonly close: () => void
}

const root = '/wp-json/tribe/events/v1'

/** Starts a site. */
export const startTecSite = async (lists: SiteLists): Promise<TecSite> => {
  const faults = new Map<string, SiteFault>()
  const asked: string[] = []
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.test')
    const path = `${url.pathname}${url.search}`
    asked.push(path)
    site.onAsked(path)
    const send = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
    const file = files.get(url.pathname)
    if (file) return void response.writeHead(200, { 'content-type': 'image/png' }).end(file)
    if (url.pathname === '/')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A town</title>')
    const name = url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length + 1).replace(/\/$/, '') : ''
    if (!isList(lists, name)) return send(404, { code: 'rest_no_route', message: 'No route.', data: { status: 404 } })
    const page = pageOf(lists, name, url)
    const fault = [...faults].find(([part]) => path.includes(part))
    if (fault) {
      faults.delete(fault[0])
      return fault[1](response, () => page ?? {})
    }
    if (page) return send(200, page)
    send(404, { code: 'event-archive-page-not-found', message: 'The page does not exist.', data: { status: 404 } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site: TecSite = {
    url: `http://127.0.0.1:${port}`,
    lists,
    asked,
    faults,
    files,
    onAsked: () => undefined,
    port,
    close: () => server.close(),
  }
  return site
}

const isList = (lists: SiteLists, name: string): name is keyof SiteLists => Object.hasOwn(lists, name)

const pageOf = (lists: SiteLists, name: keyof SiteLists, { searchParams, href }: URL): object | undefined => {
  const [page, perPage] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page') ?? 10)]
  const records = lists[name].slice((page - 1) * perPage, page * perPage)
  if (records.length === 0) return undefined
  const total = lists[name].length
  return { [name]: records, rest_url: href, total, total_pages: Math.ceil(total / perPage) }
}

/** An event as the plugin shows it, with what it links to. */
export const tecEvent = (id: number, more: object = {}): SiteRecord => ({
  id,
  global_id: `site.test?id=${id}`,
  author: '3',
  status: 'publish',
  date: '2026-01-05 10:00:00',
  date_utc: '2026-01-05 09:00:00',
  modified: '2026-01-05 10:00:00',
  modified_utc: '2026-01-05 09:00:00',
  url: `https://site.test/event/event-${id}/`,
  title: `Event &#8211; ${id}`,
  description: `<p>The ${id}th event.</p>`,
  excerpt: '',
  slug: `event-${id}`,
  image: false,
  all_day: false,
  start_date: '2027-03-28 09:00:00',
  end_date: '2027-03-28 12:00:00',
  utc_start_date: '2027-03-28 07:00:00',
  utc_end_date: '2027-03-28 10:00:00',
  timezone: 'Europe/Berlin',
  timezone_abbr: 'CEST',
  cost: '€5',
  cost_details: { currency_symbol: '€', currency_code: 'EUR', currency_position: 'prefix', values: ['5'] },
  website: 'https://site.test/more',
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: false,
  featured: true,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  ...more,
})
