import type { Resource } from '../core/resource.ts'
import { categories } from '../resources/categories/resource.ts'
import { events } from '../resources/events/resource.ts'
import { organizers } from '../resources/organizers/resource.ts'
import { tags } from '../resources/tags/resource.ts'
import { venues } from '../resources/venues/resource.ts'
import type { ImportedKind } from './record.ts'

/** A kind of record that has a resource. */
export type ResourceKind = Exclude<ImportedKind, 'image'>

/** The resources whose records are imported by their operations; images are fetched. */
export const resources: { readonly [kind in ResourceKind]: Resource } = {
  category: categories,
  tag: tags,
  venue: venues,
  organizer: organizers,
  event: events,
}
