import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { maxCopied } from '../../src/resources/events/series/room.ts'
import { type Calendar, createCalendar, type Reply } from '../support/calendar.ts'

const daily = (count: number) => `RRULE:FREQ=DAILY;COUNT=${count}`
const words = (bytes: number) => 'word '.repeat(bytes / 5)

/** Of these, 100 dates fit, but not 200. */
const long = words(60_000)

describe('what a series copies to its dates (C3.2)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const plain = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00', status: 'draft' }
  const create = (body: object): Promise<Reply> =>
    calendar.ask('POST', '/events', { as: 'contributor', body: { ...plain, ...body } })
  const created = async (body: object) => {
    const { status, body: event, text } = await create(body)
    assert.equal(status, 201, text.slice(0, 500))
    return event
  }
  const change = (id: number, body: object): Promise<Reply> =>
    calendar.ask('POST', `/events/${id}`, { as: 'contributor', body })
  const countEvents = async (): Promise<number> => {
    const { count } = await calendar.database.kysely
      .selectFrom('event')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const requireRefused = ({ status, body, text }: Reply, says = /At most \d+ dates fit/): void => {
    assert.equal(status, 400, text.slice(0, 500))
    assert.equal(body.code, 'rest_invalid_param')
    assert.match(body.data.params.recurrence, says)
  }

  it('is bounded, and the refusal says how many dates fit', async () => {
    const before = await countEvents()
    const body = { title: 'Long', description: long }
    const refused = await create({ ...body, recurrence: daily(1000) })
    requireRefused(refused)
    assert.equal(await countEvents(), before)
    const fit = Number(/At most (\d+) dates fit/.exec(refused.body.data.params.recurrence)?.[1])
    requireRefused(await create({ ...body, recurrence: daily(fit + 1) }))
    await created({ ...body, recurrence: daily(fit) })
    assert.equal(await countEvents(), before + fit)
    // A single event may be as long as a body.
    await created({ title: 'Alone', description: words(900_000) })
    requireRefused(
      await create({ title: 'Most', description: words(900_000), recurrence: daily(1000) }),
      /At most 9 dates fit/,
    )
  })

  it('counts the links of each date', async () => {
    const tags = Array.from({ length: 200 }, (_, at) => `tag ${at}`)
    requireRefused(
      await calendar.ask('POST', '/events', {
        as: 'editor',
        body: { ...plain, title: 'Linked', tags, recurrence: daily(1000) },
      }),
    )
    const { id } = await created({ title: 'Linked', recurrence: daily(600) })
    requireRefused(await calendar.ask('POST', `/events/${id}`, { as: 'editor', body: { tags, scope: 'all' } }))
  })

  it('is bounded in changes of all dates, and of the following ones', async () => {
    const { id, series } = await created({ title: 'Grows', recurrence: daily(200) })
    for (const scope of ['all', 'following']) {
      requireRefused(await change(id, { description: long, scope }))
      requireRefused(await change(id, { description: long, status: 'trash', scope }))
    }
    const { body } = await calendar.ask('GET', `/events/${id}`, { as: 'contributor' })
    assert.deepEqual([body.description, body.status], ['', 'draft'])
    const path = `/events?series=${series.id}&status=draft&start_date=2027-03-01&end_date=2028-03-01`
    const { body: list } = await calendar.ask('GET', `${path}&per_page=50&page=4`, { as: 'contributor' })
    assert.equal(list.total, 200)
    const later = list.events.at(-3)
    assert.equal((await change(later.id, { description: long, scope: 'following' })).status, 200)
  })

  it('is bounded when dates are added', async () => {
    const { id } = await created({ title: 'Added', description: long, recurrence: daily(100) })
    requireRefused(await change(id, { recurrence: daily(200) }))
    const single = await created({ title: 'One', description: long })
    requireRefused(await change(single.id, { recurrence: daily(200) }))
    assert.equal((await change(single.id, { recurrence: daily(20) })).status, 200)
  })

  it('may be larger than that if it was before: it can be shortened and removed', async () => {
    const make = async (title: string) => {
      const { id, series } = await created({ title, recurrence: daily(200) })
      await calendar.database.transact(({ kysely }) =>
        kysely.updateTable('event').set({ description: long }).where('series_id', '=', series.id).execute(),
      )
      return id
    }
    const kept = await make('Shortened')
    requireRefused(await change(kept, { title: 'Renamed', scope: 'all' }))
    assert.equal((await change(kept, { title: 'Renamed', scope: 'this' })).status, 200)
    assert.equal((await change(kept, { description: 'short', scope: 'all' })).status, 200)
    assert.equal((await change(kept, { excerpt: 'of all', scope: 'all' })).status, 200)
    const gone = await make('Removed')
    for (const query of ['scope=all', 'scope=all&force=true']) {
      const { status, text } = await calendar.ask('DELETE', `/events/${gone}?${query}`, { as: 'contributor' })
      assert.equal(status, 200, text.slice(0, 500))
    }
  })

  it('is bounded for a batch as a whole', async () => {
    // Four fifths of what a series may have: so many fit in a batch as in four series and a half.
    const body = { ...plain, title: 'Of a batch', description: words(64_000), recurrence: daily(100) }
    assert.ok(64_000 * 100 < maxCopied)
    const operations = Array.from({ length: 6 }, () => ({ method: 'POST', body }))
    const { body: answer } = await calendar.ask('POST', '/events/batch', { as: 'editor', body: { operations } })
    const statuses = answer.responses.map(({ status }: Reply) => status)
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 400])
    assert.match(answer.responses[5].body.data.params.recurrence, /At most \d+ dates fit/)
  })

  it('of a batch is taken by nothing that was refused', async () => {
    const body = { ...plain, title: 'Small', recurrence: daily(100) }
    const ids: number[] = []
    for (let n = 0; n < 4; n++) ids.push((await created(body)).id)
    // As many dates as have no room are refused only after others of the same change had taken theirs.
    const grown = { scope: 'all', description: words(80_000), recurrence: daily(200) }
    const operations = [
      ...ids.map((id) => ({ method: 'PATCH', id, body: grown })),
      { method: 'POST', body: { ...body, title: 'Fits', description: words(60_000) } },
    ]
    const { body: answer } = await calendar.ask('POST', '/events/batch', { as: 'editor', body: { operations } })
    const statuses = answer.responses.map(({ status }: Reply) => status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 201], JSON.stringify(answer.responses.at(-1)).slice(0, 300))
  })

  it('is the fault of one record of an import', async () => {
    const vevent = (uid: string, ...lines: string[]) =>
      ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, 'DTSTART:20270601T100000Z', ...lines, 'END:VEVENT'].join('\r\n')
    const payload = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      vevent('before'),
      vevent('bomb', daily(700), `DESCRIPTION:${words(400_000)}`),
      vevent('after', daily(3)),
      'END:VCALENDAR',
      '',
    ].join('\r\n')
    const imports = '//kalends/v1/imports'
    const sent = await calendar.ask('POST', `${imports}?source=bomb&timezone=UTC`, {
      as: 'admin',
      payload,
      headers: { 'content-type': 'text/calendar' },
    })
    assert.equal(sent.status, 202, sent.text)
    let done = sent.body
    while (['waiting', 'running'].includes(done.state)) {
      await wait(20)
      done = (await calendar.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })).body
    }
    assert.deepEqual([done.state, done.created, done.failed], ['done', 2, 1])
    assert.match(done.faults[0].message, /At most \d\d dates fit/)
    assert.equal(done.faults[0].place, 'line 8 (UID bomb)')
  })
})
