import { line, shortLine } from '../../core/types/values.ts'
import type { ImageTable } from '../../db/schema.ts'
import { field, html, maxTitle } from '../shared/post-fields.ts'
import { rendered } from '../shared/rendered.ts'

const own = field<ImageTable>()

/** What may be written on an image (contract B7.9). */
export const mediaFields = {
  title: own({ type: rendered(shortLine(maxTitle)), empty: '', columns: (title) => ({ title }) }),
  caption: own({ type: rendered(html), empty: '', columns: (caption) => ({ caption }) }),
  alt_text: own({ type: line, empty: '', columns: (alt_text) => ({ alt_text }) }),
  description: own({ type: rendered(html), empty: '', columns: (description) => ({ description }) }),
}
