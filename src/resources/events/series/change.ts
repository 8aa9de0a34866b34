import type { RequestContext } from '../../../core/context.ts'
import { keepSecret } from '../../../core/former-slugs.ts'
import type { WriteOptions } from '../../../core/resource.ts'
import { findPost } from '../../../core/stored-post.ts'
import type { Db } from '../../../db/database.ts'
import { insertAll } from '../../../db/statement.ts'
import { memberNames } from '../../../lib/json.ts'
import { atOnce, createPause } from '../../../lib/pause.ts'
import { writeRecurrence } from '../../../recurrence/recurrence.ts'
import { noExternalId } from '../../shared/external-id.ts'
import { closeReviews, recordChange, wasNeverPublic } from '../../shared/history.ts'
import { storeChanges, type UpdatedRecord, updatePost } from '../../shared/post.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { modifiedNow } from '../../shared/post-publication.ts'
import { decideSlugs, isHidden, isMadeOf, isUndated, plainSlug } from '../../shared/slugs.ts'
import { eventDefinition } from '../definition.ts'
import { type EventLinks, loadLinks, requireNotBelow } from '../links.ts'
import type { EventValues } from './create.ts'
import { dateFields, hasOwnDates, selectShared } from './own-fields.ts'
import { type NewTimes, planOccurrences, planTimes, type SeriesPlan } from './plan.ts'
import { requireFewCopies } from './room.ts'
import { type Affected, splitOff } from './split.ts'
import {
  deleteOccurrences,
  insertOccurrences,
  linkRows,
  type Occurrence,
  readOwnFields,
  readTemplate,
  updateSeries,
} from './stored.ts'
import type { SeriesRow } from './times.ts'

type StoredEvent = StoredRecord<'event', EventLinks>
type StoredOccurrence = StoredEvent & { readonly row: Occurrence }

/** What a change of several occurrences has come to. */
export type ChangedSeries = {
  /** The addressed occurrence, or the one in its place. */
  readonly id: number
  /** Exceptions that the rule no longer gives; they are kept. */
  readonly exceptions: readonly Occurrence[]
}

/**
 * Changes all occurrences of a series, or one and all after it, which then are a series of their own (contract C3.4). What exceptions have
 * changed themselves stays. The caller may change all that are affected.
 *
 * The addressed occurrence is changed as a single event is; what the others get follows from it, is planned for all, and then stored.
 */
export const changeSeries = async (
  db: Db,
  context: RequestContext,
  stored: SeriesRow,
  addressed: StoredOccurrence,
  values: EventValues,
  affected: Affected,
  options: Pick<WriteOptions, 'isRepeatable'>,
): Promise<ChangedSeries> => {
  const { series, rows } = await splitOff(db, context, stored, addressed.row, affected)
  const splitColumns = series.id === stored.id ? {} : { ...noExternalId, series_id: series.id }
  const current: StoredOccurrence = { ...addressed, row: { ...addressed.row, ...splitColumns } }
  const moved = planTimes(context, series, current.row, values, rows.length)
  // Before the history says that it is published.
  const slug = values.slug ?? (await slugOfNewTitle(db, series, { rows, first: affected.first }, current.row, values))
  const hideSlugs = slug === undefined ? undefined : await keepHidden(db, series, rows)

  const updated = await updatePost(db, context, eventDefinition, current, withoutTimes(values), options)
  const fields = listForAll(current, updated, values)
  await requireNoCycle(
    db,
    updated.row,
    fields,
    rows.map(({ id }) => id),
  )

  const isSame = options.isRepeatable && !moved && fields.length === 0 && slug === undefined
  const updatedSeries = isSame ? series : await storeSeries(db, context, series, slug, moved)
  const plan = planOccurrences({
    series: updatedSeries,
    rows,
    addressed: { ...updated.row, series_id: series.id, recurrence_id: current.row.recurrence_id },
    ownFields: listOwn(series, current.row, fields, moved),
    fields,
    moved,
    isRenamed: updatedSeries.slug !== series.slug,
  })

  // A series that is too large was made by an older release, or date by date: it can always be removed.
  const isRemoval =
    updated.row.status === 'trash' && !moved && fields.every((name) => name === 'status' || name === 'date')
  await storeOccurrences(db, context, plan, isRemoval)
  if (hideSlugs) await hideSlugs()
  const others = plan.changes.map(({ after }) => after).filter(({ id }) => id !== updated.row.id)
  await storeLinks(db, context, others, updated.links, fields)
  if (moved) {
    await insertNew(db, context, updatedSeries, plan, moved)
    await deleteOccurrences(db, plan.removed)
    await noteMove(db, context, updated)
  }
  return { id: plan.answeredId, exceptions: plan.exceptions }
}

