import { ApiError } from '../../core/errors.ts'
import type { ParamTable } from '../../core/params.ts'
import type { SiteDocument, SiteEndpoint, SiteRequest, SiteResponse } from '../../core/site-document.ts'
import { text } from '../../core/types.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { type Links, siteNamespace } from '../../lib/links.ts'
import { applicationPasswordDocuments } from './application-passwords.ts'
import { contextParam, curies } from './context.ts'
import { revisionDocuments } from './revisions.ts'
import { sessionDocuments } from './sessions.ts'
import { settingsDocument } from './settings.ts'
import { userDocuments } from './users.ts'

/** A type of post with the path of its collection. */
type Type = {
  readonly slug: string
  readonly name: string
  readonly path: string
  readonly isHierarchical?: boolean
  readonly taxonomies?: readonly string[]
}

const types: readonly Type[] = [
  { slug: 'post', name: 'Posts', path: 'posts' },
  { slug: 'page', name: 'Pages', path: 'pages', isHierarchical: true },
  { slug: 'attachment', name: 'Media', path: 'media' },
  { slug: 'tribe_venue', name: 'Venues', path: 'tribe_venue' },
  { slug: 'tribe_organizer', name: 'Organizers', path: 'tribe_organizer' },
  { slug: 'tribe_events', name: 'Events', path: 'tribe_events', taxonomies: ['post_tag', 'tribe_events_cat'] },
]

const taxonomies: readonly Type[] = [
  { slug: 'post_tag', name: 'Tags', path: 'tags' },
  { slug: 'tribe_events_cat', name: 'Event Categories', path: 'tribe_events_cat', isHierarchical: true },
]

const linksOf = (links: Links, collection: string, path: string): JsonObject => ({
  collection: [{ href: links.api(collection, siteNamespace) }],
  'wp:items': [{ href: links.api(path, siteNamespace) }],
  curies,
})

const showType = ({ context: { links } }: SiteRequest, type: Type): JsonObject => ({
  description: '',
  hierarchical: type.isHierarchical === true,
  has_archive: type.slug === 'tribe_events' ? 'events' : false,
  name: type.name,
  slug: type.slug,
  icon: null,
  taxonomies: type.taxonomies ?? [],
  rest_base: type.path,
  rest_namespace: siteNamespace,
  _links: linksOf(links, 'types', type.path),
})

const showTaxonomy = ({ context: { links } }: SiteRequest, taxonomy: Type): JsonObject => ({
  name: taxonomy.name,
  slug: taxonomy.slug,
  description: '',
  types: typesOf(taxonomy),
  hierarchical: taxonomy.isHierarchical === true,
  rest_base: taxonomy.path,
  rest_namespace: siteNamespace,
  _links: linksOf(links, 'taxonomies', taxonomy.path),
})

const typesOf = ({ slug }: Type): string[] =>
  types.filter((type) => type.taxonomies?.includes(slug)).map((type) => type.slug)

type Show = (question: SiteRequest, one: Type) => Json

const showAll = (question: SiteRequest, all: readonly Type[], show: Show): SiteResponse => ({
  body: Object.fromEntries(all.map((one) => [one.slug, show(question, one)])),
})

const showOne = (question: SiteRequest, all: readonly Type[], show: Show): SiteResponse => {
  const found = all.find(({ slug }) => slug === question.name)
  if (found) return { body: show(question, found) }
  const known = all.map(({ slug }) => slug).join(', ')
  throw new ApiError('rest_no_route', { message: `There is no ${question.name} here; there are ${known}.` })
}

const readWith = <P extends ParamTable>(params: P, answer: SiteEndpoint<P>['answer']): readonly SiteEndpoint<P>[] => [
  { methods: ['GET'], params, answer },
]

const read = (answer: SiteEndpoint<typeof contextParam>['answer']) => readWith(contextParam, answer)

/** Makes an empty list for a sort of record that Kalends does not have, for clients that request every list of a site. */
const emptyList = (path: string): SiteDocument => ({
  path,
  endpoints: readWith({}, () => ({ body: [], headers: { 'x-wp-total': '0', 'x-wp-totalpages': '0' } })),
})

/** The documents of the site that clients of WordPress read (D4). */
export const siteDocuments: readonly SiteDocument[] = [
  emptyList('/posts'),
  emptyList('/pages'),
  emptyList('/search'),
  { path: '/types', endpoints: read((question) => showAll(question, types, showType)) },
  { path: '/types/{type}', pathParam: 'type', endpoints: read((question) => showOne(question, types, showType)) },
  {
    path: '/taxonomies',
    endpoints: readWith({ ...contextParam, type: { type: text(100) } }, (question) => {
      const { type } = question.values
      const asked = taxonomies.filter((taxonomy) => type === undefined || typesOf(taxonomy).includes(type))
      return showAll(question, asked, showTaxonomy)
    }),
  },
  {
    path: '/taxonomies/{taxonomy}',
    pathParam: 'taxonomy',
    endpoints: read((question) => showOne(question, taxonomies, showTaxonomy)),
  },
  ...userDocuments,
  ...applicationPasswordDocuments,
  ...sessionDocuments,
  ...revisionDocuments,
  settingsDocument,
]
