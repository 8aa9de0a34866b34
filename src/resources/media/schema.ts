import type { JsonObject } from '../../lib/json.ts'
import { address, count, id, listOf, mapOf, object, oneOf, text, type ValueOf } from '../shared/record-schema.ts'

const rendered = object('RenderedText', 'rendered', { rendered: text })

const size = object('AttachmentSize', 'image_size', {
  file: text,
  width: count,
  height: count,
  mime_type: text,
  filesize: count,
  source_url: address,
})

const details = object('AttachmentDetails', 'image', {
  width: count,
  height: count,
  file: text,
  filesize: count,
  sizes: mapOf(size),
})

const link = listOf(object('Link', 'link', { href: address }))

const links = object('AttachmentLinks', 'attachment.urls', { self: link, collection: link })

/** `YYYY-MM-DDTHH:MM:SS`, as `wp/v2` writes dates; the name of the field tells the zone. */
const moment = { schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' } } as typeof text

/** An image as clients of the peer read it below `wp/v2/media` (contract B7.9). */
export const mediaRecord = object('Attachment', 'attachment.record', {
  id,
  date: moment,
  date_gmt: moment,
  guid: rendered,
  modified: moment,
  modified_gmt: moment,
  slug: text,
  status: oneOf('inherit'),
  type: oneOf('attachment'),
  link: address,
  title: rendered,
  author: count,
  caption: rendered,
  description: rendered,
  alt_text: text,
  media_type: oneOf('image'),
  mime_type: text,
  media_details: details,
  source_url: address,
  _links: links,
})

/** How images are answered. */
export const mediaSchemas = { item: mediaRecord.schema, single: mediaRecord.schema }

/** What a deletion answers: the image as it was. */
export const deletedMedia: JsonObject = object('DeletedAttachment', 'attachment.deleted', {
  deleted: { schema: { type: 'boolean', const: true } },
  previous: mediaRecord,
}).schema

/** What {@link mediaSchemas} describe. */
export type MediaRecord = ValueOf<typeof mediaRecord>
