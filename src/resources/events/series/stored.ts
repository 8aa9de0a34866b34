import { sql } from 'kysely'
import type { RequestContext } from '../../../core/context.ts'
import { findPost, type StoredPost, selectPosts } from '../../../core/stored-post.ts'
import type { Db } from '../../../db/database.ts'
import type { PostRow } from '../../../db/schema.ts'
import { insertAll, runStatement } from '../../../db/statement.ts'
import { atOnce, createPause } from '../../../lib/pause.ts'
import { withEnding } from '../../../lib/text.ts'
import type { DateTimeText } from '../../../lib/time-zone.ts'
import { foldFields } from '../../../query/search-text.ts'
import { dropVersions } from '../../shared/history.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { modifiedNow } from '../../shared/post-publication.ts'
import { decideSlugs } from '../../shared/slugs.ts'
import { eventDefinition } from '../definition.ts'
import { type EventLinks, loadLinks } from '../links.ts'
import { datesAt, type SeriesRow } from './times.ts'

/** An event that belongs to a series. */
export type Occurrence = StoredPost<'event'> & { readonly series_id: number; readonly recurrence_id: string }

/** Whether an event belongs to a series. */
export const isOccurrence = (row: StoredPost<'event'>): row is Occurrence =>
  row.series_id !== null && row.recurrence_id !== null

/** The names of the fields in which an occurrence differs from its series. */
export const readOwnFields = ({ own_fields }: Pick<PostRow<'event'>, 'own_fields'>): readonly string[] =>
  own_fields === '' ? [] : own_fields.split(',')

/** An event as it is stored now, with its links, whose counters a write of many events has moved. */
export const loadEvent = async (db: Db, id: number): Promise<StoredRecord<'event', EventLinks>> => {
  const [row, links] = await Promise.all([findPost(db, 'event', 'id', id), loadLinks(db, id)])
  if (!row) throw new Error(`The event ${id} has vanished in its own transaction.`)
  return { row, links }
}

/** Reads a series by its id or its slug. */
export const findSeries = async (
  db: Db,
  column: 'id' | 'slug',
  value: number | string,
): Promise<SeriesRow | undefined> => {
  const build = () => db.kysely.selectFrom('series').selectAll().where(sql.ref(column), '=', value)
  const [row] = await runStatement<SeriesRow>(db, `series by ${column}`, build, [value])
  return row
}

/** Reads all occurrences of a series in the order of the starts that its rule gave, those in the trash too. */
export const readOccurrences = async (db: Db, seriesId: number): Promise<Occurrence[]> => {
  const build = () => selectPosts(db, 'event').where('event.series_id', '=', 0).orderBy('event.recurrence_id')
  return runStatement<Occurrence>(db, 'occurrences', build, [seriesId])
}

/** Inserts a series, which takes the first free slug after the plain one; its occurrences follow. */
export const insertSeries = async (
  db: Db,
  row: Omit<SeriesRow, 'id' | 'slug'>,
  plainSlug: string,
): Promise<SeriesRow> => {
  const [id = 0] = await db.dialect.insertRecords(db.kysely, 'series', 1)
  const [slug = ''] = await decideSlugs(db, 'event', [{ id, status: 'publish', plain: plainSlug || `series-${id}` }])
  const series = { id, slug, ...row }
  await insertAll(db, [{ table: 'series', rows: [series] }])
  return series
}

/** Changes columns of a series. */
export const updateSeries = async (db: Db, id: number, changed: Partial<SeriesRow>): Promise<void> => {
  await db.kysely.updateTable('series').set(changed).where('id', '=', id).execute()
}

/** The plain slug of an occurrence: that of its series and the day, with the time where there are several on the day (contract C3.2). */
export const occurrenceSlug = (series: Pick<SeriesRow, 'slug'>, local: DateTimeText, isOnlyOfDay: boolean): string =>
  withEnding(series.slug, `-${local.slice(0, 10)}${isOnlyOfDay ? '' : `-${local.slice(11, 13)}${local.slice(14, 16)}`}`)

