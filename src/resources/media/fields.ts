import { line, text } from '../../crud/param-types.ts'
import type { ParamType } from '../../crud/params.ts'
import type { ImageTable } from '../../db/schema.ts'
import { field, html, maxTitle } from '../../kinds/post-fields.ts'
import { isJsonObject } from '../../lib/json.ts'
import { readText } from '../../lib/text.ts'

const own = field<ImageTable>()

/** Clients of the peer send a text, or the object that they read: `{raw}` or `{rendered}`. */
const rendered = (type: ParamType<string>): ParamType<string> => ({
  ...type,
  schema: { type: ['string', 'object'] },
  read: (raw, scope) => type.read(isJsonObject(raw) ? (raw['raw'] ?? raw['rendered']) : raw, scope),
})

/** What may be written on an image (contract B7.9). */
export const mediaFields = {
  title: own({ type: rendered(text(maxTitle, readText)), empty: '', columns: (title) => ({ title }) }),
  caption: own({ type: rendered(html), empty: '', columns: (caption) => ({ caption }) }),
  alt_text: own({ type: line, empty: '', columns: (alt_text) => ({ alt_text }) }),
  description: own({ type: rendered(html), empty: '', columns: (description) => ({ description }) }),
}
