import { StringDecoder } from 'node:string_decoder'
import { isJsonObject, type Json, type JsonObject, parseObject } from '../../../lib/json.ts'
import {
  type ImportedKind,
  type ImportRecord,
  importedKinds,
  type JsonRecord,
  type ReadFormat,
  type UnreadPart,
} from '../record.ts'
import { withoutMark } from './bytes.ts'

/**
 * NDJSON: each line is the payload of an event, as `POST /events` takes it, or a record as `kalends export` writes it, with its kind and its
 * links. Empty lines count, so that the numbers are those of an editor.
 */
export const readNdjson: ReadFormat = async function* (source) {
  let number = 0
  for await (const line of readLines(source)) {
    number++
    const json = line.trim()
    const record = json === '' ? undefined : recordOf(json, number)
    if (record) yield record
  }
}

/** Most objects and lists in each other. How many JavaScript can read and write differs with its version. */
const mostLevels = 1000

const isDeeper = (json: string, levels: number): boolean => {
  if (json.length < 2 * levels) return false
  let [depth, isText] = [0, false]
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (isText) {
      if (sign === '\\') at++
      else isText = sign !== '"'
    } else if (sign === '"') isText = true
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > levels) return true
  }
  return false
}

/** Kinds of lines of an export that only an import with ids takes in. */
const others: readonly unknown[] = ['user', 'setting']

const recordOf = (json: string, number: number): JsonRecord | ImportRecord | UnreadPart | undefined => {
  const place = `line ${number}`
  if (isDeeper(json, mostLevels)) return { place, fault: 'It has too many objects and lists in each other.' }
  const plain: JsonRecord = { kind: 'event', json, place, number }
  if (!json.includes('"external_id"') && !json.includes('"payload"')) return plain
  const object = parseObject(json) ?? {}
  const { kind, payload, external_id, source } = object
  const known = importedKinds.find((one) => one === kind)
  if (others.includes(kind) && isJsonObject(payload)) return undefined
  if (payload !== undefined && (known || isJsonObject(payload)))
    return known ? exported(object, known, plain) : unknownKind(place)
  if (typeof external_id !== 'string') return plain
  if (typeof source === 'string') return { ...plain, externalId: `${source} ${external_id}` }
  // The import names the source, as with the other formats.
  const { external_id: _, ...rest } = object
  return source === undefined ? { kind: 'event', externalId: external_id, payload: rest, place, number } : plain
}

const unknownKind = (place: string): UnreadPart => ({
  place,
  fault: `\`kind\` must be one of ${importedKinds.join(', ')}.`,
})

/** A record as an export has it. */
const exported = (
  object: JsonObject,
  kind: ImportedKind,
  { place, number = 0 }: JsonRecord,
): ImportRecord | UnreadPart | undefined => {
  const read = readMembers(object)
  if ('fault' in read) {
    const { external_id } = object
    return { place, fault: read.fault, ...(typeof external_id === 'string' && { externalId: external_id }) }
  }
  const { external_id: externalId, ...members } = read.members as KnownMembers
  const { kept, occurrence, payload } = members
  if (kept && occurrence?.follows) return undefined
  if (kept && payload['status'] === 'trash')
    return { place, fault: 'It is in the trash: only an import with --keep-ids takes it in.', isExpected: true }
  const { unknown } = read
  return {
    ...members,
    kind,
    place,
    number,
    ...(externalId !== undefined && { externalId }),
    ...(unknown.length > 0 && { unknown }),
  }
}

type KnownMembers = Omit<ImportRecord, 'kind' | 'place' | 'number' | 'externalId'> & { readonly external_id?: string }

/**
 * The lines of a text. Only the line feed ends one: other separators of Unicode may stand in the texts. Of a source that breaks off, the line
 * that it broke is left out.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of withoutMark(source)) {
    const lines = (rest + decoder.write(Buffer.from(chunk))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  const last = rest + decoder.end()
  // A line feed at the end begins no further line.
  if (last !== '') yield last
}

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
const readMembers = (
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
