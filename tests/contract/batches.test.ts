import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const concert = { title: 'Concert', start_date: '2027-05-01 20:00', end_date: '2027-05-01 22:00' }

const kinds = [
  { plural: 'events', noun: 'event', body: concert, title: 'title' },
  { plural: 'venues', noun: 'venue', body: { venue: 'Hall' }, title: 'venue' },
  { plural: 'organizers', noun: 'organizer', body: { organizer: 'Club' }, title: 'organizer' },
] as const

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Part = { status: number; headers: Record<string, string>; body: any }
type Sent = { as?: Login; headers?: Record<string, string>; more?: object }

describe('batches (C4.2)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const send = (plural: string, operations: unknown, { as = 'editor', headers = {}, more = {} }: Sent = {}) =>
    calendar.ask('POST', `/${plural}/batch`, { as, headers, body: { operations, ...more } })
  const batch = async (plural: string, operations: readonly object[], sent?: Sent): Promise<readonly Part[]> => {
    const reply = await send(plural, operations, sent)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.body.responses.length, operations.length)
    return reply.body.responses
  }
  const get = (path: string, as: Login = 'editor') => calendar.ask('GET', path, { as })
  const statusesOf = (parts: readonly Part[]) => parts.map(({ status }) => status)
  const count = async (plural: string, query = ''): Promise<number> =>
    (await get(`/${plural}?${plural === 'events' ? 'window=all&' : ''}${query}`)).body.total

  for (const { plural, noun, body, title } of kinds) {
    describe(`of ${plural}`, () => {
      it('execute each operation in its order, with the response that it would have alone', async () => {
        const { body: old } = await calendar.ask('POST', `/${plural}`, {
          as: 'editor',
          body: { ...body, description: 'Old' },
        })
        const pair = { source: 'batch', external_id: 'a/b' }
        const parts = await batch(plural, [
          { method: 'POST', body: { ...body, description: 'One' } },
          { method: 'PUT', ...pair, body: { ...body, description: 'Two' } },
          { method: 'PUT', id: old.id, body: { [title]: 'A & B' } },
          { method: 'PUT', ...pair, body: { excerpt: 'Changed' } },
          { method: 'PATCH', ...pair, body: { excerpt: 'Again' } },
          { method: 'POST', id: old.id, body: { excerpt: 'Posted' } },
          { method: 'DELETE', id: old.id },
          { method: 'DELETE', id: old.id },
          { method: 'DELETE', id: old.id, body: { force: true } },
          { method: 'PUT', id: old.id, body: {} },
          { method: 'PATCH', source: 'batch', external_id: 'none', body: {} },
          { method: 'POST', source: 'batch', external_id: 'posted', body: { ...body, description: 'Three' } },
        ])
        assert.deepEqual(statusesOf(parts), [201, 201, 200, 200, 200, 200, 200, 410, 200, 404, 404, 201])
        const [one, two, , four, five, , , , , gone, none, last] = parts
        assert.ok(one && two && four && five && gone && none && last)
        assert.equal(one.headers['Location'], `http://calendar.test/calendar/events/v1/${plural}/${one.body.id}`)
        const read = await get(`/${plural}/${one.body.id}`)
        assert.equal(read.headers['etag'], one.headers['ETag'])
        const { json_ld, ...shown } = read.body
        assert.deepEqual(one.body, shown)
        assert.equal(two.body.id, four.body.id)
        assert.equal(five.headers['ETag'], (await get(`/${plural}/${two.body.id}`)).headers['etag'])
        assert.equal(gone.body.code, `rest-${noun}-not-found`)
        assert.match(none.body.message, /external_id "none"/)
        assert.equal(last.body.external_id, 'posted')
      })

      it('undo what fails alone', async () => {
        const before = await count(plural)
        const parts = await batch(plural, [
          { method: 'POST', body: { ...body, description: 'Good 1' } },
          { method: 'POST', body: {} },
          { method: 'POST', body: { ...body, status: 'unknown' } },
          { method: 'GET', id: 1 },
          { method: 'POST', body: 'x' },
          { method: 'PUT', body },
          { method: 'PUT', id: 1, source: 'a', external_id: 'b', body },
          { method: 'PUT', source: 'a', body },
          { method: 'PUT', id: 'x' },
          { method: 'PUT', id: '999999999999999999' },
          { method: 'POST', path: '/x', body },
          null as never,
          [] as never,
          'POST' as never,
          { method: 'POST', body: { ...body, source: 'twice', external_id: '1', description: 'Good 2' } },
          { method: 'POST', body: { ...body, source: 'twice', external_id: '1', description: 'Bad' } },
          { method: 'POST', body: { ...body, description: 'Good 3' } },
        ])
        assert.deepEqual(
          statusesOf(parts),
          [201, 400, 400, 400, 400, 400, 400, 400, 400, 404, 400, 400, 400, 400, 201, 400, 201],
        )
        assert.equal(parts[1]?.body.code, 'rest_missing_callback_param')
        assert.match(parts[3]?.body.data.params.method, /POST, PUT, PATCH, DELETE/)
        assert.match(parts[5]?.body.data.params.id, /PUT requires id/)
        assert.equal(parts[15]?.body.code, 'duplicate_external_id')
        assert.equal(parts[15]?.body.data.id, parts[14]?.body.id)
        assert.equal(await count(plural), before + 3)
      })

      it('do all or nothing where asked', async () => {
        const before = await count(plural)
        const good = { method: 'POST', body: { ...body, description: 'Atomic' } }
        const failed = await send(
          plural,
          [good, good, { method: 'PUT', id: 999_999, body: {} }, { method: 'POST', body: {} }],
          { more: { atomic: true } },
        )
        assert.deepEqual([failed.status, failed.body.code], [404, `rest-${noun}-not-found`])
        assert.deepEqual(failed.body.data, { status: 404, operation: 2 })
        const taken = { ...body, source: 'atomic', external_id: '1' }
        const twice = [taken, { ...body, description: 'x' }, { ...taken, description: 'y' }]
        const refused = await send(
          plural,
          twice.map((one) => ({ method: 'POST', body: one })),
          { more: { atomic: 'true' } },
        )
        assert.deepEqual([refused.status, refused.body.data.operation], [400, 2])
        assert.equal(await count(plural), before)
        const done = await send(
          plural,
          [
            { ...good, body: { ...body, description: 'A 1' } },
            { ...good, body: { ...body, description: 'A 2' } },
          ],
          { more: { atomic: true } },
        )
        assert.deepEqual(statusesOf(done.body.responses), [201, 201])
        assert.equal(await count(plural), before + 2)
      })

      it('are under the policy', async () => {
        assert.equal((await send(plural, [{ method: 'POST', body }], { as: 'none' })).status, 401)
        assert.equal((await send(plural, [{ method: 'POST', body }], { as: 'subscriber' })).status, 403)
        const [mine] = await batch(
          plural,
          [
            {
              method: 'POST',
              body: { ...body, description: 'Hidden', status: 'private', source: 'p', external_id: '1' },
            },
          ],
          { as: 'author' },
        )
        assert.ok(mine)
        for (const as of ['author2', 'contributor'] as const) {
          const parts = await batch(
            plural,
            [
              { method: 'PUT', id: mine.body.id, body: { excerpt: as } },
              { method: 'PUT', source: 'p', external_id: '1', body: { excerpt: as } },
              { method: 'DELETE', id: mine.body.id },
              { method: 'POST', body: { ...body, description: as, author: 1 } },
              { method: 'POST', body: { ...body, description: as, source: 'p', external_id: '1' } },
              { method: 'POST', body: { ...body, description: as, image: 'http://192.168.0.1/x.png' } },
              { method: 'POST', body: { ...body, description: as } },
            ],
            { as },
          )
          const image = as === 'contributor' ? 403 : 400
          assert.deepEqual(statusesOf(parts), [403, 403, 403, 403, 400, image, 201])
          assert.ok(!JSON.stringify(parts[4]).includes(String(mine.body.id)))
          assert.equal(parts[6]?.body.status, as === 'contributor' ? 'draft' : 'publish')
        }
        assert.equal((await get(`/${plural}/${mine.body.id}`)).body.excerpt ?? '', '')
      })

      it('are repeated safely', async () => {
        const operations = [
          { method: 'POST', body: { ...body, description: 'Key' } },
          { method: 'POST', body: {} },
        ]
        const headers = { 'idempotency-key': `batch-${plural}` }
        const first = await send(plural, operations, { headers })
        const before = await count(plural)
        const second = await send(plural, operations, { headers })
        assert.deepEqual([second.status, second.text], [200, first.text])
        assert.equal(await count(plural), before)
        assert.equal((await send(plural, operations.slice(0, 1), { headers })).status, 422)
      })

      it('follow if_match', async () => {
        const [made] = await batch(plural, [{ method: 'POST', body: { ...body, description: 'Match' } }])
        const id = made?.body.id
        const parts = await batch(plural, [
          { method: 'PUT', id, if_match: '"x"', body: { excerpt: 'no' } },
          { method: 'PUT', id, if_match: made?.headers['ETag'], body: { excerpt: 'yes' } },
          { method: 'DELETE', id, if_match: made?.headers['ETag'] },
          { method: 'PUT', source: 'm', external_id: 'new', if_match: '*', body },
          { method: 'PUT', id, if_match: 5, body: {} },
        ])
        assert.deepEqual(statusesOf(parts), [412, 200, 412, 412, 400])
      })
    })
  }

  it('have bounds', async () => {
    for (const operations of [undefined, null, [], {}, 'x', 5]) {
      const { status, text } = await send('events', operations)
      assert.equal(status, 400, text)
    }
    const many = Array.from({ length: 501 }, () => ({ method: 'DELETE', id: 1 }))
    const refused = await send('events', many)
    assert.equal(refused.status, 400)
    assert.match(refused.body.data.params.operations, /500/)
    assert.deepEqual(new Set(statusesOf(await batch('events', many.slice(1)))), new Set([404]))
    const long = (length: number) => [{ method: 'POST', body: { ...concert, description: 'x'.repeat(length) } }]
    const one = await batch('events', [...long(1_000_000), ...long(1_100_000), ...long(10)])
    assert.deepEqual(statusesOf(one), [201, 413, 201])
    assert.equal((await send('events', long(4_300_000))).status, 413)
    const form = await calendar.ask('POST', '/events/batch', {
      as: 'editor',
      payload: 'operations[0][method]=POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(form.status, 415)
    assert.equal(
      (
        await calendar.ask('POST', '/events/batch', {
          as: 'editor',
          payload: '[1',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
      400,
    )
    assert.equal((await get('/events/batch')).status, 404)
    const deep = JSON.parse(`${'['.repeat(31)}${']'.repeat(31)}`)
    assert.equal((await send('events', [{ method: 'POST', body: { title: deep } }])).status, 400)
    const proto =
      '{"operations":[{"__proto__":{"method":"DELETE","id":1}},{"method":"constructor"},{"method":"POST","body":{"__proto__":{"title":"x"}}}]}'
    const odd = await calendar.ask('POST', '/events/batch', {
      as: 'editor',
      payload: proto,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual(statusesOf(odd.body.responses), [400, 400, 400])
  })

  it('create many events together as one by one', async () => {
    const bodies = Array.from({ length: 150 }, (_, n) => ({
      ...concert,
      title: `Night ${n % 40}`,
      categories: ['Many', `Own ${n % 3}`],
      tags: n % 2 === 0 ? 'even' : ['odd', 'many'],
      venue: { venue: `Place ${n % 5}` },
      organizer: [{ organizer: 'Host' }],
      ...(n % 50 === 7 ? { recurrence: 'RRULE:FREQ=DAILY;COUNT=3' } : {}),
      ...(n % 60 === 9 ? { post_parent: 999_999 } : {}),
      ...(n % 60 === 11 ? { venue: 999_999 } : {}),
    }))
    const other = await createCalendar()
    const together = await batch(
      'events',
      bodies.map((body) => ({ method: 'POST', body })),
    )
    const alone: Part[] = []
    for (const body of bodies) {
      const { status, body: made } = await other.ask('POST', '/events', { as: 'editor', body })
      alone.push({ status, headers: {}, body: made })
    }
    assert.deepEqual(statusesOf(together), statusesOf(alone))
    assert.deepEqual(new Set(statusesOf(together)), new Set([201, 400]))
    const read = async (from: Calendar) =>
      (
        await from.ask(
          'GET',
          '/events?search=night&window=all&sort=id&per_page=50&_fields=events.slug,events.title,events.categories.name,events.venue.venue,events.tags.slug,total',
        )
      ).body
    assert.deepEqual(await read(calendar), await read(other))
    for (const { status, headers, body } of together.filter((_, at) => at % 10 === 0)) {
      const now = await get(`/events/${body.id}`)
      if (status === 201) assert.equal(headers['ETag'], now.headers['etag'], body.title)
    }
    await other.close()
  })

  it('write series, and what they say by their external ids', async () => {
    const weekly = { ...concert, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' }
    const pair = { source: 'series', external_id: '1' }
    const [made, same, moved, gone] = await batch('events', [
      { method: 'PUT', ...pair, body: weekly },
      { method: 'PUT', ...pair, body: weekly },
      { method: 'PUT', ...pair, body: { ...weekly, title: 'Moved' } },
      { method: 'DELETE', ...pair },
    ])
    assert.ok(made && same && moved && gone)
    assert.deepEqual([made.status, same.status, moved.status, gone.status], [201, 200, 200, 200])
    assert.equal(made.headers['ETag'], same.headers['ETag'])
    assert.equal(await count('events', `series=${made.body.series.id}&status=trash`), 4)
  })

  it('leave entries in the activity that belong together, by the name of the change', async () => {
    const made = await batch('events', [
      { method: 'POST', body: { ...concert, title: 'Together A' } },
      { method: 'POST', body: { ...concert, title: 'Together B' } },
      { method: 'POST', body: { ...concert, title: 'Together C' } },
    ])
    const ids = made.map((part) => part.body.id)
    const change = 'spring-2027'
    const rename = (id: number) => ({ method: 'POST', id, body: { cost: '12' } })
    await batch('events', ids.slice(0, 2).map(rename), { more: { change } })
    await batch('events', [rename(ids[2]), { method: 'POST', id: ids[2], body: { status: 'unknown' } }], {
      more: { change },
    })
    await batch('events', [{ method: 'POST', id: ids[0], body: { cost: '14' } }])
    const { body, headers } = await get(`//kalends/v1/activity?change=${change}`, 'admin')
    assert.deepEqual(
      body.map((entry: { record: number; change: string }) => [entry.record, entry.change]),
      ids.toReversed().map((id) => [id, change]),
    )
    assert.equal(headers['x-wp-total'], '3')
    const { body: latest } = await get('//kalends/v1/activity?per_page=1', 'admin')
    assert.deepEqual([latest[0].record, latest[0].change], [ids[0], null])
    assert.deepEqual((await get('//kalends/v1/activity?change=another-name', 'admin')).body, [])
    const wrong = ['', 'short', 'with space', 'x'.repeat(65), 7, ['spring-2027'], { a: 1 }]
    for (const name of wrong) {
      const reply = await send('events', [rename(ids[0])], { more: { change: name } })
      assert.equal(reply.status, 400, JSON.stringify(name))
      assert.ok(reply.body.data.params.change)
    }
    assert.equal((await get('//kalends/v1/activity?change=short', 'admin')).status, 400)
  })

  it('answer plain texts', async () => {
    const body = { ...concert, title: 'A & B' }
    const reply = await calendar.ask('POST', '/events/batch?text=plain', {
      as: 'editor',
      body: { operations: [{ method: 'POST', body }] },
    })
    assert.equal(reply.body.responses[0].body.title, 'A & B')
  })

  it('at the same time create each record once', async () => {
    const operations = Array.from({ length: 20 }, (_, n) => ({
      method: 'PUT',
      source: 'race',
      external_id: `${n}`,
      body: concert,
    }))
    const replies = await Promise.all(Array.from({ length: 4 }, () => batch('events', operations)))
    const all = replies.flat().map(({ status }) => status)
    assert.equal(all.filter((status) => status === 201).length, 20)
    assert.equal(all.filter((status) => status === 200).length, 60)
    assert.equal(await count('events', 'source=race'), 20)
  })
})
