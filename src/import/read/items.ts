import { createHash } from 'node:crypto'
import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { listReferences, type ParamTable, type ParsedValues, type References, readSent } from '../../core/params.ts'
import type { Resource } from '../../core/resource.ts'
import { isJsonObject, type Json, type JsonObject, parseObject } from '../../lib/json.ts'
import { slugify } from '../../lib/text.ts'
import { categories } from '../../resources/categories/resource.ts'
import { eventDefinition } from '../../resources/events/definition.ts'
import { events } from '../../resources/events/resource.ts'
import { organizers } from '../../resources/organizers/resource.ts'
import { type Draft, draftPost } from '../../resources/shared/post.ts'
import { tags } from '../../resources/tags/resource.ts'
import { venues } from '../../resources/venues/resource.ts'
import { listNames } from './formats/texts.ts'
import {
  type ExternalLinks,
  type ImportedKind,
  type ImportRecord,
  type JsonRecord,
  plurals,
  type UnreadPart,
} from './record.ts'

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

/** A kind of record that has a resource. */
type ResourceKind = Exclude<ImportedKind, 'image'>

/** The resources whose records are imported by their operations; images are fetched. */
export const resources: { readonly [kind in ResourceKind]: Resource } = {
  category: categories,
  tag: tags,
  venue: venues,
  organizer: organizers,
  event: events,
}

/** What an import changes of the records of its source. */
type Overrides = {
  /** The name of the source, in which external ids are unique. */
  readonly source: string
  /** The status of all events. */
  readonly status?: string | undefined
  /** The name of a category that all events get in addition. */
  readonly category?: string | undefined
  /** The id of the user who becomes the author of all records. */
  readonly author?: number | undefined
  /** The ids of users by the names under which authors may stand in the source. */
  readonly authors?: ReadonlyMap<string, number> | undefined
  /** Events that are over before this date, `YYYY-MM-DD`, are left out. */
  readonly since?: string | undefined
  /** Whether images are copied into the library. */
  readonly hasImages: boolean
}

/** A part of a source that cannot be imported. */
export type BadPart = UnreadPart & { readonly number: number }

/**
 * Makes items of the records of a source. Changed occurrences of series come last, since their series may come after them in the source; of
 * several changes of one occurrence the newest comes first.
 */
export async function* makeItems(
  records: AsyncIterable<ImportRecord | JsonRecord | UnreadPart>,
  overrides: Overrides,
): AsyncGenerator<Item | BadPart> {
  const changes: ImportRecord[] = []
  let number = 0
  for await (const record of records) {
    // Empty lines have numbers, too.
    number = Math.max(number + 1, 'number' in record ? (record.number ?? 0) : 0)
    if ('fault' in record) yield { ...record, ...withStoredId(record), number }
    else if (!('json' in record) && isLeftOut(record, overrides)) continue
    else if (!('json' in record) && record.occurrence) changes.push(record)
    else yield tryItem(record, number, overrides)
  }
  for (const record of changes.toSorted(byRevision)) yield tryItem(record, ++number, overrides)
}

const byRevision = ({ revision: one = '' }: ImportRecord, { revision: other = '' }: ImportRecord): number =>
  one === other ? 0 : one < other ? 1 : -1

/** A record whose payload JavaScript cannot write as JSON, since it has too many levels, is a bad part. */
const tryItem = (record: ImportRecord | JsonRecord, number: number, overrides: Overrides): Item | BadPart => {
  try {
    if (!('json' in record)) return makeItem(record, number, overrides)
    return { ...record, ...withStoredId(record), json: overrideJson(record, overrides), number }
  } catch (error) {
    return { place: record.place, ...describeFault(error), ...withStoredId(record), number }
  }
}

const isLeftOut = ({ kind, payload }: ImportRecord, { hasImages, since }: Overrides): boolean => {
  if (kind === 'image') return !hasImages
  const end = payload['end_date'] ?? payload['start_date']
  // A series goes on.
  return since !== undefined && typeof end === 'string' && !payload['recurrence'] && end.slice(0, 10) < since
}

const makeItem = (record: ImportRecord, number: number, overrides: Overrides): Item => {
  const { payload, kind, place, externalId: sentId, id, notes, unknown } = record
  const externalId = sentId === undefined ? undefined : storedId(sentId)
  const occurrence = record.occurrence && { ...record.occurrence, of: storedId(record.occurrence.of) }
  const links = record.links && withStoredIds(record.links)
  const { image: _, ...otherLinks } = links ?? {}
  const ownLinks = links && !overrides.hasImages ? otherLinks : links
  const isPost = kind === 'venue' || kind === 'organizer' || kind === 'event'
  const isNamed = payload['source'] !== undefined
  const isOwn = externalId !== undefined && externalId === sentId && isExternalId(externalId)
  const own = isOwn && !occurrence && isPost && !isNamed
  const json = JSON.stringify({
    ...overridePayload(record, payload, overrides),
    ...(own && { source: overrides.source, external_id: externalId }),
  })
  return { number, place, kind, json, externalId, links: ownLinks, occurrence, id, notes, unknown }
}

