import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'
import type { Database } from '../db/database.ts'
import { followedKinds } from '../db/schema.ts'
import { bindable } from '../db/statement.ts'
import { nowText } from '../lib/time-zone.ts'
import { type BackgroundJob, repeat } from './repeat.ts'

/** Records that one transaction forgets, milliseconds between two of them, and between two rounds. */
const portion = 500
const pause = 200
const interval = 3_600_000

const millisecondsOfDay = 86_400_000

/**
 * Makes the job that forgets the changes of records that were removed for good longer ago than configured (contract C8.1), and notes the last
 * change number of each day, by which it knows their age. Whoever has not asked since then has to read everything again.
 */
export const forgetRemoved = (app: AppContext): BackgroundJob => {
  /** Up to this number nothing is left to forget. */
  let done = 0
  return repeat(app, { first: pause, interval, fault: 'removed records were not forgotten' }, async (isOpen) => {
    const { database, clock } = app
    await noteDay(database, nowText(clock()).slice(0, 10))
    const until = await readNumberOf(
      database,
      nowText(clock() - app.config.deletionsDays * millisecondsOfDay).slice(0, 10),
    )
    if (until === undefined || until <= done) return
    while ((await forgetSome(database, until)) === portion) {
      if (!isOpen()) return
      await wait(pause, undefined, { ref: false })
    }
    done = until
  })
}

/** Notes the newest number as that of a day. */
const noteDay = async (database: Database, day: string): Promise<void> => {
  const newest = await database.kysely
    .selectFrom('change')
    .select((eb) => eb.fn.max('id').as('number'))
    .executeTakeFirst()
  const number = Number(newest?.number ?? 0)
  const known = await database.kysely
    .selectFrom('change_day')
    .select('number')
    .where('day', '=', day)
    .executeTakeFirst()
  if (known?.number === number) return
  await database.transact(async ({ kysely }) => {
    await kysely
      .insertInto('change_day')
      .values({ day, number })
      .onConflict((it) => it.column('day').doUpdateSet({ number }))
      .execute()
  })
}

/** The last number of the latest day before one; undefined where none is noted. */
const readNumberOf = async ({ kysely }: Database, day: string): Promise<number | undefined> => {
  const found = kysely.selectFrom('change_day').select('number').where('day', '<', day).orderBy('day', 'desc').limit(1)
  return (await found.executeTakeFirst())?.number
}

/** Forgets some records without a row up to a number, and says so to readers from before; returns how many. */
const forgetSome = async (database: Database, until: number): Promise<number> => {
  // All records are looked at: that takes long, though once a day.
  const { sql: text, parameters } = sql`
    select kind, record_id from latest_change where number <= ${until} and case kind
        when 'event' then not exists (select 1 from event where id = record_id)
        when 'venue' then not exists (select 1 from venue where id = record_id)
        when 'organizer' then not exists (select 1 from organizer where id = record_id)
        else not exists (select 1 from term where id = record_id) end
      limit ${portion}`.compile(database.kysely)
  const rows = await database.queryInBackground(text, bindable(parameters))
  if (rows.length === 0) return 0
  await database.transact(async ({ kysely, dialect }) => {
    await kysely.updateTable('change_epoch').set({ forgotten: until }).where('forgotten', '<', until).execute()
    for (const kind of followedKinds) {
      const ids = rows.filter(([of]) => of === kind).map(([, id]) => Number(id))
      // One that has changed since, such as by an import that gave its id again, stays.
      await kysely
        .deleteFrom('latest_change')
        .where('kind', '=', kind)
        .where((eb) => dialect.isIn(eb.ref('record_id'), ids))
        .where('number', '<=', until)
        .execute()
    }
    await kysely.deleteFrom('change_day').where('number', '<', until).execute()
  })
  return rows.length
}
