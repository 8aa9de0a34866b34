import { derivedTables } from '../derived-tables.ts'
import type { ColumnTypes, Dialect } from '../dialects/dialect.ts'
import type { Migration } from './list.ts'

/**
 * What lists are found by, whatever the number of events: indexes in the order of lists, links that know when their events start,
 * and counters of days. Triggers keep the tables, so that no way of writing forgets them.
 */
export const listing: Migration = {
  name: '0005-listing',
  statements: (t, dialect) => [
    'drop index event_status_start',
    'drop index event_start',
    'drop index event_featured',
    'drop index event_parent',
    // The end tells what still goes on of all that began before, without looking at a row.
    'create index event_listed on event (status, start_utc, id, end_utc) where hide_from_listings = 0',
    'create index event_featured on event (status, start_utc, id) where featured = 1 and hide_from_listings = 0',
    'create index event_parent on event (parent_id, status, start_utc, id) where parent_id is not null',
    ...tables(t, dialect === 'sqlite' ? ' without rowid' : ''),
    ...derivedTables.map(({ name, content }) => `insert into ${name} ${content} order by 1, 2, 3`),
    ...triggers[dialect],
  ],
}

const targets = ['term', 'venue', 'organizer'] as const

const tables = (t: ColumnTypes, clustered: string): string[] => [
  `create table event_day (
    status ${t.text} not null,
    day ${t.text} not null,
    n ${t.integer} not null,
    primary key (status, day))${clustered}`,
  ...targets.map(
    (target) => `create table ${target}_listing (
    ${target}_id ${t.integer} not null,
    status ${t.text} not null,
    start_utc ${t.text} not null,
    id ${t.integer} not null,
    primary key (${target}_id, status, start_utc, id))${clustered}`,
  ),
]

/** One event more or less on a day; `row` is `old` or `new`. */
const uncount = (row: string) =>
  `update event_day set n = n - 1 where status = ${row}.status and day = substr(${row}.start_utc, 1, 10)`

const count = (row: string) => `insert into event_day values (${row}.status, substr(${row}.start_utc, 1, 10), 1)
  on conflict (status, day) do update set n = event_day.n + 1`

/** The links of an event as they are listed. */
const links = (target: string, row: string) =>
  `select ${target}_id, ${row}.status, ${row}.start_utc, ${row}.id from event_${target} where event_id = ${row}.id`

const unlist = (target: string, row: string) =>
  `delete from ${target}_listing where (${target}_id, status, start_utc, id) in (${links(target, row)})`

const list = (target: string, row: string) => `insert into ${target}_listing ${links(target, row)}`

/** One link, whose event may be hidden, or gone. */
const unlink = (target: string) => `delete from ${target}_listing where (${target}_id, status, start_utc, id) in (
  select old.${target}_id, status, start_utc, id from event where id = old.event_id)`

const link = (target: string) => `insert into ${target}_listing
  select new.${target}_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0`

const countAll = `insert into event_day
  select status, substr(start_utc, 1, 10), count(*) from added where hide_from_listings = 0 group by 1, 2 order by 1, 2
  on conflict (status, day) do update set n = event_day.n + excluded.n`

/** The subselect is a fence: a plan that is made while there are few events would read all of them, and be kept when there are many. */
const linkAll = (target: string) => `insert into ${target}_listing
  select ${target}_id, status, start_utc, event_id from added,
    lateral (select status, start_utc, hide_from_listings from event where id = event_id offset 0) as linked
  where hide_from_listings = 0`

const each = (statement: (target: string, row: string) => string, row: string) =>
  targets.map((target) => statement(target, row))

type Trigger = {
  readonly when: 'after insert' | 'after update' | 'after delete' | 'before delete'
  readonly table: string
  /** What one name more tells apart: two triggers of the same moment. */
  readonly part?: string
  readonly only?: string
  readonly body: readonly string[]
  /** The same on PostgreSQL for all rows of a statement at once, which are in `added`: new ones come by the hundred. */
  readonly ofAll?: string
}

const isMoved =
  'old.status <> new.status or old.start_utc <> new.start_utc or old.hide_from_listings <> new.hide_from_listings'

/** An event leaves where it was, and comes to where it is; its links are there before it goes. */
const ofEvents: readonly Trigger[] = [
  { when: 'after insert', table: 'event', only: 'new.hide_from_listings = 0', body: [count('new')], ofAll: countAll },
  {
    when: 'before delete',
    table: 'event',
    only: 'old.hide_from_listings = 0',
    body: [uncount('old'), ...each(unlist, 'old')],
  },
  {
    when: 'after update',
    table: 'event',
    part: '_old',
    only: `old.hide_from_listings = 0 and (${isMoved})`,
    body: [uncount('old'), ...each(unlist, 'old')],
  },
  {
    when: 'after update',
    table: 'event',
    part: '_new',
    only: `new.hide_from_listings = 0 and (${isMoved})`,
    body: [count('new'), ...each(list, 'new')],
  },
]

const ofLinks = targets.flatMap((target): Trigger[] => {
  const table = `event_${target}`
  const isOther = `old.event_id <> new.event_id or old.${target}_id <> new.${target}_id`
  return [
    { when: 'after insert', table, body: [link(target)], ofAll: linkAll(target) },
    { when: 'after delete', table, body: [unlink(target)] },
    { when: 'after update', table, only: isOther, body: [unlink(target), link(target)] },
  ]
})

const all = [...ofEvents, ...ofLinks]

const nameOf = ({ when, table, part = '' }: Trigger) => `${table}_${when.replace(' ', '_')}${part}_listing`

/** Where all rows go at once, none is shown to a trigger. */
const truncating: readonly string[] = [
  ['event', 'event_day'] as const,
  ...targets.map((target) => [`event_${target}`, `${target}_listing`] as const),
].flatMap(([table, derived]) => [
  `create function truncate_${derived}() returns trigger language plpgsql as $$ begin delete from ${derived}; return null; end $$`,
  `create trigger ${table}_truncate_listing after truncate on ${table} for each statement execute function truncate_${derived}()`,
])

const triggers: { readonly [dialect in Dialect['name']]: readonly string[] } = {
  sqlite: all.map((trigger) => {
    const { when, table, only, body } = trigger
    return `create trigger ${nameOf(trigger)} ${when} on ${table}${only ? ` when ${only}` : ''} begin
      ${body.join(';\n')}; end`
  }),
  postgres: [
    ...truncating,
    ...all.flatMap((trigger) => {
      const { when, table, only, body, ofAll } = trigger
      const name = nameOf(trigger)
      const rows = ofAll
        ? 'referencing new table as added for each statement'
        : `for each row${only ? ` when (${only})` : ''}`
      return [
        `create function ${name}() returns trigger language plpgsql as $$ begin
        ${ofAll ?? body.join(';\n')}; return ${when === 'before delete' ? 'old' : 'null'}; end $$`,
        `create trigger ${name} ${when} on ${table} ${rows} execute function ${name}()`,
      ]
    }),
  ],
}
