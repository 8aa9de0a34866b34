import type { Site } from '../../core/context.ts'
import type { TermTable } from '../../db/schema.ts'
import { showText } from '../../lib/text.ts'
import type { EmbeddedTermRecord, TermRecord } from './term-schema.ts'

/** The names by which clients of the peer know the taxonomies (contract B6.1). */
export const taxonomyNames = { category: 'tribe_events_cat', tag: 'post_tag' } as const

const collections = { category: 'categories', tag: 'tags' } as const

type Row = Omit<TermTable, 'id'> & { readonly id: number }

/** A term as the term routes answer it (F2.5); a single one carries `_links` besides. */
export const renderTerm = (site: Site, row: Row, { isSingle }: { isSingle: boolean }): TermRecord => ({
  id: row.id,
  count: row.count,
  description: row.description,
  name: showText(row.name),
  slug: row.slug,
  taxonomy: taxonomyNames[row.taxonomy],
  ...(row.taxonomy === 'category' ? { parent: row.parent_id } : {}),
  meta: [],
  url: site.links.page(`/events/${row.taxonomy}/${row.slug}/`),
  urls: termUrls(site, row),
  ...(isSingle ? { _links: termLinks(site, row) } : {}),
})

/** A term inside an event (F2.5): other keys than on its own routes. */
export const renderEmbeddedTerm = (site: Site, row: Row): EmbeddedTermRecord => ({
  name: showText(row.name),
  slug: row.slug,
  term_group: 0,
  term_taxonomy_id: row.id,
  taxonomy: taxonomyNames[row.taxonomy],
  description: row.description,
  parent: row.parent_id,
  count: row.count,
  filter: 'raw',
  id: row.id,
  urls: termUrls(site, row),
})

const termUrls = ({ links }: Site, row: Row) => {
  const collection = collections[row.taxonomy]
  return {
    self: links.api(`${collection}/${row.id}`),
    collection: links.api(collection),
    ...(row.parent_id === 0 ? {} : { up: links.api(`${collection}/${row.parent_id}`) }),
  }
}

const termLinks = ({ links }: Site, row: Row) => {
  const collection = collections[row.taxonomy]
  return {
    self: [{ href: links.api(`${collection}/${row.id}`) }],
    collection: [{ href: links.api(collection) }],
    ...(row.parent_id === 0 ? {} : { up: [{ href: links.api(`${collection}/${row.parent_id}`) }] }),
  }
}
