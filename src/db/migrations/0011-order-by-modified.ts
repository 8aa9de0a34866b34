import type { Migration } from './list.ts'

const tables = ['event', 'venue', 'organizer', 'image'] as const

/** Lists below `wp/v2` can be ordered by the time of the last change (D4), which programs do that copy what is new. */
export const orderByModified: Migration = {
  name: '0011-order-by-modified',
  statements: () => tables.map((table) => `create index ${table}_modified on ${table} (modified_utc, id)`),
}
