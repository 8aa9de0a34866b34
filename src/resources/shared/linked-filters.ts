import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { readable, readableStatuses, type Viewer } from '../../core/policy.ts'
import { flag, recordId, searchText, statusList } from '../../core/types.ts'
import { type LinkedTable, type Status, statuses } from '../../db/schema.ts'
import { nowText } from '../../lib/time-zone.ts'
import { filter, type Where } from '../../query/condition.ts'
import { oneFieldWithAllWords } from '../../query/search-text.ts'
import { cursorParam } from './cursor.ts'
import { externalIdFilters } from './external-id.ts'
import { type LinkedSortKeys, linkedSort } from './linked-order.ts'
import { modifiedFilters } from './modified.ts'
import { pageParams } from './page-params.ts'

/** The list parameters of venues and organizers (contract A3). */
export const linkedFilters = <T extends LinkedTable>(table: T, aboutSearch: string) => ({
  ...pageParams,
  cursor: cursorParam,
  search: filter<T, string, number, readonly string[]>({
    type: searchText,
    about: aboutSearch,
    ...oneFieldWithAllWords(table),
  }),
  event: filter<T, number>({
    type: recordId('event'),
    about: 'Only records linked to the event with this id. An unknown id is an error.',
    isCheap: true,
    where: ({ param, caller }) => {
      const id = param((event) => event)
      return () => isLinkedTo(table, caller, id)
    },
  }),
  has_events: filter<T, boolean, boolean>({
    type: flag(),
    about: '`true`: only records linked to at least one event; `false`: only records without events.',
    shape: (wanted) => wanted,
    where: ({ caller }, wanted) => {
      const has = hasEvent(table, { caller, statuses: ['publish'] })
      return wanted ? has : (eb) => eb.not(has(eb))
    },
  }),
  only_with_upcoming: filter<T, boolean, boolean>({
    type: flag(),
    about: '`true`: only records linked to at least one event that starts now or later; default `false`.',
    default: false,
    shape: (wanted) => wanted,
    where: ({ caller, param }, wanted) => {
      if (!wanted) return (eb) => eb.lit(true)
      const from = param((_, context) => nowText(context.now()))
      return hasEvent(table, { caller, from, statuses: statuses.filter((status) => status !== 'trash') })
    },
  }),
  status: filter<T, readonly Status[]>({
    type: statusList,
    about:
      'Only records with one of these statuses, as an array or comma-separated: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Default: whatever the caller may read outside the trash; anonymous callers may only ask for `publish`.',
  }),
  ...modifiedFilters(table),
  ...externalIdFilters(table),
  sort: filter<T, LinkedSortKeys>({
    type: linkedSort,
    about:
      'Order of the list: one or more of `title`, `date`, `modified` and `id`, comma-separated; a leading `-` means descending. Default: `-date`, latest first.',
    extension: 'C1.3',
  }),
})

/** The events that are looked for: with one of the statuses, readable by the caller, and starting at `from` or later. */
type Sought = { readonly caller: Viewer; readonly statuses: readonly Status[]; readonly from?: Expression<string> }

/**
 * Keeps records that are linked to one of these events: a link to a hidden event is not reported (contract B5.2). Events that everybody
 * with the caller's role may read are found by one search of an index for each record. The others are in no such index, and are gathered
 * once for the whole list: events left out of lists, and unpublished events of the caller.
 */
const hasEvent =
  <T extends LinkedTable>(table: T, { caller, statuses: sought, from }: Sought): Where<T> =>
  (eb) => {
    const [id, linkedId] = [sql.ref(`${table}.id`), sql.ref(`${table}_id`)]
    const { everybodys, own } = readableStatuses(caller, sought)
    const isTimely = from ? sql`and start_utc >= ${from}` : sql``
    const isListed = sql<SqlBool>`exists (select 1 from ${sql.table(`${table}_listing`)}
      where ${linkedId} = ${id} and ${isAmong(everybodys)} ${isTimely})`
    const isLinked = (condition: RawBuilder<unknown>) => sql<SqlBool>`${id} in (
      select ${linkedId} from ${sql.table(`event_${table}`)}
      where event_id in (select id from event where ${condition} ${isTimely}))`
    return eb.or([
      isListed,
      isLinked(sql`hide_from_listings = 1 and ${isAmong(everybodys)}`),
      ...(own.length === 0 ? [] : [isLinked(sql`author_id = ${caller.id} and ${isAmong(own)}`)]),
    ])
  }

const isAmong = (some: readonly Status[]) => sql`status in (${sql.join(some.map((status) => sql.lit(status)))})`

/** Keeps records that are linked to that event, if the caller may read it. */
const isLinkedTo = (table: LinkedTable, caller: Viewer, id: RawBuilder<number>) =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} in (
    select ${sql.ref(`link.${table}_id`)} from ${sql.table(`event_${table}`)} as link
    inner join event on event.id = link.event_id
    where event.id = ${id} and ${readable(caller, 'event')()})`
