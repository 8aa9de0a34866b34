import type { RequestContext } from '../../core/context.ts'
import { mayEdit } from '../../core/policy.ts'
import type { RecordJson } from '../../core/resource.ts'
import { floatingDate } from '../../core/types.ts'
import { statuses } from '../../db/schema.ts'
import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import { siteNamespace } from '../../lib/links.ts'
import { plainText } from '../../lib/text.ts'
import { toUtc } from '../../lib/time-zone.ts'
import { curies } from './context.ts'

/** A post type of WordPress, and the member of the interface's record that holds its title. */
export type PostType = {
  readonly type: 'tribe_events' | 'tribe_venue' | 'tribe_organizer'
  readonly titleField: 'title' | 'venue' | 'organizer'
}

/** Whether the caller may edit the rendered record. */
export const mayEditRecord = ({ caller }: RequestContext, record: RecordJson): boolean =>
  // The record does not have the status from before the trash, which is not needed: only callers who may edit it can read it there.
  mayEdit(caller, {
    author_id: Number(record['author']),
    status: statuses.find((one) => one === record['status']) ?? 'draft',
    trashed_from: '',
  })

/** Turns a record of the interface into a post of `wp/v2` (D4); `hasRaw` adds the stored texts. */
export const showPost = (
  context: RequestContext,
  { type, titleField }: PostType,
  record: RecordJson,
  hasRaw: boolean,
): RecordJson => {
  const text = (name: string): string => String(record[name] ?? '')
  const html = (name: string) => ({
    rendered: text(name),
    protected: false,
    ...(hasRaw ? { raw: text(name) } : {}),
  })
  const id = Number(record['id'])
  const image = record['image']
  const featured = isJsonObject(image) ? Number(image['id']) : 0
  return {
    id,
    date: isoOf(text('date')),
    date_gmt: isoOf(dateInUtc(context, text('date'), text('date_utc'))),
    guid: { rendered: `${context.links.site}/?p=${id}` },
    modified: isoOf(text('modified')),
    modified_gmt: isoOf(text('modified_utc')),
    slug: text('slug'),
    status: text('status'),
    type,
    link: text('url'),
    title: { rendered: text(titleField), ...(hasRaw ? { raw: plainText(text(titleField)) } : {}) },
    content: html('description'),
    excerpt: html('excerpt'),
    author: Number(record['author']),
    featured_media: featured,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    ...(type === 'tribe_events' ? { tags: idsOf(record['tags']), tribe_events_cat: idsOf(record['categories']) } : {}),
    _links: linksOf(context, type, id, featured),
  }
}

const isoOf = (text: string): string => text.replace(' ', 'T')

/** The date in UTC. For an unpublished record without one it is computed from the local date, as WordPress does. */
const dateInUtc = ({ zone }: RequestContext, local: string, utc: string): string =>
  utc === floatingDate ? (toUtc(local, zone)?.utc ?? local) : utc

const idsOf = (terms: Json | undefined): number[] =>
  Array.isArray(terms) ? terms.flatMap((term: Json) => (isJsonObject(term) ? [Number(term['id'])] : [])) : []

const linksOf = ({ links }: RequestContext, type: PostType['type'], id: number, featured: number): JsonObject => {
  const at = (path: string): string => links.api(path, siteNamespace)
  const terms = [
    { taxonomy: 'post_tag', href: at(`tags?post=${id}`) },
    { taxonomy: 'tribe_events_cat', href: at(`tribe_events_cat?post=${id}`) },
  ]
  return {
    self: [{ href: at(`${type}/${id}`) }],
    collection: [{ href: at(type) }],
    about: [{ href: at(`types/${type}`) }],
    ...(featured === 0 ? {} : { 'wp:featuredmedia': [{ href: at(`media/${featured}`) }] }),
    ...(type === 'tribe_events' ? { 'wp:term': terms } : {}),
    ...(type === 'tribe_events' || featured !== 0 ? { curies } : {}),
  }
}