/** How many of some starts fall on each day. */
export const countByDay = (starts: readonly DateTimeText[]): ReadonlyMap<string, number> => {
  const days = new Map<string, number>()
  for (const start of starts) days.set(start.slice(0, 10), (days.get(start.slice(0, 10)) ?? 0) + 1)
  return days
}

/** Inserts an occurrence at each of the starts: a copy of `template` with its links, at other dates. */
export const insertOccurrences = async (
  db: Db,
  context: Pick<RequestContext, 'stamp'>,
  series: SeriesRow,
  { row: template, links }: StoredRecord<'event', EventLinks>,
  starts: readonly DateTimeText[],
  /** The starts of all occurrences, which decide whether two fall on one day. */
  all: readonly DateTimeText[] = starts,
): Promise<void> => {
  if (starts.length === 0) return
  const onDay = countByDay(all)
  const ids = await db.dialect.insertRecords(db.kysely, 'event', starts.length)
  const wishes = starts.map((start, at) => ({
    id: ids[at] ?? 0,
    status: template.status,
    plain: occurrenceSlug(series, start, onDay.get(start.slice(0, 10)) === 1),
  }))
  const slugs = await decideSlugs(db, 'event', wishes)
  const { image: _, ...columns } = template
  const modified = modifiedNow(context)
  const text = foldFields(eventDefinition.searchFields(template))
  const rows = starts.map((start, at) => ({
    ...columns,
    ...datesAt(series, start),
    ...modified,
    id: ids[at] ?? 0,
    slug: slugs[at] ?? '',
    series_id: series.id,
    recurrence_id: start,
    own_fields: '',
    previous_start_utc: null,
  }))
  const pause = createPause()
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    await insertAll(db, [
      { table: 'event', rows: rows.slice(at, at + atOnce) },
      { table: 'search_text', rows: some.map((record_id) => ({ record_id, text })) },
      ...linkRows(some, links),
    ])
    await pause()
  }
}

/** The rows of links that give each of the events the same ones. */
export const linkRows = (ids: readonly number[], links: EventLinks) => [
  {
    table: 'event_venue' as const,
    rows: ids.flatMap((event_id) =>
      links.venues.map(({ id: venue_id }, position) => ({ event_id, venue_id, position })),
    ),
  },
  {
    table: 'event_organizer' as const,
    rows: ids.flatMap((event_id) =>
      links.organizers.map(({ id: organizer_id }, position) => ({ event_id, organizer_id, position })),
    ),
  },
  {
    table: 'event_term' as const,
    rows: ids.flatMap((event_id) => links.terms.map(({ id: term_id }) => ({ event_id, term_id }))),
  },
]

/** Removes occurrences for good, with everything that refers to them. */
export const deleteOccurrences = async (db: Db, ids: readonly number[]): Promise<void> => {
  const { kysely, dialect } = db
  const pause = createPause()
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    await dropVersions(db, some)
    await kysely
      .deleteFrom('event')
      .where((eb) => dialect.isIn(eb.ref('id'), some))
      .execute()
    await kysely
      .deleteFrom('record')
      .where((eb) => dialect.isIn(eb.ref('id'), some))
      .execute()
    await pause()
  }
}

/** Removes a series that has no occurrences any more, and returns whether it had none. */
export const deleteEmptySeries = async ({ kysely }: Db, id: number): Promise<boolean> => {
  const row = await kysely.selectFrom('event').select('id').where('series_id', '=', id).limit(1).executeTakeFirst()
  if (row) return false
  await kysely.deleteFrom('series').where('id', '=', id).execute()
  await kysely.deleteFrom('record').where('id', '=', id).execute()
  return true
}

/** The occurrence that stands for the series: the last one that differs in nothing or else in least; of those in the trash the last choice. */
export const readTemplate = async (db: Db, seriesId: number, except = 0): Promise<Occurrence | undefined> => {
  const build = () =>
    selectPosts(db, 'event')
      .where('event.series_id', '=', 0)
      .where('event.id', '<>', 0)
      .orderBy(sql`(event.status = 'trash')`)
      .orderBy(sql`length(event.own_fields)`)
      .orderBy('event.recurrence_id', 'desc')
      .limit(sql<number>`${1}`)
  const [row] = await runStatement<Occurrence>(db, 'series template', build, [seriesId, except, 1])
  return row
}
