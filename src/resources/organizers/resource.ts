import type { Resource } from '../../core/resource.ts'
import { postOperations } from '../shared/post.ts'
import { organizerDefinition } from './definition.ts'
import { organizerFields } from './fields.ts'
import { organizerFilters } from './filters.ts'
import { organizerRecord, plainOrganizer } from './record.ts'

/** The resource of organizers. */
export const organizers: Resource<typeof organizerFields, typeof organizerFilters> = {
  name: 'organizer',
  plural: 'organizers',
  objectType: 'post',
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
  fields: organizerFields,
  filters: organizerFilters,
  schemas: organizerRecord.schemas,
  plain: plainOrganizer,
  writeRight: 'edit',
  dependsOn: ['organizer', 'event'],
  pastEnd: 'organizer-archive-page-not-found',
  operations: postOperations(organizerDefinition),
}
