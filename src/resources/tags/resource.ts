import type { Resource } from '../../core/resource.ts'
import { termOperations } from '../shared/term.ts'
import { termSchemas } from '../shared/term-schema.ts'
import { tagFields } from './fields.ts'
import { tagFilters } from './filters.ts'

/** Event tags: flat terms, kept by editors (F0.9). */
export const tags: Resource = {
  name: 'tag',
  plural: 'tags',
  kind: 'term',
  fields: tagFields,
  filters: tagFilters,
  refusedFields: { parent: 'rest_taxonomy_not_hierarchical' },
  schemas: termSchemas('tag'),
  writeRight: 'edit-others',
  dependsOn: ['term', 'count', 'event'],
  operations: termOperations({ taxonomy: 'tag', filters: tagFilters, writeRight: 'edit-others' }),
}
