import { findTerm, maxTermName } from '../crud/param-types.ts'
import {
  type Found,
  type Invalid,
  invalid,
  isInvalid,
  maxListValues,
  nestedReferences,
  type ParamTable,
  type ParamType,
  type ReadScope,
  type References,
  readNested,
  resolveNested,
} from '../crud/params.ts'
import type { Taxonomy } from '../db/schema.ts'
import { isJsonObject } from '../lib/json.ts'
import { readText } from '../lib/text.ts'

/** A term of an event: one that exists, or the fields of one to be created with the event. */
export type TermInput =
  | { readonly id: number }
  | { readonly named: string }
  | { readonly create: Readonly<Record<string, unknown>> }

/**
 * Categories or tags in the payload of an event (contract B7.5): ids, slugs, names, csv, lists, or objects with `id` or with
 * the fields of a new term. Names that are missing are created; an unknown id is refused; digits alone are always an id.
 */
export const termInputs = (taxonomy: Taxonomy, fields: ParamTable): ParamType<readonly TermInput[]> => ({
  schema: { type: 'array', items: { type: ['integer', 'string', 'object'] } },
  index: { items: { type: 'integer' } },
  isList: true,
  read: (raw, scope) => {
    const terms: TermInput[] = []
    const parts = splitTerms(raw)
    if (parts.length > maxListValues) return invalid(`It may list at most ${maxListValues} values.`)
    for (const part of parts) {
      const term = readTerm(taxonomy, fields, part, scope)
      if (isInvalid(term)) return term
      terms.push(term)
    }
    return terms
  },
  references: (terms) => terms.flatMap((term) => referencesOf(taxonomy, fields, term)),
  resolve: (terms, found) => resolveTerms(taxonomy, fields, terms, found),
})

const splitTerms = (raw: unknown): unknown[] => {
  const isList = isJsonObject(raw) && Object.keys(raw).length > 0 && Object.keys(raw).every((key) => /^\d+$/.test(key))
  const parts: unknown[] =
    typeof raw === 'string' ? raw.split(',') : Array.isArray(raw) ? raw : isList ? Object.values(raw) : [raw]
  return parts.filter((part) => part !== null && (typeof part !== 'string' || part.trim() !== ''))
}

const readTerm = (taxonomy: Taxonomy, fields: ParamTable, part: unknown, scope: ReadScope): TermInput | Invalid => {
  if (isJsonObject(part)) {
    if (part['id'] !== undefined) return readTerm(taxonomy, fields, part['id'], scope)
    const create = readNested(fields, part, scope)
    return isInvalid(create) ? create : { create }
  }
  if (typeof part === 'number' || (typeof part === 'string' && /^\s*\d+\s*$/.test(part))) {
    const id = Number(part)
    return Number.isSafeInteger(id) && id >= 1 ? { id } : invalid(`No ${taxonomy} has the id ${part}.`)
  }
  if (typeof part !== 'string') return invalid(`It must list ids, slugs or names of ${taxonomy} terms.`)
  if (part.includes('\0') || !part.isWellFormed()) return invalid('It holds a NUL or half a character.')
  const named = readText(part)
  if (named === '') return invalid('It holds a name that is empty.')
  if (named.length > maxTermName) return invalid(`A name may have at most ${maxTermName} characters.`)
  return { named }
}

const referencesOf = (taxonomy: Taxonomy, fields: ParamTable, term: TermInput): readonly References[] => {
  if ('create' in term) return nestedReferences(fields, term.create)
  return [{ terms: { taxonomy, values: ['id' in term ? term.id : term.named] } }]
}

const resolveTerms = (
  taxonomy: Taxonomy,
  fields: ParamTable,
  terms: readonly TermInput[],
  found: Found,
): readonly TermInput[] | Invalid => {
  const resolved: TermInput[] = []
  for (const term of terms) {
    if ('create' in term) {
      const create = resolveNested(fields, term.create, found)
      if (isInvalid(create)) return create
      resolved.push({ create })
      continue
    }
    const known = findTerm(found.terms, taxonomy, 'id' in term ? term.id : term.named)
    if (!known && 'id' in term) return invalid(`No ${taxonomy} has the id ${term.id}.`)
    resolved.push(known ? { id: known.id } : term)
  }
  return resolved
}
