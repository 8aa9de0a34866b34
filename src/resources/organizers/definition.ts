import { htmlToText } from '../../lib/html.ts'
import type { PostDefinition } from '../shared/post-definition.ts'
import { planLinked } from '../shared/post-list.ts'
import { unlinkWhenTrashed } from '../shared/unlink.ts'
import { organizerFields } from './fields.ts'
import { organizerFilters } from './filters.ts'
import { renderOrganizer } from './record.ts'

/** Organizers: who holds events. */
export const organizerDefinition: PostDefinition<'organizer', undefined> = {
  name: 'organizer',
  titleField: 'organizer',
  fields: organizerFields,
  filters: organizerFilters,
  plan: planLinked('organizer', organizerFilters),
  reusesNamesakes: true,
  blank: { phone: '', website: '', email: '' },
  links: unlinkWhenTrashed('organizer'),
  searchFields: (row) => ({
    title: row.title,
    description: htmlToText(row.description),
    excerpt: htmlToText(row.excerpt),
    phone: row.phone,
    email: row.email,
    website: row.website,
  }),
  render: (context, row, _relations, options) => renderOrganizer(context, row, options),
}
