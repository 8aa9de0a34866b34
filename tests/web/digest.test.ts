import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Publishes as many events, an hour long each. */
const createMany = async ({ ask }: Calendar, count: number, title: string, start: string, more: object = {}) => {
  const body = { status: 'publish', start_date: start, end_date: start, ...more }
  const operations = Array.from({ length: count }, (_, at) => ({
    method: 'POST',
    body: { ...body, title: `${title} ${at + 1}.` },
  }))
  const reply = await ask('POST', '/events/batch', { as: 'editor', body: { operations } })
  assert.equal(reply.body.responses.filter(({ status }: { status: number }) => status === 201).length, count)
}

describe('the digest of a full calendar', () => {
  let calendar: Calendar
  before(async () => {
    // It is Friday, 20 November, 15:00.
    calendar = await createCalendar()
    await createMany(calendar, 250, 'Tonight', '2026-11-20 20:00')
    await createMany(calendar, 1, 'Gala', '2026-11-20 21:00', { featured: true })
    await createMany(calendar, 60, 'Show', '2026-11-01 10:00', { end_date: '2026-11-28 18:00' })
    await createMany(calendar, 1, 'Walk', '2026-11-21 10:00')
  })
  after(() => calendar.close())

  const readDigest = async (query = ''): Promise<string> => {
    const { status, text } = await calendar.ask('GET', `//events/digest/${query}`)
    assert.equal(status, 200, query)
    return text
  }
  const count = (text: string, title: string): number =>
    [...text.matchAll(/<a [^>]*>(\w+) \d+\.</g)].filter(([, name]) => name === title).length

  it('has every day, eight events of each, and says how many more there are', async () => {
    const text = await readDigest()
    assert.equal(count(text, 'Tonight'), 8)
    assert.match(text, />242 more – Friday, November 20</)
    assert.match(text, /<h3[^>]*>Saturday, November 21<\/h3>/)
    assert.deepEqual([count(text, 'Walk'), count(text, 'Gala')], [1, 1])
    assert.match(text, /Events · November 20\s–\s21, 2026/)
  })

  it('has at most fifty of what is still on', async () => {
    const text = await readDigest('?search=show')
    assert.equal(count(text, 'Show'), 50)
    assert.match(text, /<a href="http:\/\/calendar\.test\/events\/\?search=show"[^>]*>10 more</)
    assert.doesNotMatch(text, /<h3/)
  })

  it('leads on where its days are very many', async () => {
    for (let day = 1; day <= 30; day++)
      await createMany(calendar, 9, 'Daily', `2027-01-${String(day).padStart(2, '0')} 10:00`)
    const text = await readDigest('?start_date=2027-01-01&end_date=2027-02-01')
    assert.equal(text.match(/<h3/g)?.length, 22)
    assert.equal(count(text, 'Daily'), 198)
    assert.match(text, /\/events\/\?end_date=2027-02-01&amp;start_date=2027-01-01"[^>]*>72 more</)
  })

  it('is the whole of it, whatever page was asked for', async () => {
    const text = await readDigest('?page=2&search=walk')
    assert.equal(count(text, 'Walk'), 1)
    assert.match(text, /href="http:\/\/calendar\.test\/events\/\?search=walk"/)
    assert.doesNotMatch(text, /page=2/)
  })
})
