import type { ParamTable } from '../core/params.ts'
import type { ListPlan } from '../core/resource.ts'
import { siteNamespace } from '../lib/links.ts'
import type { ListRequest } from './list-response.ts'

/** What stands around the records of a list (contract B3.1, F1.1): JSON before and after them, and headers. */
export type Envelope = {
  readonly before: string
  readonly after: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The envelope of a page. Post-like lists begin with the records, term-like ones with the numbers (F1.1); below `wp/v2` all are plain
 * lists, as clients of WordPress know them.
 */
export const envelope = (request: ListRequest, plan: ListPlan, total: number): Envelope => {
  const { resource, route } = request
  const totalPages = Math.ceil(total / plan.perPage)
  const links = pageLinks(request, plan, totalPages)
  const self = `"rest_url":${JSON.stringify(links.self)}`
  const neighbours = member('next_rest_url', links.next) + member('previous_rest_url', links.previous)
  const totals = `"total":${total},"total_pages":${totalPages}`
  const shapes = {
    post: { before: `{"${resource.plural}":[`, after: `],${self}${neighbours},${totals}}` },
    term: { before: `{${self},${totals},"${resource.plural}":[`, after: `]${neighbours}}` },
    attachment: plainList,
  }
  const isPlain = route.namespace === siteNamespace
  const name = isPlain ? 'x-wp-total' : 'x-tec-total'
  const headers: Record<string, string> = { [name]: String(total), [`${name}pages`]: String(totalPages) }
  if (links.header !== '') headers['link'] = links.header
  return { ...(isPlain ? plainList : shapes[resource.kind]), headers }
}

const plainList = { before: '[', after: ']' }

const member = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`

type PageLinks = { self: string; next: string | undefined; previous: string | undefined; header: string }

const pageLinks = (request: ListRequest, plan: ListPlan, totalPages: number): PageLinks => {
  const { page } = plan
  const { root, namespace } = request.address
  const base = `${request.context.links.site}${root}${namespace}/${request.resource.plural}/`
  const mark = root.includes('?') ? '&' : '?'
  const filters = sentFilters(request, plan)
  const join = (query: string): string => (query === '' ? base : `${base}${mark}${query}`)
  // The first page has no number in links, as with the peer (F1.3); its own link has one where lists echo their paging.
  const at = (number: number): string =>
    join(number === 1 ? filters : filters === '' ? `page=${number}` : `${filters}&page=${number}`)
  const isPost = echoesPaging(request)
  const self = isPost ? join(filters === '' ? `page=${page}` : `page=${page}&${filters}`) : at(page)
  const next = page < totalPages ? at(page + 1) : undefined
  const previous = page > 1 ? at(Math.min(page - 1, Math.max(totalPages, 1))) : undefined
  const [first, last] = totalPages > 0 ? [at(1), at(totalPages)] : []
  // A number of a page would have no effect beside an offset.
  const numbered = plan.offset === undefined ? { next, prev: previous, first, last } : {}
  const header = Object.entries(numbered)
    .flatMap(([rel, url]) => (url === undefined ? [] : [`<${url}>; rel="${rel}"`]))
    .join(', ')
  return { self, next, previous, header }
}

/** Every filter in effect, in the order of its table: following the links visits every record once (contract B3.1). */
const sentFilters = (request: ListRequest, plan: ListPlan): string => {
  const { resource, raw } = request
  const filters: string[] = []
  const add = (name: string, value: string): void => {
    filters.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  }
  const table: ParamTable = resource.filters
  for (const name of Object.keys(table)) {
    if (name === 'page' || plan.dropped.includes(name)) continue
    const value =
      name === 'per_page'
        ? perPage(request, plan)
        : (plan.echo[name] ?? showSent(raw.all(name), raw.one(name), table, name))
    if (value !== undefined) add(name, value)
  }
  for (const name of ['_fields', '_envelope']) {
    const value = raw.one(name)
    if (typeof value === 'string') add(name, value)
  }
  return filters.join('&')
}

/** Post-like lists name the page and its size in their links, also where they were not sent (F1.3); those of `wp/v2` do not. */
const echoesPaging = ({ resource, route }: ListRequest): boolean =>
  resource.kind === 'post' && route.namespace !== siteNamespace

const perPage = (request: ListRequest, plan: ListPlan): string | undefined =>
  echoesPaging(request) || request.raw.one('per_page') !== undefined ? String(plan.perPage) : undefined

const showSent = (all: unknown, one: unknown, table: ParamTable, name: string): string | undefined => {
  const value = table[name]?.type.isList ? all : one
  if (value === undefined || value === null) return undefined
  const parts: unknown[] = typeof value === 'object' ? Object.values(value) : [value]
  return parts
    .filter((part) => typeof part !== 'object')
    .map(String)
    .join(',')
}
