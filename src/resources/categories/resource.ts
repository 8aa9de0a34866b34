import type { Resource } from '../../crud/resource.ts'
import { termOperations } from '../../kinds/term.ts'
import { termSchemas } from '../../kinds/term-schema.ts'
import { categoryFields } from './fields.ts'
import { categoryFilters } from './filters.ts'

/** Event categories: a tree of terms, kept by those who may publish (F0.9). */
export const categories: Resource = {
  name: 'category',
  plural: 'categories',
  kind: 'term',
  fields: categoryFields,
  filters: categoryFilters,
  schemas: termSchemas('category'),
  writeRight: 'publish',
  dependsOn: ['term', 'count', 'event'],
  operations: termOperations({ taxonomy: 'category', filters: categoryFilters, writeRight: 'publish' }),
}
