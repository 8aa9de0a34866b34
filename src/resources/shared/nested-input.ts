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
  /** What an object creates, such as `venue`, and the field of the event that takes it, such as `venue`. */
  readonly noun: string
  readonly field: string
  /** The fields of what an object creates. */
  readonly fields: ParamTable
  /** Values that stand for nothing at all and are left out. */
  readonly isNothing: (part: unknown) => boolean
  /** A csv is taken apart also inside of a list. */
  readonly splitsItems: boolean
  readonly readPlain: (part: unknown) => Plain | Invalid
  readonly referencesOf: (plain: Plain) => References
  readonly resolvePlain: (plain: Plain, found: Found) => Plain | Invalid
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
    return collect(parts, (part) => readPart(kind, part, context))
  },
  references: (inputs) =>
    inputs.flatMap((input) => (isCreate(input) ? referencesOf(kind.fields, input.create) : [kind.referencesOf(input)])),
  resolve: (inputs, found) =>
    collect(inputs, (input) => {
      if (!isCreate(input)) return kind.resolvePlain(input, found)
      const create = resolveNested(kind.fields, input.create, found)
      return isInvalid(create) ? create : { create }
    }),
})

const isCreate = (input: object): input is CreateInput => 'create' in input

/** Every result, or the first refusal. */
const collect = <A, B extends object>(items: readonly A[], read: (item: A) => B | Invalid): readonly B[] | Invalid => {
  const results: B[] = []
  for (const item of items) {
    const result = read(item)
    if (isInvalid(result)) return result
    results.push(result)
  }
  return results
}

const splitParts = <Plain extends object>(raw: unknown, kind: NestedKind<Plain>): unknown[] => {
  const isList = isJsonObject(raw) && Object.keys(raw).length > 0 && Object.keys(raw).every((key) => /^\d+$/.test(key))
  const parts: unknown[] = Array.isArray(raw) ? raw : isList ? Object.values(raw) : [raw]
  const isSplit = kind.splitsItems || !Array.isArray(raw)
  const pieces = parts.flatMap((part) =>
    isSplit && typeof part === 'string' ? part.split(',').map((piece) => piece.trim()) : [part],
  )
  return pieces.filter((part) => !kind.isNothing(part))
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
