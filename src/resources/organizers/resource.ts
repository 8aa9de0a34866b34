import type { Resource } from '../../core/resource.ts'
import { postOperations, unlinkWhenTrashed } from '../shared/post.ts'
import { definePost } from '../shared/post-definition.ts'
import { planLinked } from '../shared/post-list.ts'
import { organizerFields } from './fields.ts'
import { organizerFilters } from './filters.ts'
import { organizerFragments, organizerRecord, plainOrganizer } from './record.ts'

/** What organizers are: the persons or organizations that hold events. */
export const organizerDefinition = definePost({
  name: 'organizer',
  plural: 'organizers',
  texts: {
    title: 'Organizers',
    list: 'List organizers',
    create: 'Create an organizer',
    read: 'Read an organizer',
    update: 'Update an organizer',
    put: 'Create or update an organizer',
    batch: 'Write many organizers',
    remove: 'Delete an organizer',
  },
  titleField: 'organizer',
  fields: organizerFields,
  filters: organizerFilters,
  schemas: organizerRecord.schemas,
  plain: plainOrganizer,
  dependsOn: ['organizer', 'event'],
  pastEnd: 'organizer-archive-page-not-found',
  plan: planLinked('organizer', organizerFilters),
  reusesNamesakes: true,
  links: unlinkWhenTrashed('organizer'),
  compose: organizerFragments.compose,
})

/** The resource of organizers. */
export const organizers: Resource<typeof organizerFields, typeof organizerFilters> = {
  ...organizerDefinition,
  operations: postOperations(organizerDefinition),
}
