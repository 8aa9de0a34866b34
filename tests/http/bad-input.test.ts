import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readDocument } from '../properties/document.ts'
import { markup, sqlTexts } from '../properties/evil-values.ts'
import { encodeForm } from '../properties/form-text.ts'
import { findUnsafeTexts } from '../properties/stored-texts.ts'
import { type Calendar, createCalendar, type Login, type Reply } from '../support/calendar.ts'
import { lengthOf, someOf } from '../support/lengths.ts'
import { unreadable } from './bad-bodies.ts'
import { type BadCase, creates, event, items, plurals } from './bad-case.ts'
import { fieldCases, togetherCases } from './bad-fields.ts'
import { credentialCases, pathCases, queryCases } from './bad-queries.ts'

const cases: readonly BadCase[] = [
  ...plurals.flatMap((plural) => [...unreadable(`POST /${plural}`), ...unreadable(`PUT /${plural}/${items[plural]}`)]),
  ...(['events', 'venues', 'organizers'] as const).flatMap((plural) =>
    unreadable(`DELETE /${plural}/${items[plural]}`),
  ),
  ...fieldCases,
  ...togetherCases,
  ...queryCases,
  ...pathCases,
  ...credentialCases,
]

/** The tables whose rows are compared; failed log-ins alone are counted, and a thread keeps the index of searches. */
const listTables = async ({ database }: Calendar): Promise<string[]> =>
  (await database.kysely.introspection.getTables())
    .map(({ name }) => name)
    .filter(
      (name) => !['throttle', 'change', 'credential_use'].includes(name) && !/^search_(?:index|pending)/.test(name),
    )

/** Every row of the tables, as one text. */
const dump = async ({ database }: Calendar, tables: readonly string[]): Promise<string> => {
  const readTable = (name: string) =>
    database.kysely
      .selectFrom(name as 'event')
      .selectAll()
      .execute()
  return JSON.stringify(await Promise.all(tables.map(readTable)))
}

const send = ({ ask }: Calendar, { ask: line, as, headers, body, payload }: BadCase): Promise<Reply> => {
  const [method = '', path = ''] = line.split(' ')
  const caller: Login = as ?? 'admin'
  return ask(method, path, {
    as: caller,
    ...(headers ? { headers } : {}),
    ...(body === undefined ? {} : { body }),
    ...(payload === undefined ? {} : { payload }),
  })
}

/** An error body as contract B2 has it, and nothing of the inside. */
const assertError = (reply: Reply, { status, code, params }: Pick<BadCase, 'status' | 'code' | 'params'>): void => {
  assert.deepEqual([reply.status, reply.body?.code, reply.body?.data?.status], [status, code, status], reply.text)
  assert.deepEqual(Object.keys(reply.body), ['code', 'message', 'data'])
  assert.ok(reply.body.message.length > 0)
  assert.equal(reply.headers['content-type'], 'application/json; charset=UTF-8')
  assert.equal(reply.headers['x-content-type-options'], 'nosniff')
  assert.doesNotMatch(reply.text, /node_modules|\.ts:\d|sqlite|constraint/i)
  if (params === undefined) return
  const named = reply.body.data.params
  assert.deepEqual(Array.isArray(named) ? [...named].sort() : Object.keys(named).sort(), params)
}

describe('bad input', () => {
  let calendar: Calendar
  let tables: string[]
  /** All that was stored when it was last compared. */
  let stored: string

  before(async () => {
    calendar = await createCalendar()
    tables = await listTables(calendar)
    for (const plural of plurals) await calendar.ask('POST', `/${plural}`, { as: 'admin', body: creates[plural] })
    stored = await dump(calendar, tables)
  })
  after(() => calendar.close())

  const assertUntouched = async (): Promise<void> => {
    const before = stored
    stored = await dump(calendar, tables)
    assert.ok(stored === before, 'something was written')
  }

  // To compare the whole database takes longer than the request: at full length it is done after each of them.
  const together = lengthOf(25, 1)
  for (const [at, bad] of cases.entries()) {
    it(`${bad.ask.slice(0, 100)}: ${bad.name} is ${bad.status} ${bad.code}`, async () => {
      assertError(await send(calendar, bad), bad)
      if (at % together === 0) await assertUntouched()
    })
  }

  it('SQL in any parameter of a list is a text like another', async () => {
    const document = readDocument((await calendar.ask('GET', '/doc')).body)
    for (const plural of plurals) {
      for (const name of document.operations.get(`GET /${plural}`)?.query.keys() ?? []) {
        for (const text of someOf(sqlTexts, 3)) {
          const reply = await calendar.ask('GET', `/${plural}?${encodeForm([[name, text]], 'csv')}`, { as: 'admin' })
          assert.ok(reply.status === 200 || reply.status === 400, `${name} ${text} ${reply.text}`)
          if (reply.status === 400) assertError(reply, { status: 400, code: 'rest_invalid_param', params: [name] })
        }
      }
    }
    await assertUntouched()
    assert.deepEqual(
      calendar.log.filter((line) => line.includes('"level":"error"')),
      [],
    )
  })

  it('does not reach the prototype of anything', async () => {
    for (const query of ['__proto__[page]=7', 'constructor[prototype][page]=7', '__proto__=7', 'page[__proto__]=7']) {
      await calendar.ask('GET', `/events?${query}`)
      await calendar.ask('POST', '/events', {
        as: 'admin',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: query,
      })
    }
    assert.equal('page' in {}, false)
    assert.equal((await calendar.ask('GET', '/events?__proto__[page]=7')).body.rest_url.includes('page=1&'), true)
  })
})

