import type { Resource } from '../../core/resource.ts'
import { termOperations } from '../shared/term.ts'
import { termSchemas } from '../shared/term-schema.ts'
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
