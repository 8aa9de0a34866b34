import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { wakeImports } from '../../src/import/run/runner.ts'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { listenLocally } from '../support/local-server.ts'

const sources = '//kalends/v1/sources'
const hour = 3_600_000

const eventLine = (id: string, more: object = {}): string =>
  JSON.stringify({
    kind: 'event',
    external_id: id,
    payload: { title: `Event ${id}`, start_date: '2027-02-01 10:00:00', end_date: '2027-02-01 11:00:00', ...more },
  })

describe('sources (C4.4)', () => {
  let calendar: Calendar
  let lines: string[] = []
  let status = 200
  let asked: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    const body = lines.join('\n')
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(status, { etag, 'content-type': 'application/x-ndjson' }).end(status === 200 ? body : '')
  })
  let url: string
  before(async () => {
    const { origin, environment } = await listenLocally(server)
    url = `${origin}/feed?key=secret`
    calendar = await createCalendar({ environment })
  })
  after(async () => {
    await calendar.close()
    server.close()
  })

  const ask = (method: string, path: string, body?: object) =>
    calendar.ask(method, `${sources}${path}`, { as: 'admin', ...(body && { body }) })
  const runsOf = async (id: number) => (await ask('GET', `/${id}/runs`)).body
  let now = testNow
  /** Lets time pass, and waits for the run that is due. */
  const nextRun = async (id: number, passed = 2 * hour) => {
    const before = (await runsOf(id)).length
    now += passed
    calendar.setClock(now)
    wakeImports(calendar.database)
    return finishedRun(id, before + 1)
  }
  const finishedRun = async (id: number, number: number) => {
    for (;;) {
      const runs = await runsOf(id)
      if (runs.length >= number && runs[0].state !== 'running') return runs[0]
      await wait(20)
    }
  }
  const eventsOf = async (name: string, as: 'admin' | 'none' = 'admin') => {
    const { body } = await calendar.ask('GET', `/events?source=${name}&start_date=2020-01-01&end_date=2040-01-01`, {
      as,
    })
    return body.events as {
      id: number
      title: string
      external_id: string
      event_status?: string
      modified_utc: string
    }[]
  }

  it('are read again, and follow what has changed, vanished and come back', async () => {
    lines = ['a', 'b', 'c', 'd'].map((id) => eventLine(id))
    asked = []
    const added = await ask('POST', '', { url, name: 'feed', every: '1h', category: 'From the feed' })
    assert.equal(added.status, 201, added.text)
    const { id } = added.body
    const first = await finishedRun(id, 1)
    assert.deepEqual([first.state, first.message, first.created], ['done', 'Created: 4.', 4], JSON.stringify(first))
    const before = await eventsOf('feed')
    assert.deepEqual(before.map(({ external_id }) => external_id).sort(), ['a', 'b', 'c', 'd'])

    const same = await nextRun(id)
    assert.equal(same.message, 'Nothing has changed there.')
    assert.ok(asked.at(-1)?.['if-none-match'], 'the request is conditional')
    assert.deepEqual(await eventsOf('feed'), before)

    // One is edited here and there, one changes there, one vanishes.
    const edited = before.find(({ external_id }) => external_id === 'a')
    await calendar.ask('POST', `/events/${edited?.id}`, { as: 'admin', body: { title: 'Edited here' } })
    lines = [eventLine('a', { title: 'Changed there' }), eventLine('b', { title: 'New title' }), eventLine('c')]
    const changed = await nextRun(id)
    assert.equal(changed.message, 'Updated: 1. Cancelled: 1. Kept as edited here: 1.')
    const now = new Map((await eventsOf('feed')).map((event) => [event.external_id, event]))
    assert.equal(now.get('a')?.title, 'Edited here')
    assert.equal(now.get('b')?.title, 'New title')
    assert.equal(now.get('c')?.modified_utc, before.find(({ external_id }) => external_id === 'c')?.modified_utc)
    assert.equal(now.get('d')?.event_status, 'cancelled')

    // It comes back.
    lines.push(eventLine('d'))
    assert.equal((await nextRun(id)).message, 'Updated: 1. Kept as edited here: 1.')
    assert.equal((await eventsOf('feed')).find(({ external_id }) => external_id === 'd')?.event_status, undefined)
    // It vanishes for good: a day later it is in the trash, where nobody sees it.
    lines.pop()
    assert.match((await nextRun(id)).message, /Cancelled: 1/)
    lines.push('')
    assert.match((await nextRun(id, 25 * hour)).message, /Moved to the trash: 1/)
    assert.equal((await eventsOf('feed')).length, 3)
    lines.push(eventLine('d'))
    assert.match((await nextRun(id)).message, /Updated: 1/)
    assert.equal((await eventsOf('feed', 'none')).length, 4)
  })

  it('wait for somebody to confirm when most of their events are gone', async () => {
    const name = 'half'
    lines = ['1', '2', '3', '4', '5'].map((id) => eventLine(id))
    const { id } = (await ask('POST', '', { url, name, every: '1h', vanished: 'trash' })).body
    await finishedRun(id, 1)
    lines = lines.slice(0, 2)
    const doubtful = await nextRun(id)
    assert.equal(doubtful.state, 'failed')
    assert.match(doubtful.message, /only 2 of the 5 events/)
    assert.equal((await ask('GET', `/${id}`)).body.state, 'waiting')
    assert.equal((await eventsOf(name)).length, 5)
    assert.equal((await ask('POST', `/${id}/confirm`)).status, 202)
    const confirmed = await finishedRun(id, 3)
    assert.equal(confirmed.message, 'Moved to the trash: 3.')
    assert.equal((await eventsOf(name)).length, 2)
    assert.equal((await ask('GET', `/${id}`)).body.state, 'active')
    // Removing a source keeps its events.
    assert.equal((await ask('DELETE', `/${id}`)).status, 200)
    assert.equal((await ask('GET', `/${id}`)).body.code, 'kalends_source_not_found')
    assert.equal((await eventsOf(name)).length, 2)
  })

  describe('that give new ids at each download', () => {
    const calendarOf = (titles: readonly string[], download: number, description = ''): string[] => [
      'BEGIN:VCALENDAR',
      ...titles.flatMap((title, at) => [
        'BEGIN:VEVENT',
        `UID:${title}-${download}@random`,
        `SUMMARY:${title}`,
        `DESCRIPTION:${description}`,
        `DTSTART:202702${String(at + 10)}T100000Z`,
        `DTEND:202702${String(at + 10)}T110000Z`,
        ...(title.startsWith('Series') ? ['RRULE:FREQ=DAILY;COUNT=2'] : []),
        'END:VEVENT',
        ...(title.startsWith('Series')
          ? [
              'BEGIN:VEVENT',
              `UID:${title}-${download}@random`,
              `RECURRENCE-ID:202702${String(at + 11)}T100000Z`,
              `DTSTART:202702${String(at + 11)}T120000Z`,
              `SUMMARY:${title}, later`,
              'END:VEVENT',
            ]
          : []),
      ]),
      'END:VCALENDAR',
      '',
    ]
    const titlesOf = async (name: string) =>
      (await eventsOf(name)).map(({ title, event_status }) => [title, event_status].filter(Boolean).join(' ')).sort()

    for (const titles of [['A'], ['A', 'B'], ['A', 'B', 'C & D'], ['A', 'B', 'Series', 'E', 'F']])
      it(`follow ${titles.length} events by their content`, async () => {
        const name = `random-${titles.length}`
        lines = calendarOf(titles, 1)
        const added = await ask('POST', '', { url: url.replace('feed', 'random.ics'), name, every: '1h' })
        const { id } = added.body
        await finishedRun(id, 1)
        const before = await eventsOf(name)
        const shown = await titlesOf(name)
        assert.equal(before.length, titles.length + (titles.includes('Series') ? 1 : 0))
        // Ids alone change nothing: subscribers see no new revision.
        lines = calendarOf(titles, 2)
        assert.equal((await nextRun(id)).message, 'Nothing has changed.')
        assert.deepEqual(
          (await eventsOf(name)).map(({ id, modified_utc }) => [id, modified_utc]),
          before.map(({ id, modified_utc }) => [id, modified_utc]),
        )
        lines = calendarOf(titles, 3, 'New text')
        assert.equal((await nextRun(id)).message, `Updated: ${titles.length}.`)
        assert.deepEqual(await titlesOf(name), shown)
        // What is in the trash or was edited here stays so.
        const [first, second] = before
        assert.equal((await calendar.ask('DELETE', `/events/${first?.id}`, { as: 'admin' })).status, 200)
        if (second) await calendar.ask('PATCH', `/events/${second.id}`, { as: 'admin', body: { title: 'Here' } })
        const kept = await titlesOf(name)
        lines = calendarOf(titles, 4, 'New text')
        assert.equal((await nextRun(id)).message, 'Nothing has changed.')
        assert.deepEqual(await titlesOf(name), kept)
        lines = calendarOf(titles, 5, 'New text')
        assert.equal((await nextRun(id)).message, 'Nothing has changed.')
        assert.deepEqual(await titlesOf(name), kept)
        await ask('DELETE', `/${id}`)
      })

    it('still lose what is gone there, and wait for somebody to confirm if it is most', async () => {
      const name = 'random-gone'
      lines = calendarOf(['A', 'B', 'C', 'D', 'E'], 1)
      const added = await ask('POST', '', { url: url.replace('feed', 'random.ics'), name, every: '1h' })
      const { id } = added.body
      await finishedRun(id, 1)
      lines = calendarOf(['A', 'B', 'C', 'D'], 2)
      assert.equal((await nextRun(id)).message, 'Cancelled: 1.')
      lines = calendarOf(['A', 'Other'], 3)
      assert.match((await nextRun(id)).message, /only 1 of the 4 events/)
      assert.deepEqual(await titlesOf(name), ['A', 'B', 'C', 'D', 'E cancelled'])
      await ask('DELETE', `/${id}`)
    })
  })

  it('wait for somebody to confirm also when most of their series have no date any more', async () => {
    const series = (uid: number, ...more: string[]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SUMMARY:Series ${uid}`,
      'DTSTART:20270201T100000Z',
      'RRULE:FREQ=DAILY;COUNT=1',
      ...more,
      'END:VEVENT',
    ]
    const gone = 'EXDATE:20270201T100000Z'
    const calendarOf = (...more: string[]) => [
      'BEGIN:VCALENDAR',
      ...[1, 2, 3].flatMap((uid) => series(uid, ...more)),
      ...series(4),
      'END:VCALENDAR',
      '',
    ]
    lines = calendarOf()
    const added = await ask('POST', '', { url: url.replace('feed', 'dates.ics'), name: 'dates', every: '1h' })
    const { id } = added.body
    assert.equal((await finishedRun(id, 1)).message, 'Created: 4.')
    lines = calendarOf(gone)
    assert.match((await nextRun(id)).message, /only 1 of the 4 events/)
    assert.equal((await ask('POST', `/${id}/confirm`)).status, 202)
    assert.equal((await finishedRun(id, 3)).message, 'Cancelled: 3. Left out: 3.')
    await ask('DELETE', `/${id}`)
  })

  it('say how many events were left out', async () => {
    const event = (uid: string, ...more: string[]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTART:20270201T100000Z',
      ...more,
      'END:VEVENT',
    ]
    lines = [
      'BEGIN:VCALENDAR',
      ...event('1', 'SEQUENCE:1'),
      ...event('1'),
      ...event('2', 'EXDATE:20270201T100000Z'),
      'END:VCALENDAR',
      '',
    ]
    const added = await ask('POST', '', { url: url.replace('feed', 'twice.ics'), name: 'twice', every: '1h' })
    assert.equal((await finishedRun(added.body.id, 1)).message, 'Created: 1. Left out: 2.')
    await ask('DELETE', `/${added.body.id}`)
  })

  it('stop creating dates where their series have taken the room of one reading', async () => {
    // Each of the twenty copies 7.5 MB to its dates; 17 of them fit in 128 MiB.
    const description = 'x'.repeat(75_000)
    const recurrence = { rrule: 'FREQ=DAILY;COUNT=100' }
    lines = Array.from({ length: 20 }, (_, at) => eventLine(`s${at}`, { description, recurrence }))
    status = 200
    const { id } = (await ask('POST', '', { name: 'many', url, every: '1h' })).body
    const run = await finishedRun(id, 1)
    assert.deepEqual([run.created, run.failed], [17, 3], JSON.stringify(run.faults))
    assert.match(JSON.stringify(run.faults), /It has 100 dates, and the series before it/)
    await ask('DELETE', `/${id}`)
  })

  it('read tables whose columns they were told', async () => {
    lines = ['Titel;Beginn;Ende', 'Markt;01.03.2027 10:00;01.03.2027 12:00']
    const map = 'title=Titel,start_date=Beginn,end_date=Ende'
    const added = await ask('POST', '', { url: url.replace('feed', 'table.csv'), name: 'table', every: '1h', map })
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(added.body.map, { title: 'Titel', start_date: 'Beginn', end_date: 'Ende' })
    const run = await finishedRun(added.body.id, 1)
    assert.equal(run.message, 'Created: 1.', JSON.stringify(run))
    const wrong = await ask('PATCH', `/${added.body.id}`, { map: 'title' })
    assert.equal(wrong.body.code, 'rest_invalid_param')
    assert.equal((await ask('DELETE', `/${added.body.id}`)).status, 200)
  })

  it('back off when they fail, and stop in the end', async () => {
    status = 503
    const { id } = (await ask('POST', '', { url, name: 'broken', every: '1h' })).body
    const failed = await finishedRun(id, 1)
    assert.deepEqual([failed.state, failed.message], ['failed', 'The address answers 503.'])
    const { body } = await ask('GET', `/${id}`)
    assert.deepEqual([body.state, body.failures], ['failing', 1])
    assert.ok(Date.parse(body.next) - now > 1.5 * hour, 'the pause is longer than the interval')
    for (let failures = 2; failures <= 20; failures++) await nextRun(id, 40 * hour)
    const stopped = (await ask('GET', `/${id}`)).body
    assert.deepEqual([stopped.state, stopped.failures], ['stopped', 20])
    status = 200
    assert.equal((await ask('POST', `/${id}/runs`)).status, 202)
    assert.equal((await finishedRun(id, 21)).state, 'done')
    assert.equal((await ask('GET', `/${id}`)).body.state, 'active')
  })

  it('ask no address that the operator did not allow, and take only what makes sense', async () => {
    const cases = [
      [{}, '400 rest_missing_callback_param'],
      [{ url: 'ftp://example.org/x.ics' }, '400 rest_invalid_param'],
      [{ url, every: '5s' }, '400 rest_invalid_param'],
      [{ url, name: 'feed' }, '409 kalends_source_exists'],
      [{ url, name: 'zone', timezone: 'Nowhere/Land' }, '400 rest_invalid_param'],
    ] as const
    for (const [body, expected] of cases) {
      const reply = await ask('POST', '', body)
      assert.equal(`${reply.status} ${reply.body.code}`, expected, reply.text)
    }
    for (const as of ['editor', 'none'] as const)
      assert.equal((await calendar.ask('GET', sources, { as })).body.code, 'rest_forbidden')
    const { id } = (await ask('POST', '', { url: url.replace('127.0.0.1', '127.0.0.2'), name: 'inside' })).body
    asked = []
    assert.equal((await finishedRun(id, 1)).state, 'failed')
    assert.equal(asked.length, 0)
  })
})
