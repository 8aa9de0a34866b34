import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('pages of series (C3)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2027-01-06T12:00:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Berlin' },
    })
  })
  after(() => calendar.close())

  const create = async (title: string, recurrence: unknown, start = '2027-01-05') => {
    const body = { title, start_date: `${start} 18:00`, end_date: `${start} 19:30`, recurrence }
    const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const page = async (path: string): Promise<string> => {
    const { payload, statusCode } = await calendar.app.inject(path)
    assert.equal(statusCode, 200, payload)
    return payload
  }

  it('lead from the address of a series to its next occurrence', async () => {
    await create('Yoga', 'FREQ=WEEKLY;COUNT=3')
    for (const prefix of ['', '/de']) {
      const { statusCode, headers } = await calendar.app.inject(`${prefix}/event/yoga/`)
      assert.deepEqual([statusCode, headers.location], [302, `${prefix}/event/yoga-2027-01-12/`])
    }
  })

  it('name the day before a date from which a series was cut, and mark cancelled dates', async () => {
    const first = await create('Pottery', 'FREQ=WEEKLY;COUNT=10')
    const { body } = await calendar.ask('GET', `/events?series=${first.series.id}&start_date=2027-01-01`)
    const [, , second, third] = body.events
    await calendar.ask('DELETE', `/events/${third.id}?scope=following`, { as: 'editor' })
    await calendar.ask('POST', `/events/${second.id}`, { as: 'editor', body: { event_status: 'cancelled' } })
    const text = await page(`/event/${body.events[1].slug}/`)
    assert.match(text, /until January 25, 2027/)
    assert.match(text, /<span class="badge">Cancelled<\/span> <s>Tue/)
  })

  it('say in words how an event recurs, and name its next dates', async () => {
    await create('Choir', 'FREQ=WEEKLY;UNTIL=20270624T160000Z')
    const text = await page('/event/choir-2027-01-12/')
    assert.match(text, /Every week: Tuesday, until June 24, 2027/)
    assert.match(text, /href="\/event\/choir-2027-01-19\/"/)
    assert.doesNotMatch(text, /href="\/event\/choir-2027-01-05\/"/)
    assert.match(text, /"superEvent":\{"@type":"EventSeries"/)
  })

  const cases: [recurrence: unknown, language: string, words: string, start?: string][] = [
    ['FREQ=DAILY;COUNT=3', '', 'Every day, 3 times'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,TU;COUNT=4', '/de', 'Alle 2 Wochen: Dienstag und Freitag, 4-mal'],
    ['FREQ=MONTHLY;BYDAY=2TU;COUNT=4', '/fr', 'Chaque mois : deuxième mardi, 4 fois', '2027-01-12'],
    ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1;COUNT=4', '/es', 'Cada mes: último viernes, 4 veces', '2027-01-29'],
    ['FREQ=MONTHLY;COUNT=2', '/nl', 'Elke maand: dag 7, 2 keer', '2027-01-07'],
    ['FREQ=YEARLY;COUNT=2', '/ja', '毎年：1月7日、2回', '2027-01-07'],
    ['FREQ=YEARLY;BYYEARDAY=100;COUNT=2', '/it', 'In più date', '2027-04-10'],
    [{ rdate: ['2027-03-03'] }, '/pt', 'Em várias datas'],
  ]
  for (const [at, [recurrence, language, words, start]] of cases.entries())
    it(`say ${words}`, async () => {
      const event = await create(`Words ${at}`, recurrence, start)
      assert.ok((await page(`${language}/event/${event.slug}/`)).includes(words))
    })

  it('list each series once on request', async () => {
    await create('Swimming', 'FREQ=WEEKLY;COUNT=4')
    const all = await page('/events/?search=swimming')
    const once = await page('/events/?search=swimming&collapse=series')
    assert.deepEqual(
      [all, once].map((text) => text.match(/<article class="card/g)?.length),
      [3, 1],
    )
    assert.match(once, /name="collapse" value="series" checked/)
  })
})
