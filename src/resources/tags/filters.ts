import { termFilters } from '../../kinds/term-filters.ts'

/** How the list of tags is narrowed (contract A3). */
export const tagFilters = termFilters('tag')
