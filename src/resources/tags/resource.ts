import type { Resource } from '../../core/resource.ts'
import { termOperations } from '../shared/term.ts'
import { plainTerm, termRecords } from '../shared/term-record.ts'
import { tagFields } from './fields.ts'
import { tagFilters } from './filters.ts'

/** The resource of event tags: terms without parents, which editors may write (F0.9). */
export const tags: Resource<typeof tagFields, typeof tagFilters> = {
  name: 'tag',
  plural: 'tags',
  objectType: 'term',
  texts: {
    title: 'Tags',
    list: 'List tags',
    create: 'Create a tag',
    read: 'Read a tag',
    update: 'Update a tag',
    remove: 'Delete a tag for good',
    about: { remove: 'Its events stay and lose the tag.' },
  },
  fields: tagFields,
  filters: tagFilters,
  refusedFields: { parent: 'rest_taxonomy_not_hierarchical' },
  schemas: termRecords.tag.schemas,
  plain: plainTerm,
  writeRight: 'edit-others',
  dependsOn: ['term', 'count', 'event'],
  operations: termOperations({ taxonomy: 'tag', filters: tagFilters, writeRight: 'edit-others' }),
}
