import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { listen, open, sendRaw } from './raw-request.ts'

const root = '/calendar/events/v1'

/** A request head with further header lines. */
const head = (line: string, ...lines: string[]): string => `${[line, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`

const get = (path: string, ...lines: string[]): string => head(`GET ${path} HTTP/1.1`, ...lines)

const post = (...lines: string[]): string =>
  head(`POST ${root}/tags HTTP/1.1`, 'Content-Type: application/json', ...lines)

/** What is sent as it is, and the status and code that come back. */
const cases: readonly (readonly [string, string, number, string])[] = [
  ['a method that HTTP does not know', head(`FOO ${root}/events HTTP/1.1`), 404, 'rest_no_route'],
  ['a method that is no word', head(`G3T! ${root}/events HTTP/1.1`), 404, 'rest_no_route'],
  ['a method of another protocol', head(`PROPFIND ${root}/events HTTP/1.1`), 404, 'rest_no_route'],
  ['TRACE', head(`TRACE ${root}/events HTTP/1.1`), 404, 'rest_no_route'],
  ['no HTTP at all', '\u0016\u0003\u0001\u0000\u00a5\r\n\r\n', 404, 'rest_no_route'],
  ['a version of HTTP that is none', head(`GET ${root}/events HTTP/9.9`), 400, 'rest_bad_request'],
  ['no host', `GET ${root}/events HTTP/1.1\r\n\r\n`, 400, 'rest_bad_request'],
  ['a header without a colon', get(`${root}/events`, 'A B'), 400, 'rest_bad_request'],
  ['a header with a blank in its name', get(`${root}/events`, 'A B: c'), 400, 'rest_bad_request'],
  ['a header with a NUL', get(`${root}/events`, 'A: b\u0000c'), 400, 'rest_bad_request'],
  ['a folded header', get(`${root}/events`, 'A: b', ' c'), 400, 'rest_bad_request'],
  ['lines that end without a return', get(`${root}/events`).replaceAll('\r', ''), 400, 'rest_bad_request'],
  ['a path with a NUL', get(`${root}/events\u0000`), 400, 'rest_bad_request'],
  ['a query with bytes that are not encoded', get(`${root}/events?search=\u00fc`), 400, 'rest_bad_request'],
  ['a header of 70,000 characters', get(`${root}/events`, `A: ${'x'.repeat(70_000)}`), 431, 'rest_headers_too_large'],
  [
    '20,000 headers',
    get(`${root}/events`, ...Array.from({ length: 20_000 }, (_, at) => `A${at}: b`)),
    431,
    'rest_headers_too_large',
  ],
  ['a path of 70,000 characters', get(`${root}/${'x'.repeat(70_000)}`), 431, 'rest_headers_too_large'],
  ['two lengths', `${post('Content-Length: 2', 'Content-Length: 3')}{}`, 400, 'rest_bad_request'],
  [
    'a length and chunks',
    `${post('Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    400,
    'rest_bad_request',
  ],
  ['a negative length', `${post('Content-Length: -2')}{}`, 400, 'rest_bad_request'],
  ['a length that is no number', `${post('Content-Length: 2x')}{}`, 400, 'rest_bad_request'],
  ['a length beyond all numbers', `${post(`Content-Length: ${'9'.repeat(30)}`)}{}`, 400, 'rest_bad_request'],
  ['chunks of no size', `${post('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`, 400, 'rest_bad_request'],
  [
    'a chunk longer than it says',
    `${post('Transfer-Encoding: chunked')}1\r\n{}}}}}}\r\n0\r\n\r\n`,
    400,
    'rest_bad_request',
  ],
  ['an announced body that is too large', `${post('Content-Length: 99999999')}{}`, 413, 'rest_body_too_large'],
  [
    'a compressed body in chunks',
    `${post('Content-Encoding: gzip', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    415,
    'rest_unsupported_media_type',
  ],
  ['an expectation that nobody can meet', `${post('Expect: 200-ok', 'Content-Length: 2')}{}`, 401, 'rest_forbidden'],
  [
    'two sets of credentials',
    get(`${root}/tags`, 'Authorization: Basic a', 'Authorization: Basic b'),
    401,
    'invalid_credentials',
  ],
  ['directories in a path', get(`${root}/events/../../../../etc/passwd`), 404, 'rest_no_route'],
  ['directories in a slug', get(`${root}/events/by-slug/..`), 404, 'rest-event-not-found'],
  ['directories in a slug, encoded', get(`${root}/events/by-slug/%2e%2e%2fetc`), 404, 'rest_no_route'],
]

describe('broken HTTP', () => {
  let calendar: Calendar
  let port: number

  before(async () => {
    calendar = await createCalendar()
    port = await listen(calendar.app)
  })
  after(() => calendar.close())

  for (const [name, text, status, code] of cases) {
    it(`${name} is ${status} ${code}, and the server goes on`, async () => {
      const answer = await sendRaw(port, Buffer.from(text, 'latin1'))
      assert.equal(answer.status, status, answer.head)
      assert.match(answer.head, /\r\ncontent-type: application\/json/i)
      assert.match(answer.head, /\r\nx-content-type-options: nosniff/i)
      const body = JSON.parse(answer.body)
      assert.deepEqual([body.code, body.data.status], [code, status])
      const next = await sendRaw(port, get(`${root}/tags`))
      assert.equal(next.status, 200)
    })
  }

  it('a POST that is overridden leaves the connection in step (contract B3.4)', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE']) {
      const first = head(
        `POST ${root}/tags?_method=${method} HTTP/1.1`,
        'Content-Type: application/json',
        'Content-Length: 2',
      )
      const { head: shown, body, status } = await sendRaw(port, `${first}{}`)
      const length = Number(/content-length: (\d+)/i.exec(shown)?.[1])
      assert.equal(Buffer.byteLength(body), length, `${method} announced ${length} bytes with ${status}`)
    }
  })

  it('a length that is too short is an error, whichever half is answered first', async () => {
    const answer = await sendRaw(port, `${post('Content-Length: 1')}{}`)
    assert.ok(answer.status === 400 || answer.status === 404, answer.head)
    assert.equal((await sendRaw(port, get(`${root}/tags`))).status, 200)
  })

  it('a tunnel is not opened', async () => {
    const answer = await sendRaw(port, head('CONNECT evil.example:443 HTTP/1.1'))
    assert.equal(answer.isClosed, true)
  })

  it('incomplete requests do not block others', async () => {
    const starts = [
      `GET ${root}/events HTT`,
      `GET ${root}/events HTTP/1.1\r\nHost: x\r\nA: `,
      `${post('Content-Length: 100')}{"na`,
      `${post('Transfer-Encoding: chunked')}5\r\n{"n`,
      post('Expect: 100-continue', 'Content-Length: 100'),
      '',
    ]
    const sockets = await Promise.all(Array.from({ length: 60 }, () => open(port)))
    for (const [at, socket] of sockets.entries()) socket.write(starts[at % starts.length] ?? '')
    const answers = await Promise.all(Array.from({ length: 40 }, () => sendRaw(port, get(`${root}/events`))))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    for (const socket of sockets) socket.destroy()
    assert.equal((await calendar.ask('GET', '/tags')).body.total, 0)
  })

  it('a client that leaves in the middle of its body writes nothing', async () => {
    const credentials = `Authorization: Bearer ${calendar.secrets.admin}`
    const socket = await open(port)
    socket.write(`${post(credentials, 'Content-Length: 100')}{"name":"Half"`)
    // The next answer tells that the server has seen what came before it.
    await sendRaw(port, get(`${root}/tags`))
    socket.destroy()
    const next = await sendRaw(port, get(`${root}/tags?hide_empty=false`))
    assert.equal(JSON.parse(next.body).total, 0)
  })

  it('nothing of it is a fault of the server', () => {
    assert.deepEqual(
      calendar.log.filter((line) => line.includes('"level":"error"')),
      [],
    )
  })
})
