import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '../../src/lib/json.ts'
import { type InterfaceDocument, readDocument } from '../properties/document.ts'
import { type Calendar, createCalendar, type Reply } from '../support/calendar.ts'
import { creates, plurals } from './bad-case.ts'
import { listen, sendRaw } from './raw-request.ts'

/** The field of a resource that holds its title or name. */
const nameField = (plural: string): string =>
  plural === 'events' ? 'title' : ['venues', 'organizers'].includes(plural) ? plural.slice(0, -1) : 'name'

/** Whether a field takes texts, or nothing, and no other values. */
const isText = ({ type }: { readonly type?: unknown }): boolean =>
  [type].flat().includes('string') && [type].flat().every((it) => it === 'string' || it === 'null')

const root = '/calendar/events/v1'
const mebibyte = 1024 * 1024

describe('limits (contract B9)', () => {
  let calendar: Calendar
  let document: InterfaceDocument

  before(async () => {
    calendar = await createCalendar()
    document = readDocument((await calendar.ask('GET', '/doc')).body)
    for (const plural of plurals) await calendar.ask('POST', `/${plural}`, { as: 'admin', body: creates[plural] })
  })
  after(() => calendar.close())

  const assertRefused = (reply: Reply, status: number, code: string): void =>
    assert.deepEqual(
      [reply.status, reply.body?.code, reply.body?.data?.status],
      [status, code, status],
      reply.text.slice(0, 500),
    )

  const sendBody = (type: string, payload: string): Promise<Reply> =>
    calendar.ask('PATCH', '/venues/2', { as: 'admin', headers: { 'content-type': type }, payload })

  /** The same payload in a body of so many bytes, by a field that nobody reads. */
  const padded: Readonly<Record<string, (bytes: number) => string>> = {
    'application/json': (bytes) => `{"pad":"${'x'.repeat(bytes - 10)}"}`,
    'application/x-www-form-urlencoded': (bytes) => `pad=${'x'.repeat(bytes - 4)}`,
    'multipart/form-data; boundary=b': (bytes) => {
      const [before, after] = ['--b\r\ncontent-disposition: form-data; name="pad"\r\n\r\n', '\r\n--b--\r\n']
      return `${before}${'x'.repeat(bytes - before.length - after.length)}${after}`
    },
  }
  for (const [type, pad] of Object.entries(padded)) {
    it(`a body of 1 MiB is taken and one byte more is 413: ${type}`, async () => {
      assert.equal(Buffer.byteLength(pad(mebibyte)), mebibyte)
      assert.equal((await sendBody(type, pad(mebibyte))).status, 200)
      // What surrounds the fields of a multipart form may or may not count.
      const more = type.startsWith('multipart') ? 200 : 1
      assertRefused(await sendBody(type, pad(mebibyte + more)), 413, 'rest_body_too_large')
    })
  }

  it('the parts of a multipart form count together', async () => {
    const part = (name: string): string =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(600_000)}\r\n`
    assertRefused(
      await sendBody('multipart/form-data; boundary=b', `${part('a')}${part('b')}--b--\r\n`),
      413,
      'rest_body_too_large',
    )
  })

  it('a body in chunks may not be larger either', async () => {
    const port = await listen(calendar.app)
    const lines = ['Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close']
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const answer = await sendRaw(
      port,
      `POST ${root}/venues HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
      ...Array.from({ length: 17 }, () => chunk),
    )
    assert.equal(answer.status, 413)
    assert.equal(JSON.parse(answer.body).code, 'rest_body_too_large')
  })

  it('a form of more fields than are read is refused, not cut', async () => {
    const many = (count: number): string => `${'x=1&'.repeat(count)}phone=5`
    assert.equal((await sendBody('application/x-www-form-urlencoded', many(1999))).body.phone, '5')
    const reply = await sendBody('application/x-www-form-urlencoded', many(2000))
    assert.ok(reply.status === 400 || reply.status === 413, reply.text)
  })

  for (const [name, path] of [
    ['a list', '/tags?x='],
    ['a slug', '/events/by-slug/'],
    ['nothing', '/nothing/'],
  ] as const) {
    it(`a URL of 8 KiB is read and one character more is 414: ${name}`, async () => {
      const url = (length: number): string => `${path}${'x'.repeat(length - root.length - path.length)}`
      assert.notEqual((await calendar.ask('GET', url(8192))).status, 414)
      assertRefused(await calendar.ask('GET', url(8193)), 414, 'rest_uri_too_long')
      assertRefused(await calendar.ask('DELETE', url(8193), { as: 'admin' }), 414, 'rest_uri_too_long')
    })
  }

  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    it(`JSON of 32 ${open} in each other is read and of 33 is 400`, async () => {
      const nest = (depth: number): string =>
        `${open.repeat(depth - 1)}${open === '[' ? '[]' : '{}'}${close.repeat(depth - 1)}`
      assert.equal((await sendBody('application/json', nest(32))).status, 200)
      assertRefused(await sendBody('application/json', nest(33)), 400, 'rest_invalid_json')
      // Brackets in a text are no depth, and what has been closed is none either.
      assert.equal((await sendBody('application/json', JSON.stringify({ a: '[{'.repeat(100), b: '\\"[' }))).status, 200)
      assert.equal((await sendBody('application/json', JSON.stringify({ a: Array(100).fill([]) }))).status, 200)
    })
  }

  const list = (count: number, value: number): string => Array(count).fill(value).join(',')

  const lists: readonly (readonly [string, string, number])[] = [
    ['events', 'include', 1],
    ['events', 'categories', 1],
    ['events', 'tags', 2],
    ['events', 'venue', 2],
    ['events', 'organizer', 3],
    ['categories', 'include', 1],
    ['categories', 'exclude', 1],
    ['tags', 'include', 2],
    ['tags', 'exclude', 2],
  ]
  for (const [plural, name, value] of lists) {
    it(`${name} of ${plural} takes 1,000 values and refuses 1,001`, async () => {
      assert.equal((await calendar.ask('GET', `/${plural}?${name}=${list(1000, value)}`)).status, 200)
      const refused = await calendar.ask('GET', `/${plural}?${name}=${list(1001, value)}`)
      assertRefused(refused, 400, 'rest_invalid_param')
      assert.deepEqual(Object.keys(refused.body.data.params), [name])
    })
  }

  for (const [name, value] of [
    ['categories', 1],
    ['tags', 2],
    ['venue', 2],
    ['organizer', 3],
    ['cost', 5],
  ] as const) {
    it(`${name} in the body of an event takes 1,000 values and refuses 1,001, in every spelling`, async () => {
      const ask = (sent: unknown): Promise<Reply> =>
        calendar.ask('PATCH', '/events/1', { as: 'admin', body: { [name]: sent } })
      const spellings = [
        (count: number): unknown => Array(count).fill(value),
        (count: number): unknown => Object.fromEntries(Array(count).fill(value).entries()),
      ]
      if (name !== 'cost') spellings.push((count) => list(count, value))
      for (const spell of name === 'cost' ? spellings.slice(0, 1) : spellings) {
        const taken = await ask(spell(1000))
        assert.equal(taken.status, 200, taken.text.slice(0, 300))
        assertRefused(await ask(spell(1001)), 400, 'rest_invalid_param')
      }
    })
  }

  it('a list in a form takes 1,000 values and refuses 1,001', async () => {
    for (const part of ['tags[]=2', 'tags=2']) {
      const many = (count: number): string => Array(count).fill(part).join('&')
      const type = 'application/x-www-form-urlencoded'
      const ask = (count: number): Promise<Reply> =>
        calendar.ask('PATCH', '/events/1', { as: 'admin', headers: { 'content-type': type }, payload: many(count) })
      assert.equal((await ask(1000)).status, 200)
      assertRefused(await ask(1001), 400, 'rest_invalid_param')
    }
  })

  for (const plural of plurals) {
    it(`a search in ${plural} has at most 200 characters`, async () => {
      for (const text of ['x'.repeat(200), 'ü'.repeat(200), '😀'.repeat(200)]) {
        assert.equal(
          (await calendar.ask('GET', `/${plural}?search=${encodeURIComponent(text)}`)).status,
          200,
          text.slice(0, 2),
        )
        assertRefused(
          await calendar.ask('GET', `/${plural}?search=${encodeURIComponent(text)}x`),
          400,
          'rest_invalid_param',
        )
      }
    })

    it(`every text of ${plural} may be as long as the document says, and not longer`, async () => {
      const fields = [...(document.operations.get(`POST /${plural}`)?.fields ?? [])]
      const limited = fields.flatMap(([name, { maxLength }]) =>
        typeof maxLength === 'number' ? [[name, maxLength] as const] : [],
      )
      assert.ok(limited.length > 0)
      for (const [name, most] of limited) {
        const ask = (length: number): Promise<Reply> => {
          const start = name === 'website' ? 'https://x.example/' : ''
          const other = { source: { external_id: '1' }, external_id: { source: 'cms' } }[name]
          return calendar.ask('POST', `/${plural}`, {
            as: 'admin',
            body: { ...creates[plural], ...other, [name]: start.padEnd(length, 'x') },
          })
        }
        const taken = await ask(most)
        assert.notEqual(
          taken.body.code,
          'rest_invalid_param',
          `${name} of ${most} characters: ${taken.text.slice(0, 300)}`,
        )
        const refused = await ask(most + 1)
        assertRefused(refused, 400, 'rest_invalid_param')
        assert.deepEqual(Object.keys(refused.body.data.params), [name])
      }
    })

    it(`other texts of ${plural} are limited by the body alone (contract B9)`, async () => {
      const fields = [...(document.operations.get(`POST /${plural}`)?.fields ?? [])]
      const free = fields.filter(
        ([name, schema]) =>
          isText(schema) && !('maxLength' in schema) && !('enum' in schema) && !/date|zone|status/.test(name),
      )
      assert.ok(free.length > 0)
      for (const [name] of free) {
        const start = { website: 'https://x.example/', virtual_url: 'https://x.example/', email: 'a@' }[name] ?? ''
        const text = start.padEnd(1_000_000, 'x')
        const { status, body } = await calendar.ask('POST', `/${plural}`, {
          as: 'admin',
          body: { ...creates[plural], [nameField(plural)]: `Long ${name}`, [name]: text },
        })
        assert.equal(status, 201, name)
        assert.ok(String(body[name]).includes(text), name)
      }
    })

    it(`per_page of ${plural} above 50 is lowered to it (contract B3.2)`, async () => {
      const { body } = await calendar.ask('GET', `/${plural}?per_page=51&start_date=2026-01-01`)
      assert.match(body.rest_url, /per_page=50(&|$)/)
    })
  }

  it('an Idempotency-Key has at most 255 characters', async () => {
    const ask = (length: number, body: JsonObject): Promise<Reply> =>
      calendar.ask('POST', '/tags', { as: 'admin', headers: { 'idempotency-key': 'k'.repeat(length) }, body })
    assert.equal((await ask(255, { name: 'Keyed' })).status, 201)
    assertRefused(await ask(256, { name: 'Keyed too' }), 400, 'rest_invalid_param')
  })

  it('a date has at most 100 characters', async () => {
    const text = (length: number): string => `2027-06-01${'+1 day'.padStart(length - 10)}`
    assert.equal(text(100).length, 100)
    assert.equal((await calendar.ask('GET', `/events?start_date=${encodeURIComponent(text(100))}`)).status, 200)
    assertRefused(
      await calendar.ask('GET', `/events?start_date=${encodeURIComponent(text(101))}`),
      400,
      'rest_invalid_param',
    )
  })

  it('while limits are tried, everybody else is answered', async () => {
    const address = calendar.app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : await listen(calendar.app)
    const at = (path: string, init?: RequestInit): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${root}${path}`, init)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${calendar.secrets.admin}` }
    const abuse = [
      () => at('/events', { method: 'POST', headers, body: '['.repeat(mebibyte - 1) }),
      () =>
        at('/venues', { method: 'POST', headers, body: `{"venue":"v","description":"${'<b><p><'.repeat(36_000)}"}` }),
      () => at('/venues', { method: 'POST', headers, body: `{"venue":"${'x'.repeat(mebibyte)}"}` }),
      () => at(`/events?include=${list(1001, 1)}`),
      () => at(`/events?search=${'%25'.repeat(200)}`),
      () => at(`/tags/${'9'.repeat(8000)}`),
    ]
    const abused = Array.from({ length: 36 }, (_, nth) => abuse[nth % abuse.length]?.())
    const normal = Array.from({ length: 60 }, (_, nth) =>
      at(['/events', '/venues/2', '/tags?hide_empty=false'][nth % 3] ?? ''),
    )
    const answers = await Promise.all(normal.map(async (pending) => (await pending).status))
    assert.deepEqual(new Set(answers), new Set([200]))
    // A connection may be cut while a body that is too large is still being sent.
    const refused = await Promise.all(
      abused.map(async (pending) => (await pending?.catch(() => undefined))?.status ?? 413),
    )
    assert.deepEqual(
      refused.filter((status) => status >= 500),
      [],
    )
  })
})
