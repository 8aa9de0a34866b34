import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { concert, createOpenCalendar, submit, unconfirmedRow } from '../submit/visitor.ts'
import type { Calendar } from '../support/calendar.ts'

describe('the statements of a submission', () => {
  let calendar: Calendar
  let statements: string[] = []
  before(async () => {
    const onStatement = (text: string): void => void statements.push(text)
    // Nobody listens there, and nothing is sent there.
    calendar = await createOpenCalendar({ KALENDS_SMTP_URL: 'smtp://127.0.0.1:9' }, { onStatement })
  })
  after(() => calendar.close())

  it('try no event of somebody who has sent too many', async () => {
    const created = () => statements.filter((text) => /^insert into "?event"? /.test(text))
    // The message cannot be sent, but the event was tried.
    assert.equal((await submit(calendar, concert)).status, 400)
    assert.ok(created().length > 0)
    const row = { ...unconfirmedRow, email: concert.email }
    await calendar.database.transact(({ kysely }) =>
      kysely
        .insertInto('submission')
        .values(Array.from({ length: 10 }, (_, n) => ({ ...row, token_hash: `t${n}` })))
        .execute(),
    )
    statements = []
    assert.equal((await submit(calendar, concert)).status, 429)
    assert.deepEqual(created(), [])
  })
})
