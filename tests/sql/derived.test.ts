import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { checkDerived } from '../../src/db/derived-tables.ts'
import { takeSteps } from '../properties/steps.ts'
import { createCalendar } from '../support/calendar.ts'
import { lengthOf, someOf } from '../support/lengths.ts'
import { sharePostgres } from '../support/postgres.ts'
import { seed } from '../support/seed.ts'

const postgres = await sharePostgres()

const places = [
  { name: 'SQLite', options: {}, clearing: [], triggers: 18, skip: false },
  {
    name: 'PostgreSQL',
    clearing: ['truncate event cascade'],
    triggers: 23,
    options: typeof postgres === 'string' ? {} : { postgres: postgres.url },
    skip: typeof postgres === 'string' ? postgres : false,
  },
] as const

/** What nobody but an operator by hand does to a calendar, for each trigger something that it must notice. */
const byHand = [
  `insert into record (id, kind) values (9001, 'event'), (9002, 'event'), (9003, 'event'), (9004, 'venue'), (9005, 'organizer')`,
  ...[9001, 9002, 9003].map((id) => copyOf('event', id)),
  // Several by one statement, of which two are hidden.
  `insert into record (id, kind) select id + 20000, kind from record where id between 9001 and 9003`,
  `create temporary table more as select * from event where id > 9000;
    update more set id = id + 20000, slug = 'more-' || id, hide_from_listings = id % 2;
    insert into event select * from more;
    drop table more`,
  copyOf('venue', 9004),
  copyOf('organizer', 9005),
  `insert into term (taxonomy, name, name_key, slug, description, search_text) values ('tag', 'x', 'x', 'by-hand', '', '')`,
  ...[9001, 9002, 9003].flatMap((id) => [
    `insert into event_venue values (${id}, 9004, 0)`,
    `insert into event_organizer values (${id}, 9005, 0)`,
    `insert into event_term select id, ${id} from term where slug = 'by-hand'`,
  ]),
  `update event set start_utc = '2031-01-01 10:00:00' where id = 9001`,
  `update event_venue set venue_id = (select min(id) from venue) where event_id = 9001`,
  `update event_organizer set organizer_id = (select min(id) from organizer) where event_id = 9001`,
  `update event_term set term_id = (select min(id) from term) where event_id = 9001`,
  'update event set hide_from_listings = 1 - hide_from_listings where id = 9002',
  'delete from event_term where event_id = 9002',
  `update event set status = 'draft' where id > 9001`,
  `delete from event_venue where event_id = 9003`,
  `delete from event_organizer where event_id = 9003`,
  `delete from event_term where event_id = 9003`,
  'insert into event_venue select 9003, min(id), 1 from venue',
  'insert into event_organizer select 9003, min(id), 1 from organizer',
  'insert into event_term select min(id), 9003 from term',
  'insert into event_term select term.id, event.id from term, event where event.id > 20000',
  'delete from event where id = 9001',
]

/** One more row of a table, like the first. */
function copyOf(table: string, id: number): string {
  return `create temporary table copied as select * from ${table} order by id limit 1;
    update copied set id = ${id}, slug = 'copy-${id}';
    insert into ${table} select * from copied;
    drop table copied`
}

const runAll = (database: Database, statements: readonly string[]): Promise<void> =>
  database.transact(async ({ kysely }) => {
    for (const statement of statements.flatMap((text) => text.split(';'))) await sql.raw(statement).execute(kysely)
  })

describe('what lists are found by', () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  for (const { name, options, clearing, triggers, skip } of places) {
    it(`follows from the events after whatever is written, on ${name}`, { skip }, async () => {
      const calendar = await createCalendar(options)
      try {
        await takeSteps(calendar, { seed, steps: lengthOf(100, 600), servers: 1 })
        assert.deepEqual(await checkDerived(calendar.database, false), [], `SEED=${seed}`)
        for (const statements of [byHand, clearing]) {
          await runAll(calendar.database, statements)
          assert.deepEqual(await checkDerived(calendar.database, false), [], `SEED=${seed}`)
        }
      } finally {
        await calendar.close()
      }
    })

    it(`would not without any of its triggers, and can be mended, on ${name} (negative control)`, {
      skip,
    }, async () => {
      const all = await triggersOf(options)
      assert.equal(all.length, triggers)
      for (const trigger of someOf(all, 2)) {
        const calendar = await createCalendar(options)
        try {
          const body = { title: 'Fair', start_date: '2027-01-10', end_date: '2027-01-10' }
          const links = { venue: { venue: 'Hall' }, organizer: { organizer: 'Club' }, categories: ['Music'] }
          await calendar.ask('POST', '/events', { as: 'admin', body: { ...body, ...links } })
          await runAll(calendar.database, [dropOf(trigger, calendar.database)])
          await runAll(calendar.database, byHand)
          if (trigger.name.includes('truncate')) await runAll(calendar.database, clearing)
          assert.notDeepEqual(await checkDerived(calendar.database, false), [], trigger.name)
          assert.ok((await checkDerived(calendar.database, true)).every(({ isMended }) => isMended))
          assert.deepEqual(await checkDerived(calendar.database, false), [])
        } finally {
          await calendar.close()
        }
      }
    })
  }
})

type Trigger = { readonly name: string; readonly tbl: string }

const dropOf = ({ name, tbl }: Trigger, { dialect }: Database): string =>
  `drop trigger ${name}${dialect.name === 'sqlite' ? '' : ` on ${tbl}`}`

const triggersOf = async (options: { postgres?: string }): Promise<readonly Trigger[]> => {
  const calendar = await createCalendar(options)
  const { kysely, dialect } = calendar.database
  const query = {
    sqlite: sql<Trigger>`select name, tbl_name as tbl from sqlite_schema where type = 'trigger' and (name like '%\\_listing' escape '\\' or name like '%\\_counted' escape '\\')`,
    postgres: sql<Trigger>`select tgname as name, relname as tbl from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and (tgname like '%\\_listing' or tgname like '%\\_counted')`,
  }
  const { rows } = await query[dialect.name].execute(kysely)
  await calendar.close()
  return rows
}
