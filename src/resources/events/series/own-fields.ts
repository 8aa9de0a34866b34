import { listChanges, type Payload, readStoredPayload } from '../../../core/fields.ts'
import type { Db } from '../../../db/database.ts'
import type { PostRow } from '../../../db/schema.ts'
import { updateRow } from '../../../db/statement.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { eventFields } from '../fields.ts'
import { type EventLinks, eventLinks, loadLinks } from '../links.ts'
import { type Occurrence, readOwnFields, readTemplate } from './stored.ts'
import { dateColumns, datesAt, type SeriesRow } from './times.ts'

type StoredEvent = StoredRecord<'event', EventLinks>

/** The fields that say when an event is; an occurrence has all of them of its own, or none. */
export const dateFields = ['start_date', 'end_date', 'timezone', 'all_day'] as const

/** Fields that every occurrence has of its own anyway. */
const ignored: readonly string[] = ['slug', 'date', 'date_utc', 'recurrence', 'scope']

/** The values of the fields of an event. */
export const valuesOfEvent = ({ row, links }: StoredEvent): Payload =>
  readStoredPayload(eventFields, row, eventLinks.idsOf(links))

/** Of the fields that have changed those that a series has, without those that say when an event is. */
export const selectShared = (changed: readonly string[]): readonly string[] =>
  changed.filter((name) => !ignored.includes(name) && !dateFields.some((one) => one === name))

const differences = (one: StoredEvent, other: StoredEvent): readonly string[] => {
  const [before, after] = [eventLinks.idsOf(one.links), eventLinks.idsOf(other.links)]
  return selectShared(listChanges(eventFields, { row: one.row, links: before }, { row: other.row, links: after }))
}

/** Whether an occurrence is not when its rule says. */
export const hasOwnDates = (series: SeriesRow, row: Occurrence): boolean => {
  const ruled = datesAt(series, row.recurrence_id)
  return dateColumns.some((column) => ruled[column] !== row[column])
}

/**
 * Notes in which fields an occurrence that was changed alone differs from its series (contract C3.4): those that it had of its own and those
 * that were changed, but for values that are those of the series again.
 */
export const noteOwnFields = async (
  db: Db,
  series: SeriesRow,
  before: StoredEvent,
  after: StoredEvent & { readonly row: Occurrence },
): Promise<Pick<PostRow<'event'>, 'own_fields'>> => {
  const names = new Set([...readOwnFields(before.row), ...differences(before, after)])
  for (const name of dateFields) names.delete(name)
  const template = names.size === 0 ? undefined : await readTemplate(db, series.id, after.row.id)
  if (template) {
    const differing = differences({ row: template, links: await loadLinks(db, template.id) }, after)
    const same = [...names].filter((name) => !differing.includes(name) && !readOwnFields(template).includes(name))
    for (const name of same) names.delete(name)
  }
  if (hasOwnDates(series, after.row)) names.add('start_date')
  const own_fields = [...names].sort().join(',')
  if (own_fields !== after.row.own_fields) await updateRow(db, 'event', after.row.id, { own_fields })
  return { own_fields }
}
