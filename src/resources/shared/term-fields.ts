import { fieldsFor } from '../../core/fields.ts'
import type { ParamType } from '../../core/params.ts'
import { html, name, slugText, termId } from '../../core/types.ts'
import type { TermTable } from '../../db/schema.ts'
import { readInlineHtml } from '../../lib/html.ts'
import { maxTermName } from './term-name.ts'

const { field } = fieldsFor<TermTable>()

/** What may be written on every term (contract A1, B10). */
export const termFields = {
  name: field({
    type: name(maxTermName),
    isRequired: true,
    step: 'term',
    storedIn: ['name'],
    about: 'Name of the term as plain text; required on creation.',
  }),
  description: field({
    type: html(readInlineHtml),
    empty: '',
    step: 'term',
    storedIn: ['description'],
    about: 'Description of the term; an empty value clears it.',
  }),
  slug: field({
    type: slugText,
    empty: '',
    outlivesImport: true,
    step: 'term',
    storedIn: ['slug'],
    about: 'Last part of the term’s address; made from the name when it is not sent on creation or is sent empty.',
  }),
}

const existing = termId('category')

/** Categories lie below one another; 0 and "" mean the root (contract B10). */
export const categoryParent = field({
  type: {
    ...existing,
    schema: { type: 'integer', minimum: 0 },
    read: (raw, context) => (raw === 0 || raw === '0' ? 0 : existing.read(raw, context)),
    references: (id) => (id === 0 ? [] : [{ terms: { taxonomy: 'category', values: [id] } }]),
    resolve: (id, found) => (id === 0 ? id : (existing.resolve?.(id, found) ?? id)),
  } satisfies ParamType<number>,
  empty: 0,
  step: 'term',
  storedIn: ['parent_id'],
  about: 'Id of the parent category; `0` or an empty value makes this a category of the top level.',
})
