import { invalid, type ParamTable, type ParamType } from '../../core/params.ts'
import { nestedSchema } from '../../core/payload-schema.ts'
import { findTerm } from '../../core/types/references.ts'
import { hasControls } from '../../core/types/values.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { readText } from '../../lib/text.ts'
import { type CreateInput, nestedInputs } from './nested-input.ts'
import { maxTermName } from './term-name.ts'

/** A term of an event: one that exists, one that may be made of its name, or the fields of a new one. */
export type TermInput = NamedTerm | CreateInput

type NamedTerm = { readonly id: number } | { readonly named: string }

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
    readPlain: (part) => readTerm(taxonomy, part),
    referencesOf: (term) => ({ terms: { taxonomy, values: ['id' in term ? term.id : term.named] } }),
    resolvePlain: (term, found) => {
      const id = findTerm(found, taxonomy, 'id' in term ? term.id : term.named)
      if (id === undefined && 'id' in term) return invalid(`No ${taxonomy} has the id ${term.id}.`)
      return id === undefined ? term : { id }
    },
  }),
})

const readTerm = (taxonomy: Taxonomy, part: unknown) => {
  if (typeof part === 'number' || (typeof part === 'string' && /^\s*\d+\s*$/.test(part))) {
    const id = Number(part)
    return Number.isSafeInteger(id) && id >= 1 ? { id } : invalid(`No ${taxonomy} has the id ${part}.`)
  }
  if (typeof part !== 'string') return invalid(`It must list ids, slugs or names of ${taxonomy} terms.`)
  if (hasControls(part)) return invalid('It contains a NUL or an incomplete character.')
  const named = readText(part)
  if (named === '') return invalid('It contains an empty name.')
  if (named.length > maxTermName && [...named].length > maxTermName)
    return invalid(`A name may have at most ${maxTermName} characters.`)
  return { named }
}
