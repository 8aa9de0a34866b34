import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Querying } from './dialects/dialect.ts'
import { isIndexWhole, rebuildIndex } from './search-upkeep.ts'

/** A table that triggers derive from other tables. */
export type DerivedTable = {
  readonly name: 'event_day' | 'term_listing' | 'venue_listing' | 'organizer_listing'
  /** The query that computes its rows. */
  readonly content: string
  /** The condition on the rows to compare: the row of a counter stays when the counter is 0 again. */
  readonly present?: string
}

const listing = (target: 'term' | 'venue' | 'organizer'): DerivedTable => ({
  name: `${target}_listing`,
  content: `select event_${target}.${target}_id, event.status, event.start_utc, event.id
    from event_${target} join event on event.id = event_${target}.event_id where event.hide_from_listings = 0`,
})

/** The tables that speed up lists of events: counters of days, and links with the start of their event. */
export const derivedTables: readonly DerivedTable[] = [
  {
    name: 'event_day',
    content: `select status, substr(start_utc, 1, 10) as day, count(*) as n
      from event where hide_from_listings = 0 group by status, substr(start_utc, 1, 10)`,
    present: 'n <> 0',
  },
  listing('term'),
  listing('venue'),
  listing('organizer'),
]

/** A difference in a derived table, described in one line. */
export type DerivedFinding = { readonly text: string; readonly isMended: boolean }

/** Compares the derived tables and counters with their source tables in a transaction that keeps out other writes; `repair` rebuilds those that differ. */
export const checkDerived = (database: Database, repair: boolean): Promise<DerivedFinding[]> =>
  database.transact(async (db) => {
    const { kysely } = db
    const findings: DerivedFinding[] = []
    const find = (fault: string): void => {
      findings.push({ text: `${fault}${repair ? ' It was rebuilt.' : ''}`, isMended: repair })
    }
    for (const table of derivedTables) {
      const count = await countDifferences(kysely, table)
      if (count === 0) continue
      if (repair) await rebuild(kysely, table)
      find(`${table.name} differs from what it follows from in ${count} rows.`)
    }
    const counts = await findWrongCounts(kysely)
    if (repair && counts.length > 0) await runAll(kysely, [`update term set count = (${publishedEvents})`])
    for (const text of counts) find(text)
    if (!(await isIndexWhole(db))) {
      if (repair) await rebuildIndex(db)
      find('The search index does not match the records.')
    }
    // Running servers have cached rows of these tables.
    if (repair && findings.length > 0)
      await runAll(kysely, [`insert into change (kind, record_id) values ('event', 0)`])
    return findings
  })

/** The query for the number of published events of a term. */
const publishedEvents = `select count(*) from event_term join event on event.id = event_term.event_id
  where event_term.term_id = term.id and event.status = 'publish'`

/** Describes each wrong counter of a term in one line. */
export const findWrongCounts = async (kysely: Querying): Promise<string[]> => {
  const { rows } = await sql<{ id: number; count: number; actual: number }>`
    select * from (select id, count, (${sql.raw(publishedEvents)}) as actual from term) as counted
    where count <> actual order by id`.execute(kysely)
  return rows.map(({ id, count, actual }) => `Term ${id} counts ${count} published events; there are ${actual}.`)
}

/** Counts the missing and the superfluous rows of a derived table. */
const countDifferences = async (kysely: Querying, { name, content, present }: DerivedTable): Promise<number> => {
  const own = sql.raw(`select * from ${name}${present ? ` where ${present}` : ''}`)
  const right = sql.raw(content)
  const { rows } = await sql<{ n: number }>`
    select (${countExcept(own, right)}) + (${countExcept(right, own)}) as n`.execute(kysely)
  return Number(rows[0]?.n)
}

const countExcept = (some: RawBuilder<unknown>, others: RawBuilder<unknown>) =>
  sql`select count(*) from (select * from (${some}) as one except select * from (${others}) as other) as differing`

const rebuild = (kysely: Querying, { name, content }: DerivedTable): Promise<void> =>
  runAll(kysely, [`delete from ${name}`, `insert into ${name} ${content}`])

const runAll = async (kysely: Querying, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
