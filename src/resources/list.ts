import type { Resource } from '../core/resource.ts'
import { categories } from './categories/resource.ts'
import { events } from './events/resource.ts'
import { media } from './media/resource.ts'
import { organizers } from './organizers/resource.ts'
import { tags } from './tags/resource.ts'
import { venues } from './venues/resource.ts'
import { postAdapters } from './wordpress/posts.ts'
import { termAdapters } from './wordpress/terms.ts'

/** The resources of the calendar's namespace, in the order in which the index and the documentation show them (F7.1). */
export const resources: readonly Resource[] = [events, venues, organizers, categories, tags]

/** The resource of `wp/v2` that is no other one under another name: images (contract B7.9). */
export const siteResources: readonly Resource[] = [media]

/** The resources above as clients of WordPress know them, below `wp/v2` (D4). */
export const adapters: readonly Resource[] = [...postAdapters, ...termAdapters]
