import type { Taxonomy } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { address, count, id, listOf, nothing, object, oneOf, optional, text, type ValueOf } from './record-schema.ts'

const urls = object('TermUrls', 'term_urls', { self: address, collection: address, up: optional(address) })

const link = listOf(object('Link', 'link', { href: address }))

const links = object('TermLinks', 'term_urls', { self: link, collection: link, up: optional(link) })

const taxonomyName = oneOf('tribe_events_cat', 'post_tag')

/** A term inside an event (F2.5). */
export const embeddedTerm = object('Term', 'term', {
  name: text,
  slug: text,
  term_group: count,
  term_taxonomy_id: id,
  taxonomy: taxonomyName,
  description: text,
  parent: count,
  count,
  filter: oneOf('raw'),
  id,
  urls,
})

const before = { id, count, description: text, name: text, slug: text }

const after = { meta: nothing, url: address, urls }

const category = { ...before, taxonomy: oneOf('tribe_events_cat'), parent: count, ...after }

const tag = { ...before, taxonomy: oneOf('post_tag'), ...after }

const categoryItem = object('Category', 'category.record', category)

const schemas: Readonly<Record<Taxonomy, { readonly item: JsonObject; readonly single: JsonObject }>> = {
  category: {
    item: categoryItem.schema,
    single: object('SingleCategory', 'category.record', { ...category, _links: links }).schema,
  },
  tag: {
    item: object('Tag', 'tag.record', tag).schema,
    single: object('SingleTag', 'tag.record', { ...tag, _links: links }).schema,
  },
}

/** How terms are answered (F2.5): `item` in lists and on delete; `single`, with `_links`, elsewhere. */
export const termSchemas = (taxonomy: Taxonomy): { readonly item: JsonObject; readonly single: JsonObject } =>
  schemas[taxonomy]

/** A term as its own routes answer it; only categories have a parent, only single ones links. */
export type TermRecord = Omit<ValueOf<typeof categoryItem>, 'taxonomy' | 'parent'> & {
  readonly taxonomy: ValueOf<typeof taxonomyName>
  readonly parent?: number
  readonly _links?: ValueOf<typeof links>
}

/** A term as events show it. */
export type EmbeddedTermRecord = ValueOf<typeof embeddedTerm>
