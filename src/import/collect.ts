import { type Json, type JsonObject, parseObject } from '../lib/json.ts'
import { describeFault, type Item, storedId, toList } from './item.ts'
import type { ExternalLinks, ImportRecord, JsonRecord, UnreadPart } from './record.ts'

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
export async function* collect(
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
