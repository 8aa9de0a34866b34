import {
  createFragmentCache,
  type Fragment,
  type FragmentCache,
  joinBytes,
  newBytes,
  newFragment,
} from '../../cache/fragment-cache.ts'
import type { Site } from '../../core/context.ts'
import { constant, member, membersFor, type RecordOf, singleMember } from '../../core/members.ts'
import type { TermRow } from '../../core/params.ts'
import { address, count, id, listOf, nothing, object, oneOf, optional, type PartValue, text } from '../../core/parts.ts'
import { defineRecord } from '../../core/record.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { type FragmentSource, plainRecord } from './post-record.ts'

/** The names by which clients of The Events Calendar know the taxonomies (contract B6.1). */
const taxonomyNames = { category: 'tribe_events_cat', tag: 'post_tag' } as const

const collections = { category: 'categories', tag: 'tags' } as const

const columns = membersFor<TermRow>()

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

const termUrls = (row: TermRow, { links }: Site): PartValue<typeof urls> => {
  const collection = collections[row.taxonomy]
  return {
    self: links.api(`${collection}/${row.id}`),
    collection: links.api(collection),
    ...(row.parent_id === 0 ? {} : { up: links.api(`${collection}/${row.parent_id}`) }),
  }
}

const members = {
  id: member(id, 'Id of the term, unique among categories and tags.', columns.stored('id')),
  count: member(count, 'Number of published events that carry the term.', columns.stored('count')),
  description: member(text, 'Description of the term; may be empty.', columns.stored('description')),
  name: member(text, 'Name of the term; `&`, `<` and `>` are written as HTML entities.', columns.text('name')),
  slug: member(text, 'Last part of the term’s public address.', columns.stored('slug')),
  taxonomy: member(taxonomyName, aboutTaxonomy, (row: TermRow) => taxonomyNames[row.taxonomy]),
  parent: member(count, 'Id of the parent category; 0 at the top level.', columns.stored('parent_id')),
  urls: member(urls, 'Addresses of the term in this interface.', termUrls),
}

/** The record of a term inside events (F2.5): other members, in another order, than on its own routes. */
export const embeddedTerm = defineRecord<TermRow>()(
  'Term',
  {
    ...members,
    term_group: member(count, 'Number of the group of terms with the same meaning; 0 when there is none.', constant(0)),
    term_taxonomy_id: member(id, 'Id of the term within its taxonomy.', columns.stored('id')),
    filter: member(oneOf('raw'), 'Form in which the texts of the term are given; always `raw`.', constant('raw')),
  },
  [
    ...(['name', 'slug', 'term_group', 'term_taxonomy_id', 'taxonomy', 'description', 'parent', 'count'] as const),
    ...(['filter', 'id', 'urls'] as const),
  ],
)

const { parent, ...shared } = members

const tagMembers = {
  ...shared,
  meta: member(nothing, 'Additional data of the term; always an empty array here.', constant([])),
  url: member(address, 'Address of the public page with the term’s events.', (row: TermRow, site) =>
    site.links.page(`/events/${row.taxonomy}/${row.slug}/`),
  ),
  _links: singleMember(
    links,
    'Related addresses by type of relation; only present when a single term is read, created or updated.',
  ),
}

const isOf = <const T extends Taxonomy>(taxonomy: T) =>
  member(oneOf(taxonomyNames[taxonomy]), aboutTaxonomy, constant(taxonomyNames[taxonomy]))

const start = ['id', 'count', 'description', 'name', 'slug', 'taxonomy'] as const
const end = ['meta', 'url', 'urls', '_links'] as const

/** Terms as their own routes answer them (F2.5); only categories have a parent. */
export const termRecords = {
  category: defineRecord<TermRow>()('Category', { ...tagMembers, taxonomy: isOf('category'), parent }, [
    ...start,
    'parent',
    ...end,
  ]),
  tag: defineRecord<TermRow>()('Tag', { ...tagMembers, taxonomy: isOf('tag') }, [...start, ...end]),
}

/** A term with plain texts, also inside events (contract C1.1). */
export const plainTerm = plainRecord(termRecords.category)

/** A term as its own routes answer it; a single one carries `_links` besides. */
export type TermRecord = RecordOf<typeof tagMembers> & { readonly parent?: number }

/** A term and its place among the terms of an event. */
export type TermFragment = Fragment & { readonly taxonomy: Taxonomy; readonly nameKey: Buffer; readonly color: string }

/** Makes the fragment of a term from its JSON. */
export const newTermFragment = ({ id, taxonomy, name_key, color }: TermRow, json: string): TermFragment => ({
  ...newFragment(id, json),
  taxonomy,
  nameKey: Buffer.from(name_key),
  color,
})

/** Returns a term with its links, as single reads have it. */
export const termBytes = (fragment: TermFragment): Buffer =>
  joinBytes(termRecords[fragment.taxonomy].insertSingle(fragment.bytes, [termSingle(fragment)]))

/** What the ETag of a term is made of: how single reads have it, and its colour, which only adapters show. */
export const termContent = (single: Buffer, { color }: Pick<TermRow, 'color'>): string => `${single}${color}`

/** Returns what only single reads of a term show: its addresses as links. */
const termSingle = (fragment: TermFragment): Buffer => {
  if (fragment.single) return fragment.single
  const { self, collection, up }: TermRecord['urls'] = JSON.parse(fragment.bytes.toString()).urls
  const related: PartValue<typeof links> = {
    self: [{ href: self }],
    collection: [{ href: collection }],
    ...(up === undefined ? {} : { up: [{ href: up }] }),
  }
  fragment.single = newBytes(JSON.stringify(related))
  return fragment.single
}

/** Caches categories and tags. */
export const createTermFragments = (
  { site, database, changeFeed }: FragmentSource,
  /** Returns the JSON of a term. */
  render: (row: TermRow, site: Site) => string,
  maxBytes: number,
): FragmentCache<TermFragment> => {
  const { kysely, dialect } = database
  const query = kysely
    .selectFrom('term')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), []))
    .compile()
  return createFragmentCache(changeFeed, {
    maxBytes,
    kinds: ['term', 'count'],
    load: (ids) => database.select(query, [dialect.encodeIds(ids)]),
    make: (row) => newTermFragment(row, render(row, site())),
    singleOf: termSingle,
  })
}

/** By name as the databases compare texts, byte by byte, and by id. */
export const compareTerms = (one: TermFragment, other: TermFragment): number =>
  Buffer.compare(one.nameKey, other.nameKey) || one.id - other.id
