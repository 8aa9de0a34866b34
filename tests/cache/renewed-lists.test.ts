import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalendar } from '../support/calendar.ts'

const june = '/events?start_date=2027-06-01&end_date=2027-06-30'

describe('a list that is in memory', () => {
  it('shows changes of linked records, with a new ETag', async () => {
    const statements: string[] = []
    const calendar = await createCalendar({ sqlite: { onStatement: (text) => void statements.push(text) } })
    const { ask } = calendar
    const { id: category } = (await ask('POST', '/categories', { as: 'admin', body: { name: 'Music' } })).body
    const create = (title: string, month: string) => {
      const dates = { start_date: `2027-${month}-05 10:00:00`, end_date: `2027-${month}-05 12:00:00` }
      return ask('POST', '/events', { as: 'admin', body: { title, ...dates, categories: [category] } })
    }
    const read = async () => {
      statements.length = 0
      const { body, headers } = await ask('GET', june)
      // biome-ignore lint/suspicious/noExplicitAny: the body of an answer.
      const events = body.events.map((event: any) => [event.title, event.categories[0].name, event.categories[0].count])
      const counting = statements.filter((text) => /\bevent_day\b|start_utc/.test(text)).length
      return { events, etag: headers['etag'], total: body.total, counting }
    }
    await create('Fair', '06')
    for (let n = 0; n < 3; n++) await read()
    const first = await read()
    assert.deepEqual(first.events, [['Fair', 'Music', 1]])

    await create('Show', '07')
    const other = await read()
    assert.deepEqual(other.events, [['Fair', 'Music', 2]], 'an event of another month')
    assert.notEqual(other.etag, first.etag)
    assert.equal(other.counting, 0, 'the ids are not looked for again')

    await ask('PATCH', `/categories/${category}`, { as: 'admin', body: { name: 'Art' } })
    assert.deepEqual((await read()).events, [['Fair', 'Art', 2]], 'the name of a category')

    await create('Dance', '06')
    const both = await read()
    assert.deepEqual([both.events.length, both.total], [2, 2], 'an event of the month')
    if (process.env['TEST_POSTGRES'] === undefined) assert.ok(both.counting > 0, 'which is looked for')
    await calendar.close()
  })
})
