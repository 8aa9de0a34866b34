import type { Site } from '../../core/context.ts'
import { address, count, id, listOf, nothing, object, oneOf, optional, type PartValue, text } from '../../core/parts.ts'
import { columnsOf, defineRecord, member, type RecordOf, singleMember } from '../../core/record.ts'
import type { Taxonomy, TermTable } from '../../db/schema.ts'
import { showText } from '../../lib/text.ts'
import type { RenderOptions } from './post-definition.ts'

/** The names by which clients of The Events Calendar know the taxonomies (contract B6.1). */
export const taxonomyNames = { category: 'tribe_events_cat', tag: 'post_tag' } as const

const collections = { category: 'categories', tag: 'tags' } as const

type Row = Omit<TermTable, 'id'> & { readonly id: number }

const stored = columnsOf<Row>()

type Rendering = RenderOptions & { readonly site: Site }

const urls = object('TermUrls', {
  self: [address, 'Address of this term.'],
  collection: [address, 'Address of the list this term belongs to.'],
  up: [optional(address), 'Address of the parent category; absent at the top level.'],
})

const link = listOf(object('Link', { href: [address, 'Address that the relation leads to.'] }))

const links = object('TermLinks', {
  self: [link, 'Address of this term.'],
  collection: [link, 'Address of the list this term belongs to.'],
  up: [optional(link), 'Address of the parent category; absent at the top level.'],
})

const taxonomyName = oneOf(taxonomyNames.category, taxonomyNames.tag)

const aboutTaxonomy = 'Kind of the term: `tribe_events_cat` for categories, `post_tag` for tags.'

const termUrls = ({ links }: Site, row: Row): PartValue<typeof urls> => {
  const collection = collections[row.taxonomy]
  return {
    self: links.api(`${collection}/${row.id}`),
    collection: links.api(collection),
    ...(row.parent_id === 0 ? {} : { up: links.api(`${collection}/${row.parent_id}`) }),
  }
}

const termLinks = (site: Site, row: Row): PartValue<typeof links> => {
  const { self, collection, up } = termUrls(site, row)
  return {
    self: [{ href: self }],
    collection: [{ href: collection }],
    ...(up === undefined ? {} : { up: [{ href: up }] }),
  }
}

const members = {
  id: member(id, 'Id of the term, unique among categories and tags.', stored('id')),
  count: member(count, 'Number of published events that carry the term.', stored('count')),
  description: member(text, 'Description of the term; may be empty.', stored('description')),
  name: member(text, 'Name of the term; `&`, `<` and `>` are written as HTML entities.', (row: Row) =>
    showText(row.name),
  ),
  slug: member(text, 'Last part of the term’s public address.', stored('slug')),
  taxonomy: member(taxonomyName, aboutTaxonomy, (row: Row) => taxonomyNames[row.taxonomy]),
  parent: member(count, 'Id of the parent category; 0 at the top level.', stored('parent_id')),
  urls: member(urls, 'Addresses of the term in this interface.', (row: Row, { site }: Rendering) =>
    termUrls(site, row),
  ),
}

/** Terms inside events (F2.5): other members, in another order, than on their own routes. */
const embedded = defineRecord<Row, Rendering>()(
  'Term',
  {
    ...members,
    term_group: member(count, 'Number of the group of terms with the same meaning; 0 when there is none.', () => 0),
    term_taxonomy_id: member(id, 'Id of the term within its taxonomy.', stored('id')),
    filter: member(oneOf('raw'), 'Form in which the texts of the term are given; always `raw`.', () => 'raw' as const),
  },
  [
    ...(['name', 'slug', 'term_group', 'term_taxonomy_id', 'taxonomy', 'description', 'parent', 'count'] as const),
    ...(['filter', 'id', 'urls'] as const),
  ],
)

/** How a term is described where an event shows it. */
export const embeddedTerm = embedded

/** A term as events show it. */
export type EmbeddedTermRecord = PartValue<typeof embedded>

const { parent, ...shared } = members

const tagMembers = {
  ...shared,
  meta: member(nothing, 'Additional data of the term; always an empty array here.', () => []),
  url: member(address, 'Address of the public page with the term’s events.', (row: Row, { site }: Rendering) =>
    site.links.page(`/events/${row.taxonomy}/${row.slug}/`),
  ),
  _links: singleMember(
    links,
    'Related addresses by type of relation; only present when a single term is read, created or updated.',
    (row: Row, { site }: Rendering) => termLinks(site, row),
  ),
}

const isOf = <const T extends Taxonomy>(taxonomy: T) =>
  member(oneOf(taxonomyNames[taxonomy]), aboutTaxonomy, () => taxonomyNames[taxonomy])

const start = ['id', 'count', 'description', 'name', 'slug', 'taxonomy'] as const
const end = ['meta', 'url', 'urls', '_links'] as const

/** Terms as their own routes answer them (F2.5); only categories have a parent. */
export const termRecords = {
  category: defineRecord<Row, Rendering>()('Category', { ...tagMembers, taxonomy: isOf('category'), parent }, [
    ...start,
    'parent',
    ...end,
  ]),
  tag: defineRecord<Row, Rendering>()('Tag', { ...tagMembers, taxonomy: isOf('tag') }, [...start, ...end]),
}

/** A term as its own routes answer it; a single one carries `_links` besides. */
export type TermRecord = RecordOf<typeof tagMembers> & { readonly parent?: number }

/** Renders a term for its own routes. */
export const renderTerm = (site: Site, row: Row, { isSingle }: { isSingle: boolean }): TermRecord =>
  termRecords[row.taxonomy].render(row, { site, isSingle })

/** Renders a term for an event that carries it. */
export const renderEmbeddedTerm = (site: Site, row: Row): EmbeddedTermRecord =>
  embedded.render(row, { site, isSingle: false })
