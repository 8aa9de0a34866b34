import { calendar, dataOf } from '../../api/calendar.ts'
import type { Choice } from '../../ui/combobox.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { knownCategories } from './colors.ts'

/** Most terms that a field shows: all categories of most calendars, before anything is typed. */
const most = 50

/** The categories or tags whose name has these words, also those that no event has yet, for fields that choose some. */
export const findTerms = async (of: 'categories' | 'tags', search: string): Promise<readonly Choice[]> => {
  const params = { params: { query: { per_page: most, hide_empty: false, ...(search ? { search } : {}) } } }
  if (of === 'tags')
    return dataOf(await calendar.GET('/tags', params)).tags.map(({ id, name }) => ({ id, name: plainText(name) }))
  const [{ categories }, known] = [dataOf(await calendar.GET('/categories', params)), await knownCategories()]
  return categories.map(({ id, name, parent }) => {
    const above = known.find((one) => one.id === parent)
    return { id, name: plainText(name), ...(above && { note: plainText(above.name) }) }
  })
}
