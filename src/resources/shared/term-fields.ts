import { termId } from '../../core/types/references.ts'
import { html, name, slugText } from '../../core/types/values.ts'
import type { TermTable } from '../../db/schema.ts'
import { readInlineHtml } from '../../lib/html.ts'
import { field } from './post-fields.ts'
import { maxTermName } from './term-name.ts'

const own = field<TermTable>()

/** What may be written on every term (contract A1, B10). */
export const termFields = {
  name: own({ type: name(maxTermName), isRequired: true }),
  description: own({ type: html(readInlineHtml), empty: '' }),
  slug: own({ type: slugText, empty: '' }),
}

const existing = termId('category')

/** Categories lie below one another; 0 and "" mean the root (contract B10). */
export const categoryParent = own<number>({
  type: {
    ...existing,
    schema: { type: 'integer', minimum: 0 },
    read: (raw, context) => (raw === 0 || raw === '0' ? 0 : existing.read(raw, context)),
    references: (id) => ({ terms: { taxonomy: 'category', values: id === 0 ? [] : [id] } }),
    resolve: (id, found) => (id === 0 ? id : (existing.resolve?.(id, found) ?? id)),
  },
  empty: 0,
})
