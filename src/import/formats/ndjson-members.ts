import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'

/** What a member must be: a value of one type, or an object with members of its own. */
type Shape = {
  readonly must: string
  readonly isRight: (value: Json) => boolean
  readonly isRequired?: boolean
  readonly members?: Shapes
}

type Shapes = { readonly [name: string]: Shape }

const text: Shape = { must: 'be a text', isRight: (value) => typeof value === 'string' }
const texts: Shape = {
  must: 'be a list of texts',
  isRight: (value) => Array.isArray(value) && value.every(text.isRight),
}
const flag: Shape = { must: 'be true or false', isRight: (value) => typeof value === 'boolean' }
const id: Shape = {
  must: 'be a whole number above 0',
  isRight: (value) => Number.isSafeInteger(value) && Number(value) > 0,
}
const time: Shape = {
  must: 'be a time such as "2027-01-31 20:00:00"',
  isRight: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value),
}
const object = (members?: Shapes): Shape => ({
  must: 'be an object',
  isRight: isJsonObject,
  ...(members && { members }),
})

/** The members of a record of an export beside its kind, as `ImportRecord` has them. */
const shapes: Shapes = {
  payload: object(),
  external_id: text,
  id,
  author: text,
  notes: texts,
  merged: texts,
  kept: object(),
  links: object({ venue: texts, organizer: texts, categories: texts, tags: texts, image: text, parent: text }),
  occurrence: object({ of: { ...text, isRequired: true }, start: { ...time, isRequired: true }, follows: flag }),
}

/** What is read before the other members, or, as the place at a live site, says nothing of a record. */
const readElsewhere: readonly string[] = ['kind', 'place']

/**
 * The members of a record that are known, and the names of others, which are ignored, as in a request (contract B1.1). A wrong one is a fault
 * that says what the member must be.
 */
export const readMembers = (
  object: JsonObject,
  known: Shapes = shapes,
  path = '',
): { readonly members: JsonObject; readonly unknown: readonly string[] } | { readonly fault: string } => {
  const members: Record<string, Json> = {}
  const unknown: string[] = []
  const required = Object.keys(known).filter((name) => known[name]?.isRequired)
  for (const name of new Set([...Object.keys(object), ...required])) {
    const shape = Object.hasOwn(known, name) ? known[name] : undefined
    if (!shape) {
      if (!(path === '' && readElsewhere.includes(name))) unknown.push(`${path}${name}`)
      continue
    }
    const { must, isRight, members: own } = shape
    const value = object[name]
    if (value === undefined || !isRight(value)) return { fault: `\`${path}${name}\` must ${must}.` }
    const inner = own && isJsonObject(value) ? readMembers(value, own, `${path}${name}.`) : undefined
    if (inner && 'fault' in inner) return inner
    members[name] = inner ? inner.members : value
    if (inner) unknown.push(...inner.unknown)
  }
  return { members, unknown }
}
