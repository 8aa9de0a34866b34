import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const imports = '//kalends/v1/imports'

const times = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }

describe('what an import says (C4.3)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  /** Imports a text, and returns what came of it with what was said. */
  const importText = async (payload: string, { type = 'application/x-ndjson', query = '' } = {}) => {
    const headers = { 'content-type': type }
    const sent = await calendar.ask('POST', `${imports}${query}`, { as: 'admin', payload, headers })
    assert.equal(sent.status, 202, sent.text)
    for (;;) {
      const { body } = await calendar.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })
      if (['waiting', 'running'].includes(body.state)) await wait(20)
      else return { ...body, said: body.report.remarks.map(({ message }: { message: string }) => message) }
    }
  }
  const linesOf = (records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n')

  it('names members that are not imported, once for each kind, also of faulty lines and before anything is changed', async () => {
    const text = linesOf([
      { title: 'One', ...times, remarks: 'x', venue: { venue: 'Told hall', lift: 'none' } },
      { title: 'Two', ...times, remarks: 'y', organizer: [{ organizer: 'Told club', mood: 'good' }] },
      { name: 'no title', ...times },
      { kind: 'venue', external_id: 'v', colour: 'red', payload: { venue: 'Barn', lift: 'behind' } },
      { kind: 'category', external_id: 'c', payload: { name: 'Told', rank: 1 } },
    ])
    const expected = [
      'The members “remarks”, “venue.lift”, “organizer.mood” and “name” of events are not imported: there are no such fields.',
      'The members “colour” and “lift” of venues are not imported: there are no such fields.',
      'The member “rank” of categories is not imported: there is no such field.',
    ]
    for (const query of ['?dry_run=true', '']) {
      const done = await importText(text, { query })
      assert.deepEqual([done.said, done.created, done.failed], [expected, 4, 1], JSON.stringify(done))
    }
  })

  it('says nothing of members that a copy of a record has', async () => {
    const { body } = await calendar.ask('GET', '/events?search=One', { as: 'admin' })
    const copy = await importText(linesOf(body.events), { query: '?source=copy&images=no' })
    const slug = 'Its slug is one-2 here, since another record has one.'
    assert.deepEqual([copy.created, copy.said], [1, [slug]], JSON.stringify(copy))
    const exported = await calendar.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
    const { said } = await importText(exported.text, { query: '?dry_run=true' })
    assert.deepEqual(
      said.filter((one: string) => !one.startsWith('Its slug is')),
      [],
    )
  })

  it('names columns that are not imported', async () => {
    const text = 'title,start_date,Remarks\na,2027-01-01,x\n'
    for (const query of ['?dry_run=true', '']) {
      const { report } = await importText(text, { type: 'text/csv', query })
      const message = 'The column “Remarks” is not imported. Map it with --map description=Remarks.'
      assert.deepEqual(report.remarks, [{ place: 'row 1', message }])
    }
  })

  const make = async (path: string, body: object) => {
    const made = await calendar.ask('POST', path, { as: 'admin', body })
    assert.equal(made.status, 201, made.text)
    return made.body
  }
  const total = async (path: string): Promise<number> =>
    Number((await calendar.ask('GET', path, { as: 'admin' })).headers['x-tec-total'])

  it('takes venues and organizers of an export that are here already, and links the events to them', async () => {
    const own = { venue: 'Same hall', address: 'A & B street 1', city: 'Łódź', description: '<p>Old &amp; dry</p>' }
    const [first] = [await make('/venues', own), await make('/venues', { venue: 'Same hall', city: 'Oslo' })]
    await make('/venues', { venue: 'Same hall, kept', source: 'museum', external_id: '7', status: 'draft' })
    const group = await make('/organizers', { organizer: 'Same group', email: 'same@group.example' })
    await make('/events', { title: 'Same event', ...times, venue: first.id, organizer: group.id, categories: ['Same'] })
    const file = await calendar.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
    const counts = async () => [
      await total('/venues?status=any'),
      await total('/organizers'),
      await total('/categories'),
    ]
    const before = await counts()
    for (const query of ['?source=same&dry_run=true', '?source=same', '?source=same', '?source=other']) {
      const { report, faults } = await importText(file.text, { query })
      assert.deepEqual(faults, [])
      for (const kind of ['venue', 'organizer', 'category'])
        assert.equal(report.counts[kind].created + report.counts[kind].updated, 0, JSON.stringify(report))
      assert.equal(report.counts.category.unchanged, 2)
      assert.deepEqual(await counts(), before)
    }
    const { body } = await calendar.ask('GET', '/events?search=Same+event', { as: 'admin' })
    assert.equal(body.events.length, 3)
    for (const event of body.events) assert.deepEqual([event.venue.id, event.organizer[0].id], [first.id, group.id])
  })

  it('keeps records apart that differ, or that the source has twice', async () => {
    await make('/venues', { venue: 'Twin', city: 'Oslo', address: 'Here 1' })
    const venue = (id: string, payload: object) => ({
      kind: 'venue',
      external_id: id,
      payload: { venue: 'Twin', ...payload },
    })
    const records = [
      venue('1', {}),
      venue('2', {}),
      venue('3', { city: 'Oslo' }),
      venue('4', { city: 'Oslo', address: 'HERE 1' }),
    ]
    const { report } = await importText(linesOf(records), { query: '?source=twins' })
    assert.deepEqual([report.counts.venue.created, report.counts.venue.unchanged], [3, 1], JSON.stringify(report))
    const again = await importText(linesOf(records), { query: '?source=twins' })
    assert.equal(again.report.counts.venue.unchanged, 4)
  })

  it('leaves out what another source has brought, and says where it is', async () => {
    const id = { source: 'two.ics', external_id: 'x@two' }
    const event = await make('/events', { title: 'Brought', ...times, ...id })
    const venue = await make('/venues', { venue: 'Brought hall', ...id })
    const done = await importText(
      linesOf([
        { kind: 'venue', external_id: '1', payload: { venue: 'Brought hall, renamed', ...id } },
        { kind: 'event', external_id: '2', payload: { title: 'Brought again', ...times, ...id } },
        { kind: 'event', external_id: '3', payload: { title: 'New', ...times }, links: { venue: ['1'] } },
      ]),
      { query: '?source=three' },
    )
    assert.deepEqual([done.created, done.skipped, done.failed], [1, 2, 0], JSON.stringify(done))
    assert.deepEqual(done.said, [
      `It is here already as venue ${venue.id} (source two.ics), and was left out.`,
      `It is here already as event ${event.id} (source two.ics), and was left out.`,
    ])
    const { body } = await calendar.ask('GET', '/events?search=New', { as: 'admin' })
    assert.equal(body.events[0].venue.id, venue.id)
  })

  it('takes lines with an id alone as of the source that the import names', async () => {
    const lines = (title: string) =>
      linesOf([
        { title, ...times, external_id: 'line-1' },
        { title: 'Own', ...times, source: 'elsewhere', external_id: 'line-2' },
      ])
    const first = await importText(lines('Of a source'), { query: '?source=named' })
    assert.deepEqual([first.created, first.failed], [2, 0], JSON.stringify(first))
    const again = await importText(lines('Of a source, changed'), { query: '?source=named&update=true' })
    assert.deepEqual([again.created, again.updated, again.unchanged], [0, 1, 1], JSON.stringify(again))
    const { body } = await calendar.ask('GET', '/events?source=named', { as: 'admin' })
    assert.deepEqual(
      body.events.map(({ title, external_id }: Record<string, string>) => [title, external_id]),
      [['Of a source, changed', 'line-1']],
    )
  })

  it('counts terms that are here already as unchanged', async () => {
    await make('/categories', { name: 'Known' })
    const { report } = await importText(
      linesOf(['Known', 'Unknown'].map((name) => ({ kind: 'category', external_id: name, payload: { name } }))),
    )
    const { created, unchanged } = report.counts.category
    assert.deepEqual([created, unchanged], [1, 1])
  })
})
