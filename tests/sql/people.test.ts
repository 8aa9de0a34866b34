import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Calendar, createCalendar } from '../support/calendar.ts'

type Statement = { readonly text: string; readonly parameters: readonly unknown[] }

const site = '//wp-json/wp/v2/users'

describe('the statements of users and their log-ins (C5)', () => {
  let calendar: Calendar
  let statements: Statement[] = []
  before(async () => {
    const onStatement = (text: string, parameters: readonly unknown[]): void =>
      void statements.push({ text, parameters })
    calendar = await createCalendar({ sqlite: { onStatement } })
  })
  after(() => calendar.close())

  /** The steps of SQLite for each statement of a request that reads one of the tables. */
  const stepsOf = async (path: string, table: RegExp): Promise<string[]> => {
    statements = []
    const { status, text } = await calendar.ask('GET', path, { as: 'admin' })
    assert.equal(status, 200, text)
    const own = statements.filter((it) => /^select/.test(it.text) && table.test(it.text))
    assert.ok(own.length > 0, path)
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

  for (const [by, index] of [
    ['name', 'user_listed_name'],
    ['id', 'PRIMARY KEY|user_listed'],
    ['registered_date', 'user_listed_created'],
    ['slug', 'user_slug'],
    ['email', 'user_listed_email'],
  ] as const) {
    it(`read users by ${by} in the order of an index`, async () => {
      for (const order of ['asc', 'desc']) {
        const steps = await stepsOf(`${site}?orderby=${by}&order=${order}`, /from "user" where "user"\.role/)
        assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), steps.join('\n'))
        assert.match(steps.join('\n'), new RegExp(index))
      }
    })
  }

  it('would be noticed to be sorted (negative control)', async () => {
    const steps = await stepsOf(`${site}?orderby=name&roles=author`, /from "user" where "user"\.role/)
    assert.ok(
      steps.some((step) => step.includes('TEMP B-TREE')),
      steps.join('\n'),
    )
  })

  for (const [query, table, index] of [
    ['?slug=author', /from "user" where "user"\.role/, /user_slug/],
    ['?include=1,2', /from "user" where "user"\.role/, /PRIMARY KEY|user_listed/],
    ['?roles=author', /from "user" where "user"\.role/, /user_listed_role/],
    ['/3/application-passwords', /from "credential"/, /credential_user/],
    ['/3/sessions', /from "session"/, /session_of_user/],
  ] as const) {
    it(`find ${query} by an index`, async () => {
      const steps = await stepsOf(`${site}${query}`, table)
      assert.match(steps.join('\n'), index)
      assert.ok(!steps.some((step) => /^SCAN (?!.*USING)/.test(step)), steps.join('\n'))
    })
  }
})
