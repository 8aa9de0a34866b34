import type { RequestContext } from '../core/context.ts'
import { lookUpRows } from '../core/named-rows.ts'
import { type ParamTable, referencesOf, settleReading, type Values } from '../core/params.ts'
import type { Resource } from '../core/resource.ts'
import { findPost } from '../core/stored-post.ts'
import type { Db } from '../db/database.ts'
import type { Json, JsonObject } from '../lib/json.ts'
import { epochOf, nowText } from '../lib/time-zone.ts'
import { findSeries, isOccurrence, ownFieldsOf, readOccurrences } from '../resources/events/series/stored.ts'
import type { SeriesRow } from '../resources/events/series/times.ts'
import { readPayload } from './read/items.ts'

/** Settles the values of a payload, whose references are looked up in the transaction. */
export const resolvePayload = async (
  db: Db,
  context: RequestContext,
  fields: ParamTable,
  payload: JsonObject,
  requireAll: boolean,
): Promise<Values<ParamTable>> => {
  const reading = readPayload(context, fields, payload, requireAll)
  return settleReading(fields, reading, await lookUpRows(db, referencesOf(fields, reading.values)))
}

/**
 * Gives a record the values that it has at its source; what the source no longer says becomes empty. Of a series all occurrences are changed
 * but for what exceptions have changed themselves (contract C3.4).
 * @throws ApiError what the update of a record does.
 */
export const updateRecord = async (
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
  const addressed = occurrences.find((row) => !ownFieldsOf(row).includes('start_date')) ?? occurrences[0]
  if (!addressed) throw new Error(`The series ${series.id} has no occurrence.`)
  const recurrence = payload['recurrence'] ?? null
  const sent: Record<string, Json> = { ...payload, recurrence, scope: 'all' }
  const [start, end] = [payload['start_date'], payload['end_date']]
  if (recurrence !== null && typeof start === 'string' && typeof end === 'string' && isWallClock(start, end)) {
    const later = epochOf(addressed.recurrence_id) - epochOf(series.start_date)
    sent['start_date'] = nowText(epochOf(start) + later)
    sent['end_date'] = nowText(epochOf(end) + later)
  }
  return { id: addressed.id, sent }
}

const isWallClock = (...texts: readonly string[]): boolean =>
  texts.every((text) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text))
