import type { Field } from '../../core/params.ts'
import { dateText, publicationDate } from '../../core/types/dates.ts'
import { statusName } from '../../core/types/lists.ts'
import { userId } from '../../core/types/references.ts'
import { html as sanitized } from '../../core/types/values.ts'
import type { PostTable } from '../../db/schema.ts'
import { readHtml } from '../../lib/html.ts'
import { imageInput } from './image-input.ts'

/** Declares a writable field of a resource whose columns are those of `Row`. */
export const field =
  <Row>() =>
  <T>(entry: Field<T, Row>): Field<T, Row> =>
    entry

const own = field<PostTable>()

/** A switch as it is stored. */
export const toNumber = (on: boolean): number => (on ? 1 : 0)

/** The longest title or name. */
export const maxTitle = 1000

/** HTML in paragraphs. */
export const html = sanitized(readHtml)

/** What may be written on every post-like record; publication and image are interpreted by the kind. */
export const postFields = {
  author: own({ type: userId }),
  date: own({ type: dateText }),
  date_utc: own({ type: publicationDate }),
  status: own({ type: statusName }),
  description: own({ type: html, empty: '', columns: (description) => ({ description }) }),
  excerpt: own({ type: html, empty: '', columns: (excerpt) => ({ excerpt }) }),
  image: own({ type: imageInput, empty: null }),
}
