import { calendar, dataOf } from '../../api/calendar.ts'
import type { Choice } from '../../ui/combobox.tsx'
import { plainText } from '../../ui/plain-text.ts'

/** The categories or tags whose name has these words, for fields that choose some. */
export const findTerms = async (of: 'categories' | 'tags', search: string): Promise<readonly Choice[]> => {
  const params = { params: { query: { per_page: 8, ...(search ? { search } : {}) } } }
  const terms =
    of === 'tags'
      ? dataOf(await calendar.GET('/tags', params)).tags
      : dataOf(await calendar.GET('/categories', params)).categories
  return terms.map(({ id, name }) => ({ id, name: plainText(name) }))
}
