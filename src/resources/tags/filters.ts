import { termFilters } from '../shared/term-filters.ts'

/** How the list of tags is narrowed (contract A3). */
export const tagFilters = termFilters('tag')
