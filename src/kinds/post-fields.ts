import { dateText, publicationDate } from '../crud/date-types.ts'
import { statusName } from '../crud/list-types.ts'
import { text } from '../crud/param-types.ts'
import { type Field, invalid, type ParamType } from '../crud/params.ts'
import { userId } from '../crud/reference-types.ts'
import type { PostTable } from '../db/schema.ts'
import { readHtml } from '../lib/html.ts'

/** Declares a writable field of a resource whose columns are those of `Row`. */
export const field =
  <Row>() =>
  <T>(entry: Field<T, Row>): Field<T, Row> =>
    entry

/** A featured image. Only "none" can be written until images are stored. */
const image: ParamType<number | null> = {
  schema: { type: ['string', 'integer', 'null'] },
  index: { type: 'string' },
  read: (raw) =>
    raw === 0 || raw === '0' || raw === false
      ? null
      : invalid('Images cannot be stored yet: leave the image out, or send an empty text to have none.'),
}

const own = field<PostTable>()

/** A switch as it is stored. */
export const toNumber = (on: boolean): number => (on ? 1 : 0)

/** The longest title or name. */
export const maxTitle = 1000

/** HTML costs time to sanitize: this much takes a fraction of a second at worst. */
const html = text(256 * 1024, readHtml)

/** What may be written on every post-like record; publication and image are interpreted by the kind. */
export const postFields = {
  author: own({ type: userId }),
  date: own({ type: dateText }),
  date_utc: own({ type: publicationDate }),
  status: own({ type: statusName }),
  description: own({ type: html, empty: '', columns: (description) => ({ description }) }),
  excerpt: own({ type: html, empty: '', columns: (excerpt) => ({ excerpt }) }),
  image: own({ type: image, empty: null, columns: (image_id) => ({ image_id }) }),
}
