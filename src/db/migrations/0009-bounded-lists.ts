import type { Migration } from './list.ts'

/** What lets every list be found without a look at all events for each of its rows. */
export const boundedLists: Migration = {
  name: '0009-bounded-lists',
  statements: (_, dialect) => [
    // No list has these, but venues and organizers have them as events.
    'create index event_hidden on event (status, start_utc, id) where hide_from_listings = 1',
    ...(dialect === 'sqlite' ? statistics : []),
  ],
}

/**
 * Rows of a table, and how many of them SQLite is to expect for the first column of an index, for the first two, and so on. Without, it takes
 * it that a status leaves ten rows, and would rather read all published events than look one up by its id. These figures never change, and
 * with them no plan does; PostgreSQL counts by itself.
 */
const expected = [
  ['event', 'event_status_date', '100000 50000 2 1'],
  ['event', 'event_status_end', '100000 50000 2'],
  ['event', 'event_listed', '100000 50000 2 1 1'],
  ['venue', 'venue_status_date', '10000 5000 2 1'],
  ['organizer', 'organizer_status_date', '10000 5000 2 1'],
] as const

/** The table of statistics is made by the first statement; the last one has them read. */
const statistics: readonly string[] = [
  'analyze sqlite_schema',
  ...expected.flatMap(([table, index, rows]) => [
    `delete from sqlite_stat1 where idx = '${index}'`,
    `insert into sqlite_stat1 (tbl, idx, stat) values ('${table}', '${index}', '${rows}')`,
  ]),
  'analyze sqlite_schema',
]
