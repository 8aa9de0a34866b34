import { termListFilters } from '../shared/term-filters.ts'

/** The filters of the list of tags (contract A3). */
export const tagFilters = termListFilters('tag')
