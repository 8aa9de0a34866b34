import {
  type Found,
  type Invalid,
  invalid,
  isInvalid,
  maxListValues,
  type ParamTable,
  type ParamType,
  type ReadContext,
  type References,
  readNested,
  referencesOf,
  resolveNested,
} from '../../core/params.ts'
import { isJsonObject } from '../../lib/json.ts'

/** The payload of a record or term to be created together with the event that names it. */
export type CreateInput = { readonly create: Readonly<Record<string, unknown>> }

/** What is peculiar to the values of one field; `Plain` is a value that names something that exists, or may. */
export type NestedKind<Plain extends object> = {
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
export const nestedInputs = <Plain extends object>(
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
      if ('create' in input) all.push(...referencesOf(kind.fields, input.create))
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
