import { createHash } from 'node:crypto'
import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { type ParamTable, type ParsedValues, type References, readSent, referencesOf } from '../core/params.ts'
import { isJsonObject, type Json, type JsonObject } from '../lib/json.ts'
import { slugify } from '../lib/text.ts'
import { eventDefinition } from '../resources/events/definition.ts'
import { type Draft, draftPost } from '../resources/shared/post.ts'
import type { ImportRecord } from './record.ts'
import { type ResourceKind, resources } from './resource-of.ts'
import { findUnknown } from './unknown-members.ts'

/** A record of a source on its way into the calendar. */
export type Item = Pick<ImportRecord, 'place' | 'kind'> & {
  readonly [name in 'externalId' | 'occurrence' | 'id' | 'links' | 'notes' | 'unknown']?: ImportRecord[name] | undefined
} & {
  /** The number of the line, or of the record where a source has no lines, counted from 1. */
  readonly number: number
  /** The payload as JSON. */
  readonly json: string
  /** The payload as it came, where something of it had to be left out: it has not changed when it comes like that again. */
  readonly original?: string
}

/** The content of an item, as far as it can be read without the database. */
export type ReadItem = {
  readonly item: Item
  readonly reading: ParsedValues
  readonly references: readonly References[]
  /** The draft of an event without faults; `reading` then holds only the values that refer to other records. */
  readonly draft: Draft<'event'> | undefined
  /** The id that the record is to have, where the import keeps ids. */
  readonly id?: number | undefined
  /** Members that are not imported. */
  readonly unknown?: readonly string[]
}

/** Why an item cannot be imported. */
export type Fault = { readonly fault: string } & Pick<ReadItem, 'unknown'>

/** Reads an item by the fields of its kind; an image has none, and is read when it is fetched. */
export const readItem = (context: RequestContext, item: Item): ReadItem | Fault => {
  const unknown = [...(item.unknown ?? [])]
  const told = () => (unknown.length > 0 ? { unknown } : {})
  try {
    const payload = parsePayload(item)
    if (item.kind === 'image') return { item, reading: nothingRead, references: [], draft: undefined, ...told() }
    unknown.push(...findUnknown(item.kind, payload))
    return { ...prepare(context, item, readPayload(context, resources[item.kind].fields, payload, true)), ...told() }
  } catch (error) {
    return { ...describeFault(error), ...told() }
  }
}

/** What is read of an item whose payload is not asked for. */
export const nothingRead: ParsedValues = { values: {}, faults: new Map() }

/**
 * The payload of an item.
 * @throws SyntaxError or ApiError for a text that is no JSON object.
 */
export const parsePayload = ({ json }: Pick<Item, 'json'>): JsonObject => {
  const payload: unknown = JSON.parse(json)
  if (!isJsonObject(payload)) throw new ApiError('rest_invalid_body', { message: 'The line is no JSON object.' })
  return payload
}

/** Reads a payload as the body of a request; members that are no field are ignored (contract B1.1). */
export const readPayload = (
  context: RequestContext,
  fields: ParamTable,
  payload: JsonObject,
  requireAll: boolean,
): ParsedValues => readSent(fields, { one: payload, all: payload }, context, { requireAll })

/** The slug of a venue or an organizer, which is none of their fields: only an import keeps it. */
export const readSlug = (fields: ParamTable, { slug }: JsonObject): string | undefined =>
  fields['slug'] || typeof slug !== 'string' ? undefined : slugify(slug) || undefined

/** The elements of a member that may be a list, a single value, or empty. */
export const toList = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]

/** Longest id that is stored as it is: indexes of PostgreSQL take no long texts. */
const longestId = 500

/** The id under which a record is remembered; a hash stands for one that no index or database takes. */
export const storedId = (id: string): string =>
  id.length <= longestId && id.isWellFormed() && !id.includes('\0')
    ? id
    : `sha256 ${createHash('sha256').update(id).digest('base64url')}`

/** A text that changes with everything that an item says. */
export const hashItem = ({ json, original = json, links, occurrence }: Item): string =>
  createHash('sha256')
    .update(original)
    .update(links || occurrence ? JSON.stringify([links, occurrence]) : '')
    .digest('base64url')
    .slice(0, 27)

/**
 * Returns the message for an item that failed.
 * @throws the error, if the item is not the cause.
 */
export const describeFault = (error: unknown): Fault => {
  if (error instanceof SyntaxError) return { fault: 'The line is not JSON.' }
  // JavaScript reads more levels of JSON than it writes.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { fault: 'It has too many objects and lists in each other.' }
  if (!(error instanceof ApiError)) throw error
  const { message, data } = error
  const { params } = data
  if (error.code === 'rest_missing_callback_param' && Array.isArray(params))
    return {
      fault: [
        `${params.join(', ')} ${params.length > 1 ? 'are' : 'is'} missing.`,
        ...message.split('. ').slice(1),
      ].join(' '),
    }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return { fault: message }
  return {
    fault: Object.entries(params)
      .map(([name, reason]) => `${name}: ${reason}`)
      .join(' '),
  }
}

const fields: ParamTable = eventDefinition.fields

const prepare = (context: RequestContext, item: Item, reading: ParsedValues): ReadItem => {
  const { values, faults } = reading
  const references = referencesOf(resources[item.kind as ResourceKind].fields, values)
  // A series needs all values.
  const isSingle = item.kind === 'event' && faults.size === 0 && !values['recurrence']
  const draft = isSingle ? tryDraft(context, values) : undefined
  if (draft === undefined) return { item, reading, references, draft }
  const referring = Object.entries(values).filter(([name]) => fields[name]?.type.references)
  return { item, reading: { values: Object.fromEntries(referring), faults }, references, draft }
}

/** Undefined where the policy or the values refuse it: that is reported together with wrong references, after these are looked up. */
const tryDraft = (context: RequestContext, values: ParsedValues['values']): Draft<'event'> | undefined => {
  try {
    return draftPost(context, eventDefinition, values)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
