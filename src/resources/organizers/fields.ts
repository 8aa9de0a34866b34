import { email, line, name, url } from '../../core/types/values.ts'
import type { OrganizerTable } from '../../db/schema.ts'
import { field, maxTitle, postFields } from '../shared/post-fields.ts'

const own = field<OrganizerTable>()

/** What may be written on an organizer (contract A1; excerpt is ours). */
export const organizerFields = {
  ...postFields,
  organizer: own({ type: name(maxTitle), isRequired: true, columns: (title) => ({ title }) }),
  phone: own({ type: line, empty: '', columns: (phone) => ({ phone }) }),
  website: own({ type: url, empty: '', columns: (website) => ({ website }) }),
  email: own({ type: email, empty: '', columns: (email) => ({ email }) }),
}