/** The slug that a series gets with a new title, where none of its occurrences was ever public under the old one (contract B7.6). */
const slugOfNewTitle = async (
  db: Db,
  series: SeriesRow,
  { rows, first }: Affected,
  { title: before }: Occurrence,
  { title = before }: EventValues,
): Promise<string | undefined> => {
  if (title === before || !isMadeOf(series.slug, before, `series-${series.id}`)) return undefined
  if (!rows.every(isHidden)) return undefined
  // The history of a series is that of the occurrence with which it began.
  if (!rows.every(isUndated) && !(await wasNeverPublic(db, first.id))) return undefined
  return plainSlug(undefined, title) || `series-${series.id}`
}

/** The slugs of hidden occurrences lead nowhere when they have others. @returns what hides them, once they are stored. */
const keepHidden = (db: Db, series: SeriesRow, rows: readonly Occurrence[]): Promise<() => Promise<void>> => {
  const hidden = rows.filter(({ status }) => status !== 'publish')
  return keepSecret(db, hidden.length < rows.length ? hidden : [...hidden, series])
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
const listForAll = (
  before: StoredOccurrence,
  after: UpdatedRecord<'event', EventLinks>,
  values: EventValues,
): readonly string[] => {
  const sent = readOwnFields(before.row).filter((name) => name !== 'start_date' && Object.hasOwn(values, name))
  const isPublishedThen = before.row.date !== after.row.date || before.row.date_utc !== after.row.date_utc
  return [...new Set([...selectShared(after.changed), ...sent, ...(isPublishedThen ? ['date'] : [])])]
}

/** The fields that the addressed occurrence has of its own from now on: none of those that all get. */
const listOwn = (
  series: SeriesRow,
  row: Occurrence,
  fields: readonly string[],
  moved: NewTimes | undefined,
): readonly string[] => {
  const own = new Set(readOwnFields(row).filter((name) => !fields.includes(name)))
  if (moved?.hasDates) own.delete('start_date')
  else if (moved && hasOwnDates(series, row)) own.add('start_date')
  return [...own].sort()
}

/** @throws ApiError where one of the occurrences would lie below itself. */
const requireNoCycle = async (
  db: Db,
  { parent_id }: StoredEvent['row'],
  fields: readonly string[],
  ids: readonly number[],
): Promise<void> => {
  if (fields.includes('post_parent') && parent_id !== null) await requireNotBelow(db, parent_id, ids)
}

const storeSeries = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  plain: string | undefined,
  moved: NewTimes | undefined,
): Promise<SeriesRow> => {
  const [slug = series.slug] =
    plain === undefined || plain === series.slug
      ? []
      : await decideSlugs(db, 'event', [{ id: series.id, status: 'publish', plain }])
  const updated: SeriesRow = {
    ...series,
    slug,
    ...(moved && { ...moved.times, recurrence: writeRecurrence(moved.recurrence), filled_until: moved.filled_until }),
    modified_utc: context.stamp().utc,
  }
  const { id, ...columns } = updated
  await updateSeries(db, id, columns)
  return updated
}

