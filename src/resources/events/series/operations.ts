import type { RequestContext } from '../../../core/context.ts'
import { ApiError, invalidParams } from '../../../core/errors.ts'
import { namesEtag, requireMatch } from '../../../core/etag.ts'
import { server } from '../../../core/policy.ts'
import type { Operations, ReadDocuments, RecordKey, Tagged, WriteOptions } from '../../../core/resource.ts'
import type { Db } from '../../../db/database.ts'
import { strongEtag } from '../../../lib/tag.ts'
import { findExternalIds } from '../../shared/external-id.ts'
import { recordRemoval } from '../../shared/history.ts'
import { findEditable, postOperations, removeForGood, restored, updatePost, written } from '../../shared/post.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { approveParts, findNewParts, removeUnusedParts } from '../../submissions/approve.ts'
import { createManyEvents } from '../create-many.ts'
import { eventDefinition } from '../definition.ts'
import { type EventLinks, loadLinks } from '../links.ts'
import { changeSeries } from './change.ts'
import { createSeries, type EventValues, makeSeries } from './create.ts'
import { createSeriesDocuments } from './documents.ts'
import { addressSeries, findFirst } from './external.ts'
import { exclude, leaveSeries } from './leave.ts'
import { noteOwnFields } from './own-fields.ts'
import type { Scope } from './params.ts'
import { type Affected, findAffected, splitOff } from './split.ts'
import { deleteEmptySeries, deleteOccurrences, findSeries, isOccurrence, loadEvent, type Occurrence } from './stored.ts'
import type { SeriesRow } from './times.ts'

type StoredEvent = StoredRecord<'event', EventLinks>
type StoredOccurrence = StoredEvent & { readonly row: Occurrence }

const single = postOperations(eventDefinition)

/** The operations on events, of which some are occurrences of series (contract C3). */
export const eventOperations: Operations = {
  ...single,
  createMany: createManyEvents,
  external: {
    find: async (db, key) => {
      const found = (await findExternalIds(db, 'event', key.source, [key.external_id])).get(key.external_id)
      if (!found || found.series_id === null) return found?.id ?? 0
      return (await findFirst(db, found.series_id))?.id ?? found.id
    },
    update: updateExternal,
  },
  create: async (db, context, values: EventValues, assigned) => {
    if (!values.recurrence) return single.create(db, context, values, assigned)
    const created = await createSeries(db, context, values, values.recurrence)
    return { id: created.row.id, ...written(context, eventDefinition, created) }
  },
  update: async (db, context, key, sent: EventValues, options) => {
    const { ifMatch } = options
    const asked: Scope = sent.scope ?? 'this'
    // Another recurrence is always of the whole series.
    const scope = sent.recurrence && asked === 'this' ? 'all' : asked
    const found = await findCurrent(db, context, key, ifMatch, scope)
    return approving(db, context, found, sent, (current, values) =>
      change(db, context, current, values, scope, options),
    )
  },
  remove: async (db, context, key, { ifMatch, isForced = false, scope = 'this' }) => {
    const current = await findCurrent(db, context, key, ifMatch, scope)
    // Nobody else would ever find the venues and organizers that a visitor has sent with it.
    const parts = isForced ? await findNewParts(db, current.row.id) : undefined
    const removed = await remove(db, context, current, { ifMatch, isForced, scope })
    if (parts) await removeUnusedParts(db, { ...context, caller: server }, parts)
    return removed
  },
}

const change = async (
  db: Db,
  context: RequestContext,
  current: StoredEvent,
  sent: EventValues,
  scope: Scope,
  options: WriteOptions,
): Promise<Tagged> => {
  if (!isStoredOccurrence(current)) {
    const { recurrence } = sent
    return written(
      context,
      eventDefinition,
      recurrence
        ? await makeSeries(db, context, current, sent, recurrence)
        : await updatePost(db, context, eventDefinition, current, sent, options),
    )
  }
  const series = await seriesOf(db, current.row)
  const values = withoutOwnId(sent, current.row)
  requireSeriesId(values, current.row, scope)
  const affected = scope === 'this' ? undefined : await findAffected(db, context, series, current.row, scope)
  if (values.recurrence === null)
    return written(context, eventDefinition, await leaveSeries(db, context, series, current, values, affected))
  if (!affected)
    return written(context, eventDefinition, await changeOne(db, context, series, current, values, options))
  const { id, exceptions } = await changeSeries(db, context, series, current, values, affected, options)
  return withExceptions(context, written(context, eventDefinition, await loadEvent(db, id)), exceptions)
}

