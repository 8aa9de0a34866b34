import type { RequestContext } from '../../../core/context.ts'
import { keepSecret } from '../../../core/former-slugs.ts'
import type { WriteOptions } from '../../../core/resource.ts'
import { findPost } from '../../../core/stored-post.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/statement.ts'
import { writeRecurrence } from '../../../recurrence/recurrence.ts'
import { noExternalId } from '../../shared/external-id.ts'
import { recordChange, wasNeverPublic } from '../../shared/history.ts'
import { updatePost } from '../../shared/post.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { decideSlugs, isHidden, isMadeOf, isUndated, plainSlug } from '../../shared/slugs.ts'
import { eventDefinition } from '../definition.ts'
import { type EventLinks, loadLinks, requireNotBelow } from '../links.ts'
import { type Affected, separate } from './affected.ts'
import type { EventValues } from './create.ts'
import { type Match, type MovedSeries, matchStarts, moveSeries } from './move.ts'
import { changedFields, dateFields, hasOwnDates } from './own-fields.ts'
import { propagate, propagateLinks } from './propagate.ts'
import { requireRoom } from './room.ts'
import {
  deleteOccurrences,
  insertOccurrences,
  type Occurrence,
  ownFieldsOf,
  readTemplate,
  updateSeries,
} from './stored.ts'
import type { SeriesRow } from './times.ts'

type StoredOccurrence = StoredRecord<'event', EventLinks> & { readonly row: Occurrence }

/** What a change of several occurrences has come to. */
export type ChangedSeries = {
  /** The addressed occurrence, or the one in its place. */
  readonly id: number
  /** Exceptions that the rule no longer gives; they are kept. */
  readonly kept: readonly Occurrence[]
}

/**
 * Changes all occurrences of a series, or one and all after it, which then are a series of their own (contract C3.4). What exceptions have
 * changed themselves stays. The caller may change all that are affected.
 */
export const changeSeries = async (
  db: Db,
  context: RequestContext,
  whole: SeriesRow,
  given: StoredOccurrence,
  values: EventValues,
  affected: Affected,
  options: Pick<WriteOptions, 'isRepeatable'>,
): Promise<ChangedSeries> => {
  const { series, rows } = await separate(db, context, whole, given.row, affected)
  const isSplit = series.id !== whole.id
  const current = isSplit ? { ...given, row: { ...given.row, ...noExternalId } } : given
  const moved = moveSeries(context, series, current.row, values, rows.length)
  const { slug: sent, title = current.row.title } = values
  // Before the history says that it is published.
  const plain = sent ?? (await slugOfNewTitle(db, series, { rows, first: affected.first }, current.row.title, title))
  const hidden = rows.filter(({ status }) => status !== 'publish')
  const forgetHidden =
    plain !== undefined && (await keepSecret(db, hidden.length < rows.length ? hidden : [...hidden, series]))
  const updated = await updatePost(db, context, eventDefinition, current, withoutTimes(values), options)
  const names = namesForAll(current, updated, values)
  const { parent_id } = updated.row
  const ids = rows.map(({ id }) => id)
  if (names.includes('post_parent') && parent_id !== null) await requireNotBelow(db, parent_id, ids)
  const own_fields = ownFieldsAfter(series, current.row, names, moved)
  // Where no times change, each occurrence keeps its own.
  const { kept, without, free }: Match = moved
    ? matchStarts(rows, moved, current.row.id)
    : { kept: rows.map((row) => [row, row.recurrence_id]), without: [], free: [] }
  if (own_fields !== current.row.own_fields) await updateRow(db, 'event', current.row.id, { own_fields })
  // The addressed occurrence has its new values, and gets its dates as the others do.
  const addressed: Occurrence = {
    ...updated.row,
    series_id: series.id,
    recurrence_id: current.row.recurrence_id,
    own_fields,
  }
  const others = without.filter((row) => moved === undefined || row.own_fields !== '' || row.status === 'trash')
  const changes = [
    ...kept.map(([row, start]) => ({ row: row.id === addressed.id ? addressed : row, start })),
    ...others.map((row) => ({ row, start: undefined })),
  ]
  const isSame = options.isRepeatable && !moved && names.length === 0 && plain === undefined
  const changed = isSame ? series : await storeSeries(db, context, series, plain, moved)
  const isRenamed = changed.slug !== series.slug
  await propagate(db, context, changes, {
    source: updated.row,
    names,
    series: changed,
    isMoved: moved !== undefined,
    isRenamed,
  })
  if (forgetHidden) await forgetHidden()
  await propagateLinks(
    db,
    context,
    changes.map(({ row }) => row).filter(({ id }) => id !== addressed.id),
    updated.links,
    names,
  )
  if (moved) {
    const gone = without.filter((row) => !others.includes(row)).map(({ id }) => id)
    const template = await readTemplate(db, series.id)
    if (template) {
      const links = await loadLinks(db, template.id)
      requireRoom(context, { each: template, dates: moved.starts.length }, links)
      await insertOccurrences(db, context, changed, { row: template, links }, free, moved.starts)
    }
    await deleteOccurrences(db, gone)
  }
  if (moved) await noteMove(db, context, updated, addressed.id)
  const isThere = kept.some(([{ id }]) => id === addressed.id) || others.some(({ id }) => id === addressed.id)
  return { id: isThere ? addressed.id : (kept[0]?.[0].id ?? addressed.id), kept: moved ? others : [] }
}

