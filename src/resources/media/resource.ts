import type { Resource } from '../../core/resource.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { mediaFields } from './fields.ts'
import { mediaFilters } from './filters.ts'
import { mediaOperations } from './operations.ts'
import { deletedMedia, mediaSchemas } from './schema.ts'

/** The images of the library, under the name by which clients of the peer know them (contract B7.9). */
export const media: Resource = {
  name: 'attachment',
  plural: 'media',
  kind: 'attachment',
  fields: mediaFields,
  filters: mediaFilters,
  refuseUnknown: refuseUnknownBy(mediaFilters),
  schemas: { ...mediaSchemas, deleted: deletedMedia },
  writeRight: 'publish',
  dependsOn: ['image'],
  pastEnd: 'rest_post_invalid_page_number',
  operations: mediaOperations,
}
