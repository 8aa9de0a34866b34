import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readPrices } from '../../src/resources/events/price.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Costs as they are sent, with the least price in a calendar of dollars; undefined where it is none. */
const costs: readonly (readonly [cost: string, least: number | undefined])[] = [
  ['', undefined],
  ['on request', undefined],
  ['free', 0],
  ['Eintritt frei', 0],
  ['0', 0],
  ['0 €', 0],
  ['0 – 15', 0],
  ['20, free', 0],
  ['$9.99', 9.99],
  ['10', 10],
  ['25 – 10', 10],
  ['$12.50, $8', 8],
  ['12.50 USD at the door', 12.5],
  ['$1,200', 1200],
  ['9 €', undefined],
  ['EUR 9', undefined],
  ['€5, $20', undefined],
  ['$5, 20 €', 5],
]

const day = { start_date: '2027-01-10 20:00', end_date: '2027-01-10 22:00' }

describe('events up to a price (C1.4)', () => {
  let calendar: Calendar
  const ids = new Map<string, number>()
  before(async () => {
    calendar = await createCalendar()
    for (const [cost] of costs) ids.set(cost, (await write('/events', { title: `Cost ${cost}`, ...day, cost })).id)
  })
  after(() => calendar.close())

  const write = async (path: string, body: object) => {
    const reply = await calendar.ask('POST', path, { as: 'admin', body })
    assert.ok(reply.status < 300, reply.text)
    return reply.body
  }
  const idsOf = async (query: string): Promise<number[]> => {
    const { status, body, text } = await calendar.ask('GET', `/events?per_page=50&${query}`)
    assert.equal(status, 200, text)
    assert.equal(body.total, body.events.length)
    return body.events.map(({ id }: { id: number }) => id)
  }
  const costsOf = async (query: string): Promise<string[]> => {
    const found = await idsOf(`end_date=2027-01-31&${query}`)
    return costs.flatMap(([cost]) => (found.includes(ids.get(cost) ?? 0) ? cost : []))
  }

  it('are those whose least price is at most that, in the currency of the site', async () => {
    for (const most of [0, 4.99, 5, 9.98, 9.99, 10, 12.5, 1199, 1200, 1_000_000_000]) {
      const expected = costs.filter(([, least]) => least !== undefined && least <= most).map(([cost]) => cost)
      assert.deepEqual(await costsOf(`cost_max=${most}`), expected, String(most))
    }
    assert.deepEqual(await costsOf('cost_max=5&free=false'), ['0 – 15', '20, free', '$5, 20 €'])
  })

  it('follow what is written of the cost, of offers, and of all dates of a series', async () => {
    const body = { title: 'Written', ...day, start_date: '2027-02-01 20:00', end_date: '2027-02-01 22:00' }
    const window = 'start_date=2027-02-01&end_date=2027-02-28'
    const { id } = await write('/events', { ...body, cost: '30' })
    const isFound = async (most: number) => (await idsOf(`${window}&cost_max=${most}`)).includes(id)
    assert.deepEqual([await isFound(29), await isFound(30)], [false, true])
    const { cost } = await write(`/events/${id}`, { cost: '3' })
    assert.equal(await isFound(3), true)
    // What was read is written back.
    await write(`/events/${id}`, { cost })
    assert.deepEqual([await isFound(2), await isFound(3)], [false, true])
    await write(`/events/${id}`, { cost: '' })
    assert.equal(await isFound(1000), false)
    await write(`/events/${id}`, { offers: [40, 15].map((price) => ({ price, currency: 'USD' })) })
    assert.deepEqual([await isFound(14), await isFound(15)], [false, true])
    await write(`/events/${id}`, { offers: [{ price: 15, currency: 'EUR' }] })
    assert.equal(await isFound(1000), false)
    const series = await write('/events', { ...body, title: 'Weekly', cost: '8', recurrence: 'FREQ=WEEKLY;COUNT=3' })
    assert.equal((await idsOf(`${window}&cost_max=8`)).length, 3)
    await write(`/events/${series.id}`, { cost: '4', scope: 'all' })
    assert.equal((await idsOf(`${window}&cost_max=4`)).length, 3)
  })

  it('follow the currency of the site', async () => {
    const setTo = (currency: object) => write('//wp-json/wp/v2/settings', { currency })
    const all = ['free', 'Eintritt frei', '0', '0 €', '0 – 15', '20, free']
    await setTo({ code: '', symbol: '€', position: 'postfix' })
    assert.deepEqual(await costsOf('cost_max=9'), [...all, '9 €', 'EUR 9', '€5, $20'])
    await setTo({ code: 'EUR', symbol: 'Euro', position: 'postfix' })
    assert.deepEqual(await costsOf('cost_max=9'), [...all, '9 €', 'EUR 9', '€5, $20'])
    await setTo({ code: 'CHF', symbol: 'Fr.', position: 'postfix' })
    assert.deepEqual(await costsOf('cost_max=10'), [...all, '10', '25 – 10'])
    await setTo({ code: '', symbol: '$', position: 'prefix' })
    assert.deepEqual(await costsOf('cost_max=9'), [...all, '$12.50, $8', '$5, 20 €'])
  })

  it('are refused by what is no amount', async () => {
    for (const value of ['', 'ten', '12,50', '-1', '$10', '1000000001']) {
      const { status, body } = await calendar.ask('GET', `/events?cost_max=${encodeURIComponent(value)}`)
      assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], value)
      assert.deepEqual(body.data.params, { cost_max: 'It must be a number from 0 to 1000000000.' }, value)
    }
  })

  it('are also those that a release stored which did not keep prices, once they are read', async () => {
    const { database } = calendar
    const dates = 'start_date=2028-01-01&end_date=2029-12-31&cost_max=7'
    const start = { start_date: '2028-01-01 20:00', end_date: '2028-01-01 22:00' }
    // More than are read at once.
    const count = 520
    await write('/events', { title: 'Daily', ...start, cost: '7', recurrence: `FREQ=DAILY;COUNT=${count}` })
    const totalOf = async (): Promise<number> => (await calendar.ask('GET', `/events?per_page=1&${dates}`)).body.total
    assert.equal(await totalOf(), count)
    const before = await costsOf('cost_max=10')
    await database.transact(({ kysely }) =>
      kysely.updateTable('event').set({ least_price: null, price_currency: '' }).execute(),
    )
    assert.deepEqual([await totalOf(), await costsOf('cost_max=10')], [0, []])
    await readPrices(database)
    assert.deepEqual([await totalOf(), await costsOf('cost_max=10')], [count, before])
  })
})
