import { invalid, type ParamTable, type ParamType, type TermRow } from '../../core/params.ts'
import { nestedSchema } from '../../core/payload-schema.ts'
import { hasControls } from '../../core/types/values.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { slugify } from '../../lib/slug.ts'
import { keyOf, readText } from '../../lib/text.ts'
import { type CreateInput, nestedInputs } from './nested-input.ts'
import { maxTermName } from './term-name.ts'

/** A term of an event: one that exists, with its row as soon as it is looked up, or the name or the fields of a new one. */
export type TermInput = NamedTerm | CreateInput

type NamedTerm = { readonly id: number; readonly row?: TermRow } | { readonly named: string }

/**
 * Categories or tags in the payload of an event (contract B7.5): ids, slugs, names, csv, lists, or objects with `id` or with
 * the fields of a new term. Names that are missing are created; an unknown id is refused; digits alone are always an id.
 */
export const termInputs = (taxonomy: Taxonomy, fields: ParamTable): ParamType<readonly TermInput[]> => ({
  schema: nestedSchema(taxonomy, fields, { type: ['integer', 'string'] }),
  index: { items: { type: 'integer' } },
  ...nestedInputs<NamedTerm>({
    noun: taxonomy,
    field: taxonomy === 'category' ? 'categories' : 'tags',
    fields,
    isNothing: (part) => part === null || part === undefined || (typeof part === 'string' && part.trim() === ''),
    // A name in a list may hold a comma.
    splitsItems: false,
    readPlain: (part) => {
      if (typeof part === 'number' || (typeof part === 'string' && /^\s*\d+\s*$/.test(part))) {
        const id = Number(part)
        return Number.isSafeInteger(id) && id >= 1 ? { id } : invalid(`No ${taxonomy} has the id ${part}.`)
      }
      if (typeof part !== 'string') return invalid(`It must be a list of ids, slugs or names of ${taxonomy} terms.`)
      if (hasControls(part)) return invalid('It contains a NUL or an incomplete character.')
      const named = readText(part)
      if (named === '') return invalid('It contains an empty name.')
      if (named.length > maxTermName && [...named].length > maxTermName)
        return invalid(`A name may have at most ${maxTermName} characters.`)
      return { named }
    },
    referencesOf: (term) => {
      const value = 'id' in term ? term.id : 'named' in term ? term.named : String(term.create['name'] ?? '')
      return { termRows: { taxonomy, values: [value] } }
    },
    resolve: (term, found) => {
      const row = findNamed(taxonomy, term, found.termRows)
      if (row) return { id: row.id, row }
      return 'id' in term ? invalid(`No ${taxonomy} has the id ${term.id}.`) : term
    },
  }),
})

/** The term that an input means: a term whose slug the text is comes before one whose name it is. */
const findNamed = (taxonomy: Taxonomy, term: TermInput, rows: readonly TermRow[]): TermRow | undefined => {
  if ('id' in term) {
    for (const row of rows) if (row.id === term.id && row.taxonomy === taxonomy) return row
    return undefined
  }
  if ('create' in term) return matchTerm(rows, taxonomy, term.create)
  const slug = slugify(term.named)
  const bySlug = rows.find((row) => row.taxonomy === taxonomy && row.slug === slug)
  return bySlug ?? matchTerm(rows, taxonomy, { name: term.named })
}

/** The existing term that a new one would repeat; of several, the oldest. */
export const matchTerm = (
  rows: readonly TermRow[],
  taxonomy: Taxonomy,
  { name = '', parent }: { readonly name?: string; readonly parent?: number },
): TermRow | undefined => {
  const [slug, key] = [slugify(name), keyOf(name)]
  let match: TermRow | undefined
  for (const row of rows) {
    if (row.taxonomy !== taxonomy || (match && match.id < row.id)) continue
    const isNamed = row.name_key === key
    if (parent === undefined ? isNamed || row.slug === slug : isNamed && row.parent_id === parent) match = row
  }
  return match
}
