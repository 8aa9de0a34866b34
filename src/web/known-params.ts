import { canonicalQuery } from '../http/canonical-query.ts'
import { plainQuery } from '../http/raw-params.ts'
import { shownEvents } from '../resources/events/resource.ts'
import { organizers } from '../resources/organizers/resource.ts'
import { venues } from '../resources/venues/resource.ts'
import { filterNames } from './state.ts'
import { tecParams } from './tec-addresses.ts'

/** Every parameter that a page or a feed looks at: two addresses that differ in others have the same answer. */
const knownParams: ReadonlySet<string> = new Set([
  ...Object.keys(shownEvents.filters),
  ...Object.keys(venues.filters),
  ...Object.keys(organizers.filters),
  ...filterNames,
  ...['page', 'zoom', 'date'],
  ...tecParams,
])

/** What the query of a page or a feed says, in one spelling: what answers are kept by. */
export const pageQuery = (query: string): string => canonicalQuery(query, knownParams)

/** The known parameters of a query in the order of their names, each once, as lists of the interface read them. */
export const readKnown = (query: string): URLSearchParams => {
  const sent = plainQuery(query, shownEvents.filters)
  for (const name of [...sent.keys()]) if (!knownParams.has(name)) sent.delete(name)
  sent.sort()
  return sent
}
