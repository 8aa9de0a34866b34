import { fieldsFor } from '../../core/fields.ts'
import { member, membersFor } from '../../core/members.ts'
import { text } from '../../core/parts.ts'
import {
  dateText,
  floatingDate,
  name,
  publicationDate,
  html as sanitized,
  statusName,
  userId,
} from '../../core/types.ts'
import type { PostTable } from '../../db/schema.ts'
import { readHtml } from '../../lib/html.ts'
import { externalIdFields } from './external-id.ts'
import { imageInput } from './image-input.ts'

const { field } = fieldsFor<PostTable>()
const columns = membersFor<PostTable>()

/** The longest title or name. */
export const maxTitle = 1000

/** HTML in paragraphs. */
export const html = sanitized(readHtml)

/** Declares the title or name of a record; `what` describes it, such as `Name of the venue`. */
export const titleField = (what: string) =>
  field({
    type: name(maxTitle),
    isRequired: true,
    column: 'title',
    searched: 'text',
    about: `${what} as plain text; required on creation.`,
    inRecord: member(text, `${what}; \`&\`, \`<\` and \`>\` are written as HTML entities.`, columns.text('title')),
  })

/** What may be written on every post-like record. */
export const postFields = {
  author: field({
    type: userId,
    step: 'publication',
    storedIn: ['author_id'],
    about:
      'Id of the user recorded as the author; default: the caller. Naming another user requires the right to edit the records of others.',
  }),
  date: field({
    type: dateText,
    step: 'publication',
    storedIn: ['date', 'date_utc'],
    about:
      'Publication date, read in the site’s time zone unless it carries an offset; default: now. With a future date, a record that would be published is scheduled for that moment.',
  }),
  date_utc: field({
    type: publicationDate,
    step: 'publication',
    storedIn: ['date_utc'],
    readFieldValue: ({ date_utc }) => date_utc ?? floatingDate,
    about: 'Publication date in UTC; may be sent instead of `date`.',
  }),
  status: field({
    type: statusName,
    step: 'publication',
    storedIn: ['status'],
    about:
      'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`. Default on creation: `publish`, or `draft` when the caller may not publish.',
  }),
  description: field({
    type: html,
    empty: '',
    column: 'description',
    searched: 'html',
    about: 'Full description as HTML; unsafe markup is removed, and an empty value clears it.',
  }),
  excerpt: field({
    type: html,
    empty: '',
    column: 'excerpt',
    searched: 'html',
    about: 'Short summary as HTML; unsafe markup is removed, and an empty value clears it.',
  }),
  image: field({
    type: imageInput,
    empty: null,
    outlivesImport: true,
    step: 'image',
    storedIn: ['image_id'],
    about:
      'Featured image: the id of an uploaded image, or an http(s) URL from which it is fetched. An empty value removes the image.',
  }),
  ...externalIdFields,
}
