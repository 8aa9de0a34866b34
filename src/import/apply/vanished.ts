import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { findPost } from '../../core/stored-post.ts'
import type { Database, Db } from '../../db/database.ts'
import type { SourceTable } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { nowText } from '../../lib/time-zone.ts'
import { loadLinks } from '../../resources/events/links.ts'
import { events } from '../../resources/events/resource.ts'
import { valuesOfEvent } from '../../resources/events/series/own-fields.ts'
import { findSeries, isOccurrence, readTemplate } from '../../resources/events/series/stored.ts'
import { datesAt } from '../../resources/events/series/times.ts'
import { findItems, forgetItems, keepUnedited, vanishedHashes } from '../match/import-items.ts'
import { resolvePayload } from './update.ts'

/** Milliseconds after which a cancelled event is trashed. */
const grace = 86_400_000

/** An event of a source that is not in the last run of it. */
type Vanished = {
  readonly external_id: string
  readonly kind: 'event' | 'occurrence'
  readonly record_id: number
  readonly hash: string
  readonly was_utc: string
}

/** What has become of the events that are no longer there. */
export type Removed = {
  cancelled: number
  trashed: number
  kept: number
  /** Changed occurrences that are again as their series is, because the source no longer changes them. */
  restored: number
}

/** Nothing has become of any. */
export const nothingRemoved = (): Removed => ({ cancelled: 0, trashed: 0, kept: 0, restored: 0 })

/**
 * Cancels or trashes events that are no longer at their source. Those that are over are left alone: many calendars only have what is to come.
 * So are those that were edited here since.
 */
export const removeVanished = async (
  database: Database,
  context: RequestContext,
  { name, vanished }: Pick<SourceTable, 'name' | 'vanished'>,
  run: number,
): Promise<Removed> => {
  const removed = nothingRemoved()
  if (vanished === 'keep') return removed
  const now = context.now()
  const { rows } = await sql<Vanished & { readonly modified_utc: string }>`
    select import_item.external_id, import_item.kind, import_item.record_id, import_item.hash,
      import_item.modified_utc as was_utc, event.modified_utc
    from import_item join event on event.id = import_item.record_id
    where import_item.source = ${name} and import_item.kind in ('event', 'occurrence')
      and import_item.seen_run <> ${run} and event.status <> 'trash' and ${isNotOver(now)}
    order by import_item.external_id`.execute(database.kysely)
  for (const row of rows) {
    if (row.modified_utc !== row.was_utc) {
      removed.kept++
      continue
    }
    const isRestored = await database.transact((db) => restoreOccurrence(db, context, row, { source: name, run }))
    if (isRestored) {
      removed.restored++
      continue
    }
    const isCancelled = row.hash === vanishedHashes.cancelled
    if (isCancelled && (vanished === 'cancel' || row.was_utc > nowText(now - grace))) continue
    const done = vanished === 'trash' || isCancelled ? 'trashed' : 'cancelled'
    await database.transact(async (db) => {
      const key = { column: 'id', value: row.record_id } as const
      const { update, remove } = events.operations
      const scope = row.kind === 'event' ? 'all' : 'this'
      if (done === 'trashed') await remove(db, context, key, { scope })
      else await update(db, context, key, { event_status: 'cancelled', scope }, {})
      await db.kysely
        .updateTable('import_item')
        .set({ hash: vanishedHashes[done], modified_utc: nowText(now) })
        .where('source', '=', name)
        .where('kind', '=', row.kind)
        .where('external_id', '=', row.external_id)
        .execute()
    })
    removed[done]++
  }
  return removed
}

/**
 * Makes an occurrence that the source has changed as its series is, if the source still has the series: its exception is vanishedHashes, and the date
 * takes place. Returns false for anything else.
 */
const restoreOccurrence = async (
  db: Db,
  context: RequestContext,
  { kind, external_id, record_id }: Vanished,
  { source, run }: { readonly source: string; readonly run: number },
): Promise<boolean> => {
  if (kind !== 'occurrence') return false
  const of = external_id.slice(0, external_id.lastIndexOf('\n'))
  const item = (await findItems(db, source, 'event', [of])).get(of)
  const row = await findPost(db, 'event', 'id', record_id)
  if (item?.seen_run !== run || !row || !isOccurrence(row)) return false
  const [series, template] = await Promise.all([
    findSeries(db, 'id', row.series_id),
    readTemplate(db, row.series_id, row.id),
  ])
  if (!series || !template) return false
  const like = { ...template, ...datesAt(series, row.recurrence_id) }
  const {
    slug: _,
    date: __,
    date_utc: ___,
    ...payload
  } = valuesOfEvent({
    row: like,
    links: await loadLinks(db, template.id),
  })
  await keepUnedited(db, source, row.series_id, async () => {
    const sent = { ...payload, scope: 'this' } as JsonObject
    const values = await resolvePayload(db, context, events.fields, sent, false)
    await events.operations.update(db, context, { column: 'id', value: row.id }, values, {})
  })
  await forgetItems(db, [{ source, kind, external_id }])
  return true
}

/** The keys of the items whose events exist and are not over. */
export const readPresent = async (database: Database, name: string, now: number): Promise<Set<string>> => {
  const { rows } = await sql<{ readonly external_id: string }>`
    select import_item.external_id from import_item join event on event.id = import_item.record_id
    where import_item.source = ${name} and import_item.kind = 'event' and event.status <> 'trash'
      and ${isNotOver(now)} and import_item.hash not in (${vanishedHashes.cancelled}, ${vanishedHashes.trashed})`.execute(
    database.kysely,
  )
  return new Set(rows.map(({ external_id }) => external_id))
}

/** An event that has not ended, or the first occurrence of a series of which one has not. */
const isNotOver = (now: number) => sql<boolean>`(event.end_utc >= ${nowText(now)}
  or (import_item.kind = 'event' and exists (select 1 from event later
    where later.series_id = event.series_id and later.end_utc >= ${nowText(now)})))`
