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
      last_start ${t.text},
      facets ${t.text})`,
    // There is a last change from the start.
    `insert into change (kind, record_id) values ('event', 0)`,
    ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers),
  ],
}

/** To what events are linked; a link is logged as a change of its event. */
const targets = ['venue', 'organizer', 'term'] as const

type Target = (typeof targets)[number]

const facetOf = (target: Target, row: string): string => `'${target}:' || ${row}.${target}_id`

/** By what lists may find an event, as the rows have it that a statement has left or met: `event` is one of them. */
const facets = (event: string, isFeatured: string, join: string): string => {
  const linked = targets.map(
    (target) => `select ${facetOf(target, `event_${target}`)} from event_${target} where event_id = ${event}.id`,
  )
  return `(select coalesce(${join}(facet, ','), '') from (
    select 'featured' as facet where ${isFeatured} union all ${linked.join(' union all ')}) as facets)`
}

/** An event is logged before it has links, and these by themselves. */
const ownFacets = (row: string): string => `case ${row}.featured when 1 then 'featured' else '' end`

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
  const logEvents = (table: string, when: `${'after' | 'before'} ${Operation}`, body: string): string =>
    `create trigger ${table}_${when.slice(when.indexOf(' ') + 1)}_logged ${when} on ${table} begin
      insert into change (kind, record_id, first_start, last_start, facets) ${body}; end`
  const [first, last] = ['min', 'max'].map((of) => `${of}(old.start_utc, new.start_utc)`)
  const isFeatured = 'old.featured = 1 or new.featured = 1'
  const logLinks = (target: Target, operation: Operation, ...rows: string[]): string => {
    const each = rows.map(
      (row) =>
        `select 'event', id, start_utc, start_utc, ${facetOf(target, row)} from event where id = ${row}.event_id`,
    )
    return logEvents(`event_${target}`, `after ${operation}`, each.join(' union all '))
  }
  return [
    logEvents('event', 'after insert', `values ('event', new.id, new.start_utc, new.start_utc, ${ownFacets('new')})`),
    logEvents(
      'event',
      'after update',
      `values ('event', new.id, ${first}, ${last}, ${facets('new', isFeatured, 'group_concat')})`,
    ),
    // Its links go with it, and are still there.
    logEvents(
      'event',
      'before delete',
      `values ('event', old.id, old.start_utc, old.start_utc, ${facets('old', 'old.featured = 1', 'group_concat')})`,
    ),
    ...targets.flatMap((target) => [
      logLinks(target, 'insert', 'new'),
      logLinks(target, 'update', 'old', 'new'),
      logLinks(target, 'delete', 'old'),
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
  logFunction('event', `select 'event', id, start_utc, start_utc, ${ownFacets('changed')} from changed`),
  logFunction(
    'event_update',
    `select 'event', id, least(changed.start_utc, former.start_utc), greatest(changed.start_utc, former.start_utc),
      ${facets('changed', 'changed.featured = 1 or former.featured = 1', 'string_agg')}
      from changed left join former using (id)`,
  ),
  ...triggersOf('event', 'event', { insert: 'event', update: 'event_update' }),
  // Its links go with it, and are still there: no statement's trigger would see them.
  `create function log_event_delete() returns trigger language plpgsql as $$
    begin
      perform from change_turn for no key update;
      insert into change (kind, record_id, first_start, last_start, facets)
        values ('event', old.id, old.start_utc, old.start_utc, ${facets('old', 'old.featured = 1', 'string_agg')});
      return old;
    end $$`,
  'create trigger event_delete_logged before delete on event for each row execute function log_event_delete()',
  ...targets.flatMap((target) => [
    logFunction(`event_${target}`, linkedEvents(target, 'select * from changed')),
    logFunction(`event_${target}_update`, linkedEvents(target, 'select * from changed union all select * from former')),
    ...triggersOf('event', `event_${target}`, {
      insert: `event_${target}`,
      update: `event_${target}_update`,
      delete: `event_${target}`,
    }),
  ]),
  ...logged.flatMap(([table, kind, column]) => [
    logFunction(table, `select distinct '${kind}', ${column}::bigint, null, null, null from changed`),
    ...triggersOf(kind, table, { insert: table, update: table, delete: table }),
  ]),
  logFunction('term', `select 'term', id, null, null, null from changed`),
  logFunction(
    'term_update',
    `select case when (${valuesOf('former')}) is distinct from (${valuesOf('changed')}) then 'term' else 'count' end, changed.id, null, null, null
      from changed left join former on former.id = changed.id`,
  ),
  ...triggersOf('term', 'term', { insert: 'term', update: 'term_update', delete: 'term' }),
  `create function trim_changes() returns trigger language plpgsql as $$
    begin
      delete from change where id <= new.id - ${kept};
      return null;
    end $$`,
  `create trigger change_trimmed after insert on change for each row when (new.id % ${step} = 0) execute function trim_changes()`,
]

/** The subselect is a fence: see the next migration. */
function linkedEvents(target: Target, rows: string): string {
  return `select 'event', event_id, start_utc, start_utc, facets from (
      select event_id, string_agg(${facetOf(target, 'linked')}, ',') as facets from (${rows}) as linked group by event_id) as touched,
    lateral (select start_utc from event where id = event_id offset 0) as started`
}

function logFunction(name: string, changes: string): string {
  return `create function log_${name}() returns trigger language plpgsql as $$
    begin
      perform from change_turn where exists (select from changed) for no key update;
      insert into change (kind, record_id, first_start, last_start, facets) ${changes};
      return null;
    end $$`
}

/** By which function each operation is logged; that of updates sees the rows as they were besides, as `former`. */
function triggersOf(kind: string, table: string, functions: { readonly [operation in Operation]?: string }): string[] {
  const rows = {
    insert: 'new table as changed',
    update: 'old table as former new table as changed',
    delete: 'old table as changed',
  }
  return [
    ...Object.entries(functions).map(
      ([operation, name]) => `create trigger ${table}_${operation}_logged after ${operation} on "${table}"
      referencing ${rows[operation as Operation]} for each statement execute function log_${name}()`,
    ),
    `create trigger ${table}_truncate_logged after truncate on "${table}"
      for each statement execute function log_truncate('${kind}')`,
  ]
}

function valuesOf(row: string): string {
  return isRenamed.map((name) => `${row}.${name}`).join(', ')
}