type Removal = { readonly ifMatch: string | undefined; readonly isForced: boolean; readonly scope: Scope }

const remove = async (
  db: Db,
  context: RequestContext,
  current: StoredEvent,
  { ifMatch, isForced, scope }: Removal,
): Promise<Tagged> => {
  if (!isStoredOccurrence(current))
    return single.remove(
      db,
      context,
      { column: 'id', value: current.row.id },
      { isForced, ...(ifMatch !== undefined && { ifMatch }) },
    )
  const series = await seriesOf(db, current.row)
  if (scope === 'this') return removeOne(db, context, series, current, isForced)
  const affected = await findAffected(db, context, series, current.row, scope)
  if (isForced) return removeAllForGood(db, context, series, current, affected)
  if (affected.rows.every(({ status }) => status === 'trash')) throw new ApiError('event-is-in-trash')
  const { id } = await changeSeries(db, context, series, current, { status: 'trash' }, affected, {})
  return written(context, eventDefinition, await loadEvent(db, id))
}

/**
 * Updates an event as another system has it (contract C4.1). Unless a scope is sent, a series is changed as a whole, and the answer is its
 * first occurrence.
 */
async function updateExternal(
  db: Db,
  context: RequestContext,
  id: number,
  sent: EventValues,
  { ifMatch }: WriteOptions,
): Promise<Tagged> {
  const key = { column: 'id', value: id } as const
  const scope = sent.scope ?? 'all'
  const found = await findCurrent(db, context, key, ifMatch, scope)
  const restoring = { ...restored(context, found.row), ...sent }
  if (!isStoredOccurrence(found) || scope !== 'all' || sent.recurrence === null)
    return eventOperations.update(db, context, key, { ...restoring, scope }, { isRepeatable: true })
  return approving(db, context, found, restoring, async (first, values) => {
    if (!isStoredOccurrence(first)) throw new TypeError('an occurrence has left its series')
    const series = await seriesOf(db, first.row)
    const addressed = await addressSeries(db, context, series, first.row, withoutOwnId(values, first.row))
    const current = { row: addressed.row, links: await loadLinks(db, addressed.row.id) }
    const affected = await findAffected(db, context, series, addressed.row, 'all')
    const { exceptions } = await changeSeries(db, context, series, current, addressed.values, affected, {
      isRepeatable: true,
    })
    const shown = (await findFirst(db, series.id))?.id ?? id
    return withExceptions(context, written(context, eventDefinition, await loadEvent(db, shown)), exceptions)
  })
}

/**
 * The values without an external id that equals the stored one: the id stays with the series, even if the addressed occurrences leave it
 * (contract C4.1).
 */
const withoutOwnId = (values: EventValues, row: Occurrence): EventValues => {
  const { source, external_id, ...others } = values
  return {
    ...others,
    ...(source !== undefined && source !== row.source && { source }),
    ...(external_id !== undefined && external_id !== row.external_id && { external_id }),
  }
}

/** @throws ApiError `rest_invalid_param` for another external id of one occurrence: all of a series have the same (contract C4.1). */
const requireSeriesId = (values: EventValues, row: Occurrence, scope: Scope): void => {
  if (scope !== 'this' || values.recurrence === null) return
  const { source = row.source, external_id = row.external_id } = values
  if (source === row.source && external_id === row.external_id) return
  const fault = 'All occurrences of a series have the same external id: send scope=all to change it, or leave it out.'
  throw invalidParams(new Map([[external_id === row.external_id ? 'source' : 'external_id', fault]]))
}

/** What was submitted with an event becomes public with it: its picture is added to the values, and given to the other dates afterwards. */
const approving = async (
  db: Db,
  context: RequestContext,
  current: StoredEvent,
  values: EventValues,
  change: (current: StoredEvent, values: EventValues) => Promise<Tagged>,
): Promise<Tagged> => {
  const approval = await approveParts(db, context, current.row, values)
  if (!approval) return change(current, values)
  const { image, finish } = approval
  const changed = await change(await loadEvent(db, current.row.id), image ? { ...values, image } : values)
  await finish()
  return changed
}

