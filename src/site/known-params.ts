import { invalidParams } from '../core/errors.ts'
import type { ParamTable } from '../core/params.ts'
import { plainQuery } from '../http/raw-params.ts'
import { shownFilters } from '../resources/events/resource.ts'
import { organizerFilters } from '../resources/organizers/filters.ts'
import { venueFilters } from '../resources/venues/filters.ts'
import type { PageContext } from './page-context.ts'
import { filterNames, whenParam } from './page-state.ts'
import { filterParams, formParams, listEntries, tecParams } from './tec-addresses.ts'

/** Names of parameters. */
export type ParamNames = ReadonlySet<string>

/** For a page that reads no parameter. */
export const noParamNames: ParamNames = new Set()

/** What pages and feeds with lists read: the filters of events, venues and organizers, those of the pages, and what The Events Calendar has instead. */
export const listParams: ParamNames = new Set([
  ...Object.keys(shownFilters),
  ...Object.keys(venueFilters),
  ...Object.keys(organizerFilters),
  ...filterNames,
  ...['page', 'zoom', 'date', whenParam],
  ...tecParams,
])

/** What the numbers for filters are for: a page of events. */
export const countParams: ParamNames = new Set([...listParams, 'view'])

/** What an embedded list or month reads. */
export const embedParams: ParamNames = new Set([...listParams, 'theme', 'layout', 'max', 'days'])

/** What the page that writes the code of embeds reads. */
export const snippetParams: ParamNames = new Set([
  ...['kind', 'categories', 'tags', 'venue', 'organizer', 'featured', 'language', 'max', 'height', 'theme'],
  ...['layout', 'when', 'days', 'collapse'],
])

/** What the page of an event reads: it has no filters of its own. */
export const eventParams: ParamNames = new Set(formParams)

/** What the page of a venue or an organizer reads: the days of its events; a parameter of TEC may ask for another list of them. */
export const placeParams: ParamNames = new Set([whenParam, 'start_date', 'end_date', ...tecParams])

/** What the lists of venues and organizers read. */
export const placeListParams: ParamNames = new Set(['search', 'page'])

/** What the calendar of one event reads: the minutes before it at which a program reminds of it. */
export const alarmParams: ParamNames = new Set(['alarm'])

/** What oEmbed reads (2.2). */
export const oembedParams: ParamNames = new Set(['url', 'format', 'maxwidth', 'maxheight'])

/**
 * The parameters of a query that its path knows, in the order of their names, each once, as lists of the interface read them.
 * @throws ApiError `rest_invalid_param` for a filter of too many values.
 */
export const readKnown = (
  { path, query, paramsOf }: Pick<PageContext, 'path' | 'query' | 'paramsOf'>,
  filters: ParamTable = shownFilters,
): URLSearchParams => {
  const sent = plainQuery(query, filters)
  const known = paramsOf(path)
  for (const name of [...sent.keys()]) if (!known.has(name)) sent.delete(name)
  requireFew(sent, filters)
  const when = sent.get(whenParam)
  if (when !== null) sent.delete(whenParam)
  if (when) sent.set('window', when)
  sent.sort()
  return sent
}

/** Values of one filter of a page or a feed: a month asks for each of its days with all of them. */
const mostValues = 100

const requireFew = (sent: URLSearchParams, filters: ParamTable): void => {
  const names: Readonly<Record<string, string>> = { ...filterParams }
  const long = listEntries(Object.fromEntries(sent)).filter(
    ([name, value]) => filters[names[name] ?? name]?.type.isList && value.split(',').length > mostValues,
  )
  if (long.length > 0) {
    throw invalidParams(new Map(long.map(([name]) => [name, `Pages and feeds take at most ${mostValues} values.`])))
  }
}