/** The history says of the addressed occurrence when it is now. */
const noteMove = async (
  db: Db,
  context: RequestContext,
  before: StoredRecord<'event', EventLinks>,
  id: number,
): Promise<void> => {
  const row = await findPost(db, 'event', 'id', id)
  if (row) await recordChange(db, context, eventDefinition, before, { row, links: before.links, isAutosave: false })
}

/** The values that the addressed occurrence gets as a single event does. */
const withoutTimes = (values: EventValues): EventValues => {
  const { recurrence: _, scope: __, slug: ___, ...others } = values
  const entries = Object.entries(others).filter(([name]) => !dateFields.some((one) => one === name))
  return Object.fromEntries(entries)
}

/**
 * The names of the fields that all occurrences get: those that have changed, and what was sent of those that the addressed occurrence had of
 * its own: that a cancelled occurrence is cancelled changes nothing of it, but may be said of all.
 */
const namesForAll = (before: StoredOccurrence, after: StoredRecord<'event', EventLinks>, values: EventValues) => {
  const sent = ownFieldsOf(before.row).filter((name) => name !== 'start_date' && Object.hasOwn(values, name))
  const isPublishedThen = before.row.date !== after.row.date || before.row.date_utc !== after.row.date_utc
  return [...new Set([...changedFields(before, after), ...sent, ...(isPublishedThen ? ['date'] : [])])]
}

/** What is changed for all is no longer the addressed occurrence's own. */
const ownFieldsAfter = (
  series: SeriesRow,
  row: Occurrence,
  names: readonly string[],
  moved: MovedSeries | undefined,
): string => {
  const own = new Set(ownFieldsOf(row).filter((name) => !names.includes(name)))
  if (moved?.hasDates) own.delete('start_date')
  else if (moved && hasOwnDates(series, row)) own.add('start_date')
  return [...own].sort().join(',')
}

/** The slug that a series gets with a new title, where none of its occurrences was ever public under the old one (contract B7.6). */
const slugOfNewTitle = async (
  db: Db,
  series: SeriesRow,
  { rows, first }: Affected,
  before: string,
  title: string,
): Promise<string | undefined> => {
  if (title === before || !isMadeOf(series.slug, before, `series-${series.id}`)) return undefined
  if (!rows.every(isHidden)) return undefined
  // The history of a series is that of the occurrence with which it began.
  if (!rows.every(isUndated) && !(await wasNeverPublic(db, first.id))) return undefined
  return plainSlug(undefined, title) || `series-${series.id}`
}

const storeSeries = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  plain: string | undefined,
  moved: MovedSeries | undefined,
): Promise<SeriesRow> => {
  const [slug = series.slug] =
    plain === undefined || plain === series.slug
      ? []
      : await decideSlugs(db, 'event', [{ id: series.id, status: 'publish', plain }])
  const changed: SeriesRow = {
    ...series,
    slug,
    ...(moved && { ...moved.times, recurrence: writeRecurrence(moved.recurrence), filled_until: moved.filled_until }),
    modified_utc: context.stamp().utc,
  }
  const { id, ...columns } = changed
  await updateSeries(db, id, columns)
  return changed
}