describe('odd input that has a meaning', () => {
  let calendar: Calendar

  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const texts: readonly (readonly [string, string, string, string])[] = [
    ['a key sent twice', 'application/json', '{"organizer":"first","organizer":"last"}', 'last'],
    ['a parameter sent twice', 'application/x-www-form-urlencoded', 'organizer=first&organizer=last', 'last'],
    [
      'keys of the prototype',
      'application/json',
      '{"__proto__":{"organizer":"x"},"organizer":"own","constructor":1,"toString":{}}',
      'own',
    ],
    ['a script', 'application/json', '{"organizer":"a<script>alert(1)</script>b"}', 'ab'],
    ['an entity', 'application/json', '{"organizer":"&lt;script&gt;"}', '&lt;script&gt;'],
    ['a bracket that is none', 'application/json', '{"organizer":"I <3 you & me"}', 'I &lt;3 you &#038; me'],
    ['SQL', 'application/json', `{"organizer":"'; DROP TABLE event; --"}`, "'; DROP TABLE event; --"],
    ['a number', 'application/json', '{"organizer":5}', '5'],
    ['control characters', 'application/json', JSON.stringify({ organizer: 'a\u0007b\tc\r\nd' }), 'ab c d'],
  ]
  for (const [name, type, payload, shown] of texts) {
    it(`${name} is stored as ${shown}`, async () => {
      const reply = await calendar.ask('POST', '/organizers', {
        as: 'admin',
        headers: { 'content-type': type },
        payload,
      })
      assert.equal(reply.status, 201, reply.text)
      const read = await calendar.ask('GET', `/organizers/${reply.body.id}`)
      assert.equal(read.body.organizer, shown)
    })
  }

  it('the last of two pages counts', async () => {
    const { body } = await calendar.ask('GET', '/tags?page=x&page=1&per_page=0&per_page=3')
    assert.equal(body.rest_url, 'http://calendar.test/calendar/events/v1/tags/?per_page=3')
  })

  for (const by of ['__proto__', 'constructor', 'toString', 'password', 'name desc']) {
    it(`an order by ${by} is one by name (F3.14)`, async () => {
      for (const name of ['b', 'a']) await calendar.ask('POST', '/tags', { as: 'admin', body: { name } })
      const { status, body } = await calendar.ask('GET', `/tags?hide_empty=0&orderby=${encodeURIComponent(by)}`)
      assert.equal(status, 200)
      assert.deepEqual(
        body.tags.map(({ name }: { name: string }) => name),
        ['a', 'b'],
      )
    })
  }

  for (const plural of plurals) {
    it(`markup in every text of ${plural} runs nothing when it is read (contract B6.2)`, async () => {
      const document = readDocument((await calendar.ask('GET', '/doc')).body)
      const fields = [...(document.operations.get(`POST /${plural}`)?.fields ?? [])]
      const names = fields.filter(
        ([name, schema]) =>
          [schema['type']].flat().includes('string') &&
          !('enum' in schema) &&
          // Ids of other systems are shown as they were sent, and refuse angle brackets.
          !/date|^slug$|zone|status$|website|_url|email|^source$|^external_id$/.test(name),
      )
      assert.ok(names.length > 1)
      for (const [nth, text] of [...markup, markup.join(''), markup.join(' ')].entries()) {
        const values = Object.fromEntries(
          names.map(([name, schema]) => [
            name,
            `${nth} ${text}`.slice(0, Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY)),
          ]),
        )
        const nested = {
          venue: { venue: `v${nth} ${text}`.slice(0, 1000), city: text.slice(0, 200) },
          organizer: [{ organizer: `o${nth} ${text}`.slice(0, 1000) }],
          categories: [{ name: `c${nth} ${text}`.slice(0, 200), description: text }],
        }
        const body = plural === 'events' ? { ...event, ...values, ...nested, cost: text } : { ...values }
        const { status, body: record, text: answer } = await calendar.ask('POST', `/${plural}`, { as: 'admin', body })
        assert.equal(status, 201, answer)
        const read = await calendar.ask('GET', `/${plural}/${record.id}`)
        assert.deepEqual(findUnsafeTexts([record, read.body]), [], text)
      }
    })
  }
})
