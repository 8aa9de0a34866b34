import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { findPost } from '../core/stored-post.ts'
import type { Db } from '../db/database.ts'
import { events } from '../resources/events/resource.ts'
import { isOccurrence, type Occurrence, readOccurrences } from '../resources/events/series/stored.ts'
import { type Item, parsePayload } from './read/items.ts'
import { findItems, keepUnedited } from './stored-items.ts'
import { resolvePayload, updateRecord } from './update-record.ts'

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
