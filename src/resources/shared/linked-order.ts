import type { OrderTerm } from '../../query/ordered-page.ts'
import { type SortKey, sortBy } from './sort.ts'

/** The values by which venues and organizers are ordered (contract C1.3). */
export const linkedSort = sortBy('title', 'date', 'modified', 'id')

/** What is asked of their order. */
export type LinkedSortKeys = readonly SortKey<'title' | 'date' | 'modified' | 'id'>[]

/** The latest first, as they were published. */
const usual: LinkedSortKeys = [{ by: 'date', direction: 'desc' }]

const columns = { title: 'title_order', date: 'date', modified: 'modified_utc', id: 'id' } as const

/** A column of venues and organizers by which they are ordered. */
export type LinkedColumn = (typeof columns)[keyof typeof columns]

/** The terms of an order; the id comes last, in the direction of the term before it. */
export const linkedTerms = (keys: LinkedSortKeys = usual): readonly (OrderTerm & { readonly by: LinkedColumn })[] => {
  const at = keys.findIndex(({ by }) => by === 'id')
  const shown =
    at < 0 ? [...keys, { by: 'id', direction: keys.at(-1)?.direction ?? 'desc' } as const] : keys.slice(0, at + 1)
  return shown.map(({ by, direction }) => ({
    name: by,
    direction,
    by: columns[by],
    kind: by === 'id' ? 'number' : 'text',
  }))
}
