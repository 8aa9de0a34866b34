import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fillSeries } from '../../src/resources/events/series/fill.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const yoga = {
  title: 'Yoga',
  start_date: '2027-01-05 18:00',
  end_date: '2027-01-05 19:30',
  description: '<p>Bring a mat.</p>',
}

const tuesdays = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(2027, 0, 5 + 7 * at, 18)).toISOString().slice(0, 19).replace('T', ' '),
  )

type Occurrence = {
  id: number
  title: string
  start_date: string
  end_date: string
  utc_start_date: string
  slug: string
}

describe('series of events (C3)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2026-12-01T12:00:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Berlin' },
    })
  })
  after(() => calendar.close())

  const create = async (body: object, as: Login = 'editor') => {
    const reply = await calendar.ask('POST', '/events', { as, body: { ...yoga, ...body } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const change = async (id: number, body: object, as: Login = 'editor') => {
    const reply = await calendar.ask('POST', `/events/${id}`, { as, body })
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  const remove = async (id: number, query: string) => {
    const reply = await calendar.ask('DELETE', `/events/${id}?${query}`, { as: 'editor' })
    assert.equal(reply.status, 200, reply.text)
  }
  const occurrences = async (series: number, query = '', as?: Login): Promise<Occurrence[]> => {
    const path = `/events?series=${series}&start_date=2020-01-01&end_date=2040-01-01&per_page=50${query}`
    const { body, text } = await calendar.ask('GET', path, as ? { as } : {})
    assert.ok(body.events, text)
    return body.events
  }
  const starts = async (series: number) => (await occurrences(series)).map(({ start_date }) => start_date)
  const seriesOf = async (id: number) => {
    const reply = await calendar.ask('GET', `/series/${id}`)
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }

  it('makes an event of each occurrence, in every list', async () => {
    const first = await create({
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
      categories: 'Sport',
      venue: { venue: 'Hall' },
    })
    assert.equal(first.slug, 'yoga-2027-01-05')
    assert.equal(first.recurrence_id, '2027-01-05 18:00:00')
    const all = await occurrences(first.series.id)
    assert.deepEqual(
      all.map(({ start_date, slug }) => [start_date, slug]),
      tuesdays(3).map((start) => [start, `yoga-${start.slice(0, 10)}`]),
    )
    const { body } = await calendar.ask('GET', '/events?categories=sport&search=mat&start_date=2027-01-06')
    assert.equal(body.total, 2)
    assert.equal(body.events[0].venue.venue, 'Hall')
    assert.equal(body.events[0].categories[0].count, 3)
  })

  it('keeps the wall clock across changes of the clocks', async () => {
    const first = await create({
      start_date: '2027-03-21 02:30',
      end_date: '2027-03-21 04:30',
      recurrence: 'FREQ=WEEKLY;COUNT=3',
    })
    const all = await occurrences(first.series.id)
    assert.deepEqual(
      all.map(({ start_date, utc_start_date, end_date }) => [start_date, utc_start_date, end_date]),
      [
        ['2027-03-21 02:30:00', '2027-03-21 01:30:00', '2027-03-21 04:30:00'],
        ['2027-03-28 03:30:00', '2027-03-28 01:30:00', '2027-03-28 05:30:00'],
        ['2027-04-04 02:30:00', '2027-04-04 00:30:00', '2027-04-04 04:30:00'],
      ],
    )
  })

  it('shows a series with its template, rule, counts and exceptions', async () => {
    const first = await create({
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', exdate: ['2027-01-12'], rdate: ['2027-01-07'] },
    })
    const [, thursday] = await occurrences(first.series.id)
    await change(thursday?.id ?? 0, { title: 'Power yoga' })
    const series = await seriesOf(first.series.id)
    assert.equal(series.count, 4)
    assert.equal(series.template.title, 'Yoga')
    assert.equal(series.recurrence.rrule, 'FREQ=WEEKLY;COUNT=4')
    assert.deepEqual(
      series.exceptions.map(({ id, own_fields }: { id: number; own_fields: string[] }) => [id, own_fields]),
      [[thursday?.id, ['title']]],
    )
    const { body } = await calendar.ask('GET', '/series')
    assert.ok(body.series.some(({ id }: { id: number }) => id === first.series.id))
  })

  it('of every day, with more than a thousand occurrences after years, goes on and can be changed', async () => {
    const own = await createCalendar({ now: Date.parse('2027-01-01T12:00:00Z') })
    try {
      const { body: first } = await own.ask('POST', '/events', {
        as: 'editor',
        body: { ...yoga, recurrence: 'FREQ=DAILY' },
      })
      own.setClock('2028-06-01 12:00:00')
      const context = { config: own.config, now: () => Date.parse('2028-06-01T12:00:00Z') }
      await own.database.transact((db) => fillSeries(db, context, first.series.id))
      const read = async () => (await own.ask('GET', `/series/${first.series.id}`)).body
      assert.deepEqual([(await read()).count, (await read()).last.start_date], [1244, '2030-06-01 18:00:00'])
      const body = { start_date: '2027-01-05 19:00', end_date: '2027-01-05 20:00', scope: 'all' }
      assert.equal((await own.ask('POST', `/events/${first.id}`, { as: 'editor', body })).status, 200)
      assert.deepEqual([(await read()).count, (await read()).last.start_date], [1244, '2030-06-01 19:00:00'])
    } finally {
      await own.close()
    }
  })

  it('without an end has later occurrences that are changed when they are made', async () => {
    const own = await createCalendar({ now: Date.parse('2027-01-01T12:00:00Z') })
    try {
      const body = { ...yoga, recurrence: 'FREQ=MONTHLY' }
      const { body: first } = await own.ask('POST', '/events', { as: 'editor', body })
      own.setClock('2027-06-01 12:00:00')
      const context = { config: own.config, now: () => Date.parse('2027-06-01T12:00:00Z') }
      await own.database.transact((db) => fillSeries(db, context, first.series.id))
      const changed = await own.ask('GET', '/events?window=all&modified_after=2027-05-31&per_page=50')
      assert.deepEqual(
        changed.body.events.map(({ start_date }: Occurrence) => start_date),
        ['02', '03', '04', '05'].map((month) => `2029-${month}-05 18:00:00`),
      )
    } finally {
      await own.close()
    }
  })

  it('leads from the slug of the series to its next occurrence', async () => {
    const first = await create({ title: 'Choir', recurrence: 'FREQ=WEEKLY;COUNT=3' })
    const read = async () => (await calendar.ask('GET', '/events/by-slug/choir')).body.start_date
    assert.equal(await read(), '2027-01-05 18:00:00')
    const own = await createCalendar({ now: Date.parse('2027-01-10T12:00:00Z') })
    try {
      const reply = await own.ask('POST', '/events', {
        as: 'editor',
        body: { ...yoga, recurrence: 'FREQ=WEEKLY;COUNT=2' },
      })
      assert.equal((await own.ask('GET', '/events/by-slug/yoga')).body.start_date, '2027-01-12 18:00:00', reply.text)
      own.setClock('2027-02-01 00:00:00')
      assert.equal((await own.ask('GET', '/events/by-slug/yoga')).body.start_date, '2027-01-12 18:00:00')
    } finally {
      await own.close()
    }
    const { slug } = await create({ title: 'Choir' })
    assert.equal(slug, 'choir-2', String(first.id))
  })

  it('collapses series to their first occurrence in the list', async () => {
    const first = await create({ title: 'Swimming', tags: 'water', recurrence: 'FREQ=WEEKLY;COUNT=5' })
    await create({ title: 'Diving', tags: 'water' })
    const list = async (query: string) => (await calendar.ask('GET', `/events?tags=water&collapse=series${query}`)).body
    const all = await list('')
    assert.deepEqual([all.total, all.events.map(({ id }: Occurrence) => id).includes(first.id)], [2, true])
    const later = await list('&start_date=2027-01-13')
    assert.deepEqual(
      later.events.map(({ start_date }: Occurrence) => start_date),
      ['2027-01-19 18:00:00'],
    )
    const [, second, third] = await occurrences(first.series.id)
    for (const more of ['', '&sort=-title', '&cursor=']) {
      const named = await list(`&include=${third?.id},${second?.id}${more}`)
      assert.deepEqual(
        named.events.map(({ id }: Occurrence) => id),
        [second?.id],
        more,
      )
    }
  })

  it('collapses series to the first occurrence that has the words of a search', async () => {
    const first = await create({ title: 'Rehearsal', recurrence: 'FREQ=WEEKLY;COUNT=4' })
    const found = await occurrences(first.series.id)
    const third = found[2]?.id ?? 0
    const reply = await calendar.ask('POST', `/events/${third}`, { as: 'editor', body: { title: 'Concert of bells' } })
    assert.equal(reply.status, 200, reply.text)
    const ids = found.map(({ id }) => id)
    for (const among of ['', `&include=${ids}`, `&series=${first.series.id}`]) {
      const { body } = await calendar.ask('GET', `/events?search=bells&collapse=series${among}`)
      assert.deepEqual(
        body.events.map(({ id }: Occurrence) => id),
        [third],
        among,
      )
    }
  })

  describe('a change', () => {
    it('of one occurrence makes an exception that later changes of all leave alone', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=4' })
      const [, second, third] = await occurrences(first.series.id)
      await change(second?.id ?? 0, { title: 'Guest teacher' })
      await change(third?.id ?? 0, { start_date: '2027-01-20 10:00', end_date: '2027-01-20 11:00' })
      await change(first.id, { title: 'Hatha', description: '<p>New.</p>', scope: 'all', tags: 'calm' })
      const all = await occurrences(first.series.id)
      assert.deepEqual(
        all.map(({ title, start_date }) => [title, start_date]),
        [
          ['Hatha', '2027-01-05 18:00:00'],
          ['Guest teacher', '2027-01-12 18:00:00'],
          ['Hatha', '2027-01-20 10:00:00'],
          ['Hatha', '2027-01-26 18:00:00'],
        ],
      )
      const { body } = await calendar.ask('GET', '/events?search=new&tags=calm')
      assert.equal(body.total, 4)
      await change(second?.id ?? 0, { title: 'Hatha' })
      const { exceptions } = await seriesOf(first.series.id)
      assert.deepEqual(
        exceptions.map(({ id }: { id: number }) => id),
        [third?.id],
      )
    })

    it('that sends the same categories in another order changes nothing', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=2', categories: ['Zumba', 'Aerobics'] })
      const ids: number[] = first.categories.map(({ id }: { id: number }) => id)
      for (const categories of [ids, [...ids].reverse()]) {
        const changed = await change(first.id, { categories })
        assert.equal(changed.own_fields, undefined)
      }
    })

    it('of the time moves all, and keeps their ids', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' })
      const before = await occurrences(first.series.id)
      await change(before[1]?.id ?? 0, { start_date: '2027-01-13 20:00', end_date: '2027-01-13 21:00', scope: 'all' })
      const after = await occurrences(first.series.id)
      assert.deepEqual(
        after.map(({ start_date }) => start_date),
        ['2027-01-06 20:00:00', '2027-01-13 20:00:00', '2027-01-20 20:00:00'],
      )
      assert.deepEqual(
        after.map(({ id }) => id),
        before.map(({ id }) => id),
      )
      assert.equal((await seriesOf(first.series.id)).recurrence.rrule, 'FREQ=WEEKLY;BYDAY=WE;COUNT=3')
    })

    it('of the time moves the end of the rule by the wall clock, across a change of the clocks', async () => {
      const first = await create({
        start_date: '2027-03-04 18:00',
        end_date: '2027-03-04 19:00',
        recurrence: 'FREQ=WEEKLY;UNTIL=20270325T165959Z',
      })
      await change(first.id, { start_date: '2027-03-07 08:00', end_date: '2027-03-07 09:00', scope: 'all' })
      assert.deepEqual(await starts(first.series.id), [
        '2027-03-07 08:00:00',
        '2027-03-14 08:00:00',
        '2027-03-21 08:00:00',
      ])
    })

    it('of the rule keeps what still is, and names exceptions that no longer fit', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=4' })
      const before = await occurrences(first.series.id)
      await change(before[1]?.id ?? 0, { title: 'Guest' })
      const answer = await change(first.id, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3', scope: 'all' })
      assert.deepEqual(
        answer.kept_exceptions.map(({ id }: { id: number }) => id),
        [before[1]?.id],
      )
      const after = await occurrences(first.series.id)
      assert.deepEqual(
        after.map(({ start_date }) => start_date),
        ['2027-01-05 18:00:00', '2027-01-12 18:00:00', '2027-01-19 18:00:00', '2027-02-02 18:00:00'],
      )
      assert.deepEqual([after[0]?.id, after[2]?.id], [before[0]?.id, before[2]?.id])
    })

    it('of this and following splits the series', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=5' })
      const before = await occurrences(first.series.id)
      const answer = await change(before[2]?.id ?? 0, { title: 'Pilates', scope: 'following' })
      assert.notEqual(answer.series.id, first.series.id)
      const [old, rest] = [await occurrences(first.series.id), await occurrences(answer.series.id)]
      assert.deepEqual(
        [old.map(({ title }) => title), rest.map(({ title }) => title)],
        [
          ['Yoga', 'Yoga'],
          ['Pilates', 'Pilates', 'Pilates'],
        ],
      )
      assert.deepEqual(
        [...old, ...rest].map(({ id }) => id),
        before.map(({ id }) => id),
      )
      assert.equal((await seriesOf(first.series.id)).recurrence.rrule, 'FREQ=WEEKLY;UNTIL=20270119T165959Z')
      assert.equal((await seriesOf(answer.series.id)).recurrence.rrule, 'FREQ=WEEKLY;COUNT=3')
    })

    describe('of this and following, from a date that the rule does not give', () => {
      const ids = async (series: number) => (await occurrences(series)).map(({ id }) => id)
      const longer = { end_date: '2027-01-07 13:30', scope: 'all' }

      it('keeps the rhythm of the rule after a further date', async () => {
        const first = await create({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', rdate: ['2027-01-07 12:00'] } })
        const [, thursday, ...tuesdays] = await occurrences(first.series.id)
        const rest = await change(thursday?.id ?? 0, { title: 'Pilates', scope: 'following' })
        const series = await seriesOf(rest.series.id)
        assert.deepEqual(
          [series.start_date, series.recurrence.rrule, series.recurrence.rdate],
          ['2027-01-12 18:00:00', 'FREQ=WEEKLY;COUNT=3', ['2027-01-07 12:00:00']],
        )
        const all = [thursday, ...tuesdays].map((one) => one?.id)
        assert.deepEqual(await ids(rest.series.id), all)
        await change(thursday?.id ?? 0, longer)
        assert.deepEqual(await ids(rest.series.id), all, 'another length moves nothing')
        // Split again, before the rule begins and where it does.
        const tail = await change(tuesdays[0]?.id ?? 0, { title: 'Stretching', scope: 'following' })
        assert.deepEqual(await ids(tail.series.id), all.slice(1))
        await change(thursday?.id ?? 0, { ...longer, end_date: '2027-01-07 14:00' })
        assert.deepEqual(await ids(rest.series.id), [thursday?.id])
      })

      it('keeps the rhythm of the rule after an exception that no longer fits', async () => {
        const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=4' })
        const [, second] = await occurrences(first.series.id)
        await change(second?.id ?? 0, { title: 'Guest' })
        await change(first.id, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' })
        const before = await ids(first.series.id)
        const rest = await change(second?.id ?? 0, { venue: { venue: 'Loft' }, scope: 'following' })
        await change(before[2] ?? 0, { end_date: '2027-01-19 20:00', scope: 'all' })
        assert.deepEqual(await ids(rest.series.id), before.slice(1))
        assert.deepEqual(await ids(first.series.id), [first.id])
      })

      it('has no rule where that has ended, or has not begun', async () => {
        const rule = { rrule: 'FREQ=WEEKLY;UNTIL=20270113', rdate: ['2027-02-01 18:00', '2027-02-02 18:00'] }
        const first = await create({ recurrence: rule })
        const all = await ids(first.series.id)
        const rest = await change(all[2] ?? 0, { title: 'Late', scope: 'following' })
        await change(all[2] ?? 0, { end_date: '2027-02-01 21:00', scope: 'all' })
        assert.deepEqual(await ids(rest.series.id), all.slice(2))
        const beside = await create({ recurrence: 'FREQ=WEEKLY;BYDAY=WE;COUNT=3' })
        const [, wednesday] = await ids(beside.series.id)
        await change(wednesday ?? 0, { title: 'Wednesdays', scope: 'following' })
        await change(beside.id, { end_date: '2027-01-05 21:00', scope: 'all' })
        assert.deepEqual(await ids(beside.series.id), [beside.id])
      })
    })

    it('makes a series of an event, and an event of an occurrence', async () => {
      const single = await create({ title: 'Market' })
      const first = await change(single.id, { recurrence: 'FREQ=WEEKLY;COUNT=3' })
      assert.deepEqual([first.id, first.slug], [single.id, 'market-2027-01-05'])
      assert.equal((await calendar.ask('GET', '/events/by-slug/market')).body.id, single.id)
      const all = await occurrences(first.series.id)
      const left = await change(all[1]?.id ?? 0, { recurrence: null })
      assert.equal(left.series, undefined)
      assert.deepEqual(await starts(first.series.id), ['2027-01-05 18:00:00', '2027-01-19 18:00:00'])
      assert.deepEqual((await seriesOf(first.series.id)).recurrence.exdate, ['2027-01-12 18:00:00'])
    })

    it('with a stale If-Match changes nothing', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const reply = await calendar.ask('POST', `/events/${first.id}`, {
        as: 'editor',
        body: { title: 'Other', scope: 'all' },
        headers: { 'if-match': '"stale"' },
      })
      assert.equal(reply.status, 412)
      assert.deepEqual(
        (await occurrences(first.series.id)).map(({ title }) => title),
        ['Yoga', 'Yoga', 'Yoga'],
      )
    })

    it('accepts the ETag of the series if it is about several occurrences', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3', venue: { venue: 'Loft' }, categories: 'Calm' })
      const [, second] = await occurrences(first.series.id)
      const read = async (path: string) => (await calendar.ask('GET', path, { as: 'editor' })).headers['etag'] ?? ''
      const write = async (etag: string, body: object, method = 'POST', query = '') => {
        const path = `/events/${first.id}${query}`
        return (await calendar.ask(method, path, { as: 'editor', body, headers: { 'if-match': etag } })).status
      }
      const before = await read(`/series/${first.series.id}`)
      const own = await read(`/events/${first.id}`)
      await change(second?.id ?? 0, { title: 'Guest' })
      assert.equal(await read(`/events/${first.id}`), own)
      assert.equal(await write(before, { title: 'A', scope: 'all' }), 412)
      assert.equal(await write(before, { recurrence: 'FREQ=DAILY;COUNT=3' }), 412)
      assert.equal(await write(before, {}, 'DELETE', '?scope=following'), 412)
      const current = await read(`/series/${first.series.id}`)
      assert.equal(await write(current, { title: 'A' }), 412, 'a single one has its own ETag')
      assert.equal(await write(current, { title: 'A', scope: 'all' }), 200)
      assert.equal(await write(await read(`/events/${first.id}`), { title: 'B', scope: 'all' }), 200)
      assert.equal(await write(await read(`/series/${first.series.id}`), { recurrence: 'FREQ=DAILY;COUNT=3' }), 200)
      assert.equal(await write(await read(`/series/${first.series.id}`), {}, 'DELETE', '?scope=all'), 200)
    })

    it('is refused, in every form, if the caller may not change one of them', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3' }, 'author')
      const [, , last] = await occurrences(first.series.id)
      await change(last?.id ?? 0, { author: 2 })
      const refused = async (method: string, path: string, body?: object) => {
        const reply = await calendar.ask(method, `/events/${path}`, { as: 'author', ...(body && { body }) })
        assert.equal(reply.status, 403, `${method} ${path} ${JSON.stringify(body)}`)
        assert.match(reply.body.message, new RegExp(`event ${last?.id} of this series`))
      }
      for (const scope of ['following', 'all']) {
        await refused('POST', String(first.id), { title: 'X', scope })
        await refused('POST', String(first.id), { recurrence: null, scope })
        await refused('DELETE', `${first.id}?scope=${scope}`)
        await refused('DELETE', `${first.id}?scope=${scope}&force=true`)
      }
      await refused('POST', String(first.id), { recurrence: 'FREQ=DAILY;COUNT=3' })
      assert.deepEqual(await starts(first.series.id), tuesdays(3))
      await change(last?.id ?? 0, { author: 3 })
      await change(first.id, { title: 'X', scope: 'all' }, 'author')
    })

    it('of the slug with `all` changes every slug except one that was set for its occurrence', async () => {
      const first = await create({ title: 'Tango', recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const [, second] = await occurrences(first.series.id)
      await change(second?.id ?? 0, { slug: 'tango-gala' })
      await change(first.id, { title: 'Milonga', slug: 'milonga', scope: 'all' })
      assert.deepEqual(
        (await occurrences(first.series.id)).map(({ slug }) => slug),
        ['milonga-2027-01-05', 'tango-gala', 'milonga-2027-01-19'],
      )
      assert.equal((await calendar.ask('GET', '/events/by-slug/milonga')).body.id, first.id)
      await change(first.id, { title: 'Tango again', scope: 'all' })
      assert.equal((await occurrences(first.series.id))[2]?.slug, 'milonga-2027-01-19')
    })

    it('with `all` also sets the value that only the addressed occurrence had', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const [, second] = await occurrences(first.series.id)
      const path = `/events?series=${first.series.id}&event_status=cancelled`
      await change(second?.id ?? 0, { event_status: 'cancelled' })
      assert.equal((await calendar.ask('GET', path)).body.total, 1)
      await change(second?.id ?? 0, { event_status: 'cancelled', scope: 'all' })
      assert.equal((await calendar.ask('GET', path)).body.total, 3)
      assert.deepEqual((await seriesOf(first.series.id)).exceptions, [])
    })

    it('of the publication date with `all` leaves occurrences with their own status alone', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=4', status: 'draft' })
      const [, second] = await occurrences(first.series.id, '', 'editor')
      await change(second?.id ?? 0, { status: 'private' })
      await change(first.id, { status: 'publish', date: '2027-01-01 10:00', scope: 'all' })
      const publication = async () => {
        const { body } = await calendar.ask('GET', `/events?series=${first.series.id}`, { as: 'editor' })
        return body.events.map(({ status, date }: { status: string; date: string }) => [status, date.slice(0, 10)])
      }
      const due = ['future', '2027-01-01']
      assert.deepEqual(await publication(), [due, ['private', '2026-12-01'], due, due])
      await change(first.id, { date: '2026-11-30 10:00', scope: 'all' })
      const done = ['publish', '2026-11-30']
      assert.deepEqual(await publication(), [done, ['private', '2026-12-01'], done, done])
    })

    it('of the parent with `all` sets it for all, and refuses one of the occurrences as parent', async () => {
      const parent = await create({ title: 'Festival' })
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const [, second] = await occurrences(first.series.id)
      const below = async () => (await calendar.ask('GET', `/events?post_parent=${parent.id}`)).body.total
      await change(first.id, { post_parent: parent.id, scope: 'all' })
      assert.equal(await below(), 3)
      const reply = await calendar.ask('POST', `/events/${first.id}`, {
        as: 'editor',
        body: { post_parent: second?.id, scope: 'all' },
      })
      assert.equal(reply.status, 400, reply.text)
      assert.match(reply.body.data.params.post_parent, /below itself/)
      await change(first.id, { post_parent: 0, scope: 'all' })
      assert.equal(await below(), 0)
    })
  })

  describe('a deletion', () => {
    it('takes one, the following, or all to the trash, from where they come back', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=6' })
      const all = await occurrences(first.series.id)
      await remove(all[1]?.id ?? 0, '')
      await remove(all[4]?.id ?? 0, 'scope=following')
      assert.deepEqual(
        await starts(first.series.id),
        [0, 2, 3].map((at) => tuesdays(6)[at]),
      )
      await remove(first.id, 'scope=all')
      assert.equal((await calendar.ask('GET', `/series/${first.series.id}`)).status, 404)
      await change(first.id, { status: 'publish', scope: 'all' })
      assert.deepEqual(
        await starts(first.series.id),
        [0, 2, 3].map((at) => tuesdays(6)[at]),
      )
    })

    it('of an occurrence in the trash is 410, and of a series moves the rest of it to the trash', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const [, , last] = await occurrences(first.series.id)
      const again = async (query: string) => {
        const { status, body } = await calendar.ask('DELETE', `/events/${last?.id}?${query}`, { as: 'editor' })
        return [status, body.code]
      }
      await remove(last?.id ?? 0, '')
      assert.deepEqual(await again('scope=following'), [410, 'event-is-in-trash'])
      assert.equal((await starts(first.series.id)).length, 2)
      assert.equal((await again('scope=all'))[0], 200)
      assert.deepEqual(await starts(first.series.id), [])
      assert.deepEqual(await again('scope=all'), [410, 'event-is-in-trash'])
    })

    it('that was reverted is not an exception, even if all others are', async () => {
      const first = await create({ recurrence: 'FREQ=WEEKLY;COUNT=2' })
      const [one, other] = await occurrences(first.series.id)
      await change(other?.id ?? 0, { title: 'Guest' })
      await remove(one?.id ?? 0, '')
      await change(one?.id ?? 0, { status: 'publish' })
      const { exceptions } = await seriesOf(first.series.id)
      assert.deepEqual(
        exceptions.map(({ id, own_fields }: { id: number; own_fields: string[] }) => [id, own_fields]),
        [[other?.id, ['title']]],
      )
    })

    it('with force leaves nothing behind', async () => {
      const first = await create({ title: 'Chess', recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const all = await occurrences(first.series.id)
      await remove(all[1]?.id ?? 0, 'force=true')
      assert.deepEqual((await seriesOf(first.series.id)).recurrence.exdate, ['2027-01-12 18:00:00'])
      await change(all[2]?.id ?? 0, { title: 'Blitz' })
      const versions = calendar.database.kysely
        .selectFrom('revision')
        .select('record_id')
        .where('payload', 'is not', null)
        .where('record_id', 'in', [first.id, all[2]?.id ?? 0])
      assert.notEqual((await versions.execute()).length, 0)
      await remove(first.id, 'force=true&scope=all')
      assert.deepEqual(await versions.execute(), [])
      const { body } = await calendar.ask('GET', '//kalends/v1/activity?per_page=1', { as: 'editor' })
      assert.deepEqual([body[0].action, body[0].record], ['deleted', first.id])
      assert.equal((await calendar.ask('GET', `/series/${first.series.id}`)).status, 404)
      assert.equal((await calendar.ask('GET', '/events/by-slug/chess')).status, 404)
      assert.equal((await create({ title: 'Chess' })).slug, 'chess')
    })
  })

  describe('a recurrence that cannot be', () => {
    const cases: [name: string, recurrence: unknown, fault: RegExp][] = [
      ['endless and daily twice', 'FREQ=DAILY;BYHOUR=8,20', /more than 1000 dates/],
      ['without dates', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /gives no date/],
      ['hourly', 'FREQ=HOURLY', /YEARLY, MONTHLY, WEEKLY, DAILY/],
      ['minutely', 'RRULE:FREQ=MINUTELY', /YEARLY, MONTHLY, WEEKLY, DAILY/],
      ['secondly', 'RRULE:FREQ=SECONDLY', /YEARLY, MONTHLY, WEEKLY, DAILY/],
      ['with too many dates', `RDATE:${'20270105T200000,'.repeat(640)}20270105T200000`, /at most 500/],
      ['that ends before it starts', 'FREQ=WEEKLY;UNTIL=20200101', /before the start/],
      ['in a zone of its own', 'RRULE;TZID=Europe/Rome:FREQ=WEEKLY', /own timezone/],
      ['with unknown parts', 'FREQ=WEEKLY;BYEASTER=0', /BYEASTER=0.*allowed are FREQ/],
      ['that ends twice', 'FREQ=WEEKLY;COUNT=2;UNTIL=20280101', /COUNT or by UNTIL/],
      ['all excepted', { rrule: 'FREQ=WEEKLY;COUNT=1', exdate: ['2027-01-05'] }, /EXDATE/],
      ['empty', {}, /needs a rule/],
      ['with dates before its start', { rdate: ['2027-01-07', '2027-01-01'] }, /before the start \(2027-01-05/],
      ['a number', 7, /must be a string/],
      ['of two rules', 'RRULE:FREQ=WEEKLY\nRRULE:FREQ=DAILY', /one RRULE/],
      ['with a date that is none', { rrule: 'FREQ=WEEKLY', rdate: ['2027-02-31'] }, /not a date/],
    ]
    for (const [name, recurrence, fault] of cases)
      it(`${name} is 400 and says what is allowed`, async () => {
        const { body, status } = await calendar.ask('POST', '/events', {
          as: 'editor',
          body: { ...yoga, title: name, recurrence },
        })
        assert.equal(status, 400)
        assert.match(body.data.params.recurrence, fault)
        const { body: found } = await calendar.ask('GET', `/events?search=${encodeURIComponent(name)}`, {
          as: 'editor',
        })
        assert.equal(found.total, 0)
      })
  })
})
