import type { RequestContext } from '../../../core/context.ts'
import { type FieldTable, listColumns } from '../../../core/fields.ts'
import type { Db } from '../../../db/database.ts'
import type { PostRow } from '../../../db/schema.ts'
import { insertAll } from '../../../db/statement.ts'
import { namesOf } from '../../../lib/json.ts'
import { createPause } from '../../../lib/pause.ts'
import type { DateTimeText } from '../../../lib/time-zone.ts'
import { closeReviews } from '../../shared/history.ts'
import { storeChanges, titleKeys } from '../../shared/post.ts'
import { modifiedNow } from '../../shared/post-publication.ts'
import { decideSlugs, plainSlug } from '../../shared/slugs.ts'
import { eventDefinition } from '../definition.ts'
import { previousStart } from '../event-status.ts'
import { eventFields } from '../fields.ts'
import type { EventLinks } from '../links.ts'
import { requireRoom } from './room.ts'
import { atOnce, daysOf, linkRows, type Occurrence, occurrenceSlug, ownFieldsOf } from './stored.ts'
import { datesAt, type SeriesRow } from './times.ts'

type Row = PostRow<'event'>

const fields: FieldTable = eventFields

/** The columns that occurrences take over with the value of a field. */
const columnsOf = (name: string): readonly (keyof Row)[] => {
  const field = fields[name]
  // An occurrence that is in the trash gets no other status as it is; see changeStatus.
  if (!field || name === 'status') return []
  // The entries of events name columns of their table.
  return listColumns(field) as readonly (keyof Row)[]
}

/** What a change of a whole series does to one of its occurrences. */
export type OccurrenceChange = {
  readonly row: Occurrence
  /** The start that the rule gives it now; undefined for an occurrence that has none any more, and keeps its dates. */
  readonly start: DateTimeText | undefined
}

/** What all occurrences of a series get. */
export type SeriesChange = {
  /** The row with the new values, and the names of the fields that have changed. */
  readonly source: Row
  readonly names: readonly string[]
  readonly series: SeriesRow
  /** Whether starts or lengths have changed. */
  readonly isMoved: boolean
  /** Whether the series has another slug. */
  readonly isRenamed: boolean
}

/** Gives occurrences the new values of their series, except in the fields that they have of their own (contract C3.4). */
export const propagate = async (
  db: Db,
  context: RequestContext,
  changes: readonly OccurrenceChange[],
  change: SeriesChange,
): Promise<void> => {
  const columns = new Map(change.names.map((name) => [name, columnsOf(name)]))
  const rows = changes.map((one) => changedRow(one, change, columns))
  const named = renamed(rows, change)
  const moving = rows.filter(
    (row, at) => named.has(row.id) || (row.status === 'trash') !== (changes[at]?.row.status === 'trash'),
  )
  const slugs = await decideSlugs(
    db,
    'event',
    moving.map(({ id, status, slug, title }) => ({ id, status, plain: named.get(id) ?? plainSlug(slug, title) })),
  )
  for (const [at, row] of moving.entries()) row.slug = slugs[at] ?? row.slug
  const modified = modifiedNow(context)
  const changed = rows.flatMap((row, at) => {
    const before = changes[at]?.row
    const isChanged = before && namesOf(row).some((column) => row[column] !== before[column])
    return isChanged ? [{ before, row: { ...row, ...modified } }] : []
  })
  // A series that is too large was made by an older release, or date by date: it can always be removed.
  const isRemoval =
    change.source.status === 'trash' &&
    !change.isMoved &&
    change.names.every((name) => name === 'status' || name === 'date')
  if (!isRemoval)
    requireRoom(
      context,
      changed.map(({ row }) => row),
    )
  const decided = changed.filter(({ before, row }) => before.status !== row.status).map(({ row }) => row.id)
  if (decided.length > 0) await closeReviews(db, decided)
  const pause = createPause()
  for (let at = 0; at < changed.length; at += atOnce) {
    const some = changed.slice(at, at + atOnce)
    await Promise.all(some.map(({ before, row }) => storeChanges(db, eventDefinition, before, row)))
    await pause()
  }
}

