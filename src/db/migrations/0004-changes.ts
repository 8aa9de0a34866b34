import type { Migration } from './list.ts'

/**
 * The log of what has changed, from which every process learns what it may not keep in memory any longer. Triggers write it, so that
 * no way of writing is forgotten; its ids grow in the order of commits, and the last one is the version of the content.
 */
export const changes: Migration = {
  name: '0004-changes',
  statements: (t, dialect) => [
    `create table change (id ${t.serial}, kind ${t.text} not null, record_id ${t.integer} not null)`,
    // There is a last change from the start.
    `insert into change (kind, record_id) values ('event', 0)`,
    ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers),
  ],
}

/** What is logged under which kind: the table, and the column that names the record; 0 is any. */
const logged = [
  ['event', 'event', 'id'],
  ['event_venue', 'event', 'event_id'],
  ['event_organizer', 'event', 'event_id'],
  ['event_term', 'event', 'event_id'],
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
  return [
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

const postgresTriggers: readonly string[] = [
  // Ids of changes must not become visible out of their order: also who writes by hand waits for the turn of the others. A lock of a row
  // goes with the savepoint in which it was taken, so that a deadlock can be undone.
  'create table change_turn (id integer primary key)',
  'insert into change_turn values (0)',
  `create function log_change() returns trigger language plpgsql as $$
    declare
      changed record := case when tg_op = 'DELETE' then old else new end;
    begin
      perform 1 from change_turn for no key update;
      if tg_argv[1] = 'id' then
        insert into change (kind, record_id) values (tg_argv[0], changed.id);
      elsif tg_argv[1] = 'event_id' then
        insert into change (kind, record_id) values (tg_argv[0], changed.event_id);
      elsif tg_argv[1] = 'user_id' then
        insert into change (kind, record_id) values (tg_argv[0], changed.user_id);
      else
        insert into change (kind, record_id) values (tg_argv[0], 0);
      end if;
      return null;
    end $$`,
  ...logged.map(
    ([table, kind, column]) => `create trigger ${table}_logged after insert or update or delete on "${table}"
      for each row execute function log_change('${kind}', '${column}')`,
  ),
  `create trigger term_logged after insert or delete on term for each row execute function log_change('term', 'id')`,
  ...(['term', 'count'] as const).map(
    (kind) => `create trigger term_${kind}_logged after update on term for each row
      when (${kind === 'term' ? '' : 'not '}((${['old', 'new'].map((row) => isRenamed.map((name) => `${row}.${name}`).join(', ')).join(') is distinct from (')})))
      execute function log_change('${kind}', 'id')`,
  ),
  `create function trim_changes() returns trigger language plpgsql as $$
    begin
      delete from change where id <= new.id - ${kept};
      return null;
    end $$`,
  `create trigger change_trimmed after insert on change for each row when (new.id % ${step} = 0) execute function trim_changes()`,
]
