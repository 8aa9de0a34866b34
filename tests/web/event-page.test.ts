import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('the page of an event', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2026-11-26T13:00:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Brussels' },
    })
    for (const body of [
      { title: 'Long ago', start_date: '2026-01-05 20:00', end_date: '2026-01-05 22:00' },
      { title: 'Breakfast', start_date: '2026-11-28 08:00', end_date: '2026-11-28 09:00', cost: 'free' },
      { title: 'Twin', start_date: '2026-11-28 20:00', end_date: '2026-11-28 21:00', organizer: { organizer: 'City' } },
      { title: 'Concert', start_date: '2026-11-28 20:00', end_date: '2026-11-28 22:00', event_status: 'cancelled' },
      { title: 'Fair', start_date: '2026-12-04', end_date: '2026-12-05', all_day: true },
      {
        title: 'أمسية شعرية',
        slug: 'poems',
        start_date: '2027-03-01 19:00',
        end_date: '2027-03-01 21:00',
        description: '<p>أمسية مع شعراء.</p>',
        event_status: 'postponed',
      },
    ]) {
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(reply.status, 201, reply.text)
    }
  })
  after(() => calendar.close())

  const read = async (path: string): Promise<string> => {
    const { status, text } = await calendar.ask('GET', `/${path}`)
    assert.equal(status, 200, text)
    return text
  }
  const dataOf = async (slug: string) => {
    const text = await read(`/event/${slug}/`)
    return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '')
  }

  it('leads to the events before and after it, also of the same hour', async () => {
    const neighbours = async (slug: string) => {
      const nav = /<nav class="neighbours".*?<\/nav>/s.exec(await read(`/event/${slug}/`))?.[0] ?? ''
      return ['prev', 'next'].map((rel) => new RegExp(`href="([^"]*)" rel="${rel}"`).exec(nav)?.[1])
    }
    const slugs = ['long-ago', 'breakfast', 'twin', 'concert', 'fair', 'poems']
    for (const [at, slug] of slugs.entries())
      assert.deepEqual(
        await neighbours(slug),
        [slugs[at - 1], slugs[at + 1]].map((other) => other && `/event/${other}/`),
        slug,
      )
  })

  it('leads back to the events', async () => {
    assert.match(await read('/de/event/fair/'), /<a class="back-link" href="\/de\/events\/" data-back>/)
  })

  it('does not say how far off something is that is cancelled or postponed', async () => {
    assert.match(await read('/event/twin/'), /<p class="near">In 2 days</)
    for (const slug of ['concert', 'poems']) assert.doesNotMatch(await read(`/event/${slug}/`), /class="near"/, slug)
  })

  it('has texts in the direction of their script', async () => {
    const text = await read('/event/poems/')
    assert.match(text, /<h1 dir="auto"><span class="badge">Postponed<\/span> أمسية/)
    assert.match(text, /<div class="prose" dir="auto">/)
    assert.match(await read('/events/'), /<a href="\/event\/poems\/" dir="auto">/)
  })

  it('tells search engines of days, of what is free, of a drawn picture, and of who holds it', async () => {
    const fair = await dataOf('fair')
    assert.deepEqual([fair.startDate, fair.endDate], ['2026-12-04', '2026-12-05'])
    const breakfast = await dataOf('breakfast')
    assert.equal(breakfast.isAccessibleForFree, true)
    assert.equal(breakfast.offers.price, '0')
    assert.match(breakfast.image, /\/event\/breakfast\/card-\w+\.png$/)
    assert.equal((await calendar.ask('GET', `/${new URL(breakfast.image).pathname}`)).status, 200)
    const [organizer] = [(await dataOf('twin')).organizer].flat()
    assert.equal(organizer['@type'], 'Organization')
    assert.equal((await dataOf('twin')).isAccessibleForFree, undefined)
    // Clients of the interface read what they read before.
    const { body } = await calendar.ask('GET', '/events/by-slug/fair')
    assert.match(body.json_ld.startDate, /^2026-12-04T00:00:00/)
  })

  it('has its day in one line and its hours in another, and of several days the first and the last', async () => {
    const whenOf = async (slug: string) =>
      /<p class="when"><time[^>]*>(.*?)<\/time>/.exec(await read(`/event/${slug}/`))?.[1]?.replaceAll('\u202f', ' ')
    assert.match((await whenOf('breakfast')) ?? '', /^Saturday, November 28, 2026<br>8\s–\s9\sAM$/)
    assert.equal(await whenOf('fair'), 'Friday, December 4, 2026 –<br>Saturday, December 5, 2026')
    const body = {
      ...{ title: 'Conference', start_date: '2027-04-01 09:00', end_date: '2027-04-03 17:00' },
      ...{ timezone: 'America/New_York', venue: { venue: 'Hall', address: 'Road 1', city: 'Albany' } },
    }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    assert.equal(await whenOf('conference'), 'Thu, Apr 1, 2027 · 9 AM –<br>Sat, Apr 3, 2027 · 5 PM EDT')
    assert.match(await read('/event/conference/'), /<address>Road 1, Albany<\/address>/)
  })

  it('has one button in the colour of the site: tickets, where to attend it, its website, or else the calendar', async () => {
    const offer = (availability: string) => ({ name: 'Seat', price: '5', currency: 'EUR', availability })
    const tickets = { offers: [{ ...offer('in_stock'), url: 'https://tickets.example/' }] }
    const gone = { offers: [{ ...offer('sold_out'), url: 'https://tickets.example/' }] }
    const online = { is_virtual: true, virtual_url: 'https://meet.example/' }
    const website = { website: 'https://example.org/' }
    for (const [title, more, main] of [
      ['All ways', { ...tickets, ...online, ...website }, 'Tickets'],
      ['Sold out', { ...gone, ...online, ...website }, 'Attend online'],
      ['Elsewhere', website, 'Visit the website'],
      ['Plain', {}, 'Add to your calendar'],
      ['Off', { ...tickets, event_status: 'cancelled' }, undefined],
      ['Gone by', { ...tickets, start_date: '2026-11-26 08:00', end_date: '2026-11-26 09:00' }, undefined],
    ] as const) {
      const body = { title, start_date: '2027-04-10 20:00', end_date: '2027-04-10 22:00', ...more }
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(reply.status, 201, reply.text)
      const [, actions = ''] =
        /<div class="actions">(.*?)<p class="share">/s.exec(await read(`/event/${reply.body.slug}/`)) ?? []
      const buttons = [...actions.matchAll(/class="button"[^>]*>([^<]*)</g)].map(([, text]) => text)
      assert.deepEqual(buttons, main === undefined ? [] : [main], title)
      const price = /<p class="price"><span class="hidden">Cost <\/span>(.*?)<\/p>\s*(<\w+ [^>]*>)/s.exec(actions)
      assert.equal(
        price?.[1],
        'offers' in more ? `€5${title === 'Sold out' ? ' <span class="badge">Sold out</span>' : ''}` : undefined,
      )
      if (price) assert.equal(/class="button"/.test(price[2] ?? ''), main !== undefined)
    }
  })

  it('says that it is on, and that it is over, at the right moment although it is kept', async () => {
    const body = { title: 'Talk', start_date: '2026-12-10 19:00', end_date: '2026-12-10 20:00' }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    for (const [now, near, isOver, kept] of [
      ['2026-12-09 17:00:00', 'Tomorrow', false, undefined],
      ['2026-12-10 17:59:59', 'Today', false, 'no-cache, max-age=1'],
      ['2026-12-10 18:00:00', 'On now', false, 'no-cache, max-age=3600'],
      ['2026-12-10 18:59:59', 'On now', false, 'no-cache, max-age=1'],
      ['2026-12-10 19:00:00', undefined, true, undefined],
    ] as const) {
      calendar.setClock(now)
      const { text, headers } = await calendar.ask('GET', '//event/talk/')
      assert.equal(/<p class="near[^>]*>([^<]*)</.exec(text)?.[1], near, now)
      assert.equal(text.includes('This event is over.'), isOver, now)
      if (kept !== undefined) assert.equal(headers['cache-control'], kept, now)
    }
    calendar.setClock('2026-11-26 13:00:00')
  })

  it('offers a calendar file with a reminder', async () => {
    const text = await read('/event/fair/')
    assert.match(text, /href="\/event\/fair\/feed\.ics\?alarm=60"/)
    const calendarOf = async (query: string) => (await calendar.ask('GET', `//event/fair/feed.ics${query}`)).text
    assert.match(
      await calendarOf('?alarm=60'),
      /BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:[^\r]+\r\nTRIGGER:-PT60M\r\nEND:VALARM\r\nEND:VEVENT/,
    )
    for (const query of ['', '?alarm=', '?alarm=x', '?alarm=-5', '?alarm=99999'])
      assert.doesNotMatch(await calendarOf(query), /VALARM/, query)
  })
})
