import type { Taxonomy } from '../db/schema.ts'
import type { TermRecord } from '../resources/shared/term-record.ts'
import type { PageContext } from './page-context.ts'
import type { EventFilters } from './reader.ts'

/** The filter of the list of events for each taxonomy. */
export const termFilters = { category: 'categories', tag: 'tags' } as const

/** The events of a category or a tag. */
export const eventsOfTerm = (taxonomy: Taxonomy, { id }: Pick<TermRecord, 'id'>): EventFilters => ({
  [termFilters[taxonomy]]: [id],
})

/** Finds a term by its slug, also one without events. */
export const findTerm = async (
  { records }: PageContext,
  taxonomy: Taxonomy,
  slug: string,
): Promise<TermRecord | undefined> => {
  const terms = records[termFilters[taxonomy]]
  const named = await terms.readFilters(new URLSearchParams({ slug }))
  return (await terms.list({ ...named, hide_empty: false })).records[0]
}
