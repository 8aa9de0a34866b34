import { linkedFilters } from '../shared/linked-filters.ts'

/** How the list of venues is narrowed (contract A3). */
export const venueFilters = linkedFilters('venue')
