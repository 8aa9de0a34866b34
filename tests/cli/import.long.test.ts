import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Environment } from '../../src/settings.ts'
import { oddLines } from '../import/odd-lines.ts'
import { newCalendar, newPlace } from './places.ts'
import { eventPayload, faultsOf, newDirectory, type Result, run, type Server, serve } from './program.ts'

const payload = (title: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ ...eventPayload(title), ...more })

/** The last line of standard output. */
const summaryOf = ({ stdout }: Result): string | undefined => stdout.trimEnd().split('\n').at(-1)

describe('import', () => {
  const directory = newDirectory()
  let server: Server
  let environment: Environment
  before(async () => {
    const calendar = await newCalendar()
    environment = calendar.environment
    server = await serve(environment)
  })
  after(() => server.stop())

  const importText = (text: string): Promise<Result> => {
    const file = join(directory, 'events.ndjson')
    writeFileSync(file, text)
    return run(['import', file], environment)
  }
  const titles = async (search: string): Promise<string[]> => {
    const { body } = await server.ask('GET', `/events?per_page=50&search=${search}`)
    return body.events.map(({ title }: { title: string }) => title)
  }

  it('creates an event from each line, seen at once by the server that runs, as the first administrator', async () => {
    const text = ['\uFEFFalpha one', 'alpha two\r', '', '  ', 'alpha three'].map((title) =>
      title.trim() === '' ? title : title.replace(/alpha \w+/, (name) => payload(name, { tags: ['imported'] })),
    )
    const result = await importText(text.join('\n'))
    assert.equal(result.code, 0, result.stderr)
    assert.equal(summaryOf(result), 'Imported 3 events; 0 lines failed.')
    assert.match(result.stderr, /^\[#{30}\] \d+ % 3 records\n$/)
    assert.deepEqual((await titles('alpha')).sort(), ['alpha one', 'alpha three', 'alpha two'])
    const { body } = await server.ask('GET', '/tags?search=imported')
    assert.equal(body.tags[0].count, 3)
  })

  it('counts in the progress what is here already, and has a noun for each format', async () => {
    const text = payload('again')
    const first = await importText(text)
    assert.match(first.stderr, /100 % 1 record\n$/)
    const second = await importText(text)
    assert.match(second.stderr, /100 % 1 record\n$/)
    assert.equal(second.stdout, 'events: 1 unchanged\nImported 0 events; 0 lines failed.\n')
    for (const [name, text, summary] of [
      ['t.csv', 'title,start_date\nnoun a,2027-06-01\n,2027-06-01\n', 'Imported 1 event; 1 row failed.'],
      [
        't.ics',
        'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:noun\r\nSUMMARY:noun b\r\nDTSTART:20270601\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
        'Imported 1 event; 0 events failed.',
      ],
    ] as const) {
      const file = join(directory, name)
      writeFileSync(file, text)
      assert.equal(summaryOf(await run(['import', file], environment)), summary)
    }
  })

  it('names faults in the order of their lines, whatever they are, in the report too', async () => {
    const lines = [
      payload('kappa one', { end_date: '2001-01-01 10:00:00' }),
      '7',
      payload('kappa two', { organizer: [{ organizer: '' }] }),
      '{"title": "kappa"',
      JSON.stringify({ kind: 'event', payload: 7 }),
      JSON.stringify({ kind: 'event', links: 7, payload: {} }),
      payload('kappa three', { venue: 999_999 }),
      payload('kappa four', { end_date: '2001-01-01 10:00:00' }),
    ]
    const file = join(directory, 'order.ndjson')
    const report = join(directory, 'order.json')
    writeFileSync(file, lines.join('\n'))
    const { stderr } = await run(['import', file, '--report', report], environment)
    const told = [...stderr.matchAll(/^line (\d+):/gm)].map(([, line]) => Number(line))
    assert.deepEqual(told, [1, 2, 3, 4, 5, 6, 7, 8])
    const { faults } = JSON.parse(readFileSync(report, 'utf8'))
    assert.deepEqual(
      faults.map(({ line }: { line: number }) => line),
      told,
    )
  })

  it('says which members and columns are not imported, in the report too', async () => {
    const report = join(directory, 'members.json')
    for (const [name, text, message] of [
      ['m.ndjson', payload('lambda', { remarks: 'x' }), /^The member “remarks” of events is not imported/],
      ['m.csv', 'title,start_date,Remarks\nlambda,2027-06-01,x\n', /^The column “Remarks” is not imported/],
    ] as const) {
      const file = join(directory, name)
      writeFileSync(file, text)
      const { code, stderr } = await run(['import', file, '--dry-run', '--report', report], environment)
      const { remarks } = JSON.parse(readFileSync(report, 'utf8'))
      assert.equal(remarks.length, 1)
      assert.match(remarks[0].message, message)
      assert.ok(stderr.includes(remarks[0].message))
      assert.equal(code, 0)
    }
  })

  it('makes a series of a line with a recurrence', async () => {
    const lines = [
      payload('omega class', { recurrence: 'FREQ=WEEKLY;COUNT=3' }),
      payload('omega bad', { recurrence: 'FREQ=HOURLY' }),
    ]
    const result = await importText(lines.join('\n'))
    assert.match(result.stderr, /recurrence/)
    assert.deepEqual(await titles('omega'), ['omega class', 'omega class', 'omega class'])
  })

  it('reports refused lines, leaves nothing of them and keeps the others', async () => {
    const lines = [
      payload('beta one'),
      '{"title": "beta broken"',
      '["beta list"]',
      JSON.stringify({ title: 'beta without dates' }),
      payload('beta early', { end_date: '2001-01-01 10:00:00' }),
      // The venue and the first organizer are made before the second is refused: neither stays.
      payload('beta nested', {
        venue: { venue: 'Left behind?' },
        organizer: [{ organizer: 'Left behind, too?' }, { organizer: '' }],
      }),
      payload('beta two', { venue: { venue: 'Kept hall' } }),
    ]
    const result = await importText(`${lines.join('\n')}\n`)
    assert.equal(result.code, 1)
    assert.equal(summaryOf(result), 'Imported 2 events; 5 lines failed.')
    const told = result.stderr.split('\n').filter((line) => line.startsWith('line '))
    assert.deepEqual(
      told.map((line) => line.split(':')[0]),
      ['line 2', 'line 3', 'line 4', 'line 5', 'line 6'],
    )
    assert.match(told[2] ?? '', /start_date/)
    assert.match(told[3] ?? '', /end_date/)
    assert.deepEqual((await titles('beta')).sort(), ['beta one', 'beta two'])
    for (const [path, expected] of [
      ['/venues?search=left', 0],
      ['/organizers?search=left', 0],
      ['/venues?search=kept', 1],
    ] as const) {
      assert.equal((await server.ask('GET', path)).headers.get('x-tec-total'), String(expected), path)
    }
    assert.equal((await run(['check'], environment)).stdout, 'The database is intact.\n')
  })

  it('names lines with members of the wrong type, and imports all others', async () => {
    const { text, titles: expected, faults } = oddLines()
    const result = await importText(text)
    assert.equal(result.code, 1)
    assert.equal(summaryOf(result), `Imported ${expected.length} events; ${faults.length} lines failed.`)
    for (const [line, says] of faults) assert.ok(result.stderr.includes(`line ${line}: ${says}\n`), result.stderr)
    const { body } = await server.ask('GET', '/events?per_page=50&sort=title&start_date=2027-06-01&end_date=2027-06-02')
    const found = body.events.map(({ title }: { title: string }) => title)
    assert.deepEqual(
      found.filter((title: string) => expected.includes(title)),
      expected,
    )
  })

  it('prints the first faults and counts all', async () => {
    const result = await importText('nothing\n'.repeat(25))
    const told = result.stderr.split('\n').filter((line) => line.startsWith('line '))
    assert.equal(told.length, 20)
    assert.match(result.stderr, /^… and 5 more; --report FILE writes all of them\.$/m)
    assert.equal(summaryOf(result), 'Imported 0 events; 25 lines failed.')
  })

  it('takes texts with every separator that JSON allows in them', async () => {
    const title = 'gamma\u2028two\u2029three\u0085four'
    const result = await importText(`${payload(title)}\n`)
    assert.equal(summaryOf(result), 'Imported 1 event; 0 lines failed.')
    assert.equal((await titles('gamma')).length, 1)
  })

  it('is refused in one line without a source or an administrator', async () => {
    const nobody = await newPlace()
    assert.equal((await run(['user', 'add', 'ed', '--role', 'editor'], nobody)).code, 0)
    const file = join(directory, 'one.ndjson')
    writeFileSync(file, payload('delta'))
    for (const [source, settings, says] of [
      [join(directory, 'missing.ndjson'), environment, /There is no \/.*missing\.ndjson\./],
      ['http://127.0.0.1:9/events', environment, /127\.0\.0\.1:9\/events cannot be fetched/],
      [file, nobody, /no administrator yet/],
    ] as const) {
      const { code, stdout, stderr } = await run(['import', source], settings)
      assert.deepEqual([code, stdout, faultsOf(stderr).length], [1, '', 1], stderr)
      assert.match(stderr, says)
    }
    const folder = await run(['import', directory], environment)
    assert.equal(folder.code, 1)
    assert.match(folder.stderr, /is a directory; give a file/)
    assert.doesNotMatch(folder.stderr, /^ {4}at /m)
  })

  describe('from an address', () => {
    const answers: Record<string, RequestListener> = {
      '/all': (_, response) => response.end(`${payload('epsilon one')}\n${payload('epsilon two')}`),
      '/moved': (_, response) => response.writeHead(302, { location: '/all' }).end(),
      '/gone': (_, response) => response.writeHead(404).end('nothing'),
      // Cut in the middle of the second line.
      '/broken': (request, response) => {
        response.writeHead(200, { 'content-length': '100000' })
        response.write(`${payload('zeta one')}\n${payload('zeta two').slice(0, 30)}`, () => {
          setTimeout(() => request.socket.destroy(), 100)
        })
      },
    }
    const source = createServer((request, response) => answers[request.url ?? '']?.(request, response))
    let base: string
    before(async () => {
      await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
      const address = source.address()
      base = `http://127.0.0.1:${typeof address === 'object' && address?.port}`
    })
    after(() => source.close())

    it('reads what it answers', async () => {
      const result = await run(['import', `${base}/moved`], environment)
      assert.equal(result.code, 0, result.stderr)
      assert.equal(summaryOf(result), 'Imported 2 events; 0 lines failed.')
      assert.equal((await titles('epsilon')).length, 2)
    })

    it('does not follow a redirect to an address of the network that nobody has named', async () => {
      const inner = base.replace('127.0.0.1', 'localhost')
      answers['/inner'] = (_, response) => response.writeHead(302, { location: `${inner}/all` }).end()
      const { code, stdout, stderr } = await run(['import', `${base}/inner`], environment)
      assert.deepEqual([code, stdout], [1, ''], stderr)
      assert.match(stderr, /\/inner cannot be fetched: .*not allowed\. KALENDS_FETCH_PORTS can allow it\./)
    })

    it('reports an error response in one line', async () => {
      const { code, stderr } = await run(['import', `${base}/gone`], environment)
      assert.equal(code, 1)
      assert.match(faultsOf(stderr).join('\n'), /\/gone answers 404\.$/)
    })

    it('reports a response that breaks off, and keeps the complete lines', async () => {
      const result = await run(['import', `${base}/broken`], environment)
      assert.equal(result.code, 1)
      assert.match(result.stderr, /^the source broke off: /m)
      assert.doesNotMatch(result.stderr, /^ {4}at /m)
      assert.equal(summaryOf(result), 'Imported 1 event; 1 line failed.')
      assert.deepEqual(await titles('zeta'), ['zeta one'])
    })
  })
})
