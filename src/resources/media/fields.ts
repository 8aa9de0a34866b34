import { fieldsFor } from '../../core/fields.ts'
import { line, shortLine } from '../../core/types.ts'
import type { ImageTable } from '../../db/schema.ts'
import { html, maxTitle } from '../shared/post-fields.ts'
import { rendered } from '../shared/rendered.ts'

const { field } = fieldsFor<ImageTable>()

/** The writable fields of an image (contract B7.9). */
export const mediaFields = {
  title: field({
    type: rendered(shortLine(maxTitle)),
    empty: '',
    column: 'title',
    about:
      'Title as plain text, or an object with `raw` or `rendered`; default on creation: the name of the file without its extension. An empty value clears it.',
  }),
  caption: field({
    type: rendered(html),
    empty: '',
    column: 'caption',
    about:
      'Caption of the image as HTML, or an object with `raw` or `rendered`; unsafe markup is removed, and an empty value clears it.',
  }),
  alt_text: field({
    type: line,
    empty: '',
    column: 'alt_text',
    about: 'Plain text that replaces the image for people who cannot see it; an empty value clears it.',
  }),
  description: field({
    type: rendered(html),
    empty: '',
    column: 'description',
    about:
      'Description as HTML, or an object with `raw` or `rendered`; unsafe markup is removed, and an empty value clears it.',
  }),
}
