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

  for (const name of readdirSync(corpus).sort()) {
    it(`takes ${name} over, and changes nothing the second time`, async () => {
      const file = readFileSync(join(corpus, name))
      const first = await importInto(calendar, name, file, queries[name])
      assert.equal(first.state, 'done', JSON.stringify(first))
      assert.ok(first.created > 0)
      const before = await eventsOf(calendar)
      const second = await importInto(calendar, name, file, queries[name])
      assert.deepEqual([second.created, second.updated, second.skipped], [0, 0, 0], JSON.stringify(second))
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
