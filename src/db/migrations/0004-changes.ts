import type { Migration } from './list.ts'

/**
 * The log of what has changed, from which every process learns what it may not keep in memory any longer. Triggers write it, so that
 * no way of writing is forgotten; its ids grow in the order of commits.
 */
export const changes: Migration = {
  name: '0004-changes',
  statements: (t, dialect) => [
    `create table change (
      id ${t.serial},
      token ${t.real} not null default (${dialect === 'sqlite' ? 'random() / 9223372036854775808.0' : 'random()'}),
      kind ${t.text} not null,
      record_id ${t.integer} not null,
      first_start ${t.text},
      last_start ${t.text})`,
    // There is a last change from the start.
    `insert into change (kind, record_id) values ('event', 0)`,
    ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers),
  ],
}

/** Links of events are logged as changes of the events. */
const links = ['event_venue', 'event_organizer', 'event_term'] as const

/** What else is logged under which kind: the table, and the column that names the record; 0 is any. */
const logged = [
  ['venue', 'venue', 'id'],
  ['organizer', 'organizer', 'id'],
  ['image', 'image', 'id'],
  ['user', 'user', 'id'],
  ['credential', 'user', 'user_id'],
  // After a failed attempt nobody is recognised from memory: who has the right password makes it forgotten.
  ['throttle', 'user', '0'],
] as const

/** Who has not looked for so many changes forgets everything. */
const [kept, step] = [10_000, 1000]

const operations = ['insert', 'update', 'delete'] as const

type Operation = (typeof operations)[number]

/** Counters of terms change with every event, their names hardly ever: lists depend on the latter only. */
const isRenamed = ['taxonomy', 'name', 'slug', 'description', 'parent_id'] as const

const sqliteTriggers = (): string[] => {
  const log = (table: string, operation: Operation, kind: string, column: string): string => {
    const id = column === '0' ? '0' : `${operation === 'delete' ? 'old' : 'new'}.${column}`
    return `create trigger ${table}_${operation}_logged after ${operation} on "${table}" begin
      insert into change (kind, record_id) values (${kind}, ${id}); end`
  }
  const differs = isRenamed.map((name) => `old.${name} <> new.${name}`).join(' or ')
  const logEvents = (table: string, operation: Operation, body: string): string =>
    `create trigger ${table}_${operation}_logged after ${operation} on ${table} begin
      insert into change (kind, record_id, first_start, last_start) ${body}; end`
  const logEvent = (operation: Operation, row: string, first: string, last: string): string =>
    logEvents('event', operation, `values ('event', ${row}.id, ${first}, ${last})`)
  // An event that is gone with its links is logged by itself.
  const logLink = (table: string, operation: Operation, ids: string): string =>
    logEvents(table, operation, `select 'event', id, start_utc, start_utc from event where id in (${ids})`)
  return [
    logEvent('insert', 'new', 'new.start_utc', 'new.start_utc'),
    logEvent('update', 'new', 'min(old.start_utc, new.start_utc)', 'max(old.start_utc, new.start_utc)'),
    logEvent('delete', 'old', 'old.start_utc', 'old.start_utc'),
    ...links.flatMap((table) => [
      logLink(table, 'insert', 'new.event_id'),
      logLink(table, 'update', 'old.event_id, new.event_id'),
      logLink(table, 'delete', 'old.event_id'),
    ]),
    ...logged.flatMap(([table, kind, column]) =>
      operations.map((operation) => log(table, operation, `'${kind}'`, column)),
    ),
    log('term', 'insert', `'term'`, 'id'),
    log('term', 'update', `case when ${differs} then 'term' else 'count' end`, 'id'),
    log('term', 'delete', `'term'`, 'id'),
    `create trigger change_trimmed after insert on change when new.id % ${step} = 0 begin
      delete from change where id <= new.id - ${kept}; end`,
  ]
}

/** Rows come by the hundred in one statement: a trigger sees them all at once, as `changed`. */
const postgresTriggers: readonly string[] = [
  // Ids of changes must not become visible out of their order: also who writes by hand waits for the turn of the others. A lock of a row
  // goes with the savepoint in which it was taken, so that a deadlock can be undone.
  'create table change_turn (id integer primary key)',
  'insert into change_turn values (0)',
  // No row is shown where all go at once: it is told as any number of them.
  `create function log_truncate() returns trigger language plpgsql as $$
    begin
      perform from change_turn for no key update;
      insert into change (kind, record_id) values (tg_argv[0], 0);
      return null;
    end $$`,
  logFunction('event', `select 'event', id, start_utc, start_utc from changed`),
  logFunction(
    'event_update',
    `select 'event', id, least(changed.start_utc, former.start_utc), greatest(changed.start_utc, former.start_utc)
      from changed left join former using (id)`,
  ),
  ...triggersOf('event', 'event', 'event_update'),
  // An event that is gone with its links is logged by itself.
  logFunction('link', linkedEvents('select event_id from changed')),
  logFunction('link_update', linkedEvents('select event_id from changed union select event_id from former')),
  ...links.flatMap((table) => triggersOf('event', table, 'link_update', 'link')),
  ...logged.flatMap(([table, kind, column]) => [
    logFunction(table, `select distinct '${kind}', ${column}::bigint, null, null from changed`),
    ...triggersOf(kind, table, table),
  ]),
  logFunction('term', `select 'term', id, null, null from changed`),
  logFunction(
    'term_update',
    `select case when (${valuesOf('former')}) is distinct from (${valuesOf('changed')}) then 'term' else 'count' end, changed.id, null, null
      from changed left join former on former.id = changed.id`,
  ),
  ...triggersOf('term', 'term', 'term_update'),
  `create function trim_changes() returns trigger language plpgsql as $$
    begin
      delete from change where id <= new.id - ${kept};
      return null;
    end $$`,
  `create trigger change_trimmed after insert on change for each row when (new.id % ${step} = 0) execute function trim_changes()`,
]

/** The subselect is a fence: see the next migration. */
function linkedEvents(ids: string): string {
  return `select 'event', event_id, start_utc, start_utc from (select distinct event_id from (${ids}) as linked) as touched,
    lateral (select start_utc from event where id = event_id offset 0) as started`
}

function logFunction(name: string, changes: string): string {
  return `create function log_${name}() returns trigger language plpgsql as $$
    begin
      perform from change_turn where exists (select from changed) for no key update;
      insert into change (kind, record_id, first_start, last_start) ${changes};
      return null;
    end $$`
}

/** An update has its own function, which sees the rows as they were besides, as `former`. */
function triggersOf(kind: string, table: string, update: string, others = table): string[] {
  const trigger = (operation: Operation, rows: string, name: string): string =>
    `create trigger ${table}_${operation}_logged after ${operation} on "${table}" referencing ${rows}
      for each statement execute function log_${name}()`
  return [
    trigger('insert', 'new table as changed', others),
    trigger('update', 'old table as former new table as changed', update),
    trigger('delete', 'old table as changed', others),
    `create trigger ${table}_truncate_logged after truncate on "${table}"
      for each statement execute function log_truncate('${kind}')`,
  ]
}

function valuesOf(row: string): string {
  return isRenamed.map((name) => `${row}.${name}`).join(', ')
}
