import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findFaults } from '../../src/cli/check.ts'
import { type FieldTable, listSearched } from '../../src/core/fields.ts'
import { eventFields } from '../../src/resources/events/fields.ts'
import { organizerFields } from '../../src/resources/organizers/fields.ts'
import { venueFields } from '../../src/resources/venues/fields.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const dates = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }

describe('writes (B7)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: 'Europe/Paris' } })
  })
  after(async () => {
    assert.deepEqual(await findFaults(calendar.database), [])
    await calendar.close()
  })
  const ask = (
    method: string,
    path: string,
    body?: object,
    as: Login = 'admin',
    headers: Record<string, string> = {},
  ) => calendar.ask(method, path, { as, headers, ...(body ? { body } : {}) })
  const create = async (path: string, body: object, as: Login = 'admin') => {
    const reply = await ask('POST', path, body, as)
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }

  describe('slugs of records that nobody was to see', () => {
    const change = async (id: number, body: object, path = 'events') => {
      const reply = await ask('PUT', `/${path}/${id}`, body)
      assert.equal(reply.status, 200, reply.text)
      return reply.body.slug
    }

    it('follow the title until the record is published, and never after', async () => {
      for (const status of ['draft', 'pending', 'private'] as const) {
        const { id, slug } = await create('/events', { title: `Secret ${status}`, ...dates, status })
        assert.equal(slug, `secret-${status}`)
        assert.equal(await change(id, { title: `Public ${status}` }), `public-${status}`)
        assert.equal((await ask('GET', `/events/by-slug/secret-${status}`)).status, 404)
        assert.equal(await change(id, { title: `Meeting ${status}`, status: 'publish' }), `meeting-${status}`)
        assert.equal(await change(id, { title: 'Another' }), `meeting-${status}`)
        // Once it was public, its address is known.
        assert.equal(await change(id, { status: 'private' }), `meeting-${status}`)
        assert.equal(await change(id, { title: 'Once more' }), `meeting-${status}`)
        assert.equal(await change(id, { status: 'draft' }), `meeting-${status}`)
        assert.equal(await change(id, { title: 'Last', status: 'publish' }), `meeting-${status}`)
      }
    })

    it('stay when somebody chose them, and get a number as all do', async () => {
      const chosen = await create('/events', { title: 'Chosen', slug: 'my-own', ...dates, status: 'draft' })
      assert.equal(await change(chosen.id, { title: 'Other', status: 'publish' }), 'my-own')
      await create('/events', { title: 'Numbered', ...dates })
      const second = await create('/events', { title: 'Numbered', ...dates, status: 'draft' })
      assert.equal(second.slug, 'numbered-2')
      const third = await create('/events', { title: 'Target', ...dates, status: 'draft' })
      assert.equal(await change(second.id, { title: 'Target' }), 'target-2')
      assert.equal(await change(third.id, { title: 'Target', slug: 'sent' }), 'sent')
      assert.equal(await change(third.id, { title: 'Target 3' }), 'sent')
    })

    it('follow the title in the trash and out of it', async () => {
      const { id } = await create('/events', { title: 'Thrown', ...dates, status: 'draft' })
      await ask('DELETE', `/events/${id}`)
      assert.equal(await change(id, { title: 'Restored', status: 'publish' }), 'restored')
      const kept = await create('/events', { title: 'Known', ...dates })
      await ask('DELETE', `/events/${kept.id}`)
      assert.equal(await change(kept.id, { title: 'Other', status: 'draft' }), 'known')
    })

    it('are the same for venues and organizers', async () => {
      for (const [path, name] of [
        ['venues', 'venue'],
        ['organizers', 'organizer'],
      ] as const) {
        const { id } = await create(`/${path}`, { [name]: 'Hidden place', status: 'draft' })
        assert.equal(await change(id, { [name]: 'Open place', status: 'publish' }, path), 'open-place')
        assert.equal(await change(id, { [name]: 'Renamed place' }, path), 'open-place')
      }
    })

    for (const status of ['draft', 'private'] as const)
      it(`are the same for a series (${status})`, async () => {
        const recurrence = 'RRULE:FREQ=DAILY;COUNT=3'
        const { id } = await create('/events', { title: `Merger ${status}`, ...dates, status, recurrence })
        const all = { scope: 'all', title: `Picnic ${status}` }
        assert.equal(await change(id, all), `picnic-${status}-2027-06-01`)
        assert.equal(await change(id, { ...all, title: 'Feast', status: 'publish' }), 'feast-2027-06-01')
        assert.equal(await change(id, { ...all, title: 'Known' }), 'feast-2027-06-01')
        assert.equal((await ask('GET', `/events/by-slug/merger-${status}`)).status, 404)
        assert.equal((await ask('GET', '/events/by-slug/feast')).status, 200)
        await ask('DELETE', `/events/${id}?scope=all&force=true`)
      })
  })

  describe('bodies', () => {
    const send = (contentType: string, payload: string | Buffer, query = '') =>
      calendar.ask('POST', `/events${query}`, { as: 'admin', headers: { 'content-type': contentType }, payload })

    it('are JSON, forms or multipart, with PHP brackets, and read alike', async () => {
      const json = await send(
        'application/json; charset=UTF-8',
        JSON.stringify({
          title: 'B',
          ...dates,
          all_day: 'on',
          venue: { venue: 'Body' },
          tags: ['x', 'y'],
          featured: 1,
        }),
      )
      const form = await send(
        'application/x-www-form-urlencoded',
        'title=B&start_date=2027-06-01+10:00&end_date=2027-06-01+12:00&all_day=1&venue[venue]=Body&tags[]=x&tags[]=y&featured=true',
      )
      const fields = {
        title: 'B',
        ...dates,
        all_day: 'yes',
        'venue[venue]': 'Body',
        'tags[0]': 'x',
        'tags[1]': 'y',
        featured: 'on',
      }
      const parts = Object.entries(fields).map(
        ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      const multipart = await send('multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`)
      const query = await send(
        'application/json',
        '{}',
        `?${new URLSearchParams({ title: 'B', ...dates, all_day: 'true', 'venue[venue]': 'Body', tags: 'x,y', featured: '1' })}`,
      )
      for (const reply of [json, form, multipart, query]) {
        assert.equal(reply.status, 201, reply.text)
        const { title, all_day, venue, tags, featured, start_date } = reply.body
        assert.deepEqual(
          [title, all_day, venue.venue, tags.length, featured, start_date],
          ['B', true, 'Body', 2, true, '2027-06-01 00:00:00'],
        )
      }
      assert.equal(json.body.venue.id, multipart.body.venue.id)
    })

    it('never change the record that the path names', async () => {
      const [one, two] = [
        await create('/events', { title: 'One', ...dates }),
        await create('/events', { title: 'Two', ...dates }),
      ]
      const reply = await ask('PUT', `/events/${one.id}?id=${two.id}`, { id: two.id, title: 'Mine' })
      assert.equal(reply.body.id, one.id)
      assert.equal((await ask('GET', `/events/${one.id}?id=${two.id}`)).body.id, one.id)
      const renamed = await ask('PUT', `/events/by-slug/${one.slug}`, { slug: 'renamed' })
      assert.deepEqual([renamed.body.id, renamed.body.slug], [one.id, 'renamed'])
    })
  })

  describe('updates', () => {
    const fieldTables: Readonly<Record<string, FieldTable>> = {
      events: eventFields,
      venues: venueFields,
      organizers: organizerFields,
    }

    for (const [list, fields] of Object.entries(fieldTables)) {
      const searched = Object.entries(fields).filter(([name, field]) => listSearched({ [name]: field }).length > 0)
      const names = searched.map(([name]) => name)
      it(`are found by searches of ${list}, and what was there before is not`, async () => {
        const { ask, close } = await createCalendar()
        const write = {
          title: 'Some',
          venue: 'Some',
          organizer: 'Some',
          start_date: '2027-01-01',
          end_date: '2027-01-01',
        }
        const valueFor = (name: string, word: string): string =>
          ({ website: `https://${word}.example`, email: `${word}@example.org` })[name] ?? word
        assert.ok(names.length >= 3, names.join())
        const find = async (word: string) => (await ask('GET', `/${list}?search=${word}`)).body.total
        for (const [at, name] of names.entries()) {
          const [before, after] = [`before${at}x`, `after${at}x`]
          const body = list === 'events' ? { ...write, venue: undefined, organizer: undefined } : write
          const created = await ask('POST', `/${list}`, {
            as: 'admin',
            body: { ...body, [name]: valueFor(name, before) },
          })
          assert.equal(created.status, 201, created.text)
          assert.equal(await find(before), 1, name)
          await ask('PUT', `/${list}/${created.body.id}`, { as: 'admin', body: { [name]: valueFor(name, after) } })
          assert.deepEqual([await find(before), await find(after)], [0, 1], name)
        }
        await close()
      })
    }

    it('are truly partial, by POST, PUT and PATCH alike', async () => {
      const full = {
        title: 'Whole',
        ...dates,
        description: 'D',
        excerpt: 'E',
        timezone: 'America/New_York',
        cost: '$10',
        website: 'https://example.org/',
        featured: true,
        sticky: true,
        show_map: false,
        status: 'private',
        date: '2026-01-01 10:00',
        venue: { venue: 'Whole hall' },
        organizer: [{ organizer: 'Whole club' }],
        categories: ['Whole'],
        tags: ['whole'],
      }
      const event = await create('/events', full)
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const { body, status } = await ask(method, `/events/${event.id}`, { excerpt: method })
        assert.equal(status, 200)
        assert.deepEqual(
          { ...body, excerpt: event.excerpt, modified: '', modified_utc: '' },
          { ...event, modified: '', modified_utc: '' },
        )
      }
    })

    for (const empty of [null, '']) {
      it(`clear what may be empty by ${JSON.stringify(empty)}`, async () => {
        const event = await create('/events', {
          title: 'Full',
          ...dates,
          description: 'D',
          excerpt: 'E',
          cost: '5',
          website: 'https://example.org/',
          venue: { venue: 'V' },
          organizer: { organizer: 'O' },
          categories: 'C',
          tags: 'T',
        })
        const fields = [
          'description',
          'excerpt',
          'cost',
          'website',
          'venue',
          'organizer',
          'categories',
          'tags',
          'image',
        ]
        const { body, status, text } = await ask(
          'PATCH',
          `/events/${event.id}`,
          Object.fromEntries(fields.map((name) => [name, empty])),
        )
        assert.equal(status, 200, text)
        assert.deepEqual(
          fields.map((name) => body[name]),
          ['', '', '', body.url, [], [], [], [], false],
        )
        const venue = await create('/venues', {
          venue: `Clear ${empty}`,
          address: 'A',
          phone: '1',
          website: 'https://example.org/',
          description: 'D',
          geo_lat: 1,
          geo_lng: 2,
        })
        const names = ['address', 'phone', 'website', 'description', 'geo_lat', 'geo_lng']
        const cleared = await ask(
          'PATCH',
          `/venues/${venue.id}`,
          Object.fromEntries(names.map((name) => [name, empty])),
        )
        assert.ok(
          names.every((name) => !(name in cleared.body)),
          cleared.text,
        )
      })
    }

    it('clear lists by []', async () => {
      const event = await create('/events', {
        title: 'Lists',
        ...dates,
        venue: { venue: 'V' },
        categories: 'C',
        tags: 'T',
      })
      const { body } = await ask('PATCH', `/events/${event.id}`, { venue: [], organizer: [], categories: [], tags: [] })
      assert.deepEqual([body.venue, body.organizer, body.categories, body.tags], [[], [], [], []])
    })

    for (const name of ['title', 'start_date', 'end_date']) {
      it(`refuse to empty ${name}`, async () => {
        const event = await create('/events', { title: 'Keep', ...dates })
        for (const value of ['', null]) {
          const { status, body } = await ask('PATCH', `/events/${event.id}`, { [name]: value })
          assert.deepEqual([status, Object.keys(body.data.params)], [400, [name]])
        }
      })
    }
  })

  describe('dates', () => {
    const written: [name: string, body: object, expected: string[]][] = [
      ['the zone of the site', {}, ['2027-06-01 10:00:00', '2027-06-01 08:00:00', 'Europe/Paris', 'CEST']],
      [
        'a zone of its own',
        { timezone: 'Asia/Tokyo' },
        ['2027-06-01 10:00:00', '2027-06-01 01:00:00', 'Asia/Tokyo', 'JST'],
      ],
      ['a fixed offset', { timezone: 'UTC+5.5' }, ['2027-06-01 10:00:00', '2027-06-01 04:30:00', 'UTC+5.5', 'UTC+5.5']],
      ['an offset alone', { timezone: '+02:00' }, ['2027-06-01 10:00:00', '2027-06-01 08:00:00', '+02:00', '+02:00']],
      ['UTC as Z', { timezone: 'Z' }, ['2027-06-01 10:00:00', '2027-06-01 10:00:00', 'Z', 'Z']],
      ['UTC as GMT', { timezone: 'GMT' }, ['2027-06-01 10:00:00', '2027-06-01 10:00:00', 'GMT', 'GMT']],
      [
        'a written offset',
        { start_date: '2027-06-01T10:00:00-04:00', end_date: '2027-06-02' },
        ['2027-06-01 16:00:00', '2027-06-01 14:00:00', 'Europe/Paris', 'CEST'],
      ],
      [
        'Z in another zone',
        { start_date: '2027-06-01T10:00:00Z', timezone: 'America/New_York' },
        ['2027-06-01 06:00:00', '2027-06-01 10:00:00', 'America/New_York', 'EDT'],
      ],
      [
        'a timestamp',
        { start_date: 1811844000, end_date: '2027-06-02', timezone: 'Asia/Tokyo' },
        ['2027-06-01 19:00:00', '2027-06-01 10:00:00', 'Asia/Tokyo', 'JST'],
      ],
      [
        'a gap of clocks',
        { start_date: '2027-03-28 02:30', end_date: '2027-03-28 04:00' },
        ['2027-03-28 03:30:00', '2027-03-28 01:30:00', 'Europe/Paris', 'CEST'],
      ],
      [
        'an overlap of clocks',
        { start_date: '2027-10-31 02:30', end_date: '2027-10-31 04:00' },
        ['2027-10-31 02:30:00', '2027-10-31 00:30:00', 'Europe/Paris', 'CEST'],
      ],
      ['whole days', { all_day: true }, ['2027-06-01 00:00:00', '2027-05-31 22:00:00', 'Europe/Paris', 'CEST']],
      [
        'a phrase in its zone',
        { start_date: 'tomorrow 9am', end_date: 'tomorrow 11am', timezone: 'Pacific/Auckland' },
        ['2026-11-22 09:00:00', '2026-11-21 20:00:00', 'Pacific/Auckland', 'NZDT'],
      ],
    ]
    for (const [name, body, expected] of written) {
      it(`are read in ${name}`, async () => {
        const event = await create('/events', { title: name, ...dates, ...body })
        assert.deepEqual([event.start_date, event.utc_start_date, event.timezone, event.timezone_abbr], expected)
      })
    }

    it('change one by one', async () => {
      const event = await create('/events', { title: 'One', ...dates })
      const later = await ask('PATCH', `/events/${event.id}`, { end_date: '2027-06-01 15:00' })
      assert.deepEqual([later.body.start_date, later.body.end_date], ['2027-06-01 10:00:00', '2027-06-01 15:00:00'])
      const start = await ask('PATCH', `/events/${event.id}`, { start_date: '2027-06-01 14:00' })
      assert.deepEqual([start.body.start_date, start.body.end_date], ['2027-06-01 14:00:00', '2027-06-01 15:00:00'])
      const wrong = await ask('PATCH', `/events/${event.id}`, { start_date: '2027-06-01 16:00' })
      assert.deepEqual([wrong.status, Object.keys(wrong.body.data.params)], [400, ['end_date']])
    })

    it('stay the same instants when they are written back in an overlap of clocks', async () => {
      const body = { timezone: 'Europe/Paris', start_date: '2026-10-25T00:50:00Z', end_date: '2026-10-25T01:10:00Z' }
      const event = await create('/events', { title: 'Overlap', ...body })
      assert.deepEqual([event.start_date, event.end_date], ['2026-10-25 02:50:00', '2026-10-25 02:10:00'])
      const again = await ask('PUT', `/events/${event.id}`, event)
      assert.deepEqual(
        [again.status, again.body.utc_start_date, again.body.utc_end_date],
        [200, '2026-10-25 00:50:00', '2026-10-25 01:10:00'],
      )
    })

    it('are read anew when the zone changes, and snap to days with all_day', async () => {
      const event = await create('/events', { title: 'Move', ...dates })
      const moved = (await ask('PATCH', `/events/${event.id}`, { timezone: 'America/New_York' })).body
      assert.deepEqual(
        [moved.start_date, moved.utc_start_date, moved.timezone_abbr],
        ['2027-06-01 10:00:00', '2027-06-01 14:00:00', 'EDT'],
      )
      const day = (await ask('PATCH', `/events/${event.id}`, { all_day: true })).body
      assert.deepEqual(
        [day.start_date, day.end_date, day.timezone],
        ['2027-06-01 00:00:00', '2027-06-01 23:59:59', 'America/New_York'],
      )
      const kept = (await ask('PATCH', `/events/${event.id}`, { start_date: '2027-05-31 13:00' })).body
      assert.deepEqual([kept.all_day, kept.start_date], [true, '2027-05-31 00:00:00'])
      const site = (await ask('PATCH', `/events/${event.id}`, { timezone: '' })).body
      assert.equal(site.timezone, 'Europe/Paris')
    })

    const refused: [body: object, param: string][] = [
      [{ end_date: '2027-06-01 09:00' }, 'end_date'],
      [{ start_date: '2027-02-30' }, 'start_date'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ timezone: 'UTC+99' }, 'timezone'],
      [{ timezone: 'PST' }, 'timezone'],
      [{ start_date: '2027-06-31' }, 'start_date'],
      [{ cost: -5 }, 'cost'],
      [{ cost: ['$5', '-$5'] }, 'cost'],
      [{ start_date: ['2027-06-01'] }, 'start_date'],
      [{ start_date: true }, 'start_date'],
    ]
    for (const [body, param] of refused) {
      it(`refuse ${JSON.stringify(body)}`, async () => {
        const reply = await ask('POST', '/events', { title: 'x', ...dates, ...body })
        assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, [param]])
      })
    }
  })

  describe('links', () => {
    it('are ids, lists, csv, objects and mixtures', async () => {
      const [a, b] = [await create('/venues', { venue: 'A' }), await create('/venues', { venue: 'B' })]
      const spellings: [unknown, number[]][] = [
        [a.id, [a.id]],
        [String(a.id), [a.id]],
        [
          [a.id, b.id],
          [a.id, b.id],
        ],
        [`${b.id},${a.id}`, [b.id, a.id]],
        [{ id: a.id, venue: 'ignored' }, [a.id]],
        [
          [{ id: b.id }, a.id, String(b.id)],
          [b.id, a.id],
        ],
        [0, []],
        [false, []],
      ]
      for (const [venue, ids] of spellings) {
        const event = await create('/events', { title: 'Link', ...dates, venue })
        assert.deepEqual(
          [event.venue].flat().map(({ id }: { id: number }) => id),
          ids,
          JSON.stringify(venue),
        )
      }
      const mixed = await create('/events', {
        title: 'Mix',
        ...dates,
        organizer: [{ organizer: 'New one' }, { organizer: 'New two', email: 'x@example.org' }],
      })
      const again = await create('/events', {
        title: 'Mix',
        ...dates,
        organizer: [mixed.organizer[1].id, { organizer: 'Third' }, { id: mixed.organizer[0].id }],
      })
      assert.deepEqual(
        again.organizer.map((it: { organizer: string }) => it.organizer),
        ['New two', 'Third', 'New one'],
      )
    })

    for (const venue of [
      99_999,
      'Town hall',
      { address: 'no name' },
      { venue: '' },
      [[1]],
      { venue: 'X', website: 'no url' },
      true,
      { id: 99_999 },
    ]) {
      it(`refuse the venue ${JSON.stringify(venue)}, and write nothing`, async () => {
        const before = (await ask('GET', '/venues')).body.total
        const reply = await ask('POST', '/events', { title: 'Refused', ...dates, venue })
        assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['venue']])
        assert.equal((await ask('GET', '/venues')).body.total, before)
        assert.equal((await ask('GET', '/events?search=refused')).body.total, 0)
      })
    }

    it('to what the caller does not see stay, and cannot be made', async () => {
      const hidden = await create('/venues', { venue: 'Hidden', status: 'private' })
      const event = await create('/events', { title: 'Half seen', ...dates }, 'author')
      await ask('PATCH', `/events/${event.id}`, { venue: hidden.id })
      const seen = (await ask('GET', `/events/${event.id}`, undefined, 'author')).body
      assert.deepEqual(seen.venue, [])
      await ask('PATCH', `/events/${event.id}`, { venue: seen.venue, title: 'Changed' }, 'author')
      assert.equal((await ask('GET', `/events/${event.id}`)).body.venue.id, hidden.id)
      const trashed = await create('/venues', { venue: 'In the trash' })
      await ask('DELETE', `/venues/${trashed.id}`)
      for (const [venue, as] of [
        [hidden.id, 'author'],
        [trashed.id, 'admin'],
      ] as const) {
        const reply = await ask('POST', '/events', { title: 'x', ...dates, venue }, as)
        assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['venue']])
      }
    })

    it('leave nothing behind when the event fails', async () => {
      const before = (await ask('GET', '/venues')).body.total
      const body = {
        title: 'Fails',
        ...dates,
        venue: { venue: 'Orphan' },
        organizer: { organizer: 'Orphan', author: 1 },
      }
      assert.equal((await ask('POST', '/events', body, 'author')).status, 403)
      assert.equal((await ask('GET', '/venues')).body.total, before)
    })

    it('answer a namesake that has all that is sent, and make a new record otherwise', async () => {
      const first = await create('/venues', { venue: 'Town Hall', city: 'Springfield', phone: '1' })
      const same = await create('/venues', { venue: 'TOWN HALL', city: 'springfield' })
      assert.equal(same.id, first.id)
      assert.deepEqual([same.venue, same.phone, same.modified], [first.venue, '1', first.modified])
      const other = await create('/venues', { venue: 'Town hall', city: 'Shelbyville' })
      assert.notEqual(other.id, first.id)
      assert.equal(other.slug, 'town-hall-2')
      const nested = await create('/events', {
        title: 'Nested',
        ...dates,
        venue: { venue: 'town hall', city: 'Shelbyville' },
      })
      assert.equal(nested.venue.id, other.id)
      await ask('DELETE', `/venues/${first.id}`)
      assert.notEqual((await create('/venues', { venue: 'Town Hall', phone: '1' })).id, first.id)
    })

    it('answer the right one of many namesakes, whatever their letters', async () => {
      for (let i = 0; i < 30; i++) await create('/venues', { venue: 'Saal', city: `Köln ${i}` })
      const [first, second] = [
        await create('/venues', { venue: 'Saal', city: 'KÖLN 29' }),
        await create('/venues', { venue: 'saal', city: 'Ko\u0308ln 29' }),
      ]
      assert.equal(second.id, first.id)
      assert.equal((await ask('GET', '/venues?search=saal')).body.total, 30)
    })

    it('keep the places of what the caller does not see', async () => {
      const ids: number[] = []
      for (const status of ['private', 'publish', 'publish'])
        ids.push((await create('/venues', { venue: `Place ${ids.length}`, status })).id)
      const event = await create('/events', { title: 'Places', ...dates, author: 3, venue: ids })
      await ask('PATCH', `/events/${event.id}`, { venue: [ids[2], ids[1]] }, 'author')
      const { body } = await ask('GET', `/events/${event.id}`)
      assert.deepEqual(
        body.venue.map(({ id }: { id: number }) => id),
        [ids[0], ids[2], ids[1]],
      )
    })

    it('go when the venue or the organizer does, and only that one', async () => {
      const event = await create('/events', {
        title: 'Unlink',
        ...dates,
        venue: [{ venue: 'U1' }, { venue: 'U2' }],
        organizer: [{ organizer: 'U1' }, { organizer: 'U2' }],
      })
      await ask('DELETE', `/venues/${event.venue[0].id}`)
      await ask('DELETE', `/organizers/${event.organizer[1].id}?force=true`)
      const { body } = await ask('GET', `/events/${event.id}`)
      assert.deepEqual(
        [body.venue.venue, body.organizer.map((it: { organizer: string }) => it.organizer)],
        ['U2', ['U1']],
      )
    })
  })

  describe('terms of events', () => {
    it('are named by id, slug, name, csv, lists and objects; missing names are created', async () => {
      const known = await create('/categories', { name: 'Known & loved' })
      const spellings: [unknown, string[]][] = [
        [known.id, ['known-loved']],
        [`${known.id}, Brand new`, ['brand-new', 'known-loved']],
        [['KNOWN & LOVED', 'known-loved'], ['known-loved']],
        [['Twice', 'twice'], ['twice']],
        [
          [{ id: known.id }, { name: 'By object', slug: 'obj', description: 'D' }],
          ['known-loved', 'obj'],
        ],
      ]
      for (const [categories, slugs] of spellings) {
        const event = await create('/events', { title: 'Terms', ...dates, categories })
        assert.deepEqual(
          event.categories.map((it: { slug: string }) => it.slug).sort(),
          slugs,
          JSON.stringify(categories),
        )
      }
    })

    for (const tags of [99_999, ['99999'], [true], [['x']], [{ slug: 'no-name' }], [' , ', '\0']]) {
      it(`refuse ${JSON.stringify(tags)}`, async () => {
        const reply = await ask('POST', '/events', { title: 'x', ...dates, tags })
        assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['tags']])
      })
    }

    it('are taken by the thousand, and no more', async () => {
      const names = Array.from({ length: 1000 }, (_, i) => `many ${i}`)
      const event = await create('/events', { title: 'Many', ...dates, tags: names })
      assert.equal(event.tags.length, 1000)
      const ids = event.tags.map(({ id }: { id: number }) => id)
      assert.equal((await create('/events', { title: 'Many', ...dates, tags: ids })).tags.length, 1000)
      const reply = await ask('POST', '/events', { title: 'Many', ...dates, tags: [...names, 'x'] })
      assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['tags']])
    })

    it('count published events only', async () => {
      const tag = await create('/tags', { name: 'Counted' })
      const count = async () => (await ask('GET', `/tags/${tag.id}`)).body.count
      const event = await create('/events', { title: 'Count', ...dates, tags: tag.id })
      assert.equal(await count(), 1)
      await ask('PATCH', `/events/${event.id}`, { status: 'draft' })
      assert.equal(await count(), 0)
      await ask('PATCH', `/events/${event.id}`, { status: 'publish' })
      await ask('DELETE', `/events/${event.id}`)
      assert.equal(await count(), 0)
      await ask('PATCH', `/events/${event.id}`, { status: 'publish' })
      assert.equal(await count(), 1)
      await ask('DELETE', `/events/${event.id}?force=true`)
      assert.equal(await count(), 0)
    })
  })

  describe('slugs', () => {
    it('come from the title, and are unique', async () => {
      const slugs: string[] = []
      for (let i = 0; i < 3; i++) slugs.push((await create('/events', { title: 'Slug Test!', ...dates })).slug)
      assert.deepEqual(slugs, ['slug-test', 'slug-test-2', 'slug-test-3'])
      assert.equal(
        (await create('/events', { title: 'x', ...dates, slug: 'Hello World! Ünï' })).slug,
        'hello-world-uni',
      )
      const odd = await create('/events', { title: '!!!', ...dates })
      assert.equal((await ask('GET', `/events/by-slug/${odd.slug}`)).body.id, odd.id)
    })

    it('of other scripts find their record in every spelling', async () => {
      const event = await create('/events', { title: '日本 まつり', ...dates })
      for (const slug of [
        event.slug,
        encodeURIComponent(event.slug),
        encodeURIComponent('日本-まつり'),
        event.slug.toUpperCase(),
      ]) {
        assert.equal((await ask('GET', `/events/by-slug/${slug}`)).body.id, event.id, slug)
      }
    })

    it('are free again in the trash, and take the next number when restored', async () => {
      const event = await create('/events', { title: 'Trashed slug', ...dates })
      assert.equal((await ask('DELETE', `/events/${event.id}`)).body.slug, 'trashed-slug__trashed')
      assert.equal((await create('/events', { title: 'Trashed slug', ...dates })).slug, 'trashed-slug')
      assert.equal((await ask('PATCH', `/events/${event.id}`, { status: 'publish' })).body.slug, 'trashed-slug-2')
    })

    it('keep the mark of the trash for the trash, whatever is sent or how long they are', async () => {
      const marked = await create('/events', { title: 'x', ...dates, slug: 'marked__trashed' })
      assert.equal(marked.slug, 'marked')
      const trashed: string[] = []
      for (let i = 0; i < 2; i++) {
        const { id } = await create('/events', { title: 's'.repeat(250), ...dates })
        trashed.push((await ask('DELETE', `/events/${id}`)).body.slug)
      }
      assert.match(trashed[0] ?? '', /^s+__trashed$/)
      assert.match(trashed[1] ?? '', /^s+__trashed-2$/)
      assert.ok(trashed.every((slug) => slug.length <= 200))
    })

    it('differ under parallel creation', async () => {
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => create('/events', { title: 'At once', ...dates })),
      )
      assert.equal(new Set(replies.map(({ slug }) => slug)).size, 50)
    })
  })

  describe('the trash', () => {
    for (const [plural, body] of [
      ['events', { title: 'T', ...dates }],
      ['venues', { venue: 'T' }],
      ['organizers', { organizer: 'T' }],
    ] as const) {
      it(`accepts ${plural}, returns 410 the second time, restores them, and deletes them permanently`, async () => {
        const { id } = await create(`/${plural}`, body)
        const path = `/${plural}/${id}`
        const first = await ask('DELETE', path)
        assert.deepEqual([first.status, first.body.status], [200, 'trash'])
        const second = await ask('DELETE', path)
        assert.deepEqual([second.status, second.body.code], [410, `${plural.slice(0, -1)}-is-in-trash`])
        assert.equal((await ask('PATCH', path, { status: 'draft' })).body.status, 'draft')
        assert.equal((await ask('DELETE', `${path}?force=true`)).status, 200)
        assert.deepEqual([(await ask('GET', path)).status, (await ask('DELETE', path)).status], [404, 404])
      })
    }
  })

  describe('terms', () => {
    it('move, clear and refuse as B10 says', async () => {
      const root = await create('/categories', { name: 'Root' })
      const child = await create('/categories', { name: 'Child', parent: root.id, description: 'D', slug: 'kid' })
      const grandchild = await create('/categories', { name: 'Grandchild', parent: child.id })
      const path = `/categories/${child.id}`
      assert.deepEqual((await ask('PATCH', path, { description: '' })).body.description, '')
      assert.equal((await ask('PATCH', path, { slug: '' })).body.slug, 'child')
      for (const parent of [child.id, grandchild.id]) {
        const reply = await ask('PATCH', path, { parent })
        assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['parent']])
      }
      const taken = await ask('PATCH', path, { slug: 'root' })
      assert.deepEqual([taken.status, taken.body.code], [400, 'duplicate_term_slug'])
      const sibling = await ask('POST', '/categories', { name: 'child', parent: root.id })
      assert.deepEqual([sibling.status, sibling.body.code, sibling.body.data.term_id], [400, 'term_exists', child.id])
      for (const parent of [0, '']) {
        await ask('PATCH', path, { parent: root.id })
        assert.equal((await ask('PATCH', path, { parent })).body.parent, 0)
      }
      await ask('PATCH', path, { parent: root.id })
      const deleted = await ask('DELETE', path)
      assert.deepEqual([deleted.status, deleted.body.id], [200, child.id])
      assert.equal((await ask('GET', `/categories/${grandchild.id}`)).body.parent, root.id)
      assert.equal((await ask('GET', path)).body.code, 'rest-category-not-found')
      assert.equal((await ask('POST', '/tags', { name: 'x', parent: 1 })).body.code, 'rest_taxonomy_not_hierarchical')
    })
  })

  describe('conditions', () => {
    it('hold a write back when the record has changed (If-Match)', async () => {
      const event = await create('/events', { title: 'Match', ...dates })
      const path = `/events/${event.id}`
      const tag = (await ask('GET', path)).headers['etag'] ?? ''
      const first = await ask('PATCH', path, { title: 'Matched' }, 'admin', { 'if-match': tag })
      assert.equal(first.status, 200)
      for (const [method, body] of [
        ['PATCH', { title: 'Stale' }],
        ['DELETE', undefined],
      ] as const) {
        const stale = await ask(method, path, body, 'admin', { 'if-match': tag })
        assert.deepEqual([stale.status, stale.body.code], [412, 'rest_precondition_failed'])
      }
      assert.equal((await ask('GET', path)).body.title, 'Matched')
      const next = await ask('PATCH', path, { title: 'Again' }, 'admin', { 'if-match': first.headers['etag'] ?? '' })
      assert.equal(next.status, 200)
      assert.equal((await ask('PATCH', path, { title: 'Any' }, 'admin', { 'if-match': '*' })).status, 200)
      const slugged = await ask('PATCH', `/events/by-slug/${event.slug}`, { title: 'x' }, 'admin', {
        'if-match': '"no"',
      })
      assert.equal(slugged.status, 412)
    })

    it('make a repeated POST once (Idempotency-Key)', async () => {
      const headers = { 'idempotency-key': 'key-1' }
      const body = { title: 'Singular', ...dates }
      const first = await ask('POST', '/events', body, 'admin', headers)
      const second = await ask('POST', '/events', body, 'admin', headers)
      assert.deepEqual(
        [second.status, second.text, second.headers['location'], second.headers['etag']],
        [201, first.text, first.headers['location'], first.headers['etag']],
      )
      assert.equal((await ask('GET', '/events?search=singular')).body.total, 1)
      const other = await ask('POST', '/events', { ...body, title: 'Else' }, 'admin', headers)
      assert.deepEqual([other.status, other.body.code], [422, 'rest_idempotency_key_reused'])
      assert.equal((await ask('POST', '/events', body, 'editor', headers)).status, 201)
      const together = await Promise.all(
        Array.from({ length: 10 }, () =>
          ask('POST', '/events', { ...body, title: 'Together' }, 'admin', { 'idempotency-key': 'key-2' }),
        ),
      )
      assert.equal(new Set(together.map(({ body: { id } }) => id)).size, 1)
      const refused = await ask('POST', '/events', { title: 'Later' }, 'admin', { 'idempotency-key': 'key-3' })
      assert.equal(refused.status, 400)
      assert.equal(
        (await ask('POST', '/events', { title: 'Later', ...dates }, 'admin', { 'idempotency-key': 'key-3' })).status,
        201,
      )
    })

    it('answer a repeated POST the same, whatever has happened to what it names', async () => {
      const venue = await create('/venues', { venue: 'Short-lived' })
      const body = { title: 'Repeat', ...dates, categories: ['Repeated anew'], venue: venue.id }
      const first = await ask('POST', '/events', body, 'admin', { 'idempotency-key': 'repeat-1' })
      await ask('DELETE', `/venues/${venue.id}?force=true`)
      const second = await ask('POST', '/events', body, 'admin', { 'idempotency-key': 'repeat-1' })
      assert.deepEqual([second.status, second.text], [201, first.text])
      const other = await ask('POST', '/events', { ...body, unknown: 1 }, 'admin', { 'idempotency-key': 'repeat-1' })
      assert.equal(other.status, 422)
    })

    it('name what was created (Location)', async () => {
      for (const [path, body] of [
        ['/events', { title: 'L', ...dates }],
        ['/venues', { venue: 'L' }],
        ['/organizers', { organizer: 'L' }],
        ['/categories', { name: 'L' }],
        ['/tags', { name: 'L' }],
      ] as const) {
        const reply = await ask('POST', path, body)
        assert.equal(reply.headers['location'], `http://calendar.test/calendar/events/v1${path}/${reply.body.id}`)
      }
    })
  })

  it('tell nothing of parents that the caller may not read', async () => {
    const hidden = await create('/events', { title: 'Hidden parent', ...dates, status: 'private' })
    await create('/events', { title: 'Child', ...dates, post_parent: hidden.id })
    assert.equal((await ask('GET', `/events?post_parent=${hidden.id}`)).body.total, 1)
    assert.equal((await ask('GET', `/events?post_parent=${hidden.id}`, undefined, 'none')).body.total, 0)
    const reply = await ask('POST', '/events', { title: 'x', ...dates, post_parent: hidden.id }, 'author')
    assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['post_parent']])
  })

  it('refuse loops of parents among events', async () => {
    const a = await create('/events', { title: 'A', ...dates })
    const b = await create('/events', { title: 'B', ...dates, post_parent: a.id })
    for (const post_parent of [a.id, b.id]) {
      const reply = await ask('PATCH', `/events/${a.id}`, { post_parent })
      assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['post_parent']])
    }
    await ask('DELETE', `/events/${a.id}?force=true`)
    assert.equal((await ask('GET', `/events/${b.id}`)).status, 200)
  })
})
