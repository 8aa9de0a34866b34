import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const concert = { title: 'Concert', start_date: '2027-05-01 20:00', end_date: '2027-05-01 22:00' }

describe('what an event says about itself (C2)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2026-12-01T12:00:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Berlin' },
    })
  })
  after(() => calendar.close())

  const write = async (path: string, body: object, status: number) => {
    const reply = await calendar.ask('POST', path, { as: 'editor', body })
    assert.equal(reply.status, status, reply.text)
    return reply.body
  }
  const create = (body: object = {}) => write('/events', { ...concert, ...body }, 201)
  const update = (id: number, body: object) => write(`/events/${id}`, body, 200)
  const jsonLdOf = async ({ id }: { id: number }) => (await calendar.ask('GET', `/events/${id}`)).body.json_ld
  const faultsOf = async (body: object) => (await write('/events', { ...concert, ...body }, 400)).data.params
  const idsOf = async (query: string): Promise<number[]> => {
    const { status, body, text } = await calendar.ask('GET', `/events?${query}`)
    assert.equal(status, 200, text)
    assert.equal(body.total, body.events.length)
    return body.events.map(({ id }: { id: number }) => id)
  }

  it('is in a record only where it is not the default', async () => {
    const names = [
      ...['event_status', 'event_status_reason', 'previous_start_date', 'utc_previous_start_date'],
      ...['attendance_mode', 'virtual_url', 'is_virtual', 'offers'],
    ]
    const plain = await create()
    assert.deepEqual(
      names.filter((name) => name in plain),
      [],
    )
    const defaults = { event_status: '', event_status_reason: '', attendance_mode: null, virtual_url: '', offers: [] }
    const cleared = await update((await create({ event_status: 'cancelled', attendance_mode: 'mixed' })).id, defaults)
    assert.deepEqual(
      names.filter((name) => name in cleared),
      [],
    )
  })

  it('is a status with its reason, by which events are found (C2.1)', async () => {
    const cancelled = await create({ event_status: 'cancelled', event_status_reason: 'Storm & <b>rain</b>' })
    assert.equal(cancelled.event_status, 'cancelled')
    assert.equal(cancelled.event_status_reason, 'Storm &#038; rain')
    const { id } = cancelled
    assert.equal((await jsonLdOf(cancelled)).eventStatus, 'https://schema.org/EventCancelled')
    const postponed = (await create({ event_status: 'postponed' })).id
    assert.deepEqual(await idsOf('event_status=cancelled'), [id])
    assert.deepEqual(await idsOf('event_status=cancelled,postponed&start_date=2027-05-01'), [id, postponed])
    assert.ok(!(await idsOf('event_status=scheduled')).includes(id))
    const all = await idsOf('start_date=2027-01-01')
    assert.ok(all.includes(id), 'a cancelled event stays listed')
    assert.deepEqual(await idsOf('event_status[]=scheduled&event_status[]=cancelled&event_status[]=postponed'), all)
    // The spelling of the United States.
    assert.deepEqual(await idsOf('event_status=canceled'), [id])
    assert.equal((await update(id, { event_status: 'canceled' })).event_status, 'cancelled')
    const { body } = await calendar.ask('GET', '/events?event_status=over')
    assert.match(body.data.params.event_status, /cancelled, postponed, rescheduled, moved_online/)
    assert.match((await faultsOf({ event_status: 'called off' })).event_status, /cancelled/)
    assert.match((await faultsOf({ event_status_reason: 'x'.repeat(301) })).event_status_reason, /300/)
    const back = await update(id, { event_status_reason: cancelled.event_status_reason })
    assert.equal(back.event_status_reason, cancelled.event_status_reason)
  })

  it('keeps the former start of a rescheduled event (C2.1)', async () => {
    const { id } = await create({ event_status: 'postponed' })
    const moved = await update(id, { event_status: 'rescheduled', start_date: '2027-06-01', end_date: '2027-06-02' })
    assert.equal(moved.previous_start_date, '2027-05-01 20:00:00')
    assert.equal(moved.utc_previous_start_date, '2027-05-01 18:00:00')
    const data = await jsonLdOf(moved)
    assert.equal(data.eventStatus, 'https://schema.org/EventRescheduled')
    assert.equal(data.previousStartDate, '2027-05-01')
    assert.equal((await update(id, { title: 'Late concert' })).previous_start_date, '2027-05-01 20:00:00')
    assert.equal('previous_start_date' in (await update(id, { event_status: 'scheduled' })), false)
    const unmoved = await update(id, { start_date: '2027-05-30' })
    assert.equal('previous_start_date' in unmoved, false)
  })

  it('is how it is attended (C2.2)', async () => {
    const venue = { venue: 'Town hall' }
    const mixed = await create({ attendance_mode: 'mixed', virtual_url: 'https://example.org/live', venue })
    assert.equal(mixed.is_virtual, true)
    const data = await jsonLdOf(mixed)
    assert.equal(data.eventAttendanceMode, 'https://schema.org/MixedEventAttendanceMode')
    assert.deepEqual(
      data.location.map((place: Record<string, string>) => place['@type']),
      ['Place', 'VirtualLocation'],
    )
    assert.equal(data.location[1].url, 'https://example.org/live')
    const online = await create({ attendance_mode: 'online' })
    assert.deepEqual((await jsonLdOf(online)).location, { '@type': 'VirtualLocation', url: online.url })
    const moved = await create({ event_status: 'moved_online' })
    assert.equal(moved.is_virtual, true)
    const ofMoved = await jsonLdOf(moved)
    assert.equal(ofMoved.eventAttendanceMode, 'https://schema.org/OnlineEventAttendanceMode')
    assert.equal(ofMoved.eventStatus, 'https://schema.org/EventMovedOnline')
    assert.deepEqual(await idsOf('attendance_mode=mixed'), [mixed.id])
    assert.deepEqual(await idsOf('attendance_mode=online,mixed'), [mixed.id, online.id, moved.id])
    assert.deepEqual(await idsOf('attendance_mode=online'), [online.id, moved.id])
    const hybrid = await create({ event_status: 'moved_online', attendance_mode: 'mixed' })
    assert.deepEqual(await idsOf('attendance_mode=mixed'), [mixed.id, hybrid.id])
    const onSite = await idsOf('attendance_mode=offline')
    assert.deepEqual(
      [mixed, online, moved, hybrid].filter(({ id }) => onSite.includes(id)),
      [],
    )
    assert.deepEqual(
      (await idsOf('attendance_mode=offline,online,mixed')).length,
      onSite.length + 4,
      'each event is attended somehow',
    )
    assert.match((await faultsOf({ virtual_url: 'zoom' })).virtual_url, /https/)
  })

  const offers = [
    { name: 'Balcony & box', price: 30, currency: 'eur', url: 'https://example.org/tickets' },
    { price: '12.5', currency: 'EUR', availability: 'sold_out', valid_from: '2027-01-01', valid_until: '2027-02-01' },
  ]

  it('is what it offers, from which its cost follows (C2.3)', async () => {
    const event = await create({ offers })
    assert.deepEqual(event.offers, [
      {
        name: 'Balcony &#038; box',
        price: '30',
        currency: 'EUR',
        url: 'https://example.org/tickets',
        availability: 'in_stock',
      },
      {
        price: '12.50',
        currency: 'EUR',
        availability: 'sold_out',
        valid_from: '2026-12-31T23:00:00Z',
        valid_until: '2027-01-31T23:00:00Z',
      },
    ])
    assert.equal(event.cost, '€12.50 – €30')
    assert.deepEqual(event.cost_details, {
      currency_symbol: '€',
      currency_code: 'EUR',
      currency_position: 'prefix',
      values: ['12.50', '30'],
    })
    const [first, second] = (await jsonLdOf(event)).offers
    assert.deepEqual(first, {
      '@type': 'Offer',
      name: 'Balcony & box',
      price: '30',
      priceCurrency: 'EUR',
      url: 'https://example.org/tickets',
      availability: 'https://schema.org/InStock',
      validFrom: first.validFrom,
    })
    assert.equal(second.availability, 'https://schema.org/SoldOut')
    assert.equal(second.validFrom, '2026-12-31T23:00:00Z')
    assert.equal(second.validThrough, '2027-01-31T23:00:00Z')
    const again = await update(event.id, { offers: event.offers })
    assert.deepEqual(again.offers, event.offers)
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(concert)) form.append(name, value)
    form.append('offers[0][price]', '5')
    form.append('offers[0][currency]', 'CHF')
    const sent = await calendar.ask('POST', '/events', {
      as: 'editor',
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(sent.body.cost, '5CHF', sent.text)
    assert.deepEqual(sent.body.offers, [{ price: '5', currency: 'CHF', availability: 'in_stock' }])
  })

  it('leaves a cost alone that does not follow from the offers (C2.3)', async () => {
    const own = await create({ offers, cost: 'from $10' })
    assert.equal(own.cost, 'from $10')
    assert.equal((await update(own.id, { cost: own.cost, offers: [] })).cost, 'from $10')
    const { id, cost } = await create({ offers })
    const written = await update(id, { cost, offers: [{ price: 0, currency: 'EUR' }] })
    assert.equal(written.cost, 'Free')
    assert.ok((await idsOf('free=true')).includes(id))
    assert.equal((await update(id, { offers: [] })).cost, '')
    const plain = await create({ cost: '7' })
    assert.equal((await update(plain.id, { offers: [] })).cost, plain.cost)
  })

  it('is found by the best availability of its offers (C2.3)', async () => {
    const offer = (availability: string) => ({ price: 1, currency: 'SEK', availability })
    const none = (await create({ offers: [offer('sold_out'), offer('sold_out')] })).id
    const some = (await create({ offers: [offer('sold_out'), offer('limited')] })).id
    assert.deepEqual(await idsOf('availability=sold_out'), [none])
    assert.deepEqual(await idsOf('availability=limited'), [some])
    assert.deepEqual(await idsOf('availability=limited,sold_out'), [none, some])
  })

  it('says which offer is wrong, and how (C2.3)', async () => {
    const cases: readonly (readonly [offers: unknown, fault: RegExp])[] = [
      ['cheap', /list of objects/],
      [[1], /^Offer 1: .*object/],
      [[...offers, { currency: 'EUR' }], /^Offer 3: It needs a price/],
      [[{ price: 1 }], /^Offer 1: It needs a currency/],
      [[{ price: -1, currency: 'EUR' }], /^Offer 1: price: .*negative/],
      [[{ price: '1,50', currency: 'EUR' }], /^Offer 1: price/],
      [[{ price: 1, currency: 'Euro' }], /^Offer 1: currency: .*ISO 4217/],
      [[{ price: 1, currency: 'EUR', availability: 'InStock' }], /^Offer 1: availability: .*in_stock/],
      [[{ price: 1, currency: 'EUR', url: 'tickets' }], /^Offer 1: url/],
      [[{ price: 1, currency: 'EUR', validFrom: 'now' }], /^Offer 1: It has no validFrom: .*valid_from/],
      [[{ price: 1, currency: 'EUR', valid_from: '2027-02-01', valid_until: '2027-01-01' }], /before valid_from/],
      [Array.from({ length: 51 }, () => offers[0]), /at most 50/],
    ]
    for (const [wrong, fault] of cases) assert.match((await faultsOf({ offers: wrong })).offers, fault)
  })

  it('is of one occurrence alone, or of a whole series (C3.4)', async () => {
    const first = await create({ title: 'Rehearsal', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
    const series = first.series.id
    const read = async () => (await calendar.ask('GET', `/events?series=${series}&start_date=2027-01-01`)).body.events
    const [, second, third] = await read()
    await update(second.id, { event_status: 'cancelled', event_status_reason: 'No heating' })
    assert.deepEqual(
      (await read()).map((event: Record<string, string>) => event['event_status']),
      [undefined, 'cancelled', undefined, undefined],
    )
    assert.deepEqual(await idsOf(`series=${series}&event_status=cancelled`), [second.id])
    await update(third.id, { offers, attendance_mode: 'online', scope: 'all' })
    const all = await read()
    assert.deepEqual(
      all.map(({ offers, attendance_mode, cost, event_status }: Record<string, unknown>) => [
        (offers as unknown[]).length,
        attendance_mode,
        cost,
        event_status,
      ]),
      [undefined, 'cancelled', undefined, undefined].map((status) => [2, 'online', '€12.50 – €30', status]),
    )
    assert.equal((await idsOf(`series=${series}&availability=in_stock`)).length, 4)
    await update(third.id, { event_status: 'rescheduled', start_date: '2027-05-15 21:00', scope: 'all' })
    assert.deepEqual(
      (await read()).map((event: Record<string, string>) => [event['event_status'], event['previous_start_date']]),
      [
        ['rescheduled', '2027-05-01 20:00:00'],
        ['cancelled', undefined],
        ['rescheduled', '2027-05-15 20:00:00'],
        ['rescheduled', '2027-05-22 20:00:00'],
      ],
    )
  })

  it('comes back with a version of the history', async () => {
    const { id, offers: shown } = await create({ offers, event_status: 'cancelled' })
    await update(id, { offers: [], event_status: 'scheduled' })
    const versions = `//wp/v2/tribe_events/${id}/revisions`
    const { body: list } = await calendar.ask('GET', versions, { as: 'editor' })
    const { body: version } = await calendar.ask('GET', `${versions}/${list.at(-1).id}`, { as: 'editor' })
    const restored = await update(id, version.payload)
    assert.equal(restored.event_status, 'cancelled')
    assert.deepEqual(restored.offers, shown)
  })
})
