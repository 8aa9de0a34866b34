import type { Resource } from '../../core/resource.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { mediaFields } from './fields.ts'
import { mediaFilters } from './filters.ts'
import { mediaOperations } from './operations.ts'
import { deletedMedia, mediaRecord } from './record.ts'

/** The resource of images, which `wp/v2` names attachments (contract B7.9). */
export const media: Resource<typeof mediaFields, typeof mediaFilters> = {
  name: 'attachment',
  plural: 'media',
  objectType: 'attachment',
  texts: {
    title: 'Images',
    list: 'List images',
    create: 'Upload an image',
    read: 'Read an image’s data',
    update: 'Update an image’s texts; fields that are not sent are kept',
    replace: 'Replace the file of an image, keeping its id and uses',
    remove: 'Delete an image for good and remove it from every record that shows it',
    id: 'Id of the image: one or more decimal digits.',
    about: {
      create:
        'The body is the file itself, with its media type and its name in `Content-Disposition`, or a form with the part `file`.',
      replace:
        'The body is the same as for an upload; it may also change texts. The files get new addresses, and the old ones stop working.',
      remove: 'Images have no trash, so `force=true` is needed.',
    },
  },
  fields: mediaFields,
  filters: mediaFilters,
  refuseUnknown: refuseUnknownBy(mediaFilters),
  schemas: { item: mediaRecord.schema, single: mediaRecord.schema, deleted: deletedMedia },
  writeRight: 'publish',
  dependsOn: ['image'],
  pastEnd: 'rest_post_invalid_page_number',
  operations: mediaOperations,
}
