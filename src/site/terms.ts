import type { Taxonomy } from '../db/schema.ts'
import { categories } from '../resources/categories/resource.ts'
import { tags } from '../resources/tags/resource.ts'
import type { PageContext } from './page-context.ts'

/** A category or a tag, as far as pages and feeds show it. */
export type Term = { readonly id: number; readonly name: string; readonly description: string }

/** By which filter of the list of events each taxonomy is asked for. */
export const termFilters = { category: 'categories', tag: 'tags' } as const

const resources = { category: categories, tag: tags }

/** Finds a term by its slug, also one without events. */
export const findTerm = async (
  { records, request }: PageContext,
  taxonomy: Taxonomy,
  slug: string,
): Promise<Term | undefined> => {
  const query = new URLSearchParams({ slug, hide_empty: 'false' }).toString()
  return (await records.list<Term>(request, resources[taxonomy], query)).records[0]
}
