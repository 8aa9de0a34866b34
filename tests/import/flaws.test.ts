import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const imports = '//kalends/v1/imports'

type Told = { readonly place?: string; readonly line?: number; readonly message: string }

type Done = {
  readonly state: string
  readonly faults: readonly Told[]
  readonly report: { readonly remarks: readonly Told[]; readonly counts: { readonly event: Record<string, number> } }
}

const calendarOf = (...lines: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, ''].join('\r\n')

const vevent = (uid: string, title: string, ...lines: string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, 'DTSTART:20270601T100000Z', ...lines, 'END:VEVENT'].join('\r\n')

describe('flaws of files that are imported (C7)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const importFile = async (source: string, type: string, payload: string | Buffer): Promise<Done> => {
    const headers = { 'content-type': type }
    const path = `${imports}?source=${source}&timezone=UTC&update=true`
    const sent = await calendar.ask('POST', path, { as: 'admin', payload, headers })
    assert.equal(sent.status, 202, sent.text)
    for (;;) {
      const { body } = await calendar.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })
      if (!['waiting', 'running'].includes(body.state)) return body
      await wait(20)
    }
  }
  const importIcs = (source: string, text: string): Promise<Done> => importFile(source, 'text/calendar', text)
  const messages = (told: readonly Told[]): string[] => told.map(({ message }) => message)
  const titlesOf = async (source: string): Promise<string[]> => {
    const path = `/events?source=${source}&start_date=2020-01-01&end_date=2040-01-01&sort=start_date&per_page=50`
    const { body } = await calendar.ask('GET', path, { as: 'admin' })
    return body.events.map(({ title }: { title: string }) => title)
  }

  describe('a calendar without its end', () => {
    const fault = 'The calendar ends before its END:VCALENDAR; what may have followed was cut off.'
    const one = vevent('1', 'One')
    for (const [name, text, faults] of [
      ['between two events', calendarOf(one), [fault]],
      ['within its last line', calendarOf(one, 'END:VCAL'), [fault]],
      ['within a task', calendarOf(one, 'BEGIN:VTODO', 'UID:2'), [fault]],
      ['within an event', calendarOf(one, 'BEGIN:VEVENT', 'UID:2'), ['The file ends within this event.']],
      ['in the second of two', calendarOf(one, 'END:VCALENDAR') + calendarOf(vevent('2', 'Two')), [fault]],
    ] as const)
      it(`is a fault: ${name}`, async () => {
        const source = `cut-${name.replaceAll(' ', '-')}`
        const done = await importIcs(source, text)
        assert.deepEqual(messages(done.faults), faults)
        assert.equal((await titlesOf(source)).includes('One'), true)
      })
    for (const [name, text] of [
      ['blank lines', `${calendarOf(one, 'END:VCALENDAR')}\r\n\r\n \r\n`],
      ['no line break', calendarOf(one, 'END:VCALENDAR').trimEnd()],
      ['a comment', calendarOf(one, 'END:VCALENDAR<!-- cached -->', '<!-- 0.1 s -->')],
      ['another calendar', calendarOf(one, 'END:VCALENDAR') + calendarOf(vevent('2', 'Two'), 'end : vcalendar')],
      ['an event without its end', calendarOf(one.replace('\r\nEND:VEVENT', ''), 'END:VCALENDAR')],
    ] as const)
      it(`is no fault of one with its end and ${name}`, async () => {
        const done = await importIcs('whole', text)
        assert.deepEqual(done.faults, [])
      })
    it('is no fault of events without any calendar', async () => {
      assert.deepEqual((await importIcs('bare', one)).faults, [])
    })
  })

  describe('two components of a calendar with one id', () => {
    const change = (title: string, ...lines: string[]): string =>
      vevent('s', title, 'RECURRENCE-ID:20270602T100000Z', ...lines).replace('20270601T', '20270602T')
    const series = vevent('s', 'Daily', 'RRULE:FREQ=DAILY;COUNT=3')
    const skipped = 'It was skipped, since the source has another change of the same occurrence.'

    it('are a change of an occurrence that counts, and one that is skipped', async () => {
      const file = calendarOf(series, change('First'), change('Second'), 'END:VCALENDAR')
      const done = await importIcs('twice', file)
      assert.deepEqual(await titlesOf('twice'), ['Daily', 'First', 'Daily'])
      assert.deepEqual(messages(done.report.remarks), [skipped])
      assert.deepEqual([done.report.counts.event['created'], done.report.counts.event['skipped']], [2, 1])
      const again = await importIcs('twice', file)
      assert.deepEqual([again.report.counts.event['unchanged'], again.report.counts.event['skipped']], [2, 1])
    })

    it('are a change of an occurrence with the highest SEQUENCE, wherever it stands', async () => {
      const changes = [change('One', 'SEQUENCE:1'), change('Ten', 'SEQUENCE:10'), change('Two', 'SEQUENCE:2')]
      const done = await importIcs('revised', calendarOf(...changes, series, 'END:VCALENDAR'))
      assert.deepEqual(await titlesOf('revised'), ['Daily', 'Ten', 'Daily'])
      assert.deepEqual(messages(done.report.remarks), [skipped, skipped])
    })
  })

  describe('an export of WordPress that is no correct XML', () => {
    const item = (id: number, title: string, rest = ''): string =>
      `<item>${title}<link>https://old.example/?p=${id}</link><content:encoded><![CDATA[<p>c</p>]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:post_type>tribe_events</wp:post_type>${rest}<wp:postmeta>
<wp:meta_key>_EventStartDate</wp:meta_key><wp:meta_value>2027-06-0${id} 10:00:00</wp:meta_value></wp:postmeta></item>`
    const site = (...items: string[]): string =>
      `<?xml version="1.0"?>\n<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>\n${items.join('\n')}\n</channel></rss>`
    const broken = 'is no correct XML (unexpected close tag).'

    it('keeps the texts, and names the lines', async () => {
      const file = site(
        item(1, '<title>x<b>y</title>'),
        item(2, '<title>Rock <i>and</i> <b>roll</b></title>'),
        item(3, '<title>No end'),
        item(4, '<title>AT&T & more</title>'),
      )
      const done = await importFile('xml', 'application/xml', file)
      assert.deepEqual(done.faults, [])
      assert.deepEqual(await titlesOf('xml'), ['xy', 'Rock and roll', 'No end', 'AT&#038;T &#038; more'])
      assert.deepEqual(
        done.report.remarks.map(({ place, message }) => `${place}: ${message}`),
        [
          'post 1: Line 3: the element b in title was left out, but not its text.',
          `post 1: Line 3 ${broken}`,
          'post 2: Line 6: the element i in title was left out, but not its text.',
          'post 2: Line 6: the element b in title was left out, but not its text.',
          `post 3: Line 11 ${broken}`,
        ],
      )
    })
  })

  describe('NDJSON in another encoding', () => {
    const lines = ['Grün', '日本'].map((title, at) =>
      JSON.stringify({ title, start_date: `2027-06-0${at + 1} 10:00`, end_date: `2027-06-0${at + 1} 11:00` }),
    )
    const text = `\ufeff${lines.join('\n')}\n`
    for (const [name, bytes] of [
      ['UTF-8 with a mark', Buffer.from(text)],
      ['UTF-16', Buffer.from(text, 'utf16le')],
      ['UTF-16, the other way round', Buffer.from(text, 'utf16le').swap16()],
      ['UTF-16 without a mark', Buffer.from(text.slice(1), 'utf16le')],
    ] as const)
      it(`is read: ${name}`, async () => {
        const done = await importFile('encoded', 'application/x-ndjson', bytes)
        assert.deepEqual(done.faults, [])
        assert.equal(done.state, 'done')
        const { body } = await calendar.ask('GET', '/events?start_date=2027-06-01&per_page=50&search=Gr%C3%BCn')
        const { body: other } = await calendar.ask('GET', '/events?start_date=2027-06-01&per_page=50&search=%E6%97%A5')
        assert.deepEqual([body.total, other.total], [1, 1])
      })
  })
})
