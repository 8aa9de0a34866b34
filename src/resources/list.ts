import type { ReadResource, Resource } from '../core/resource.ts'
import { categories } from './categories/resource.ts'
import { events } from './events/resource.ts'
import { series } from './events/series/resource.ts'
import { media } from './media/resource.ts'
import { organizers } from './organizers/resource.ts'
import { tags } from './tags/resource.ts'
import { venues } from './venues/resource.ts'
import { postAdapters } from './wordpress/posts.ts'
import { termAdapters } from './wordpress/terms.ts'

/** The resources of the calendar's namespace, in the order in which the index and the documentation show them (F7.1). */
export const resources: readonly ReadResource[] = [events, venues, organizers, categories, tags, series]

/** The resources below `wp/v2` that are not adapters: images (contract B7.9). */
export const siteResources: readonly Resource[] = [media]

/** The resources of the calendar's namespace as posts and terms of WordPress, below `wp/v2` (D4). */
export const adapters: readonly Resource[] = [...postAdapters, ...termAdapters]