const withStoredIds = (links: ExternalLinks): ExternalLinks =>
  Object.fromEntries(
    Object.entries(links).map(([name, ids]) => [name, typeof ids === 'string' ? storedId(ids) : ids.map(storedId)]),
  )

const withStoredId = ({ externalId }: Pick<ImportRecord, 'externalId'>): Pick<ImportRecord, 'externalId'> =>
  externalId === undefined ? {} : { externalId: storedId(externalId) }

/** Whether a record can show the id, as the field takes it; others are only remembered. */
const isExternalId = (id: string): boolean => id !== '' && !/[<>\p{Cc}]/u.test(id)

/** The payload of an event with what the import overrides. */
const overridePayload = (
  { kind, author }: Pick<ImportRecord, 'kind' | 'author'>,
  payload: JsonObject,
  overrides: Overrides,
): JsonObject => {
  if (kind === 'image' || kind === 'category' || kind === 'tag') return payload
  const { image, ...others } = payload
  const result: Record<string, Json> = { ...(overrides.hasImages ? payload : others) }
  const user = overrides.author ?? (author === undefined ? undefined : overrides.authors?.get(author.toLowerCase()))
  if (user !== undefined) result['author'] = user
  if (kind !== 'event') return result
  if (overrides.status !== undefined) result['status'] = overrides.status
  if (overrides.category !== undefined) result['categories'] = [...toList(result['categories']), overrides.category]
  return result
}

/** A text of JSON is only parsed where something has to be changed. */
const overrideJson = (record: JsonRecord, overrides: Overrides): string => {
  const { status, category, author, hasImages } = overrides
  if (status === undefined && category === undefined && author === undefined && hasImages) return record.json
  const payload = parseObject(record.json)
  // Anything else is reported where it is read.
  return payload ? JSON.stringify(overridePayload(record, payload, overrides)) : record.json
}

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
  const references = listReferences(resources[item.kind as ResourceKind].fields, values)
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

/** The members of payloads that are not imported, by the kinds of the records. */
export type UnknownMembers = Map<ImportedKind, Set<string>>

const namesOfKind = new Map<ImportedKind, ReadonlySet<string>>()

/** The names that a payload may have: those of fields, and those that records show, which a copy of a record has, too. */
const knownNames = (kind: ResourceKind): ReadonlySet<string> => {
  const known = namesOfKind.get(kind)
  if (known) return known
  const { fields, schemas } = resources[kind]
  const shown = schemas.single['properties']
  // An import keeps slugs, which are no field of venues and organizers.
  const names = new Set([...Object.keys(fields), ...(isJsonObject(shown) ? Object.keys(shown) : []), 'slug'])
  namesOfKind.set(kind, names)
  return names
}

/** The members of a payload that nothing reads; `venue.lift` is one of the venue of an event. */
export const findUnknown = (kind: ImportedKind, payload: JsonObject): readonly string[] => {
  if (kind === 'image') return []
  const unknown = findUnknownIn(kind, payload)
  if (kind !== 'event') return unknown
  for (const link of ['venue', 'organizer'] as const)
    for (const one of [payload[link]].flat())
      if (isJsonObject(one)) unknown.push(...findUnknownIn(link, one).map((name) => `${link}.${name}`))
  return unknown
}

/** Members that records have only because others expect them: nothing is kept in them. */
const alwaysEmpty: readonly string[] = ['custom_fields']

/** Whether a value says nothing. */
export const isBlank = (value: Json): boolean =>
  value === null || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0)

/** Whether a member of a payload, or of a record of another site, says something that is not imported. */
export const isLost = (kind: ResourceKind, name: string, value: Json): boolean =>
  !knownNames(kind).has(name) || (alwaysEmpty.includes(name) && !isBlank(value))

const findUnknownIn = (kind: ResourceKind, payload: JsonObject): string[] =>
  Object.entries(payload).flatMap(([name, value]) =>
    isLost(kind, name, value) ? (alwaysEmpty.includes(name) ? additionalNames(name, value) : [name]) : [],
  )

/** The additional fields of an event by their labels, if they have one, and names, as in `Accessibility (_ecp_custom_2)`. */
const additionalNames = (name: string, value: Json): string[] =>
  isJsonObject(value)
    ? Object.entries(value).map(([key, field]) => {
        const label = isJsonObject(field) && typeof field['label'] === 'string' ? field['label'] : ''
        return label === '' ? `${name}.${key}` : `${label} (${key})`
      })
    : [name]

/** Most names of a kind that are kept: a file may have others in each line. */
const mostNames = 100

/** Adds members that are not imported. */
export const addUnknown = (all: UnknownMembers, kind: ImportedKind, names: readonly string[] = []): void => {
  for (const name of names) {
    const own = all.get(kind) ?? new Set()
    if (own.size < mostNames) all.set(kind, own.add(name))
  }
}

/** Says once for each kind which members are not imported. */
export const describeUnknown = (all: UnknownMembers): readonly string[] =>
  [...all].map(([kind, names]) =>
    names.size === 1
      ? `The member ${listNames([...names])} of ${plurals[kind]} is not imported: there is no such field.`
      : `The members ${listNames([...names])} of ${plurals[kind]} are not imported: there are no such fields.`,
  )
