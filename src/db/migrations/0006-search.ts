import { postgresSearch } from '../dialects/postgres-search.ts'
import { sqliteSearch } from '../dialects/sqlite-search.ts'
import { lineSeparator } from '../schema.ts'
import type { Migration } from './list.ts'

/** One text for each record instead of one for each of its fields, so that one look tells whether it has a word; and the index of them. */
export const search: Migration = {
  name: '0006-search',
  statements: (t, dialect) => [
    `create table search_text (
      record_id ${t.integer} primary key references record (id) on delete cascade,
      text ${t.text} not null)`,
    `insert into search_text
      select record_id, ${joined[dialect]}(text, '${lineSeparator}') from search_field group by record_id order by record_id`,
    'drop table search_field',
    ...{ sqlite: sqliteSearch, postgres: postgresSearch }[dialect].create,
  ],
}

const joined = { sqlite: 'group_concat', postgres: 'string_agg' } as const
