import { blankOf, searchTextsOf } from '../../core/fields.ts'
import type { PostDefinition } from '../shared/post-definition.ts'
import { planLinked } from '../shared/post-list.ts'
import { unlinkWhenTrashed } from '../shared/unlink.ts'
import { organizerFields } from './fields.ts'
import { organizerFilters } from './filters.ts'
import { organizerFragments } from './record.ts'

/** Defines organizers as post-like records: the persons or organizations that hold events. */
export const organizerDefinition: PostDefinition<
  'organizer',
  undefined,
  undefined,
  typeof organizerFields,
  typeof organizerFilters
> = {
  name: 'organizer',
  titleField: 'organizer',
  fields: organizerFields,
  filters: organizerFilters,
  plan: planLinked('organizer', organizerFilters),
  reusesNamesakes: true,
  blank: blankOf(organizerFields),
  links: unlinkWhenTrashed('organizer'),
  searchFields: searchTextsOf(organizerFields),
  compose: organizerFragments.compose,
}
