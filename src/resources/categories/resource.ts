import type { Resource } from '../../core/resource.ts'
import { termOperations } from '../shared/term.ts'
import { plainTerm, termRecords } from '../shared/term-record.ts'
import { categoryFields } from './fields.ts'
import { categoryFilters } from './filters.ts'

/** The resource of event categories: a tree of terms, which callers with the right to publish may write (F0.9). */
export const categories: Resource<typeof categoryFields, typeof categoryFilters> = {
  name: 'category',
  plural: 'categories',
  objectType: 'term',
  texts: {
    title: 'Categories',
    list: 'List categories',
    create: 'Create a category',
    read: 'Read a category',
    update: 'Update a category',
    remove: 'Delete a category for good',
    about: { remove: 'Its events stay and lose the category; its child categories move up to its parent.' },
  },
  fields: categoryFields,
  filters: categoryFilters,
  schemas: termRecords.category.schemas,
  plain: plainTerm,
  writeRight: 'publish',
  dependsOn: ['term', 'count', 'event'],
  operations: termOperations({ taxonomy: 'category', filters: categoryFilters, writeRight: 'publish' }),
}
