import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const concert = { title: 'Concert', start_date: '2027-05-01 20:00', end_date: '2027-05-01 22:00' }
const weekly = { ...concert, title: 'Weekly', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' }

const kinds = [
  { plural: 'events', noun: 'event', body: concert, title: 'title' },
  { plural: 'venues', noun: 'venue', body: { venue: 'Hall' }, title: 'venue' },
  { plural: 'organizers', noun: 'organizer', body: { organizer: 'Club' }, title: 'organizer' },
] as const

const start = Date.parse('2026-12-01T12:00:00Z')

describe('records by their external ids (C4.1)', () => {
  let calendar: Calendar
  let hours = 0
  before(async () => {
    calendar = await createCalendar({ now: start })
  })
  after(() => calendar.close())

  /** So that a write that changes something changes the time of the last change too. */
  const later = () => calendar.setClock(start + ++hours * 3_600_000)

  type Sent = { body?: object | undefined; as?: Login; headers?: Record<string, string> }
  const ask = async (method: string, path: string, status: number, { as = 'editor', ...sent }: Sent = {}) => {
    const reply = await calendar.ask(method, path, { as, ...sent })
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`)
    return reply
  }
  const put = (path: string, body: object, status: number, more: Sent = {}) =>
    ask('PUT', path, status, { body, ...more })
  const revisions = async (id: number, type = 'tribe_events'): Promise<number> =>
    (await ask('GET', `//wp/v2/${type}/${id}/revisions?per_page=100`, 200)).body.length

  const odd = [
    'a/b',
    'a.b',
    '..x',
    ':x:',
    'with space',
    'ünï/日本',
    '100%',
    'a?b#c',
    '+1',
    '%2F',
    'A',
    'a',
    '7',
    'by-slug',
    'x'.repeat(500),
  ]

  for (const { plural, noun, body, title } of kinds) {
    const at = (source: string, id: string) =>
      `/${plural}/by-external-id/${encodeURIComponent(source)}/${encodeURIComponent(id)}`

    describe(`of ${plural}`, () => {
      it('are created, updated, read and deleted', async () => {
        const path = at('cms', 'crud')
        await ask('GET', path, 404)
        await ask('DELETE', path, 404)
        const created = await put(path, body, 201)
        const { id, source, external_id } = created.body
        assert.deepEqual([source, external_id], ['cms', 'crud'])
        assert.equal(created.headers['location'], `http://calendar.test/calendar/events/v1/${plural}/${id}`)
        const read = await ask('GET', path, 200)
        assert.equal(read.headers['etag'], created.headers['etag'])
        assert.equal(read.text, (await ask('GET', `/${plural}/${id}`, 200)).text)
        await ask('GET', path, 304, { headers: { 'if-none-match': String(read.headers['etag']) } })
        const updated = await put(path, { [title]: 'A & B' }, 200)
        assert.deepEqual([updated.body.id, updated.body[title]], [id, 'A &#038; B'])
        assert.equal(updated.headers['location'], undefined)
        assert.equal((await put(`${path}?text=plain`, {}, 200)).body[title], 'A & B')
        assert.equal((await ask('GET', `${path}?text=plain`, 200)).body[title], 'A & B')
        assert.equal((await ask('DELETE', path, 200)).body.status, 'trash')
        await ask('DELETE', path, 410)
        await ask('DELETE', `${path}?force=true`, 200)
        assert.equal((await ask('GET', path, 404)).body.code, `rest-${noun}-not-found`)
      })

      it('have ids of any characters, and the path decides', async () => {
        const ids = new Set<number>()
        for (const external_id of odd) {
          const source = `s/${external_id.slice(0, 100)}`
          const { body: created } = await put(
            at(source, external_id),
            { ...body, source: 'x', external_id: 'y', description: external_id },
            201,
          )
          assert.deepEqual([created.source, created.external_id], [source, external_id])
          assert.equal((await put(at(source, external_id), {}, 200)).body.id, created.id)
          assert.equal(
            (await ask('GET', `//wp-json/tribe/events/v1${at(source, external_id)}`, 200)).body.id,
            created.id,
          )
          ids.add(created.id)
        }
        assert.equal(ids.size, odd.length)
        for (const [source, external_id] of [
          ['x'.repeat(201), '1'],
          ['a', 'x'.repeat(501)],
          ['a', 'b\nc'],
          ['a', '<b>'],
          ['a', '\0'],
        ] as const) {
          const { status } = await calendar.ask('PUT', at(source, external_id), { as: 'editor', body })
          assert.ok(status === 400 || status === 404, `${status} for ${external_id.slice(0, 10)}`)
        }
        await ask('GET', `/${plural}/by-external-id/a`, 404)
        await ask('GET', `/${plural}/by-external-id//a`, 404)
      })

      it('are not changed by a request that says nothing new', async () => {
        const path = at('cms', 'repeat')
        const sent = { ...body, description: '<p>Same & "same"</p>', excerpt: 'Short' }
        const created = await put(path, sent, 201)
        const { id } = created.body
        const type = plural === 'events' ? 'tribe_events' : `tribe_${noun}`
        const before = await revisions(id, type)
        later()
        const again = await put(path, sent, 200)
        assert.equal(again.text, created.text)
        assert.equal(again.headers['etag'], created.headers['etag'])
        assert.equal(await revisions(id, type), before)
        const changed = await put(path, { ...sent, description: 'Other' }, 200)
        assert.notEqual(changed.body.modified, created.body.modified)
        assert.notEqual(changed.headers['etag'], created.headers['etag'])
        assert.equal(await revisions(id, type), before + 1)
      })

      it('follow the conditions of a request', async () => {
        const path = at('cms', 'conditions')
        await put(path, body, 412, { headers: { 'if-match': '*' } })
        await put(path, body, 412, { headers: { 'if-match': '"x"' } })
        const created = await put(path, body, 201, { headers: { 'if-none-match': '*' } })
        await put(path, body, 412, { headers: { 'if-none-match': '*' } })
        await put(path, { description: 'x' }, 412, { headers: { 'if-match': '"x"' } })
        const etag = String(created.headers['etag'])
        await put(path, { description: 'x' }, 200, { headers: { 'if-match': etag } })
        await ask('DELETE', path, 412, { headers: { 'if-match': etag } })
        assert.equal(
          (await put(at('cms', 'required'), { description: 'x' }, 400)).body.code,
          'rest_missing_callback_param',
        )
      })

      it('come back from the trash, as they were', async () => {
        const path = at('cms', 'trash')
        const { body: created } = await put(path, { ...body, status: 'draft' }, 201)
        await ask('DELETE', path, 200)
        const back = await put(path, body, 200)
        assert.deepEqual([back.body.id, back.body.status], [created.id, 'draft'])
        await ask('DELETE', path, 200)
        assert.equal((await put(path, { status: 'private' }, 200)).body.status, 'private')
        await put(path, { status: 'trash' }, 200)
        assert.equal((await put(path, { status: 'trash' }, 200)).body.status, 'trash')
      })

      it('are created once by requests at the same time', async () => {
        const path = at('cms', 'race')
        const replies = await Promise.all(
          Array.from({ length: 6 }, () => calendar.ask('PUT', path, { as: 'editor', body })),
        )
        assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 201])
        assert.equal(new Set(replies.map((reply) => reply.body.id)).size, 1)
      })

      it('are under the policy', async () => {
        const path = at('cms', 'policy')
        await put(path, body, 401, { as: 'none' })
        await put(path, body, 403, { as: 'subscriber' })
        const { body: created } = await put(path, { ...body, status: 'private' }, 201, { as: 'author' })
        for (const as of ['author2', 'contributor'] as const) {
          const refused = await put(path, { description: 'x' }, 403, { as })
          assert.equal(refused.body.code, 'rest_forbidden')
          await ask('DELETE', path, 403, { as })
          assert.equal((await ask('GET', path, 403, { as })).body.code, `${noun}-not-accessible`)
        }
        await ask('GET', path, 403, { as: 'none' })
        const own = await put(at('cms', 'own'), { ...body, status: 'publish' }, 201, { as: 'contributor' })
        assert.equal(own.body.status, 'pending')
        await ask('DELETE', path, 200, { as: 'author' })
        const back = await put(path, body, 200, { as: 'author' })
        assert.deepEqual([back.body.id, back.body.status], [created.id, 'private'])
      })
    })
  }

  it('take forms, and the method of a header', async () => {
    const payload = 'venue=Form&city=Ulm'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = await calendar.ask('PUT', '/venues/by-external-id/form/1', { as: 'editor', payload, headers })
    assert.equal(form.status, 201, form.text)
    const over = await calendar.ask('POST', '/venues/by-external-id/form/1?_method=PUT', {
      as: 'editor',
      payload,
      headers,
    })
    assert.equal(over.status, 200, over.text)
  })

  it('keep equal links, and what is created within an event', async () => {
    const path = '/events/by-external-id/cms/links'
    const sent = {
      ...concert,
      venue: { venue: 'Linked hall', city: 'Ulm' },
      organizer: [{ organizer: 'One' }, { organizer: 'Two' }],
      categories: ['Music', 'Jazz'],
      tags: 'a,b',
      cost: '$10',
    }
    const created = await put(path, sent, 201)
    later()
    const again = await put(path, sent, 200)
    assert.equal(again.text, created.text)
    assert.equal(await revisions(created.body.id), 1)
    const swapped = await put(path, { ...sent, organizer: sent.organizer.toReversed() }, 200)
    assert.notEqual(swapped.headers['etag'], created.headers['etag'])
    assert.notEqual(swapped.body.modified, created.body.modified)
  })

  describe('of series', () => {
    const occurrences = async (seriesId: number): Promise<readonly Record<string, unknown>[]> =>
      (await ask('GET', `/events?series=${seriesId}&window=all&per_page=50`, 200)).body.events
    const at = (id: string) => `/events/by-external-id/ical/${id}`

    it('are written as a whole, and once', async () => {
      const created = await put(at('whole'), weekly, 201)
      const { series, id } = created.body
      const before = await occurrences(series.id)
      const stored = (await ask('GET', `/series/${series.id}`, 200)).text
      later()
      const again = await put(at('whole'), weekly, 200)
      assert.equal(again.headers['etag'], created.headers['etag'])
      assert.deepEqual(await occurrences(series.id), before)
      assert.equal((await ask('GET', `/series/${series.id}`, 200)).text, stored)
      const renamed = await put(at('whole'), { ...weekly, title: 'Renamed' }, 200)
      assert.equal(renamed.body.id, id)
      assert.deepEqual(
        (await occurrences(series.id)).map(({ title }) => title),
        Array(4).fill('Renamed'),
      )
      assert.equal((await ask('GET', at('whole'), 200)).body.id, id)
    })

    it('keep what occurrences have of their own', async () => {
      const { series } = (await put(at('own'), weekly, 201)).body
      const [first, second] = await occurrences(series.id)
      await ask('PUT', `/events/${first?.['id']}`, 200, {
        body: { title: 'Opening', start_date: '2027-05-01 19:00', end_date: '2027-05-01 21:00' },
      })
      await ask('DELETE', `/events/${second?.['id']}`, 200)
      const before = await occurrences(series.id)
      later()
      const again = await put(at('own'), weekly, 200)
      assert.equal(again.body.id, first?.['id'])
      assert.deepEqual(await occurrences(series.id), before)
      await put(at('own'), { ...weekly, title: 'Other' }, 200)
      assert.deepEqual(
        (await occurrences(series.id)).map(({ title }) => title),
        ['Opening', 'Other', 'Other'],
      )
      const moved = { ...weekly, start_date: '2027-05-01 18:00', end_date: '2027-05-01 19:00' }
      await put(at('own'), moved, 200)
      assert.deepEqual((await occurrences(series.id)).map(({ start_date }) => start_date).slice(1), [
        '2027-05-15 18:00:00',
        '2027-05-22 18:00:00',
      ])
      later()
      const ended = await occurrences(series.id)
      await put(at('own'), moved, 200)
      assert.deepEqual(await occurrences(series.id), ended)
    })

    it('are moved, lengthened and ended by what the source says', async () => {
      const { series, id } = (await put(at('moved'), weekly, 201)).body
      const daily = {
        ...weekly,
        start_date: '2027-05-02 20:00',
        end_date: '2027-05-02 23:00',
        recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
      }
      assert.equal((await put(at('moved'), daily, 200)).body.series.id, series.id)
      assert.deepEqual(
        (await occurrences(series.id)).map(({ start_date }) => String(start_date).slice(0, 10)),
        ['2027-05-02', '2027-05-03', '2027-05-04'],
      )
      await ask('DELETE', at('moved'), 200)
      assert.deepEqual(await occurrences(series.id), [])
      await put(at('moved'), daily, 200)
      assert.equal((await occurrences(series.id)).length, 3)
      const single = await put(at('moved'), { ...concert, recurrence: null }, 200)
      assert.equal(single.body.series, undefined)
      assert.equal(single.body.external_id, 'moved')
      assert.equal((await put(at('moved'), { ...concert, recurrence: null }, 200)).text, single.text)
      assert.ok(id > 0)
    })

    it('take another scope', async () => {
      const { series } = (await put(at('scope'), weekly, 201)).body
      await put(at('scope'), { title: 'First alone', scope: 'this' }, 200)
      assert.deepEqual(
        (await occurrences(series.id)).map(({ title }) => title),
        ['First alone', 'Weekly', 'Weekly', 'Weekly'],
      )
      await ask('DELETE', `${at('scope')}?scope=this&force=true`, 200)
      assert.equal((await occurrences(series.id)).length, 3)
      await ask('DELETE', `${at('scope')}?force=true`, 200)
      await ask('GET', at('scope'), 404)
      await ask('GET', `/series/${series.id}`, 404)
    })

    it('of an event that begins to recur, and of a series that was split, are found again', async () => {
      const single = (await put(at('begins'), concert, 201)).body
      const series = (await put(at('begins'), weekly, 200)).body
      assert.equal(series.id, single.id)
      const [, second] = await occurrences(series.series.id)
      await ask('PUT', `/events/${second?.['id']}`, 200, { body: { title: 'Later', scope: 'following' } })
      assert.equal((await put(at('begins'), { excerpt: 'x' }, 200)).body.id, single.id)
    })
  })
})
