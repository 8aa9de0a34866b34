import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const imports = '//kalends/v1/imports'
const corpus = join(import.meta.dirname, 'corpus')

const types: Readonly<Record<string, string>> = {
  ics: 'text/calendar',
  csv: 'text/csv',
  xml: 'application/xml',
  ndjson: 'application/x-ndjson',
}

/** What programs may read by its place in tables. */
const firstColumns = [
  ...['external_id', 'title', 'start_date', 'end_date', 'timezone', 'all_day', 'status', 'event_status'],
  ...['event_status_reason', 'attendance_mode', 'virtual_url', 'categories', 'tags', 'cost', 'website', 'description'],
  ...['excerpt', 'slug', 'image', 'featured', 'recurrence', 'venue.venue', 'venue.show_map'],
]

describe('import of every format, and export (C4.3)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const importInto = async (to: Calendar, name: string, payload: string | Buffer, query = '') => {
    const headers = {
      'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
    }
    const sent = await to.ask('POST', `${imports}${query}`, { as: 'admin', payload, headers })
    assert.equal(sent.status, 202, sent.text)
    for (;;) {
      const { body } = await to.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })
      if (!['waiting', 'running'].includes(body.state)) return body
      await wait(20)
    }
  }

  /** What lists say of all events, without what another calendar decides. */
  const eventsOf = async (of: Calendar) => {
    const path =
      '/events?start_date=1990-01-01&end_date=2060-01-01&per_page=50&status=publish,draft,private&sort=title,start_date'
    const events: unknown[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await of.ask('GET', `${path}&page=${page}`, { as: 'admin' })
      pages = body.total_pages
      for (const event of body.events) {
        const { title, slug, description, excerpt, status, start_date, end_date, timezone, all_day, cost } = event
        const names = [event.venue, event.organizer, event.categories, event.tags]
          .flat()
          .map((one) => [one.venue ?? one.organizer ?? one.name, one.city, one.email, one.slug])
        const own = {
          event_status: event.event_status,
          recurrence_id: event.recurrence_id,
          virtual_url: event.virtual_url,
        }
        events.push({
          title,
          slug,
          description,
          excerpt,
          status,
          start_date,
          end_date,
          timezone,
          all_day,
          cost,
          names,
          own,
        })
      }
    }
    return events
  }

  /** What has to be said of files whose columns nobody knows. */
  const queries: Readonly<Record<string, string>> = {
    'german.csv': `?map=${encodeURIComponent('title=Titel,start_date=Beginn,end_date=Ende,venue.venue=Ort')}`,
  }

  /** How many records of each kind a file has, counted by hand, and how many of them are named as left out. */
  const contents: Readonly<Record<string, readonly [events: number, leftOut: number]>> = {
    'apple.ics': [2, 0],
    'conference.ics': [5, 2],
    'eventbrite.ics': [1, 0],
    'exchange.ics': [3, 1],
    'german.csv': [2, 0],
    'google.ics': [4, 0],
    'icloud.ics': [1, 0],
    'localist.csv': [2, 0],
    'meetup.ics': [2, 0],
    'nextcloud.ics': [1, 0],
    'outlook-de.csv': [2, 0],
    'outlook.ics': [3, 0],
    'site.xml': [3, 1],
    'tec-events.csv': [2, 0],
    'tec-organizers.csv': [0, 0],
    'tec-venues.csv': [0, 0],
    'tec.ics': [2, 0],
  }

  it('gives or names every event of every file', async () => {
    const own = await createCalendar()
    try {
      for (const name of readdirSync(corpus).sort()) {
        const [events, leftOut] = contents[name] ?? [-1, -1]
        const text = readFileSync(join(corpus, name), 'utf8')
        if (name.endsWith('.ics')) assert.equal(text.match(/^BEGIN:VEVENT/gm)?.length, events, name)
        for (const run of [1, 2]) {
          const done = await importInto(own, name, readFileSync(join(corpus, name)), queries[name])
          const { created = 0, unchanged = 0, updated = 0, skipped = 0, failed = 0 } = done.report.counts.event ?? {}
          assert.equal(created + unchanged + skipped + failed, events, `${name} ${JSON.stringify(done)}`)
          assert.deepEqual([updated, skipped + failed], [0, leftOut], name)
          if (run === 2) assert.equal(created, 0, name)
          const said = done.report.remarks.filter(({ message }: { message: string }) => /^It .*left out/.test(message))
          const named = [...said, ...done.faults]
          assert.ok(named.length >= leftOut, `${name} ${JSON.stringify(named)}`)
        }
      }
    } finally {
      await own.close()
    }
  })

  for (const name of readdirSync(corpus).sort()) {
    it(`takes ${name} over, and changes nothing the second time`, async () => {
      const file = readFileSync(join(corpus, name))
      const first = await importInto(calendar, name, file, queries[name])
      assert.equal(first.state, 'done', JSON.stringify(first))
      assert.ok(first.created > 0)
      const before = await eventsOf(calendar)
      const second = await importInto(calendar, name, file, queries[name])
      assert.deepEqual([second.created, second.updated], [0, 0], JSON.stringify(second))
      assert.equal(second.skipped, first.skipped)
      assert.equal(second.unchanged, first.created + first.unchanged)
      assert.deepEqual(await eventsOf(calendar), before)
    })
  }

  it('gives the same events in another calendar, with their images', async () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="hall.png"' }
    const payload = await makePicture('png', { width: 400, height: 300 })
    const image = await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })
    assert.equal(image.status, 201, image.text)
    const event = {
      title: 'With <b>',
      start_date: '2027-05-01',
      end_date: '2027-05-01',
      status: 'draft',
      image: image.body.id,
    }
    const made = await calendar.ask('POST', '/events', { as: 'admin', body: event })
    assert.equal(made.status, 201, made.text)
    const file = await calendar.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
    assert.equal(file.status, 200)
    assert.equal(file.headers['content-type'], 'application/x-ndjson; charset=UTF-8')
    assert.doesNotMatch(file.text, /secret|password/i)
    const other = await createCalendar()
    try {
      // The addresses of images do not answer in this test: events come without them.
      const done = await importInto(other, 'export.ndjson', file.text, '?images=no')
      assert.deepEqual([done.state, done.failed], ['done', 0], JSON.stringify(done))
      assert.deepEqual(await eventsOf(other), await eventsOf(calendar))
      const again = await importInto(other, 'export.ndjson', file.text, '?images=no')
      assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, 0])
    } finally {
      await other.close()
    }
    const lines = file.text.trim().split('\n')
    const images = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'image')
    assert.deepEqual(images[0].payload.url, image.body.source_url)
  })

  it('writes a table of the events, which is read again', async () => {
    const file = await calendar.ask('GET', '//kalends/v1/export.csv?since=2027-01-01&status=publish', { as: 'admin' })
    assert.equal(file.headers['content-type'], 'text/csv; charset=UTF-8')
    const header = file.text.slice(1, file.text.indexOf('\r\n')).split(',')
    assert.deepEqual(header.slice(0, firstColumns.length), firstColumns)
    assert.deepEqual([...new Set(header)], header)
    assert.ok(header.indexOf('organizer.email') < header.indexOf('sticky'), 'fields of events that came later are last')
    const other = await createCalendar()
    try {
      const done = await importInto(other, 'export.csv', file.text, '?images=no')
      assert.deepEqual([done.state, done.failed], ['done', 0], JSON.stringify(done))
      assert.equal(done.created, file.text.trim().split('\r\n').length - 1)
    } finally {
      await other.close()
    }
    assert.equal((await calendar.ask('GET', '//kalends/v1/export.csv?since=soon', { as: 'admin' })).status, 400)
    assert.equal((await calendar.ask('GET', '//kalends/v1/export.csv', { as: 'editor' })).status, 403)
  })

  it('writes a calendar of the events, which is read again', async () => {
    const own = await createCalendar()
    const other = await createCalendar()
    try {
      const base = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00', venue: { venue: 'Hall' } }
      for (const more of [
        { title: 'Once; “here”, & now' },
        { title: 'Course', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' },
        { title: 'A draft', status: 'draft' },
      ])
        assert.equal((await own.ask('POST', '/events', { as: 'admin', body: { ...base, ...more } })).status, 201)
      const file = await own.ask('GET', '//kalends/v1/export.ics', { as: 'admin' })
      assert.equal(file.headers['content-type'], 'text/calendar; charset=UTF-8')
      assert.doesNotMatch(file.text, /A draft/)
      assert.equal(file.text.match(/RRULE/g)?.length, 1)
      const done = await importInto(other, 'export.ics', file.text)
      assert.deepEqual([done.state, done.failed], ['done', 0], JSON.stringify(done))
      const { body } = await other.ask('GET', '/events?start_date=2027-01-01&per_page=50', { as: 'admin' })
      const titles = body.events.map(({ title }: { title: string }) => title)
      assert.deepEqual(titles.sort(), ['Course', 'Course', 'Course', 'Course', 'Once; “here”, &#038; now'])
      const drafts = await own.ask('GET', '//kalends/v1/export.ics?status=draft', { as: 'admin' })
      assert.match(drafts.text, /SUMMARY:A draft/)
      assert.equal((await own.ask('GET', '//kalends/v1/export.ics', { as: 'editor' })).status, 403)
    } finally {
      await own.close()
      await other.close()
    }
  })

  describe('a series of which occurrences are changed and deleted', () => {
    /** Occurrences: one as the rule has it, and one each that is moved, renamed, cancelled, a draft, and in the trash. */
    const fill = async (own: Calendar) => {
      const body = {
        title: 'Course',
        start_date: '2027-02-01 10:00:00',
        end_date: '2027-02-01 11:00:00',
        recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6',
        status: 'publish',
      }
      assert.equal((await own.ask('POST', '/events', { as: 'admin', body })).status, 201)
      const gone = { ...body, title: 'Gone', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }
      assert.equal((await own.ask('POST', '/events', { as: 'admin', body: gone })).status, 201)
      const changes: readonly [day: string, change: object | undefined][] = [
        ['2027-02-08', { start_date: '2027-02-09 12:00:00', end_date: '2027-02-09 13:00:00' }],
        ['2027-02-15', { title: 'Course; the third' }],
        ['2027-02-22', { event_status: 'cancelled' }],
        ['2027-03-01', { status: 'draft' }],
        ['2027-03-08', undefined],
      ]
      const { body: list } = await own.ask('GET', '/events?start_date=2027-01-01&per_page=50', { as: 'admin' })
      for (const { id, title, start_date } of list.events) {
        const change = changes.find(([day]) => start_date.startsWith(day))
        const isGone = title === 'Gone' || (change && !change[1])
        if (isGone) assert.equal((await own.ask('DELETE', `/events/${id}`, { as: 'admin' })).status, 200)
        else if (change)
          assert.equal((await own.ask('PATCH', `/events/${id}`, { as: 'admin', body: change[1] })).status, 200)
      }
    }
    const statesOf = async (of: Calendar, status: string) => {
      const path = `/events?start_date=2027-01-01&per_page=50&status=${status}&sort=start_date`
      const { body } = await of.ask('GET', path, { as: 'admin' })
      return body.events.map((event: Record<string, string>) =>
        ['title', 'start_date', 'end_date', 'status', 'event_status'].map((name) => event[name]).join(' '),
      )
    }
    for (const name of ['export.ndjson', 'export.csv'])
      for (const status of ['publish,draft,private', 'publish'])
        it(`gives the same events by ${name} with the statuses ${status}`, async () => {
          const own = await createCalendar()
          const other = await createCalendar()
          try {
            await fill(own)
            const query = status === 'publish' ? '?status=publish' : ''
            const file = await own.ask('GET', `//kalends/v1/${name}${query}`, { as: 'admin' })
            for (let run = 0; run < 2; run++) {
              const done = await importInto(other, name, file.text)
              assert.deepEqual([done.state, done.failed], ['done', 0], JSON.stringify(done))
              assert.deepEqual(await statesOf(other, 'publish,draft,private'), await statesOf(own, status))
              if (run > 0) assert.deepEqual([done.created, done.updated], [0, 0], JSON.stringify(done))
            }
          } finally {
            await own.close()
            await other.close()
          }
        })
  })

  it('writes names with separators into a table so that they are read again', async () => {
    const own = await createCalendar()
    const other = await createCalendar()
    try {
      const base = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }
      const hard = ['Music, live', 'Kids; play', 'a|b', '"Quoted"', '"Half" quoted', 'Plain', '=1+1']
      for (const body of [
        { title: '=1+1', ...base, categories: hard, tags: hard, venue: { venue: 'Hall; large', phone: '+49 30' } },
        { title: "'-2", ...base, organizer: [{ organizer: 'Müller, "Söhne"; & Co', email: 'post@mueller.example' }] },
        {
          title: 'Two',
          ...base,
          organizer: [
            { organizer: 'One; first', phone: '1; 2' },
            { organizer: 'Second, one', email: 'two@club.example', phone: '+3' },
          ],
        },
      ]) {
        const made = await own.ask('POST', '/events', { as: 'admin', body: { ...body, status: 'publish' } })
        assert.equal(made.status, 201, made.text)
      }
      const read = async (of: Calendar) => {
        const { body } = await of.ask('GET', '/events?start_date=2027-01-01&per_page=50&sort=title', { as: 'admin' })
        return body.events.map(({ title, venue, organizer, categories, tags }: Record<string, unknown>) => {
          const named = (list: unknown) =>
            [list].flat().map((one) => {
              const { name, venue: place, organizer: group, email, phone } = one as Record<string, unknown>
              return [name ?? place ?? group, email, phone]
            })
          return [title, named(venue), named(organizer), named(categories).sort(), named(tags).sort()]
        })
      }
      const file = await own.ask('GET', '//kalends/v1/export.csv', { as: 'admin' })
      assert.ok(file.text.startsWith('\ufeff'), 'Excel takes it for another encoding')
      const done = await importInto(other, 'export.csv', file.text)
      assert.deepEqual([done.state, done.failed, done.report.remarks], ['done', 0, []], JSON.stringify(done))
      assert.deepEqual(await read(other), await read(own))
    } finally {
      await own.close()
      await other.close()
    }
  })

  it('has in the table all that an event says of itself', async () => {
    const [own, other] = [await createCalendar(), await createCalendar()]
    try {
      const sent = {
        ...{ title: 'Fair', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00', cost: '7' },
        ...{ show_map: false, show_map_link: false, hide_from_listings: true, sticky: true, featured: true },
        ...{ event_status: 'moved_online', event_status_reason: 'Storm', attendance_mode: 'online' },
        ...{ virtual_url: 'https://example.org/live', website: 'https://example.org/fair', slug: 'own-slug' },
      }
      const made = await own.ask('POST', '/events', { as: 'admin', body: sent })
      assert.equal(made.status, 201, made.text)
      const file = await own.ask('GET', '//kalends/v1/export.csv', { as: 'admin' })
      const done = await importInto(other, 'export.csv', file.text)
      assert.deepEqual([done.state, done.created, done.report.remarks], ['done', 1, []], JSON.stringify(done))
      const { body } = await other.ask('GET', '/events/by-slug/own-slug', { as: 'admin' })
      const names = Object.keys(sent)
      assert.deepEqual(
        names.map((name) => [name, body[name]]),
        names.map((name) => [name, made.body[name]]),
      )
    } finally {
      await own.close()
      await other.close()
    }
  })

  it('writes a series of which the first occurrences are left out', async () => {
    const own = await createCalendar()
    try {
      const body = {
        title: 'Course',
        start_date: '2027-03-01 10:00:00',
        end_date: '2027-03-01 11:00:00',
        recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
        status: 'publish',
      }
      const { body: first, text } = await own.ask('POST', '/events', { as: 'admin', body })
      assert.ok(first.id, text)
      const courses = async (query: string) => {
        const file = await own.ask('GET', `//kalends/v1/export.ndjson${query}`, { as: 'admin' })
        const records = file.text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
        return records.filter(({ kind, payload }) => kind === 'event' && payload.recurrence).length
      }
      assert.equal(await courses(''), 1)
      assert.equal(await courses('?since=2027-03-10'), 1)
      assert.equal((await own.ask('DELETE', `/events/${first.id}`, { as: 'admin' })).status, 200)
      assert.equal(await courses(''), 1)
      assert.equal(await courses('?since=2027-05-01'), 0)
    } finally {
      await own.close()
    }
  })
})
