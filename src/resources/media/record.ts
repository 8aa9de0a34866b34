import type { Site } from '../../core/context.ts'
import type { ImageTable } from '../../db/schema.ts'
import { siteNamespace } from '../../lib/links.ts'
import { showText } from '../../lib/text.ts'
import { sizesOfImage } from '../../media/images.ts'
import type { MediaRecord } from './schema.ts'

/** An image as `wp/v2/media` answers it (contract B7.9); it has no page of its own, so `link` is the file. */
export const renderMedia = ({ links }: Site, row: ImageTable): MediaRecord => {
  const source_url = links.media(row.path)
  return {
    id: row.id,
    date: isoDate(row.date),
    date_gmt: isoDate(row.date_utc),
    guid: { rendered: source_url },
    modified: isoDate(row.modified),
    modified_gmt: isoDate(row.modified_utc),
    slug: fileOf(row.path).replace(/\.[a-z]+$/, ''),
    status: 'inherit',
    type: 'attachment',
    link: source_url,
    title: { rendered: showText(row.title) },
    author: row.author_id,
    caption: { rendered: row.caption },
    description: { rendered: row.description },
    alt_text: row.alt_text,
    media_type: 'image',
    mime_type: row.mime_type,
    media_details: {
      width: row.width,
      height: row.height,
      file: row.path,
      filesize: row.filesize,
      sizes: showSizes(links, row),
    },
    source_url,
    _links: {
      self: [{ href: links.api(`media/${row.id}`, siteNamespace) }],
      collection: [{ href: links.api('media', siteNamespace) }],
    },
  }
}

const isoDate = (text: string): string => text.replace(' ', 'T')

const fileOf = (path: string): string => path.replace(/^.*\//, '')

/** The smaller versions, and with them the full one; where there are none, none at all, as with the peer. */
const showSizes = (links: Site['links'], row: ImageTable): MediaRecord['media_details']['sizes'] => {
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
