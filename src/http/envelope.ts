import type { ParamTable, RawParams } from '../crud/params.ts'
import type { ListPage, Resource } from '../crud/resource.ts'
import type { Json } from '../lib/json.ts'
import type { Address } from './address.ts'

/** A list as it is answered: body and headers (contract B3.1, F1.1). */
export type ListAnswer = { readonly body: Json; readonly headers: Readonly<Record<string, string>> }

/** What a list answers about itself besides its records. */
export type ListRequest = {
  readonly resource: Resource
  readonly address: Address
  /** The public URL. */
  readonly site: string
  readonly raw: RawParams
}

/**
 * The envelope of a page. Post-like lists begin with the records, term-like ones with the numbers (F1.1); attachments are a
 * plain list, as everywhere in `wp/v2`.
 */
export const envelope = (request: ListRequest, list: ListPage): ListAnswer => {
  const { resource } = request
  const totalPages = Math.ceil(list.total / list.perPage)
  const links = pageLinks(request, list, totalPages)
  const total = { total: list.total, total_pages: totalPages }
  const records = { [resource.plural]: [...list.records] }
  const neighbours = {
    ...(links.next === undefined ? {} : { next_rest_url: links.next }),
    ...(links.previous === undefined ? {} : { previous_rest_url: links.previous }),
  }
  const bodies = {
    post: { ...records, rest_url: links.self, ...neighbours, ...total },
    term: { rest_url: links.self, ...total, ...records, ...neighbours },
    attachment: [...list.records],
  }
  const totals = resource.kind === 'attachment' ? 'x-wp-total' : 'x-tec-total'
  return {
    body: bodies[resource.kind],
    headers: {
      [totals]: String(list.total),
      [`${totals}pages`]: String(totalPages),
      ...(links.header === '' ? {} : { link: links.header }),
    },
  }
}

type PageLinks = { self: string; next: string | undefined; previous: string | undefined; header: string }

const pageLinks = (request: ListRequest, list: ListPage, totalPages: number): PageLinks => {
  const filters = sentFilters(request, list)
  const at = (page: number | undefined, isLast = true): string => {
    const number: [string, string][] = page === undefined ? [] : [['page', String(page)]]
    return address(request, isLast ? [...filters, ...number] : [...number, ...filters])
  }
  // The first page has no number in links, as with the peer (F1.3); its own link has one where lists echo their paging.
  const self = request.resource.kind === 'post' ? at(list.page, false) : at(list.page === 1 ? undefined : list.page)
  const next = list.page < totalPages ? at(list.page + 1) : undefined
  const back = Math.min(list.page - 1, Math.max(totalPages, 1))
  const previous = list.page > 1 ? at(back === 1 ? undefined : back) : undefined
  const relations = Object.entries({
    next,
    prev: previous,
    first: totalPages > 0 ? at(undefined) : undefined,
    last: totalPages > 0 ? at(totalPages === 1 ? undefined : totalPages) : undefined,
  })
  const header = relations.flatMap(([rel, url]) => (url === undefined ? [] : [`<${url}>; rel="${rel}"`])).join(', ')
  return { self, next, previous, header }
}

/** Every filter in effect, in the order of its table: following the links visits every record once (contract B3.1). */
const sentFilters = ({ resource, raw }: ListRequest, list: ListPage): [string, string][] => {
  const filters: [string, string][] = []
  const table: ParamTable = resource.filters
  for (const name of Object.keys(table)) {
    if (name === 'page' || list.dropped.includes(name)) continue
    const value =
      name === 'per_page'
        ? perPage(resource, raw, list)
        : (list.echo[name] ?? showSent(raw.all(name), raw.one(name), table, name))
    if (value !== undefined) filters.push([name, value])
  }
  const extra = ['_fields', '_envelope'].flatMap((name): [string, string][] => {
    const value = raw.one(name)
    return typeof value === 'string' ? [[name, value]] : []
  })
  return [...filters, ...extra]
}

const perPage = (resource: Resource, raw: RawParams, list: ListPage): string | undefined =>
  resource.kind === 'post' || raw.one('per_page') !== undefined ? String(list.perPage) : undefined

const showSent = (all: unknown, one: unknown, table: ParamTable, name: string): string | undefined => {
  const value = table[name]?.type.isList ? all : one
  if (value === undefined || value === null) return undefined
  const parts: unknown[] = typeof value === 'object' ? Object.values(value) : [value]
  return parts
    .filter((part) => typeof part !== 'object')
    .map(String)
    .join(',')
}

const address = (request: ListRequest, query: readonly (readonly [string, string])[]): string => {
  const { root, namespace } = request.address
  const encoded = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const base = `${request.site}${root}${namespace}/${request.resource.plural}/`
  if (encoded === '') return base
  return `${base}${root.includes('?') ? '&' : '?'}${encoded}`
}
