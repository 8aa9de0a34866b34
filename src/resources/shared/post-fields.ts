import { fieldsOf } from '../../core/fields.ts'
import { text } from '../../core/parts.ts'
import { member } from '../../core/record.ts'
import { dateText, publicationDate } from '../../core/types/dates.ts'
import { statusName } from '../../core/types/lists.ts'
import { userId } from '../../core/types/references.ts'
import { name, html as sanitized } from '../../core/types/values.ts'
import type { PostTable } from '../../db/schema.ts'
import { htmlToText, readHtml } from '../../lib/html.ts'
import { showText } from '../../lib/text.ts'
import { imageInput } from './image-input.ts'

const { field } = fieldsOf<PostTable>()

/** The longest title or name. */
export const maxTitle = 1000

/** HTML in paragraphs. */
export const html = sanitized(readHtml)

/** Declares the title or name of a record; `what` describes it, such as `Name of the venue`. */
export const titleField = (what: string) =>
  field({
    type: name(maxTitle),
    isRequired: true,
    columns: (title) => ({ title }),
    searched: (row) => row.title,
    about: `${what} as plain text; required on creation.`,
    inRecord: member(text, `${what}; \`&\`, \`<\` and \`>\` are written as HTML entities.`, (row: PostTable) =>
      showText(row.title),
    ),
  })

/** What may be written on every post-like record. */
export const postFields = {
  author: field({
    type: userId,
    step: 'publication',
    about:
      'Id of the user recorded as the author; default: the caller. Naming another user requires the right to edit the records of others.',
  }),
  date: field({
    type: dateText,
    step: 'publication',
    about:
      'Publication date, read in the site’s time zone unless it carries an offset; default: now. With a future date, a record that would be published is scheduled for that moment.',
  }),
  date_utc: field({
    type: publicationDate,
    step: 'publication',
    about: 'Publication date in UTC; may be sent instead of `date`.',
  }),
  status: field({
    type: statusName,
    step: 'publication',
    about:
      'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`. Default on creation: `publish`, or `draft` when the caller may not publish.',
  }),
  description: field({
    type: html,
    empty: '',
    columns: (description) => ({ description }),
    searched: (row) => htmlToText(row.description),
    about: 'Full description as HTML; unsafe markup is removed, and an empty value clears it.',
  }),
  excerpt: field({
    type: html,
    empty: '',
    columns: (excerpt) => ({ excerpt }),
    searched: (row) => htmlToText(row.excerpt),
    about: 'Short summary as HTML; unsafe markup is removed, and an empty value clears it.',
  }),
  image: field({
    type: imageInput,
    empty: null,
    step: 'image',
    about:
      'Featured image: the id of an uploaded image, or an http(s) URL from which it is fetched. An empty value removes the image.',
  }),
}
