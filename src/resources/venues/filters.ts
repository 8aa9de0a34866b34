import { linkedFilters } from '../shared/linked-filters.ts'

/** The filters of the list of venues (contract A3). */
export const venueFilters = {
  ...linkedFilters(
    'venue',
    'Only venues of which one field (name, description, excerpt, a part of the address or phone) contains every given word, whatever its letter case and accents; at most 200 characters.',
  ),
}
