import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const concert = { title: 'Concert', start_date: '2027-05-01 20:00', end_date: '2027-05-01 22:00' }
const weekly = { ...concert, title: 'Weekly', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' }

const kinds = [
  { plural: 'events', noun: 'event', body: concert },
  { plural: 'venues', noun: 'venue', body: { venue: 'Hall' } },
  { plural: 'organizers', noun: 'organizer', body: { organizer: 'Club' } },
] as const

describe('external ids (C4.1)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const ask = async (method: string, path: string, body: object | undefined, status: number, as: Login = 'editor') => {
    const reply = await calendar.ask(method, path, { as, body })
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`)
    return reply.body
  }
  const post = (path: string, body: object, status = 201, as?: Login) => ask('POST', path, body, status, as)
  const idsOf = async (query: string, plural = 'events'): Promise<number[]> =>
    (await ask('GET', `/${plural}?${query}`, undefined, 200))[plural].map(({ id }: { id: number }) => id)
  const pairOf = ({ source, external_id }: { source?: string; external_id?: string }) => [source, external_id]

  for (const { plural, noun, body } of kinds) {
    describe(`of ${plural}`, () => {
      it('are kept exactly, are in the record where there are any, and can be written back and cleared', async () => {
        const plain = await post(`/${plural}`, { ...body, description: 'Without' })
        assert.deepEqual(
          ['source', 'external_id'].filter((name) => name in plain),
          [],
        )
        const external_id = ' a&amp;b / ünï:日本 %2F "1" '
        const stored = await post(`/${plural}`, { ...body, source: 'a & b', external_id })
        assert.deepEqual(pairOf(stored), ['a & b', external_id])
        const path = `/${plural}/${stored.id}`
        assert.deepEqual(pairOf(await ask('GET', path, undefined, 200)), ['a & b', external_id])
        const again = await ask('PUT', path, { source: stored.source, external_id: stored.external_id }, 200)
        assert.deepEqual(pairOf(again), ['a & b', external_id])
        assert.deepEqual(pairOf(await ask('PATCH', path, { external_id: 4711 }, 200)), ['a & b', '4711'])
        const cleared = await ask('PUT', path, { source: '', external_id: null }, 200)
        assert.deepEqual(pairOf(cleared), [undefined, undefined])
      })

      it('need both halves, and have bounds', async () => {
        const faults = async (sent: object) => (await post(`/${plural}`, { ...body, ...sent }, 400)).data.params
        assert.match((await faults({ external_id: '1' })).source, /send source too/)
        assert.match((await faults({ source: 'cms' })).external_id, /send external_id too/)
        assert.match((await faults({ source: 'x'.repeat(201), external_id: '1' })).source, /200/)
        assert.match((await faults({ source: 'cms', external_id: 'x'.repeat(501) })).external_id, /500/)
        assert.match((await faults({ source: 'cms', external_id: 'a\nb' })).external_id, /control/)
        assert.match((await faults({ source: '<b>', external_id: '1' })).source, /< and >/)
        assert.match((await faults({ source: 'cms', external_id: ['1'] })).external_id, /string/)
        const { id } = await post(`/${plural}`, { ...body, source: 'halves', external_id: '😀'.repeat(500) })
        assert.match(
          (await ask('PATCH', `/${plural}/${id}`, { source: '' }, 400)).data.params.source,
          /send source too/,
        )
      })

      it('are unique, also in the trash', async () => {
        const pair = { source: 'unique', external_id: 'A' }
        const { id } = await post(`/${plural}`, { ...body, title: 'First', ...pair })
        const other = { ...body, description: 'Another', ...pair }
        const refused = await post(`/${plural}`, other, 400)
        assert.deepEqual([refused.code, refused.data.id], ['duplicate_external_id', id])
        assert.match(refused.message, new RegExp(`The ${noun} ${id} has`))
        await ask('DELETE', `/${plural}/${id}`, undefined, 200)
        assert.equal((await post(`/${plural}`, other, 400)).data.id, id)
        const { id: second } = await post(`/${plural}`, { ...other, external_id: 'a' })
        assert.notEqual(second, id, 'letter case counts')
        assert.equal((await ask('PATCH', `/${plural}/${second}`, pair, 400)).data.id, id)
        await post(`/${plural}`, { ...other, source: 'elsewhere' })
        await ask('DELETE', `/${plural}/${id}?force=true`, undefined, 200)
        assert.deepEqual(pairOf(await ask('PATCH', `/${plural}/${second}`, pair, 200)), ['unique', 'A'])
      })

      it('of what a caller may not read are not told', async () => {
        const pair = { source: 'hidden', external_id: '1' }
        const { id } = await post(`/${plural}`, { ...body, status: 'private', ...pair })
        const refused = await post(`/${plural}`, { ...body, description: 'Mine', ...pair }, 400, 'author')
        assert.equal(refused.code, 'duplicate_external_id')
        assert.ok(!JSON.stringify(refused).includes(String(id)), JSON.stringify(refused))
        assert.deepEqual(refused.data, { status: 400 })
      })

      it('find records in lists', async () => {
        const one = await post(`/${plural}`, { ...body, source: 'lists, too', external_id: 'a,b' })
        const two = await post(`/${plural}`, { ...body, source: 'lists, too', external_id: 'c' })
        const other = await post(`/${plural}`, { ...body, source: 'others', external_id: 'c' })
        assert.deepEqual((await idsOf('source=lists,%20too', plural)).toSorted(), [one.id, two.id].toSorted())
        assert.deepEqual(await idsOf('external_id=a,b', plural), [one.id])
        assert.deepEqual((await idsOf('external_id=c', plural)).toSorted(), [two.id, other.id].toSorted())
        for (const more of ['', '&sort=-title', '&cursor=', '&status=publish'])
          assert.deepEqual(await idsOf(`source=others&external_id=c${more}`, plural), [other.id], more)
        assert.deepEqual(await idsOf('source=others&external_id=a,b', plural), [])
        assert.deepEqual(await idsOf('source=nobody', plural), [])
        assert.match((await ask('GET', `/${plural}?source=`, undefined, 400)).data.params.source, /empty/)
        const moved = await ask('PATCH', `/${plural}/${two.id}`, { external_id: 'd' }, 200)
        assert.deepEqual(await idsOf('source=lists,%20too&external_id=d', plural), [moved.id])
        assert.deepEqual(await idsOf('external_id=c', plural), [other.id])
      })

      it('are given to one record alone by requests at the same time', async () => {
        const pair = { source: 'race', external_id: '1' }
        const replies = await Promise.all(
          Array.from({ length: 6 }, (_, n) =>
            calendar.ask('POST', `/${plural}`, { as: 'editor', body: { ...body, description: `${n}`, ...pair } }),
          ),
        )
        assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 400, 400, 400, 400, 400])
      })
    })
  }

  it('are an own one for each kind', async () => {
    const pair = { source: 'kinds', external_id: '1' }
    for (const { plural, body } of kinds) await post(`/${plural}`, { ...body, ...pair })
  })

  it('of a new venue within an event hold as elsewhere', async () => {
    const venue = { venue: 'Nested', source: 'nested', external_id: '1' }
    const first = await post('/events', { ...concert, venue })
    assert.deepEqual(pairOf(first.venue), ['nested', '1'])
    const second = await post('/events', { ...concert, venue })
    assert.equal(second.venue.id, first.venue.id, 'the same payload is the same venue')
    const refused = await post('/events', { ...concert, venue: { ...venue, city: 'Ulm' } }, 400)
    assert.deepEqual([refused.code, refused.data.id], ['duplicate_external_id', first.venue.id])
  })

  it('of merged records go to the one that is left', async () => {
    const into = await post('/venues', { venue: 'Left' })
    const from = await post('/venues', { venue: 'Gone', source: 'merge', external_id: '1' })
    await ask('POST', '//kalends/v1/merges', { kind: 'venues', into: into.id, from: [from.id] }, 200)
    assert.deepEqual(pairOf(await ask('GET', `/venues/${into.id}`, undefined, 200)), ['merge', '1'])
    assert.deepEqual(pairOf(await ask('GET', `/venues/${from.id}`, undefined, 200)), [undefined, undefined])
  })

  describe('of series', () => {
    const occurrencesOf = async (seriesId: number): Promise<readonly Record<string, never>[]> =>
      (await ask('GET', `/events?series=${seriesId}&window=all&per_page=50`, undefined, 200)).events
    const create = (external_id: string, more: object = {}) =>
      post('/events', { ...weekly, source: 'series', external_id, ...more })

    it('are those of all occurrences, and of no other event', async () => {
      const first = await create('whole')
      const all = await occurrencesOf(first.series.id)
      assert.deepEqual(all.map(pairOf), Array(4).fill(['series', 'whole']))
      await post('/events', { ...weekly, source: 'series', external_id: 'whole' }, 400)
      const refused = await post('/events', { ...concert, source: 'series', external_id: 'whole' }, 400)
      assert.equal(refused.data.id, first.id)
      assert.equal((await idsOf('source=series&external_id=whole')).length, 4)
      const single = await post('/events', { ...concert, source: 'series', external_id: 'single' })
      const made = await ask('PUT', `/events/${single.id}`, { recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }, 200)
      assert.deepEqual((await occurrencesOf(made.series.id)).map(pairOf), Array(3).fill(['series', 'single']))
    })

    it('are changed for all occurrences or none', async () => {
      const first = await create('scopes')
      const refused = await ask('PUT', `/events/${first.id}`, { external_id: 'other' }, 400)
      assert.match(refused.data.params.external_id, /scope=all/)
      const same = { title: 'Exception', source: 'series', external_id: 'scopes' }
      assert.equal((await ask('PUT', `/events/${first.id}`, same, 200)).title, 'Exception')
      await ask('PUT', `/events/${first.id}`, { external_id: 'changed', scope: 'all' }, 200)
      assert.deepEqual((await occurrencesOf(first.series.id)).map(pairOf), Array(4).fill(['series', 'changed']))
    })

    it('stay with the first part of a series that is split', async () => {
      const first = await create('split')
      const [, second, third] = await occurrencesOf(first.series.id)
      const whole = await ask('GET', `/events/${second?.['id']}`, undefined, 200)
      const { source, external_id } = whole
      const changed = await ask(
        'PUT',
        `/events/${whole.id}`,
        { title: 'Later', source, external_id, scope: 'following' },
        200,
      )
      assert.notEqual(changed.series.id, first.series.id)
      assert.deepEqual(pairOf(changed), [undefined, undefined])
      assert.deepEqual((await occurrencesOf(changed.series.id)).map(pairOf), Array(3).fill([undefined, undefined]))
      assert.deepEqual((await occurrencesOf(first.series.id)).map(pairOf), [['series', 'split']])
      const last = await ask(
        'PUT',
        `/events/${third?.['id']}`,
        { source: 'series', external_id: 'rest', scope: 'following' },
        200,
      )
      assert.deepEqual((await occurrencesOf(last.series.id)).map(pairOf), Array(2).fill(['series', 'rest']))
      const taken = await ask(
        'PUT',
        `/events/${last.id}`,
        { source: 'series', external_id: 'split', scope: 'all' },
        400,
      )
      assert.equal(taken.data.id, first.id)
    })

    it('stay with the series that an occurrence leaves, and with the event where the series ends', async () => {
      const first = await create('left')
      const [, second] = await occurrencesOf(first.series.id)
      const left = await ask('PUT', `/events/${second?.['id']}`, { recurrence: null }, 200)
      assert.deepEqual(pairOf(left), [undefined, undefined])
      const own = await ask('PUT', `/events/${left.id}`, { source: 'series', external_id: 'left' }, 400)
      assert.equal(own.data.id, first.id)
      const alone = await ask('PUT', `/events/${first.id}`, { recurrence: null, scope: 'all' }, 200)
      assert.deepEqual(pairOf(alone), ['series', 'left'])
      assert.deepEqual(await idsOf('source=series&external_id=left'), [first.id])
    })

    it('hold for the occurrences of a changed rule', async () => {
      const first = await create('rule')
      await ask('PUT', `/events/${first.id}`, { recurrence: 'RRULE:FREQ=DAILY;COUNT=6', scope: 'all' }, 200)
      assert.deepEqual((await occurrencesOf(first.series.id)).map(pairOf), Array(6).fill(['series', 'rule']))
    })
  })
})
