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
    await change('once')
  })
  after(() => calendar.close())

  const change = async (repeated_events: string) => {
    const reply = await calendar.ask('POST', '//wp-json/wp/v2/settings', { as: 'admin', body: { repeated_events } })
    assert.equal(reply.status, 200, reply.text)
  }
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

  const datesIn = (text: string): string[] =>
    [...text.matchAll(/<li><a class="chip" href="\/event\/[^"]+">(.*?)<\/a>/g)].map(([, date = '']) =>
      date.replace(/<[^>]+>/g, ''),
    )

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
    assert.match(text, /until January 25</)
    assert.match(text, /<span class="badge">Cancelled<\/span> <s>Tue/)
  })

  it('say in words how an event recurs, and name its next dates', async () => {
    await create('Choir', 'FREQ=WEEKLY;UNTIL=20270624T160000Z')
    const text = await page('/event/choir-2027-01-12/')
    assert.match(text, /Every Tuesday, until June 24</)
    assert.match(text, /href="\/event\/choir-2027-01-19\/"/)
    assert.doesNotMatch(text, /href="\/event\/choir-2027-01-05\/"/)
    assert.match(text, /"superEvent":\{"@type":"EventSeries"/)
  })

  const cases: [recurrence: unknown, language: string, words: string, start?: string][] = [
    ['FREQ=DAILY;COUNT=3', '', 'Every day, until January 7'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=6', '', 'Every weekday, until January 12'],
    ['FREQ=WEEKLY;BYDAY=TU,SA;COUNT=104', '/nl', 'Elke dinsdag en zaterdag, tot en met 1 januari 2028'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,TU;COUNT=4', '/de', 'Alle 2 Wochen: Dienstag und Freitag, bis 22. Januar'],
    ['FREQ=MONTHLY;BYDAY=2TU;COUNT=4', '/fr', 'Chaque mois : deuxième mardi, jusqu’au 13 avril', '2027-01-12'],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1;COUNT=4',
      '/es',
      'Cada mes: último viernes, hasta el 30 de abril',
      '2027-01-29',
    ],
    ['FREQ=MONTHLY;COUNT=2', '/nl', 'Elke maand: dag 7, tot en met 7 februari', '2027-01-07'],
    ['FREQ=YEARLY;COUNT=2', '/ja', '毎年：1月7日、2028年1月7日まで', '2027-01-07'],
    ['FREQ=WEEKLY', '/it', 'Ogni martedì<'],
    ['FREQ=YEARLY;BYYEARDAY=100;COUNT=2', '/it', 'In più date', '2027-04-10'],
    [{ rdate: ['2027-03-03'] }, '/pt', 'Em várias datas'],
  ]
  for (const [at, [recurrence, language, words, start]] of cases.entries())
    it(`say ${words}`, async () => {
      const event = await create(`Words ${at}`, recurrence, start)
      assert.ok((await page(`${language}/event/${event.slug}/`)).replaceAll('\u00a0', ' ').includes(words))
    })

  it('list what repeats once, with how it repeats and its other dates', async () => {
    const made = await create('Swimming', 'FREQ=WEEKLY;COUNT=4')
    await calendar.ask('POST', `/events/${made.id}`, {
      as: 'editor',
      body: { venue: { venue: 'Pool', geo_lat: 51.05, geo_lng: 3.72 }, scope: 'all' },
    })
    const cards = (text: string): number => (text.match(/<article class="card/g) ?? []).length
    for (const path of [
      '/events/?search=swimming',
      '/events/photo/?search=swimming',
      '/embed/events/?search=swimming',
      '/venue/pool/',
    ]) {
      // The page of a venue has what is over, too, which does not repeat any more.
      const [text = ''] = (await page(path)).split('Past events')
      assert.equal(cards(text), 1, path)
      assert.match(
        text,
        /Every Tuesday, until January 26 <a href="\/events\/\?series=\d+" rel="nofollow">2 more dates<\/a>/,
        path,
      )
    }
    const series = /\/events\/\?series=\d+/.exec(await page('/events/?search=swimming'))?.[0] ?? ''
    const dates = await page(series)
    assert.match(dates, /<h1 dir="auto">Swimming<\/h1>/)
    assert.match(dates, /<aside class="side".*<a href="\/venue\/pool\/" dir="auto">Pool<\/a>/s)
    // What can be done with a series comes first; with another filter it is a list as any other.
    assert.match(dates, /<a class="back-link" href="\/events\/" data-back>/)
    assert.match(dates, /<a class="button" href="\/event\/swimming-2027-01-12\/">See the next date: Tue, Jan 12<\/a>/)
    assert.match(dates, />3 dates<\/p>/)
    assert.doesNotMatch(dates, /type="search"|<nav class="when"/)
    const filtered = await page(`${series}&free=false`)
    assert.match(filtered, /aria-label="[^"]*Swimming[^"]*">Swimming<\/a>/)
    assert.match(filtered, /type="search"/)
    assert.equal(cards(dates), 0)
    assert.deepEqual(datesIn(dates), ['Tue, Jan 12', 'Tue, Jan 19', 'Tue, Jan 26'])
    assert.equal((await page('/events/screen/?search=swimming')).match(/class="screen-event"/g)?.length, 1)
    const digest = await page('/events/digest/?search=swimming')
    assert.equal(digest.match(/\/event\/swimming-/g)?.length, 1)
    assert.match(digest, />Every Tuesday, until January 26</)
    assert.equal((await page('/events/digest/?search=swimming&collapse=none')).match(/\/event\/swimming-/g)?.length, 2)
    const month = (await page('/events/month/?search=swimming')).match(/\/event\/swimming-[\d-]+\//g)
    assert.equal(new Set(month).size, 4)
  })

  it('show dates in little room: hours that all have once above, and what is different at its date', async () => {
    const made = await create('Fencing', 'FREQ=MONTHLY;COUNT=14')
    const path = `/events/?series=${made.series.id}`
    const list = await page(path)
    assert.match(list, /<p class="repeats">Every month: day 5, until February 5, 2028<\/p>\s*<p class="hours">6 – 7:30/)
    assert.deepEqual(list.match(/<h2><time datetime="[\d-]+">[^<]+/g)?.length, 13)
    // The next months are in view.
    assert.equal(list.match(/<details class="dates"/g)?.length, 10)
    assert.ok(list.indexOf('datetime="2027-04"') < list.indexOf('<details class="dates"'))
    assert.deepEqual(datesIn(list).slice(-3), ['Sun, Dec 5', 'Wed, Jan 5, 2028', 'Sat, Feb 5, 2028'])
    assert.equal(datesIn(list).length, 13)
    assert.doesNotMatch(list, /<article|class="kinds"/)
    assert.deepEqual(datesIn(await page(`/events/past/?series=${made.series.id}`)), ['Tue, Jan 5'])

    const { body } = await calendar.ask('GET', `/events?series=${made.series.id}&start_date=2027-02-01`)
    const [second, third] = body.events
    await calendar.ask('POST', `/events/${second.id}`, { as: 'editor', body: { event_status: 'cancelled' } })
    await calendar.ask('POST', `/events/${third.id}`, {
      as: 'editor',
      body: { title: 'Fencing final', start_date: '2027-03-07 15:00', end_date: '2027-03-07 16:30' },
    })
    const changed = await page(path)
    assert.doesNotMatch(changed, /class="hours"/)
    const [cancelled = '', moved = ''] = datesIn(changed)
    assert.match(cancelled, /^Cancelled Fri, Feb 5 · 6 –/)
    assert.match(moved, /Sun, Mar 7 · 3 –.* Fencing final$/)
    const others = await page(`/event/${body.events[5].slug}/`)
    assert.match(others, /<h2 id="dates">Other dates<\/h2>\s*<ul class="chips">/)
    assert.match(others, /<p class="repeats">Every month: day 5, until February 5, 2028<\/p>/)
    assert.equal(datesIn(others).length, 5)
    assert.match(others, />All 13 dates</)
  })

  it('say which date is on', async () => {
    const made = await create('Night watch', 'FREQ=WEEKLY;COUNT=4', '2027-01-06')
    const body = {
      start_date: '2027-01-06 11:00',
      end_date: '2027-01-06 20:00',
      venue: { venue: 'Tower' },
      scope: 'all',
    }
    assert.equal((await calendar.ask('POST', `/events/${made.id}`, { as: 'editor', body })).status, 200)
    const text = await page(`/events/?series=${made.series.id}`)
    assert.match(text, /<a class="button" href="[^"]*">On now · Wed, Jan 6<\/a>/)
    assert.match(await page('/venues/'), /Tower<.*<p class="next-event">On now · Night watch<\/p>/)
  })

  it('list every date on request, or where the site wants it', async () => {
    await create('Rowing', 'FREQ=WEEKLY;COUNT=4')
    const cards = async (path: string) => {
      const text = await page(path)
      return [
        text.match(/<article class="card/g)?.length,
        /name="collapse" value="(\w+)"( checked)?/.exec(text)?.slice(1),
      ]
    }
    assert.deepEqual(await cards('/events/?search=rowing'), [1, ['none', undefined]])
    assert.deepEqual(await cards('/events/?search=rowing&collapse=none'), [3, ['none', ' checked']])
    await change('each')
    assert.deepEqual(await cards('/events/?search=rowing'), [3, ['series', undefined]])
    assert.deepEqual(await cards('/events/?search=rowing&collapse=series'), [1, ['series', ' checked']])
    await change('once')
    // Other clients see what they saw before.
    const { body } = await calendar.ask('GET', '/events?search=rowing')
    assert.equal(body.total, 4)
  })
})
