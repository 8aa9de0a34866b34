import type { RequestContext } from '../../../core/context.ts'
import type { Values } from '../../../core/params.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/statement.ts'
import { placeRecurrence, type SentRecurrence, writeRecurrence } from '../../../recurrence/recurrence.ts'
import { beginPost, createPost, updatePost } from '../../shared/post.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { decideSlugs, plainSlug } from '../../shared/slugs.ts'
import { type DateColumns, decideDates } from '../dates.ts'
import { eventDefinition } from '../definition.ts'
import type { eventFields } from '../fields.ts'
import type { EventLinks } from '../links.ts'
import { requireFewCopies } from './room.ts'
import { insertOccurrences, insertSeries, loadEvent, occurrenceSlug } from './stored.ts'
import {
  datesAt,
  expandSeries,
  refusing,
  requireLater,
  type SeriesRow,
  type SeriesTimes,
  seriesStart,
  seriesTimes,
} from './times.ts'

/** The values of a payload of an event. */
export type EventValues = Values<typeof eventFields>

type StoredEvent = StoredRecord<'event', EventLinks>

/**
 * Creates a series with its occurrences (contract C3.1), and returns the first one.
 * @throws ApiError what the creation of an event does, and `rest_invalid_param` on `recurrence`.
 */
export const createSeries = async (
  db: Db,
  context: RequestContext,
  values: EventValues,
  sent: SentRecurrence,
): Promise<StoredEvent> => {
  const { sent: columns } = beginPost(context, eventDefinition, values)
  const planned = planSeries(context, decideDates(context, values, undefined), sent)
  const series = await insertSeries(db, planned.row, plainSlug(values.slug, columns.title ?? ''))
  const [first = '', ...others] = planned.starts
  const dates = datesAt(series, first)
  const occurrence = {
    ...values,
    slug: occurrenceSlug(series, first, planned.isOnlyOfDay),
    ...(first === series.start_date ? {} : { start_date: first, end_date: dates.end_date }),
  }
  const created = await createPost(db, context, eventDefinition, beginPost(context, eventDefinition, occurrence))
  return joinSeries(db, context, series, created, first, others, planned.starts)
}

/** Makes an event the first occurrence of a new series, which takes over its slug; the event keeps its id. */
export const makeSeries = async (
  db: Db,
  context: RequestContext,
  current: StoredEvent,
  values: EventValues,
  sent: SentRecurrence,
): Promise<StoredEvent> => {
  const updated = await updatePost(db, context, eventDefinition, current, values)
  const { row, links } = updated
  const planned = planSeries(context, row, sent)
  const [first = '', ...others] = planned.starts
  const plain = { id: row.id, status: row.status, plain: occurrenceSlug(row, first, planned.isOnlyOfDay) }
  const [slug = row.slug] = await decideSlugs(db, 'event', [plain])
  const dates = datesAt(planned.row, first)
  await updateRow(db, 'event', row.id, { slug, ...dates })
  const series = await insertSeries(db, planned.row, plainSlug(row.slug, row.title))
  return joinSeries(db, context, series, { row: { ...row, ...dates, slug }, links }, first, others, planned.starts)
}

/** What follows from the dates of the first occurrence and a recurrence: the row of the series, and its starts. */
const planSeries = (context: RequestContext, dates: DateColumns, sent: SentRecurrence) => {
  const times: SeriesTimes = seriesTimes(dates)
  const { start, zone, isAllDay } = seriesStart(times)
  const recurrence = refusing(() => placeRecurrence(sent, start, zone, isAllDay))
  requireLater(recurrence, start)
  const { starts, filled_until } = expandSeries(context, times, recurrence)
  const day = starts[0]?.slice(0, 10)
  return {
    row: { recurrence: writeRecurrence(recurrence), ...times, filled_until, modified_utc: context.stamp().utc },
    starts,
    isOnlyOfDay: starts[1]?.slice(0, 10) !== day,
  }
}

/** Makes an event the occurrence of a series at its first start, and inserts the others. */
const joinSeries = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  { row, links }: StoredEvent,
  first: string,
  others: readonly string[],
  all: readonly string[],
): Promise<StoredEvent> => {
  requireFewCopies(context, { each: row, dates: all.length }, links)
  const place = { series_id: series.id, recurrence_id: first, own_fields: '' }
  await updateRow(db, 'event', row.id, place)
  await insertOccurrences(db, context, series, { row: { ...row, ...place }, links }, others, all)
  return loadEvent(db, row.id)
}
