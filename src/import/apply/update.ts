import { attemptInRoom } from '../../core/attempt-in-room.ts'
import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { lookUpRows } from '../../core/named-rows.ts'
import { listReferences, type ParamTable, settleReading, type Values } from '../../core/params.ts'
import type { Resource } from '../../core/resource.ts'
import { findPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { ImportItemTable } from '../../db/schema.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { nowText, toEpoch } from '../../lib/time-zone.ts'
import { events } from '../../resources/events/resource.ts'
import {
  findSeries,
  isOccurrence,
  type Occurrence,
  readOccurrences,
  readOwnFields,
} from '../../resources/events/series/stored.ts'
import type { SeriesRow } from '../../resources/events/series/times.ts'
import { media } from '../../resources/media/resource.ts'
import { imageInput, requireImage, settleImage } from '../../resources/shared/image-input.ts'
import {
  findItems,
  keepUnedited,
  markSeen,
  readModified,
  type StoredItem,
  storeItems,
  vanishedHashes,
} from '../match/import-items.ts'
import { findRemaining, type KeyedItem, makeStoredHash, type Remaining } from '../match/match.ts'
import { describeFault, type Item, parsePayload, readPayload, resources } from '../read/items.ts'
import { type Links, withLinkFields } from './links.ts'
import { type GroupWork, makeItemRow, makeUnlinked } from './work.ts'

/** Why a record that has changed at its source is left as it is. */
export const editedHere = 'It was edited here, and stays as it is.'

/** Updates the records of items that have changed, and sets links to what is there by now. */
export const updateItems = async (work: GroupWork, items: readonly [KeyedItem, StoredItem][]): Promise<void> => {
  const { db, kind, run, outcomes, refusals, attempt, unlinked } = work
  const unfinished = await selectUnfinished(work, items)
  const ids = unfinished.map(({ stored }) => stored.record_id)
  const modified = run.keepsEdited || !run.updates ? await readModified(db, kind, ids) : undefined
  const rows: ImportItemTable[] = []
  for (const { keyed: one, stored, remaining } of unfinished) {
    const { read, ...keyed } = one
    const { isWhole, isWithoutImage } = remaining
    const isEdited = modified && (modified.get(stored.record_id) ?? stored.modified_utc) !== stored.modified_utc
    const isAsked = run.updates || !isWhole
    if (!isAsked || isEdited) {
      const reason =
        isEdited && isAsked
          ? editedHere
          : 'It was imported before and has changed since. Changes are taken over if the import is to update (--update).'
      outcomes.set(read, { done: 'skipped', reason })
      await markSeen(db, run.source, kind, [keyed.key], run.id)
      continue
    }
    const links = await work.link(keyed.item)
    const change = isWhole ? updateWhole : setLinks
    const tried = await attemptInRoom(work.context, () => attempt(db, () => change(work, keyed.item, links, stored)))
    if ('error' in tried && isWhole) {
      refusals.set(read, tried.error)
      continue
    }
    // What was refused would be refused again.
    const isRefused = 'error' in tried
    const done = isRefused ? 'unchanged' : 'updated'
    outcomes.set(read, { done, ...(isRefused && { remark: describeRefusal(tried.error) }) })
    if (links.missing.length > 0) unlinked.push(makeUnlinked(kind, keyed, links.missing, done))
    const record_id = isRefused ? stored.record_id : tried.result
    rows.push(
      makeItemRow(work, { key: keyed.key, hash: makeStoredHash(keyed, links.missing, isWithoutImage), record_id }),
    )
  }
  await storeItems(db, rows)
}

/** An item, what is stored of it, and what of it is left to do. */
type Unfinished = { readonly keyed: KeyedItem; readonly stored: StoredItem; readonly remaining: Remaining }

/** Selects the items of which something can be done now; the others are unchanged, as far as they can be here. */
const selectUnfinished = async (
  work: GroupWork,
  items: readonly [KeyedItem, StoredItem][],
): Promise<readonly Unfinished[]> => {
  const { db, kind, run, outcomes, unlinked } = work
  const unfinished: Unfinished[] = []
  const unchanged: string[] = []
  for (const [keyed, stored] of items) {
    const remaining = findRemaining(run, keyed, stored)
    const { isWhole, isWithoutImage } = remaining
    const { missing } = isWhole ? { missing: [] } : await work.link(keyed.item)
    if (isWhole || makeStoredHash(keyed, missing, isWithoutImage) !== stored.hash) {
      unfinished.push({ keyed, stored, remaining })
      continue
    }
    unchanged.push(keyed.key)
    outcomes.set(keyed.read, { done: 'unchanged', ...(isWithoutImage && !run.updates && { remark: imageRemark }) })
    if (missing.length > 0) unlinked.push(makeUnlinked(kind, keyed, missing, 'unchanged'))
  }
  await markSeen(db, run.source, kind, unchanged, run.id)
  return unfinished
}

const imageRemark = 'Its image could not be fetched before. An import that is to update (--update) tries again.'

const describeRefusal = (error: unknown): string => `Not all of its links can be set. ${describeFault(error).fault}`

/** Sets no more of a record than what it links to. */
const setLinks = async (
  { db, context, kind, run }: GroupWork,
  { kind: own }: Item,
  { fields }: Links,
  { record_id: id }: StoredItem,
): Promise<number> => {
  if (own === 'image' || Object.keys(fields).length === 0) return id
  const resource = resources[own]
  const scope = own === 'event' && { scope: kind === 'occurrence' ? 'this' : 'all' }
  const values = await resolvePayload(db, context, resource.fields, { ...fields, ...scope }, false)
  await keepUnedited(db, run.source, await findSeriesId(db, own, id), () =>
    resource.operations.update(db, context, { column: 'id', value: id }, values, { isRepeatable: true }),
  )
  return id
}

const updateWhole = async (
  { db, context, kind, run }: GroupWork,
  item: Item,
  { fields }: Links,
  stored: StoredItem,
): Promise<number> => {
  const { record_id: id } = stored
  const linked = withLinkFields(item, fields)
  if (kind === 'occurrence') return changeOccurrence(db, context, run.source, linked, id)
  if (item.kind === 'image') return importImage(db, context, parsePayload(item))
  // An event that was trashed because it had vanished at its source is there again.
  const back = stored.hash === vanishedHashes.trashed ? { status: 'publish' } : {}
  const resource = resources[item.kind]
  await keepUnedited(db, run.source, await findSeriesId(db, item.kind, id), () =>
    updateRecord(db, context, resource, id, { ...back, ...parsePayload(linked) }),
  )
  return id
}

const findSeriesId = async (db: GroupWork['db'], kind: Item['kind'], id: number): Promise<number | null> =>
  kind === 'event' ? ((await findPost(db, 'event', 'id', id))?.series_id ?? null) : null

/** Settles the values of a payload, whose references are looked up in the transaction. */
export const resolvePayload = async (
  db: Db,
  context: RequestContext,
  fields: ParamTable,
  payload: JsonObject,
  requireAll: boolean,
): Promise<Values<ParamTable>> => {
  const reading = readPayload(context, fields, payload, requireAll)
  return settleReading(fields, reading, await lookUpRows(db, listReferences(fields, reading.values)))
}

/**
 * Gives a record the values that it has at its source; what the source no longer says becomes empty. Of a series all occurrences are changed
 * but for what exceptions have changed themselves (contract C3.4).
 * @throws ApiError what the update of a record does.
 */
const updateRecord = async (
  db: Db,
  context: RequestContext,
  resource: Resource,
  id: number,
  payload: JsonObject,
): Promise<void> => {
  const sent: Record<string, Json> = {}
  for (const [name, { empty, outlivesImport }] of Object.entries<ParamTable[string]>(resource.fields))
    if (empty !== undefined && !outlivesImport) sent[name] = null
  Object.assign(sent, payload)
  const series = resource.name === 'event' ? await findOwnSeries(db, id) : undefined
  const target = series ? await addressSeries(db, series, sent) : { id, sent }
  const values = await resolvePayload(db, context, resource.fields, target.sent, false)
  await resource.operations.update(db, context, { column: 'id', value: target.id }, values, {})
}

const findOwnSeries = async (db: Db, id: number): Promise<SeriesRow | undefined> => {
  const row = await findPost(db, 'event', 'id', id)
  return row && isOccurrence(row) ? findSeries(db, 'id', row.series_id) : undefined
}

/**
 * The occurrence by which a series is changed, and the payload for it: one whose dates follow from the rule. The payload says when the series
 * begins; the addressed occurrence is moved by as much as the beginning.
 */
const addressSeries = async (
  db: Db,
  series: SeriesRow,
  payload: Readonly<Record<string, Json>>,
): Promise<{ readonly id: number; readonly sent: JsonObject }> => {
  const occurrences = await readOccurrences(db, series.id)
  const addressed = occurrences.find((row) => !readOwnFields(row).includes('start_date')) ?? occurrences[0]
  if (!addressed) throw new Error(`The series ${series.id} has no occurrence.`)
  const recurrence = payload['recurrence'] ?? null
  const sent: Record<string, Json> = { ...payload, recurrence, scope: 'all' }
  const [start, end] = [payload['start_date'], payload['end_date']]
  if (recurrence !== null && typeof start === 'string' && typeof end === 'string' && isWallClock(start, end)) {
    const later = toEpoch(addressed.recurrence_id) - toEpoch(series.start_date)
    sent['start_date'] = nowText(toEpoch(start) + later)
    sent['end_date'] = nowText(toEpoch(end) + later)
  }
  return { id: addressed.id, sent }
}

const isWallClock = (...texts: readonly string[]): boolean =>
  texts.every((text) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text))