/**
 * The event with a key, which the caller may change. A write of several occurrences may be conditional on their series instead: its ETag
 * changes with its rule and with each of its occurrences.
 * @throws ApiError as {@link findEditable} does.
 */
const findCurrent = async (
  db: Db,
  context: RequestContext,
  key: RecordKey,
  ifMatch: string | undefined,
  scope: Scope,
): Promise<StoredEvent> => {
  if (ifMatch === undefined || scope === 'this') return findEditable(db, context, eventDefinition, key, ifMatch)
  const current = await findEditable(db, context, eventDefinition, key, undefined)
  const own = strongEtag(eventDefinition.compose(context, current)(true))
  if (isStoredOccurrence(current) && !namesEtag(ifMatch, own))
    requireMatch(ifMatch, await etagOfSeries(db, context, current.row))
  else requireMatch(ifMatch, own)
  return current
}

/** The ETag with which the caller reads a series; the transaction sees what others have committed, and no cache does. */
const etagOfSeries = async (db: Db, context: RequestContext, { series_id }: Occurrence): Promise<string> => {
  const readEvents: ReadDocuments = (_, ids) =>
    Promise.all(
      ids.map(async (id) => ({
        id,
        bytes: eventDefinition.compose(context, await loadEvent(db, id))(false),
        tag: '',
        flags: [],
        links: [],
      })),
    )
  const [document] = await createSeriesDocuments(() => context, db, readEvents)(context.caller, [series_id])
  return document ? `"${document.tag}"` : ''
}

const isStoredOccurrence = (stored: StoredEvent): stored is StoredOccurrence => isOccurrence(stored.row)

const seriesOf = async (db: Db, { series_id }: Occurrence): Promise<SeriesRow> => {
  const series = await findSeries(db, 'id', series_id)
  if (!series) throw new Error(`The series ${series_id} is missing.`)
  return series
}

/** Changes one occurrence, which then is an exception. */
const changeOne = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  current: StoredOccurrence,
  values: EventValues,
  options: WriteOptions,
): Promise<StoredEvent> => {
  const updated = await updatePost(db, context, eventDefinition, current, values, options)
  const after = { ...updated, row: { ...updated.row, series_id: series.id, recurrence_id: current.row.recurrence_id } }
  const own = await noteOwnFields(db, series, current, after)
  return { ...updated, row: { ...after.row, ...own } }
}

/** Removes one occurrence; the series knows that it is not to come back. */
const removeOne = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  current: StoredOccurrence,
  isForced: boolean,
): Promise<Tagged> => {
  const { row } = current
  if (!isForced) {
    const removed = await single.remove(db, context, { column: 'id', value: row.id }, {})
    const after = await loadEvent(db, row.id)
    if (isStoredOccurrence(after)) await noteOwnFields(db, series, current, after)
    return removed
  }
  await exclude(db, context, series, row)
  await removeForGood(db, context, 'event', row)
  await deleteEmptySeries(db, series.id)
  return written(context, eventDefinition, current)
}

/** Deletes the affected occurrences permanently. The history records it for the addressed one, as for every change of several. */
const removeAllForGood = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  current: StoredOccurrence,
  affected: Affected,
): Promise<Tagged> => {
  const { series: removed, rows } = await splitOff(db, context, series, current.row, affected)
  await deleteOccurrences(
    db,
    rows.map(({ id }) => id),
  )
  await deleteEmptySeries(db, removed.id)
  await recordRemoval(db, context, 'event', current.row)
  return written(context, eventDefinition, current)
}

/** Names the exceptions that the rule no longer gives in the answer to the write (contract C3.4). */
const withExceptions = (context: RequestContext, tagged: Tagged, exceptions: readonly Occurrence[]): Tagged => {
  if (exceptions.length === 0) return tagged
  const named = exceptions.map(({ id, recurrence_id, start_date }) => ({
    id,
    recurrence_id,
    start_date,
    rest_url: context.links.api(`events/${id}`),
  }))
  const bytes = Buffer.from(`${tagged.bytes.toString().slice(0, -1)},"kept_exceptions":${JSON.stringify(named)}}`)
  return { ...tagged, bytes }
}
