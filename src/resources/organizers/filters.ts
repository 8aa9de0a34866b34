import { linkedFilters } from '../shared/linked-filters.ts'

/** The filters of the list of organizers (contract A3). */
export const organizerFilters = {
  ...linkedFilters(
    'organizer',
    'Only organizers of which one field (name, description, excerpt, phone, website or email) contains every given word, whatever its letter case and accents; at most 200 characters.',
  ),
}
