import { linkedFilters } from '../shared/linked-filters.ts'

/** How the list of organizers is narrowed (contract A3). */
export const organizerFilters = linkedFilters('organizer')
