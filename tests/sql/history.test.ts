import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

type Statement = { readonly text: string; readonly parameters: readonly unknown[] }

describe('the statements of what editors work with (C7)', () => {
  let calendar: Calendar
  let statements: Statement[] = []
  before(async () => {
    const onStatement = (text: string, parameters: readonly unknown[]): void =>
      void statements.push({ text, parameters })
    calendar = await createCalendar({ sqlite: { onStatement } })
    const body = { title: 'One', start_date: '2027-02-01', end_date: '2027-02-02', author: 3, status: 'draft' }
    await calendar.ask('POST', '/events', { as: 'admin', body })
  })
  after(() => calendar.close())

  /** The steps of SQLite for each statement of a request that reads what it shows. */
  const stepsOf = async (path: string, as: Login, table: RegExp): Promise<string[]> => {
    statements = []
    const { status, text } = await calendar.ask('GET', path, { as })
    assert.equal(status, 200, text)
    const own = statements.filter((it) => /^(?:select|with)/.test(it.text) && table.test(it.text))
    assert.ok(own.length > 0, `${path}: ${statements.map((it) => it.text).join('\n')}`)
    const plans = await Promise.all(
      own.map(({ text, parameters }) => {
        const [first = '', ...others] = text.split('?')
        const parts = others.map((part, at) => sql`${parameters[at]}${sql.raw(part)}`)
        return sql<{ detail: string }>`explain query plan ${sql.raw(first)}${sql.join(parts, sql``)}`.execute(
          calendar.database.kysely,
        )
      }),
    )
    return plans.flatMap(({ rows }) => rows.map(({ detail }) => detail))
  }

  /** Reads of a whole table that no index covers. */
  const scansIn = (steps: readonly string[]): string[] =>
    steps.filter((step) => /^SCAN (?!.*USING)(?!\(|CONSTANT|listed|subquery)/.test(step))

  for (const as of ['admin', 'author', 'contributor'] as const) {
    it(`count records by indexes for ${as}`, async () => {
      assert.deepEqual(scansIn(await stepsOf('//kalends/v1/counts', as, /events\.mine/)), [])
    })

    it(`count the events of a directory by indexes for ${as}`, async () => {
      for (const orderby of ['name', 'events']) {
        const path = `//kalends/v1/directory?kind=organizers&search=choir&orderby=${orderby}`
        assert.deepEqual(
          scansIn(await stepsOf(path, as, /"listed"/)).filter((step) => step !== 'SCAN organizer'),
          [],
        )
      }
    })

    it(`read the events of a span by an index for ${as}`, async () => {
      const path = '//kalends/v1/calendar?start_date=2027-02-01&end_date=2027-03-01'
      const steps = await stepsOf(path, as, /"listed"/)
      assert.deepEqual(scansIn(steps), [])
    })
  }

  for (const [query, index] of [
    ['', 'revision_activity|PRIMARY'],
    ['?user=1', 'revision_user'],
    ['?kind=event', 'revision_kind'],
    ['?action=created', 'revision_action'],
    ['?change=spring-2027', 'revision_change'],
  ] as const) {
    it(`read the activity ${query} in the order of an index`, async () => {
      const steps = await stepsOf(`//kalends/v1/activity${query}`, 'admin', /from "revision"/)
      assert.match(steps.join('\n'), new RegExp(index))
      assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), steps.join('\n'))
    })
  }

  it('read the versions of a record by an index', async () => {
    const steps = await stepsOf('//wp-json/wp/v2/tribe_events/1/revisions', 'admin', /from "revision"/)
    assert.match(steps.join('\n'), /revision_version/)
  })

  it('would be seen to read a table from end to end (negative control)', async () => {
    const { rows } = await sql<{
      detail: string
    }>`explain query plan select count(*) from event where title = 'x'`.execute(calendar.database.kysely)
    assert.equal(scansIn(rows.map(({ detail }) => detail)).length, 1)
  })
})
