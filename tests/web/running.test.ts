import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Events by the clock of the site, Thursday, November 26th at 15:12, and whether they are on then. */
const events = [
  { title: 'Until midnight', start_date: '2026-11-25 20:00', end_date: '2026-11-26 00:00', isOn: false },
  { title: 'Until the night', start_date: '2026-11-25 23:00', end_date: '2026-11-26 02:00', isOn: false },
  { title: 'Until the morning', start_date: '2026-11-20 10:00', end_date: '2026-11-26 10:00', isOn: false },
  { title: 'Yesterday evening', start_date: '2026-11-25 20:00', end_date: '2026-11-25 23:59', isOn: false },
  { title: 'Until tonight', start_date: '2026-11-20 10:00', end_date: '2026-11-26 22:00', isOn: true },
  { title: 'All of November', start_date: '2026-11-01', end_date: '2026-11-30', all_day: true, isOn: true },
] as const

describe('what is over', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2026-11-26T14:12:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Berlin' },
    })
    for (const { isOn: _, ...body } of events) {
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body: { ...body, venue: { venue: 'Hall' } } })
      assert.equal(reply.status, 201, reply.text)
    }
    const later = { title: 'Of a night in July', start_date: '2027-07-10 20:00', end_date: '2027-07-11 00:00' }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body: later })).status, 201)
  })
  after(() => calendar.close())

  const titlesOn = async (path: string): Promise<string[]> => {
    const { status, text } = await calendar.ask('GET', path)
    assert.equal(status, 200, text)
    return events.map(({ title }) => title).filter((title) => text.includes(title))
  }
  const on = events.filter(({ isOn }) => isOn).map(({ title }) => title)
  const over = events.filter(({ isOn }) => !isOn).map(({ title }) => title)

  for (const path of [
    '//',
    '//events/',
    '//de/events/',
    '//events/photo/',
    '//embed/events/',
    '//embed/events/?layout=compact',
    '//events/digest/',
  ])
    it(`is not on ${path.slice(1)}`, async () => assert.deepEqual(await titlesOn(path), on))

  it('is on the page of what is past, the latest first', async () => {
    assert.deepEqual(await titlesOn('//events/past/'), over)
  })

  it('is on the page of its venue among what is past', async () => {
    const { text } = await calendar.ask('GET', '//venue/hall/')
    const [ahead = '', past = ''] = text.split(/<section><h2>/).slice(1)
    assert.deepEqual(
      events.filter(({ title }) => ahead.includes(title)).map(({ title }) => title),
      on,
    )
    assert.deepEqual(
      events.filter(({ title }) => past.includes(title)).map(({ title }) => title),
      over,
    )
  })

  it('is in feeds that tell of its last day, but not where it ended as the day began', async () => {
    for (const path of ['//events/feed.rss', '//events/feed.json'])
      assert.deepEqual(
        await titlesOn(path),
        events.map(({ title }) => title).filter((title) => !['Until midnight', 'Yesterday evening'].includes(title)),
      )
  })

  it('is not on in a list that begins at a later day, as which it ends', async () => {
    const { text } = await calendar.ask('GET', '//events/list/2027-07-11/')
    assert.ok(!text.includes('Of a night in July'))
    const before = await calendar.ask('GET', '//events/list/2027-07-10/')
    assert.ok(before.text.includes('Of a night in July'))
    const past = await calendar.ask('GET', '//events/past/2027-07-11/')
    assert.ok(past.text.includes('Of a night in July'), past.text)
  })

  it('leaves the list when it ends', async () => {
    calendar.setClock('2026-11-26 21:00:00')
    assert.deepEqual(await titlesOn('//events/'), ['All of November'])
    calendar.setClock('2026-11-26 14:12:00')
  })
})
