import { calendar, readData } from '../../api/calendar.ts'
import type { Choice } from '../../ui/combobox.tsx'
import { plainText } from '../../ui/plain-text.ts'

/** The venues whose name or address has these words, for fields that choose one. */
export const findVenues = async (search: string): Promise<readonly Choice[]> => {
  const query = { per_page: 8, _fields: ['total', 'id', 'venue', 'city'], ...(search ? { search } : {}) }
  const { venues } = readData(await calendar.GET('/venues', { params: { query } }))
  return venues.map(({ id, venue, city }) => ({ id, name: plainText(venue), note: city }))
}

/** The organizers whose name or e-mail address has these words, for fields that choose one. */
export const findOrganizers = async (search: string): Promise<readonly Choice[]> => {
  const query = { per_page: 8, _fields: ['total', 'id', 'organizer'], ...(search ? { search } : {}) }
  const { organizers } = readData(await calendar.GET('/organizers', { params: { query } }))
  return organizers.map(({ id, organizer }) => ({ id, name: plainText(organizer) }))
}
