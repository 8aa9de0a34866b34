import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Querying } from './dialects/dialect.ts'

/** A table whose rows follow from those of others; triggers keep it so, whoever writes. */
export type DerivedTable = {
  readonly name: 'event_day' | 'term_listing' | 'venue_listing' | 'organizer_listing'
  /** The query for the rows that it must have. */
  readonly content: string
  /** The rows that count: a counter may have come down to nothing. */
  readonly present?: string
}

const listing = (target: 'term' | 'venue' | 'organizer'): DerivedTable => ({
  name: `${target}_listing`,
  content: `select event_${target}.${target}_id, event.status, event.start_utc, event.id
    from event_${target} join event on event.id = event_${target}.event_id where event.hide_from_listings = 0`,
})

/** By what lists of events are found: counters of days, and links that know when their events start. */
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

/** A derived table that is not as it must be, in one line. */
export type DerivedFinding = { readonly text: string; readonly isMended: boolean }

/** Compares the derived tables and counters with what they follow from, while nobody writes; `repair` makes those anew that differ. */
export const checkDerived = (database: Database, repair: boolean): Promise<DerivedFinding[]> =>
  database.transact(async ({ kysely, dialect: { search } }) => {
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
    if (!(await search.isWhole(kysely))) {
      if (repair) await runAll(kysely, search.rebuild)
      find('The search index does not match the records.')
    }
    // Servers have in memory what they have read of the tables.
    if (repair && findings.length > 0)
      await runAll(kysely, [`insert into change (kind, record_id) values ('event', 0)`])
    return findings
  })

/** How many published events a term has. */
const publishedEvents = `select count(*) from event_term join event on event.id = event_term.event_id
  where event_term.term_id = term.id and event.status = 'publish'`

/** The counters of terms that do not equal counts, in one line each. */
export const findWrongCounts = async (kysely: Querying): Promise<string[]> => {
  const { rows } = await sql<{ id: number; count: number; actual: number }>`
    select * from (select id, count, (${sql.raw(publishedEvents)}) as actual from term) as counted
    where count <> actual order by id`.execute(kysely)
  return rows.map(({ id, count, actual }) => `Term ${id} counts ${count} published events; there are ${actual}.`)
}

/** The rows that a derived table lacks, and those that it has too many. */
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
