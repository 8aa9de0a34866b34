import {
  type Found,
  type Invalid,
  invalid,
  isInvalid,
  listReferences,
  maxListValues,
  type ParamTable,
  type ParamType,
  type ReadContext,
  type References,
  readNested,
  resolveNested,
  type TermRow,
} from '../../core/params.ts'
import { nestedSchema } from '../../core/payload-schema.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import { hasControls } from '../../core/types.ts'
import type { LinkedTable, Taxonomy } from '../../db/schema.ts'
import { isJsonObject } from '../../lib/json.ts'
import { nameKey, readText, slugify } from '../../lib/text.ts'
import { maxTermName } from './term-name.ts'

/** The payload of a record or term to be created together with the event that names it. */
export type CreateInput = { readonly create: Readonly<Record<string, unknown>> }

/** How linked records differ from terms; `Plain` is a value that names an existing one, or one that may exist. */
type NestedKind<Plain extends object> = {
  /** What an object creates, such as `category`, and the field of the event that takes it, such as `categories`. */
  readonly noun: string
  readonly field: string
  /** The fields of what an object creates. */
  readonly fields: ParamTable
  /** Whether a value stands for nothing; such values are left out. */
  readonly isNothing: (part: unknown) => boolean
  /** Whether a text is split at its commas inside a list too. */
  readonly splitsItems: boolean
  readonly readPlain: (part: unknown) => Plain | Invalid
  /** What the value itself refers to; what the fields of a new record refer to is added. */
  readonly referencesOf: (input: Plain | CreateInput) => References | undefined
  /** The value with the rows that its references have found. */
  readonly resolve: (input: Plain | CreateInput, found: Found) => Plain | CreateInput | Invalid
}

type Inputs<Plain> = readonly (Plain | CreateInput)[]

/**
 * A field of an event that takes one value, a csv, a list, or objects: an object with `id` names what exists, another one
 * creates (contract B7.5).
 */
const nestedInputs = <Plain extends object>(
  kind: NestedKind<Plain>,
): Required<Pick<ParamType<Inputs<Plain>>, 'isList' | 'read' | 'references' | 'resolve'>> => ({
  isList: true,
  read: (raw, context) => {
    const parts = splitParts(raw, kind)
    if (parts.length > maxListValues) return invalid(`It may list at most ${maxListValues} values.`)
    const inputs: (Plain | CreateInput)[] = []
    for (const part of parts) {
      const input = readPart(kind, part, context)
      if (isInvalid(input)) return input
      inputs.push(input)
    }
    return inputs
  },
  references: (inputs) => {
    const all: References[] = []
    for (const input of inputs) {
      const own = kind.referencesOf(input)
      if (own) all.push(own)
      if ('create' in input) all.push(...listReferences(kind.fields, input.create))
    }
    return all
  },
  resolve: (inputs, found) => {
    const resolved: (Plain | CreateInput)[] = []
    for (const input of inputs) {
      const create = 'create' in input ? resolveNested(kind.fields, input.create, found) : undefined
      const result = isInvalid(create) ? create : kind.resolve(create ? { create } : input, found)
      if (isInvalid(result)) return result
      resolved.push(result)
    }
    return resolved
  },
})

const splitParts = <Plain extends object>(raw: unknown, kind: NestedKind<Plain>): unknown[] => {
  let parts: unknown[] = [raw]
  if (Array.isArray(raw)) parts = raw
  else if (isJsonObject(raw)) {
    // Forms number the values of a list.
    const keys = Object.keys(raw)
    if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) parts = Object.values(raw)
  }
  const isSplit = kind.splitsItems || !Array.isArray(raw)
  const pieces: unknown[] = []
  for (const part of parts) {
    const split = isSplit && typeof part === 'string' ? part.split(',') : [part]
    for (const piece of split) {
      const value = isSplit && typeof piece === 'string' ? piece.trim() : piece
      if (!kind.isNothing(value)) pieces.push(value)
    }
  }
  return pieces
}

const readPart = <Plain extends object>(
  kind: NestedKind<Plain>,
  part: unknown,
  context: ReadContext,
): Plain | CreateInput | Invalid => {
  if (!isJsonObject(part)) return kind.readPlain(part)
  const id = part['id']
  if (id !== undefined && !kind.isNothing(id)) return kind.readPlain(id)
  const describeMissing = (name: string) => `A new ${kind.noun} needs a name: send \`${kind.field}.${name}\`.`
  const create = readNested(kind.fields, part, context, describeMissing)
  return isInvalid(create) ? create : { create }
}

/** One thing that an event links to: a record by its id, with its row as soon as it is looked up, or the payload of a new one. */
export type LinkInput<T extends LinkedTable = LinkedTable> =
  | { readonly id: number; readonly row?: StoredPost<T> }
  | CreateInput

/**
 * Venues or organizers in the payload of an event (contract B7.5): an id, a list or csv of ids, an object with `id`, an object of
 * create fields, or a list that mixes them. Nothing, in any spelling, unlinks.
 */
export const linkInputs = <T extends LinkedTable>(
  table: T,
  fields: ParamTable,
): ParamType<readonly LinkInput<T>[]> => ({
  schema: nestedSchema(table, fields, { type: ['integer', 'string'] }),
  index: { type: 'array', items: { type: 'integer' } },
  ...nestedInputs<{ readonly id: number; readonly row?: StoredPost<T> }>({
    noun: table,
    field: table,
    fields,
    isNothing: (part) => nothing.includes(part) || (isJsonObject(part) && Object.keys(part).length === 0),
    splitsItems: true,
    readPlain: (part) => {
      const isId = (typeof part === 'string' && /^\d{1,15}$/.test(part)) || Number.isSafeInteger(part)
      const id = isId ? Number(part) : 0
      if (id >= 1) return { id }
      return invalid(`It must contain ids of ${table}s, or objects with the fields of a new ${table}.`)
    },
    referencesOf: (link) => ('create' in link ? undefined : { posts: { table, ids: [link.id] } }),
    resolve: (link, found) => {
      if ('create' in link) return link
      const row = found.posts[table].get(link.id)
      return row ? { id: link.id, row } : invalid(`No ${table} has the id ${link.id}.`)
    },
  }),
})

/** What means "no venue", as clients of The Events Calendar say it. */
const nothing: readonly unknown[] = [null, undefined, '', 0, '0', false]

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
  const [slug, key] = [slugify(name), nameKey(name)]
  let match: TermRow | undefined
  for (const row of rows) {
    if (row.taxonomy !== taxonomy || (match && match.id < row.id)) continue
    const isNamed = row.name_key === key
    if (parent === undefined ? isNamed || row.slug === slug : isNamed && row.parent_id === parent) match = row
  }
  return match
}
