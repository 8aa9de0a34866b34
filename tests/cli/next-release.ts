import { type Migration, migrations } from '../../src/db/migrations/list.ts'

// Preloaded into the program (`--import`): a release that comes after this one, whose schema is another.

const next: Migration = {
  name: '9999-next',
  statements: (t) => [
    `alter table event add column audience ${t.text} not null default 'everybody'`,
    'create index event_audience on event (audience)',
    `create table audience (name ${t.text} primary key)`,
    'insert into audience select distinct audience from event',
  ],
}
const list = migrations as Migration[]
list.push(next)