/** Stores the new values of occurrences: other requests are answered between portions. */
const storeOccurrences = async (
  db: Db,
  context: RequestContext,
  { changes, slugs }: SeriesPlan,
  isRemoval: boolean,
): Promise<void> => {
  const moving = changes.map(({ after }) => after).filter(({ id }) => slugs.has(id))
  const decided = await decideSlugs(
    db,
    'event',
    moving.map(({ id, status }) => ({ id, status, plain: slugs.get(id) ?? '' })),
  )
  const slugById = new Map(moving.map(({ id }, at) => [id, decided[at]]))
  const modified = modifiedNow(context)
  const changed = changes.flatMap(({ stored, after }) => {
    const row = { ...after, slug: slugById.get(after.id) ?? after.slug }
    const isChanged = memberNames(row).some((column) => row[column] !== stored[column])
    return isChanged ? [{ before: stored, row: { ...row, ...modified } }] : []
  })
  if (!isRemoval)
    requireFewCopies(
      context,
      changed.map(({ row }) => row),
    )
  const reviewed = changed.filter(({ before, row }) => before.status !== row.status).map(({ row }) => row.id)
  if (reviewed.length > 0) await closeReviews(db, reviewed)
  const pause = createPause()
  for (let at = 0; at < changed.length; at += atOnce) {
    await storeChanges(db, eventDefinition, changed.slice(at, at + atOnce))
    await pause()
  }
}

const linkFields = ['venue', 'organizer', 'categories', 'tags'] as const

/** Gives occurrences the links of one of them, in the fields that have changed. */
const storeLinks = async (
  db: Db,
  context: RequestContext,
  rows: readonly Occurrence[],
  links: EventLinks,
  fields: readonly string[],
): Promise<void> => {
  for (const name of linkFields) {
    if (!fields.includes(name)) continue
    const ids = rows.filter((row) => !readOwnFields(row).includes(name)).map(({ id }) => id)
    const taxonomy = name === 'categories' ? 'category' : 'tag'
    const linksOfField = {
      venues: name === 'venue' ? links.venues : [],
      organizers: name === 'organizer' ? links.organizers : [],
      terms: name === 'venue' || name === 'organizer' ? [] : links.terms.filter((term) => term.taxonomy === taxonomy),
    }
    requireFewCopies(context, { each: {}, dates: ids.length }, linksOfField)
    const pause = createPause()
    for (let at = 0; at < ids.length; at += atOnce) {
      const some = ids.slice(at, at + atOnce)
      await removeLinksOfField(db, name, some)
      await insertAll(db, linkRows(some, linksOfField))
      await pause()
    }
  }
}

const removeLinksOfField = async (
  { kysely, dialect }: Db,
  name: (typeof linkFields)[number],
  ids: readonly number[],
): Promise<void> => {
  if (name === 'venue' || name === 'organizer') {
    const table = `event_${name}` as const
    await kysely
      .deleteFrom(table)
      .where((eb) => dialect.isIn(eb.ref('event_id'), ids))
      .execute()
    return
  }
  const taxonomy = name === 'categories' ? 'category' : 'tag'
  await kysely
    .deleteFrom('event_term')
    .where((eb) => dialect.isIn(eb.ref('event_id'), ids))
    .where('term_id', 'in', (eb) => eb.selectFrom('term').select('id').where('taxonomy', '=', taxonomy))
    .execute()
}

/** Inserts the occurrences that the rule gives now, as copies of the one that stands for the series. */
const insertNew = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  { inserted }: SeriesPlan,
  { starts }: NewTimes,
): Promise<void> => {
  const template = await readTemplate(db, series.id)
  if (!template) return
  const links = await loadLinks(db, template.id)
  requireFewCopies(context, { each: template, dates: starts.length }, links)
  await insertOccurrences(db, context, series, { row: template, links }, inserted, starts)
}

/** Records in the history that the addressed occurrence is at another time now: its other changes are recorded already. */
const noteMove = async (db: Db, context: RequestContext, before: StoredEvent): Promise<void> => {
  const row = await findPost(db, 'event', 'id', before.row.id)
  if (row) await recordChange(db, context, eventDefinition, before, { row, links: before.links, isAutosave: false })
}
