import type { Resource } from '../../core/resource.ts'
import { postOperations } from '../shared/post.ts'
import { organizerDefinition } from './definition.ts'
import { organizerFields } from './fields.ts'
import { organizerFilters } from './filters.ts'
import { organizerSchemas } from './schema.ts'

/** The resource of organizers, as routes and documentation read it. */
export const organizers: Resource = {
  name: 'organizer',
  plural: 'organizers',
  kind: 'post',
  fields: organizerFields,
  filters: organizerFilters,
  schemas: organizerSchemas,
  writeRight: 'edit',
  dependsOn: ['organizer', 'event'],
  pastEnd: 'organizer-archive-page-not-found',
  operations: postOperations(organizerDefinition),
}