/**
 * Changes an occurrence of a series as the source has changed it, and returns its id. Where the series or the occurrence is not there, because
 * it is over, or because the source has only this one, it becomes an event by itself; `known` is the event that it became before.
 */
export const changeOccurrence = async (
  db: Db,
  context: RequestContext,
  source: string,
  item: Item,
  known?: number,
): Promise<number> => {
  const { occurrence } = item
  if (!occurrence) throw new ApiError('rest_invalid_param', { message: 'It names no series.' })
  const { recurrence: _, slug: __, ...payload } = parsePayload(item)
  const found = await findOccurrence(db, source, occurrence)
  if (!found) {
    const alone = known === undefined ? undefined : await findPost(db, 'event', 'id', known)
    if (alone && !isOccurrence(alone)) {
      await updateRecord(db, context, events, alone.id, payload)
      return alone.id
    }
    const values = await resolvePayload(db, context, events.fields, payload, true)
    return (await events.operations.create(db, context, values)).id
  }
  const values = await resolvePayload(db, context, events.fields, { ...payload, scope: 'this' }, false)
  const { id, series_id } = found
  await keepUnedited(db, source, series_id, () =>
    events.operations.update(db, context, { column: 'id', value: id }, values, {}),
  )
  return id
}

const findOccurrence = async (
  db: Db,
  source: string,
  { of, start }: NonNullable<Item['occurrence']>,
): Promise<Occurrence | undefined> => {
  const series = (await findItems(db, source, 'event', [of])).get(of)
  const first = series && (await findPost(db, 'event', 'id', series.record_id))
  if (!first || !isOccurrence(first)) return undefined
  const occurrences = await readOccurrences(db, first.series_id)
  return occurrences.find(({ recurrence_id }) => recurrence_id === start)
}

const fields = { image: { type: imageInput } }

/**
 * Brings an image into the library by its address, with its texts, and returns its id, which is `keptId` if it is given; one that is there already is
 * taken.
 * @throws ImageWanted for an image that has to be fetched first.
 */
export const importImage = async (
  db: Db,
  context: RequestContext,
  { url = null, ...texts }: JsonObject,
  keptId?: number,
): Promise<number> => {
  const { image } = await resolvePayload(db, context, fields, { image: url }, true)
  if (!image) throw new ApiError('rest_invalid_param', { message: 'The image has no address.' })
  requireImage(context, image)
  const id = await settleImage(db, context, image, keptId)
  const values = await resolvePayload(db, context, media.fields, texts, false)
  if (Object.keys(values).length > 0)
    await media.operations.update(db, context, { column: 'id', value: id }, values, {})
  return id
}