/** What the slugs of new occurrences end with, and a number where that was taken. */
const dated = /-\d{4}-\d\d-\d\d(?:-\d{4})?(?:-\d+)?$/

/** The plain slugs of the occurrences of a series with another slug, by their ids; one that was chosen for an occurrence stays. */
const renamed = (rows: readonly Row[], { series, isRenamed }: SeriesChange): ReadonlyMap<number, string> => {
  const plain = new Map<number, string>()
  if (!isRenamed) return plain
  const starts = rows.map(({ recurrence_id, start_date }) => recurrence_id ?? start_date)
  const days = daysOf(starts)
  for (const [at, { id, slug, title }] of rows.entries()) {
    const start = starts[at] ?? ''
    if (dated.test(plainSlug(slug, title)))
      plain.set(id, occurrenceSlug(series, start, days.get(start.slice(0, 10)) === 1))
  }
  return plain
}

const changedRow = (
  { row, start }: OccurrenceChange,
  { source, names, series, isMoved }: SeriesChange,
  columns: ReadonlyMap<string, readonly (keyof Row)[]>,
): Row => {
  const own = ownFieldsOf(row)
  const changed: Row = { ...row }
  const copy = <C extends keyof Row>(column: C) => {
    changed[column] = source[column]
  }
  for (const name of names) {
    // Who has a status of its own is published when that says.
    if (own.includes(name === 'date' ? 'status' : name)) continue
    for (const column of columns.get(name) ?? []) copy(column)
  }
  if (changed.title !== row.title) Object.assign(changed, titleKeys(changed.title))
  if (names.includes('status')) changeStatus(changed, source, own)
  if (start !== undefined) changed.recurrence_id = start
  if (isMoved && start !== undefined && !own.includes('start_date')) Object.assign(changed, datesAt(series, start))
  changed.previous_start_utc = previousStart(row, changed)
  return changed
}

/** The trash takes all occurrences; those that were there before the others stay when these come back. */
const changeStatus = (row: Row, source: Row, own: readonly string[]): void => {
  if (source.status === 'trash') {
    if (row.status === 'trash') return
    row.trashed_from = row.status
    row.status = 'trash'
    return
  }
  if (!own.includes('status')) {
    row.status = source.status
    row.trashed_from = ''
  } else if (row.status === 'trash' && row.trashed_from !== '' && row.trashed_from !== source.status) {
    // It went to the trash with the series, from a status of its own; one that was there before had that of the series.
    row.status = row.trashed_from
    row.trashed_from = ''
  }
}

const linkFields = ['venue', 'organizer', 'categories', 'tags'] as const

/** Gives occurrences the links of one of them, in the fields that have changed. */
export const propagateLinks = async (
  db: Db,
  context: RequestContext,
  rows: readonly Occurrence[],
  links: EventLinks,
  names: readonly string[],
): Promise<void> => {
  for (const name of linkFields) {
    if (!names.includes(name)) continue
    const ids = rows.filter((row) => !ownFieldsOf(row).includes(name)).map(({ id }) => id)
    const taxonomy = name === 'categories' ? 'category' : 'tag'
    const own = {
      venues: name === 'venue' ? links.venues : [],
      organizers: name === 'organizer' ? links.organizers : [],
      terms: name === 'venue' || name === 'organizer' ? [] : links.terms.filter((term) => term.taxonomy === taxonomy),
    }
    requireRoom(context, { each: {}, dates: ids.length }, own)
    const pause = createPause()
    for (let at = 0; at < ids.length; at += atOnce) {
      const some = ids.slice(at, at + atOnce)
      await removeLinks(db, name, some)
      await insertAll(db, linkRows(some, own))
      await pause()
    }
  }
}

const removeLinks = async (
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
