import { termId } from '../../core/types.ts'
import { filter } from '../../query/condition.ts'
import { termListFilters } from '../shared/term-filters.ts'

/** The filters of the list of categories (contract A3). */
export const categoryFilters = {
  ...termListFilters('category'),
  parent: filter<'term', number>({
    type: termId('category'),
    about: 'Only the direct children of the category with this id.',
    isCheap: true,
    where: ({ param }) => {
      const parent = param((id) => id)
      return (eb) => eb.and([eb('term.parent_id', '=', parent), eb('term.parent_id', '<>', 0)])
    },
  }),
}
