import { columnsOf, optionalMember, singleMember } from '../../core/members.ts'
import { jsonLd, text } from '../../core/parts.ts'
import type { PostTable } from '../../db/schema.ts'
import type { LinkedTable } from './linked-filters.ts'
import { imagePart, type Shown, showImage } from './post-image.ts'
import { postMembers } from './post-record.ts'

const { made, stored } = columnsOf<Shown<PostTable>>()

/** The members that venues and organizers have besides their fields (F2.2, F2.3). */
export const linkedMembers = (table: LinkedTable) => {
  const members = postMembers(table)
  return {
    ...members,
    author: { ...members.author, isOptional: true as const },
    description: optionalMember(
      text,
      'Full description as HTML; absent when empty.',
      stored('description', { omitsEmpty: true }),
    ),
    excerpt: optionalMember(text, 'Short summary as HTML; absent when empty.', stored('excerpt', { omitsEmpty: true })),
    image: optionalMember(imagePart, 'Featured image; absent when there is none.', made('image', showImage)),
    json_ld: singleMember(
      jsonLd,
      'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
    ),
  }
}

/** The members with which venues and organizers begin, and those with which they end. */
export const [linkedStart, linkedEnd] = [
  ['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url'],
  ['global_id', 'global_id_lineage'],
] as const
