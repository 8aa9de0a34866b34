import { type Migration, migrations } from '../../src/db/migrations/list.ts'

// Imported, or preloaded into the program (`--import`): a release that comes after this one, whose schema is another.

const textOf = { sqlite: 'text', postgres: 'text collate "C"' } as const

const next: Migration = {
  name: '9999-next',
  read: (dialect) => `
    alter table event add column audience ${textOf[dialect]} not null default 'everybody';
    create index event_audience on event (audience);
    create table audience (name ${textOf[dialect]} primary key);
    insert into audience select distinct audience from event;`,
}
const list = migrations as Migration[]
list.push(next)
