import assert from 'node:assert/strict'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it, mock } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { idList, text } from '../../src/core/types.ts'
import { postgresDialect } from '../../src/db/dialects/postgres.ts'
import { indexPending } from '../../src/db/search-upkeep.ts'
import { venues } from '../../src/resources/venues/resource.ts'
import { type Calendar, createCalendar, temporaryDirectory } from '../support/calendar.ts'
import { type Known, samplesOfAll } from '../support/list-samples.ts'
import { sharePostgres } from '../support/postgres.ts'
import { allPages, listPathsAlone, readPaths, routesOfApp } from '../support/read-paths.ts'
import { countVisits, type ExplainedPlan } from './postgres-visits.ts'
import { fillSkewed, sizes } from './skewed-calendar.ts'
import { estimateVisits } from './visited-rows.ts'
import { type Statement, watchPostgres } from './watch-postgres.ts'

/** Rows that one statement may visit: each of the largest table with some of others. One table read for each row of another would be millions. */
const most = 25 * (sizes.event + sizes.occurrence)

/** Looks up whether venues have events as it was done once: by all published events for each venue, unless the planner knows better. */
const former = `select venue.id from venue where venue.status = 'publish' and exists (
  select event_venue.venue_id from event_venue inner join event on event.id = event_venue.event_id
  where event.status = 'publish' and event.status = 'publish' and event_venue.venue_id = venue.id)`

/** Asks for all that anybody may read, and for every list as callers with rights (a contributor reads what an author does); a page past the end is all that may be refused. */
const readAll = async (
  { app, ask }: Calendar,
  found: Awaited<ReturnType<typeof fillSkewed>>,
  onPath: (path: string) => void,
) => {
  const paths = readPaths(await routesOfApp(app), found.known, found.slugs)
  const lists = listPathsAlone(found.known)
  const asked = [
    ...paths.map((path) => ({ path, as: 'none' }) as const),
    ...(['author', 'editor'] as const).flatMap((as) => lists.map((path) => ({ path, as }))),
  ]
  for (const { path, as } of asked) {
    onPath(`${path} as ${as}`)
    const { status, body } = await ask('GET', `/${path}`, { as })
    assert.ok(status < 500, path)
    assert.ok(status !== 400 || body.code === 'rest_post_invalid_page_number', `${path}: ${JSON.stringify(body)}`)
  }
}

describe('the rows that SQLite visits', () => {
  let calendar: Calendar
  const statements = new Map<string, string>()
  let known: Known

  before(async () => {
    let path = ''
    const onStatement = (statement: string): void => void (statements.has(statement) || statements.set(statement, path))
    calendar = await createCalendar({ environment: allPages, sqlite: { onStatement } })
    const found = await fillSkewed(calendar)
    known = found.known
    statements.clear()
    await readAll(calendar, found, (asked) => {
      path = asked
    })
  })
  after(() => calendar.close())

  it('are never all of a large table for each row of another, whatever is read', () => {
    const database = new DatabaseSync(calendar.databasePath)
    const reading = [...statements].filter(([statement]) => /^\s*(select|with)/i.test(statement))
    assert.ok(reading.length > 500, `${reading.length} statements`)
    const many = reading.flatMap(([statement, path]) => {
      const { rows, worst } = estimateVisits(database, statement)
      return rows > most ? [`${path} visits ${Math.round(rows)} rows by ${worst}:\n${statement}`] : []
    })
    database.close()
    assert.deepEqual(many, [])
  })

  it('would be, where the planner takes it that a status tells events apart (negative control)', () => {
    const directory = temporaryDirectory()
    const copy = join(directory, 'copy.sqlite')
    copyFileSync(calendar.databasePath, copy)
    copyFileSync(`${calendar.databasePath}-wal`, `${copy}-wal`)
    const visits = (): number => {
      const database = new DatabaseSync(copy)
      const { rows } = estimateVisits(database, former)
      database.exec('delete from sqlite_stat1')
      database.close()
      return rows
    }
    assert.ok(visits() < most)
    assert.ok(visits() > 10 * most)
    rmSync(directory, { recursive: true })
  })

  it('are not known of a parameter that nobody has tried (negative control)', () => {
    const added = { ...venues, filters: { ...venues.filters, colour: { type: text(10) } } }
    assert.throws(() => samplesOfAll(added, known), /parameter colour has no sample/)
    assert.doesNotThrow(() => samplesOfAll({ ...added, filters: { exclude: { type: idList } } }, known))
  })
})

const literalOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (value instanceof Uint8Array) return pg.escapeLiteral(`\\x${Buffer.from(value).toString('hex')}`)
  return pg.escapeLiteral(Array.isArray(value) ? postgresDialect.encodeTexts(value.map(String)) : String(value))
}

const postgres = await sharePostgres()
const skip = typeof postgres === 'string' ? postgres : false

describe('the rows that PostgreSQL visits', { skip }, () => {
  let calendar: Calendar
  let client: pg.Client
  const statements = new Map<string, Statement & { readonly path: string }>()

  before(async () => {
    assert.ok(typeof postgres !== 'string')
    calendar = await createCalendar({ postgres: postgres.url, environment: allPages })
    const found = await fillSkewed(calendar)
    const { kysely } = calendar.database
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
    client = new pg.Client({ connectionString: `${postgres.url}/${rows[0]?.name}` })
    await client.connect()
    await client.query('vacuum analyze')
    let path = ''
    // Otherwise the first search begins to index, and these statements would be watched too.
    await indexPending(calendar.database)
    watchPostgres((statement) => void statements.set(statement.text, { ...statement, path }))
    await readAll(calendar, found, (asked) => {
      path = asked
    })
    mock.restoreAll()
  })
  after(async () => {
    await client.end()
    await calendar.close()
    if (typeof postgres !== 'string') await postgres.stop()
  })

  const explained = async (statement: string): Promise<ExplainedPlan> => {
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${statement}`)
    return rows[0]['QUERY PLAN'][0].Plan
  }

  /** By the plan for these parameters, and by the one for any, which the server turns to after some times. */
  const visit = async ({ text: statement, values }: Statement): Promise<number> => {
    await client.query(`prepare asked as ${statement}`)
    const given = values.map(literalOf).join()
    let visits = 0
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      visits = Math.max(visits, countVisits(await explained(`execute asked${given === '' ? '' : `(${given})`}`)))
    }
    await client.query('deallocate asked')
    return visits
  }

  it('are never all of a large table for each row of another, whatever is read', async () => {
    const reading = [...statements.values()].filter((statement) => /^\s*(select|with)/i.test(statement.text))
    assert.ok(reading.length > 500, `${reading.length} statements`)
    const many: string[] = []
    for (const statement of reading) {
      const rows = await visit(statement)
      if (rows > most) many.push(`${statement.path} visits ${rows} rows:\n${statement.text}`)
    }
    assert.deepEqual(many, [])
  })

  it('would be, where loops are nested (negative control)', async () => {
    await client.query(
      'begin; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_material = off',
    )
    await client.query(
      'set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off',
    )
    const nested = countVisits(await explained(former))
    await client.query('rollback')
    assert.ok(nested > most, String(nested))
    assert.ok(countVisits(await explained(former)) < most)
  })
})
