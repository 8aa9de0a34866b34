import { invalidParams } from '../core/errors.ts'
import type { ParamTable } from '../core/params.ts'
import { canonicalQuery } from '../http/canonical-query.ts'
import { plainQuery } from '../http/raw-params.ts'
import { shownEvents } from '../resources/events/resource.ts'
import { organizers } from '../resources/organizers/resource.ts'
import { venues } from '../resources/venues/resource.ts'
import type { PageContext } from './page-context.ts'
import { filterNames } from './state.ts'
import { entriesOf, filterParams, formParams, tecParams } from './tec-addresses.ts'

/** Every parameter that a list of events, as a page or a feed, looks at. */
const listParams: ReadonlySet<string> = new Set([
  ...Object.keys(shownEvents.filters),
  ...Object.keys(venues.filters),
  ...Object.keys(organizers.filters),
  ...filterNames,
  ...['page', 'zoom', 'date'],
  ...tecParams,
])

/** What the pages of one record look at: they have no filters of their own. Feeds of a venue's events (`feed.ics`) have. */
const recordParams: readonly (readonly [path: RegExp, names: ReadonlySet<string>])[] = [
  [/^(?:\/[a-z]{2})?\/event\//, new Set(formParams)],
  [/^(?:\/[a-z]{2})?\/(?:venue|organizer)\/[^.]*$/, new Set(tecParams)],
]

/** The parameters that a path looks at: two addresses that differ in others have the same answer. */
const paramsOf = (path: string): ReadonlySet<string> =>
  recordParams.find(([pattern]) => pattern.test(path))?.[1] ?? listParams

/** What the query of a page or a feed says, in one spelling: what answers are kept by. */
export const pageQuery = (path: string, query: string): string => canonicalQuery(query, paramsOf(path))

/**
 * The known parameters of a query in the order of their names, each once, as lists of the interface read them.
 * @throws ApiError `rest_invalid_param` for a filter of too many values.
 */
export const readKnown = (
  { path, query }: Pick<PageContext, 'path' | 'query'>,
  filters: ParamTable = shownEvents.filters,
): URLSearchParams => {
  const sent = plainQuery(query, filters)
  const known = paramsOf(path)
  for (const name of [...sent.keys()]) if (!known.has(name)) sent.delete(name)
  requireFew(sent, filters)
  sent.sort()
  return sent
}

/** Values of one filter of a page or a feed: a month asks for each of its days with all of them. */
const mostValues = 100

const requireFew = (sent: URLSearchParams, filters: ParamTable): void => {
  const names: Readonly<Record<string, string>> = { ...filterParams }
  const long = entriesOf(Object.fromEntries(sent)).filter(
    ([name, value]) => filters[names[name] ?? name]?.type.isList && value.split(',').length > mostValues,
  )
  if (long.length > 0) {
    throw invalidParams(new Map(long.map(([name]) => [name, `Pages and feeds take at most ${mostValues} values.`])))
  }
}
