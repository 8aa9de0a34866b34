import type { Site } from '../../core/context.ts'
import { orOmit } from '../../core/fields.ts'
import { address, jsonLd, text } from '../../core/parts.ts'
import { member, optionalMember, singleMember } from '../../core/record.ts'
import type { PostRow } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import type { LinkedTable } from './linked-filters.ts'
import type { RenderOptions } from './post-definition.ts'
import { imagePart, type Shown, showImage } from './post-image.ts'
import { globalIdMembers, pageUrl, postMembers } from './post-record.ts'

/** A venue or organizer is rendered for a site. */
export type LinkedRendering = RenderOptions & { readonly site: Site }

type Row = Shown<PostRow<LinkedTable>>

/** The members that venues and organizers have besides their fields (F2.2, F2.3); `thing` is the record in terms of schema.org. */
export const linkedMembers = <T extends LinkedTable>(
  table: T,
  thing: (site: Site, row: Shown<PostRow<T>>) => JsonObject,
) => ({
  ...postMembers,
  author: { ...postMembers.author, isOptional: true as const },
  url: member(address, 'Address of the record’s public page.', (row: Row, { site }: LinkedRendering) =>
    pageUrl(site, table, row),
  ),
  description: optionalMember(text, 'Full description as HTML; absent when empty.', (row: Row) =>
    orOmit(row.description),
  ),
  excerpt: optionalMember(text, 'Short summary as HTML; absent when empty.', (row: Row) => orOmit(row.excerpt)),
  image: optionalMember(
    imagePart,
    'Featured image; absent when there is none.',
    (row: Row, { site }: LinkedRendering) => showImage(site, row),
  ),
  json_ld: singleMember(
    jsonLd,
    'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
    (row: Shown<PostRow<T>>, { site }: LinkedRendering): JsonObject => ({
      '@context': 'http://schema.org',
      ...thing(site, row),
    }),
  ),
  ...globalIdMembers,
})

/** The members with which venues and organizers begin, and those with which they end. */
export const [linkedStart, linkedEnd] = [
  ['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url'],
  ['global_id', 'global_id_lineage'],
] as const
