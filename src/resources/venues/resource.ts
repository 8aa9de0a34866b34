import type { Resource } from '../../core/resource.ts'
import { postOperations } from '../shared/post.ts'
import { venueDefinition } from './definition.ts'
import { venueFields } from './fields.ts'
import { venueFilters } from './filters.ts'
import { venueSchemas } from './schema.ts'

/** The resource of venues, as routes and documentation read it. */
export const venues: Resource = {
  name: 'venue',
  plural: 'venues',
  kind: 'post',
  fields: venueFields,
  filters: venueFilters,
  schemas: venueSchemas,
  writeRight: 'edit',
  dependsOn: ['venue', 'event'],
  pastEnd: 'venue-archive-page-not-found',
  operations: postOperations(venueDefinition),
}
