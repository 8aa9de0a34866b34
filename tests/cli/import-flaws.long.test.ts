import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Environment } from '../../src/settings.ts'
import { newCalendar } from './places.ts'
import { eventPayload, newDirectory, run, type Server, serve } from './program.ts'

describe('import', () => {
  const directory = newDirectory()
  let environment: Environment
  let secret: string
  let server: Server
  before(async () => {
    ;({ environment, secret } = await newCalendar())
    server = await serve(environment)
  })
  after(() => server.stop())

  const importFile = (name: string, content: string | Buffer, ...options: string[]) => {
    const file = join(directory, name)
    writeFileSync(file, content)
    return run(['import', file, ...options], environment)
  }

  it('reports a calendar that is cut off between two events, and imports what is there', async () => {
    const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:cut', 'DTSTART:20270601T100000Z', 'END:VEVENT']
    const { code, stdout, stderr } = await importFile('cut.ics', ['BEGIN:VCALENDAR', ...event, ''].join('\r\n'))
    assert.equal(code, 1)
    assert.match(stderr, /^the end: The calendar ends before its END:VCALENDAR/m)
    assert.match(stdout, /Imported 1 events?; 1 \w+ failed/)
  })

  it('reads NDJSON in UTF-16', async () => {
    const { code, stderr } = await importFile('utf16.ndjson', Buffer.from(`\ufeff${payloadOf('wide')}\n`, 'utf16le'))
    assert.equal(code, 0, stderr)
    assert.equal((await eventsOf('wide')).length, 1)
  })

  const payloadOf = (title: string, more: object = {}): string => JSON.stringify({ ...eventPayload(title), ...more })

  const eventsOf = async (search: string) => {
    const { body } = await server.ask('GET', `/events?per_page=50&status=publish,draft&search=${search}`, {
      as: secret,
    })
    return body.events
  }

  it('sets by an update what its options say, and keeps a status and an author that an earlier run has given', async () => {
    assert.equal((await run(['user', 'add', 'ed', '--role', 'editor'], environment)).code, 0)
    const file = `${payloadOf('optional', { source: 's', external_id: 'o', categories: ['Own'] })}\n`
    const update = async (...options: string[]) => {
      const { code, stderr } = await importFile('options.ndjson', file, ...options)
      assert.equal(code, 0, stderr)
      const [{ categories, status, author }] = await eventsOf('optional')
      return { categories: categories.map(({ name }: { name: string }) => name), status, author }
    }
    const first = await update()
    const both = await update('--update', '--category', 'New')
    assert.deepEqual(both, { ...first, categories: ['New', 'Own'] })
    assert.deepEqual(await update('--update', '--status', 'draft'), { ...first, status: 'draft' })
    const last = await update('--update', '--author', 'ed')
    assert.deepEqual([last.categories, last.status], [['Own'], 'draft'])
    assert.notEqual(last.author, first.author)
    assert.deepEqual(await update('--update'), last)
  })
})
