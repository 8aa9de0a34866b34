import type { Site } from '../../core/context.ts'
import { constant, member, membersFor, type RecordOf } from '../../core/members.ts'
import {
  address,
  count,
  id,
  listOf,
  mapOf,
  object,
  oneOf,
  type PartValue,
  text,
  textLike,
  yes,
} from '../../core/parts.ts'
import { defineRecord } from '../../core/record.ts'
import type { ImageTable } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { siteNamespace } from '../../lib/links.ts'
import { showText } from '../../lib/text.ts'
import { sizesOfImage } from '../../media/images.ts'

const { stored } = membersFor<ImageTable>()

const rendered = object('RenderedText', { rendered: [text, 'The text as HTML.'] })

const sizesPart = mapOf(
  object('AttachmentSize', {
    file: [text, 'Name of this version’s file.'],
    width: [count, 'Width of this version in pixels.'],
    height: [count, 'Height of this version in pixels.'],
    mime_type: [text, 'Media type of this version, such as `image/png`.'],
    filesize: [count, 'Size of this version’s file in bytes.'],
    source_url: [address, 'Address of this version.'],
  }),
)

const details = object('AttachmentDetails', {
  width: [count, 'Width of the full-size image in pixels.'],
  height: [count, 'Height of the full-size image in pixels.'],
  file: [text, 'Path of the full-size file in the image library.'],
  filesize: [count, 'Size of the full-size file in bytes.'],
  sizes: [sizesPart, 'The smaller versions of the image by name of their size.'],
})

const link = listOf(object('Link', { href: [address, 'Address that the relation leads to.'] }))

const links = object('AttachmentLinks', {
  self: [link, 'Address of the image in this interface.'],
  collection: [link, 'Address of the list of images.'],
})

/** `YYYY-MM-DDTHH:MM:SS`, as `wp/v2` writes dates; the name of the member tells the zone. */
const moment = textLike('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$')

const isoDate = (text: string): string => text.replace(' ', 'T')

const fileOf = (path: string): string => path.replace(/^.*\//, '')

const fileUrl = ({ path }: ImageTable, { links }: Site): string => links.media(path)

/** The smaller sizes and the full one; an image without smaller sizes shows none at all, as with The Events Calendar. */
const showSizes = (row: ImageTable, { links }: Site): PartValue<typeof sizesPart> => {
  const smaller = [...sizesOfImage(row)]
  if (smaller.length === 0) return {}
  const { path, width, height, filesize } = row
  return Object.fromEntries(
    [...smaller, ['full', { path, width, height, filesize }] as const].map(([name, size]) => [
      name,
      {
        file: fileOf(size.path),
        width: size.width,
        height: size.height,
        mime_type: row.mime_type,
        filesize: size.filesize,
        source_url: links.media(size.path),
      },
    ]),
  )
}

const members = {
  id: member(id, 'Id of the image, unique among events, venues, organizers and images.', stored('id')),
  date: member(
    moment,
    'Time at which the image was added, in the site’s time zone, as `YYYY-MM-DDTHH:MM:SS`.',
    (row: ImageTable) => isoDate(row.date),
  ),
  date_gmt: member(moment, 'Time at which the image was added, in UTC, as `YYYY-MM-DDTHH:MM:SS`.', (row: ImageTable) =>
    isoDate(row.date_utc),
  ),
  guid: member(
    rendered,
    'Address of the image at full size, which is also its identifier.',
    (row: ImageTable, site) => ({ rendered: fileUrl(row, site) }),
  ),
  modified: member(
    moment,
    'Time of the last change in the site’s time zone, as `YYYY-MM-DDTHH:MM:SS`.',
    (row: ImageTable) => isoDate(row.modified),
  ),
  modified_gmt: member(moment, 'Time of the last change in UTC, as `YYYY-MM-DDTHH:MM:SS`.', (row: ImageTable) =>
    isoDate(row.modified_utc),
  ),
  slug: member(text, 'Name of the stored file without its extension.', (row: ImageTable) =>
    fileOf(row.path).replace(/\.[a-z]+$/, ''),
  ),
  status: member(oneOf('inherit'), 'Always `inherit`.', constant('inherit')),
  type: member(oneOf('attachment'), 'Always `attachment`.', constant('attachment')),
  link: member(address, 'Address of the image at full size; images have no page of their own.', fileUrl),
  title: member(rendered, 'Title of the image.', (row: ImageTable) => ({ rendered: showText(row.title) })),
  author: member(count, 'Id of the user who added the image.', stored('author_id')),
  caption: member(rendered, 'Caption of the image; may be empty.', (row: ImageTable) => ({ rendered: row.caption })),
  description: member(rendered, 'Description of the image; may be empty.', (row: ImageTable) => ({
    rendered: row.description,
  })),
  alt_text: member(
    text,
    'Text that replaces the image for people who cannot see it; empty when there is none.',
    stored('alt_text'),
  ),
  media_type: member(oneOf('image'), 'Always `image`.', constant('image')),
  mime_type: member(text, 'Media type of the image, such as `image/png`.', stored('mime_type')),
  media_details: member(
    details,
    'Dimensions of the image and its smaller versions; if there are any, `sizes` also contains the full size as `full`.',
    (row: ImageTable, site) => ({
      width: row.width,
      height: row.height,
      file: row.path,
      filesize: row.filesize,
      sizes: showSizes(row, site),
    }),
  ),
  source_url: member(address, 'Address of the image at full size.', fileUrl),
  _links: member(
    links,
    'Addresses of the image and of the list of images in this interface.',
    (row: ImageTable, site) => ({
      self: [{ href: site.links.api(`media/${row.id}`, siteNamespace) }],
      collection: [{ href: site.links.api('media', siteNamespace) }],
    }),
  ),
}

/** The record of an image below `wp/v2/media` (contract B7.9). `link` is the file, since an image has no page. */
export const mediaRecord = defineRecord<ImageTable>()('Attachment', members)

/** The response to a deletion: the record of the image before it was deleted. */
export const deletedMedia: JsonObject = object('DeletedAttachment', {
  deleted: [yes, 'Always `true`.'],
  previous: [mediaRecord, 'The image as it was before it was deleted.'],
}).schema

/** The record of an image as a client receives it. */
export type MediaRecord = RecordOf<typeof members>
