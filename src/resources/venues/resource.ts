import type { Resource } from '../../core/resource.ts'
import { postOperations } from '../shared/post.ts'
import { venueDefinition } from './definition.ts'
import { venueFields } from './fields.ts'
import { venueFilters } from './filters.ts'
import { plainVenue, venueRecord } from './record.ts'

/** The resource of venues. */
export const venues: Resource<typeof venueFields, typeof venueFilters> = {
  name: 'venue',
  plural: 'venues',
  objectType: 'post',
  texts: {
    title: 'Venues',
    list: 'List venues',
    create: 'Create a venue',
    read: 'Read a venue',
    update: 'Update a venue',
    put: 'Create or update a venue',
    batch: 'Write many venues',
    remove: 'Delete a venue',
  },
  fields: venueFields,
  filters: venueFilters,
  schemas: venueRecord.schemas,
  plain: plainVenue,
  writeRight: 'edit',
  dependsOn: ['venue', 'event'],
  pastEnd: 'venue-archive-page-not-found',
  operations: postOperations(venueDefinition),
}
