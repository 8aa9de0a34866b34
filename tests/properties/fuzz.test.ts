import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findFaults } from '../../src/cli/check.ts'
import { walkPages } from '../support/all-pages.ts'
import { type AlterableResponse, alterResponses } from '../support/alter-responses.ts'
import { type Calendar, createCalendar, userRoles } from '../support/calendar.ts'
import { lengthOf, someOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { type FuzzResult, fuzz } from './fuzz.ts'
import { assertAllAsked, assertAllSucceeded, assertNoFindings } from './fuzz-checks.ts'
import { findUnsafeTexts } from './stored-texts.ts'

const allStatuses = 'status=publish,future,draft,pending,private,trash&per_page=50'

const lists = [
  {
    resource: 'events',
    last: { title: 'Last', start_date: '2027-01-10', end_date: '2027-01-10' },
    table: 'event',
    query: `${allStatuses}&start_date=0000-01-01&end_date=9999-12-31`,
  },
  { resource: 'venues', last: { venue: 'Last' }, table: 'venue', query: allStatuses },
  { resource: 'organizers', last: { organizer: 'Last' }, table: 'organizer', query: allStatuses },
  { resource: 'categories', last: { name: 'Last' }, table: 'term', query: 'hide_empty=false&per_page=50' },
  { resource: 'tags', last: { name: 'Last' }, table: 'term', query: 'hide_empty=false&per_page=50' },
] as const

describe('random requests over the whole document', () => {
  let calendar: Calendar
  let result: FuzzResult

  before(async () => {
    calendar = await createCalendar()
    result = await fuzz(calendar, { seed: seed, rounds: lengthOf(6, 30), attempts: lengthOf(0, 500), maxFindings: 10 })
  })
  after(() => calendar.close())

  it('are answered as the document declares, and never by a fault of the server', (t) => {
    assertNoFindings(t, result, lengthOf(2000, 10_000))
  })

  it('were sent to every path with every method by every role, and each operation succeeded', () => {
    assertAllAsked(result)
    // Reading what another random request has just written, and none has removed; tests/contract/by-external-id.test.ts does.
    assertAllSucceeded(result, /\{external_id\}/)
  })

  it('leave a sound database, the users untouched, and nothing but words in the log', async () => {
    assert.deepEqual(await findFaults(calendar.database), [])
    const users = await calendar.database.kysely.selectFrom('user').select(['name', 'role']).orderBy('id').execute()
    assert.deepEqual(Object.fromEntries(users.map(({ name, role }) => [name, role])), userRoles)
    const log = calendar.log.join('')
    assert.ok(
      !log.includes('"level":"error"'),
      calendar.log.filter((line) => line.includes('"level":"error"')).join(''),
    )
    for (const secret of Object.values(calendar.secrets)) assert.ok(!log.includes(secret))
  })

  for (const { resource, last, table, query } of lists) {
    it(`leave ${resource} whose pages join to the total, whose slugs differ and whose texts run nothing (contract B6.2)`, async () => {
      calendar.setClock('2026-11-20 15:00:00')
      // The shorter run may have deleted all terms that it made.
      const { status, text } = await calendar.ask('POST', `/${resource}`, { as: 'admin', body: last })
      assert.equal(status, 201, text)
      const records = await walkPages(calendar.ask, resource, query, 'admin')
      let stored = calendar.database.kysely.selectFrom(table as 'event').select('id')
      if (table === 'event') stored = stored.where('hide_from_listings', '=', 0)
      if (table === 'term') stored = stored.where('taxonomy' as 'slug', '=', resource === 'tags' ? 'tag' : 'category')
      const rows = await stored.execute()
      assert.deepEqual(
        records.map(({ id }) => id).sort((a, b) => a - b),
        rows.map(({ id }) => id).sort((a, b) => a - b),
      )
      assert.ok(records.length > lengthOf(0, 5), String(records.length))
      assert.equal(new Set(records.map(({ slug }) => slug)).size, records.length)
      assert.deepEqual(findUnsafeTexts(records), [], `SEED=${seed}`)
    })
  }
})

describe('a fault that is put in', () => {
  const everyNth = (n: number): (() => boolean) => {
    let count = 0
    return () => ++count % n === 0
  }

  const change = (response: AlterableResponse, edit: (body: Record<string, unknown>) => void): void => {
    // HEAD has no body, and a stream has a line for each record.
    const isJson = response.headers['content-type']?.startsWith('application/json') === true
    if (!isJson || response.body === '') return
    const body = JSON.parse(response.body) as Record<string, unknown>
    edit(body)
    response.body = JSON.stringify(body)
  }

  type Break = (calendar: Calendar) => void

  const faults: readonly [string, RegExp, Break][] = [
    [
      'a required key that is missing',
      /breaks its schema.*slug/,
      ({ app }) =>
        alterResponses(app, (response) => {
          if (response.status === 201) change(response, (body) => delete body['slug'])
        }),
    ],
    [
      'a value of another type in a list',
      /breaks its schema.*integer/,
      ({ app }) =>
        alterResponses(app, (response) =>
          change(response, (body) => {
            if ('total' in body) body['total'] = String(body['total'])
          }),
        ),
    ],
    [
      'a status 500',
      /status 500/,
      ({ app }) => {
        const isDue = everyNth(200)
        app.addHook('preHandler', async () => {
          if (isDue()) throw new Error('put in')
        })
      },
    ],
    [
      'a status that is not declared',
      /undeclared status 418/,
      ({ app }) => {
        const isDue = everyNth(100)
        alterResponses(app, (response) => {
          if (isDue()) response.status = 418
        })
      },
    ],
    [
      'a code that is not declared',
      /undeclared error/,
      ({ app }) =>
        alterResponses(app, (response) => {
          if (response.status === 403) change(response, (body) => Object.assign(body, { code: 'term_exists' }))
        }),
    ],
    [
      'a stack in an answer',
      /tells of the inside/,
      ({ app }) =>
        alterResponses(app, (response) => {
          if (response.status !== 400) return
          change(response, (body) => Object.assign(body, { message: new Error('put in').stack }))
        }),
    ],
    [
      'another content type',
      /content type text\/html/,
      ({ app }) =>
        alterResponses(app, ({ headers }) => {
          headers['content-type'] = 'text/html'
        }),
    ],
    [
      'an answer that may be sniffed',
      /no nosniff/,
      ({ app }) =>
        alterResponses(app, ({ headers }) => {
          delete headers['x-content-type-options']
        }),
    ],
    [
      'a secret in an answer',
      /holds a secret/,
      ({ app, secrets }) =>
        alterResponses(app, (response) =>
          change(response, (body) => {
            if (typeof body['message'] === 'string') body['message'] = secrets.editor
          }),
        ),
    ],
    [
      'a write by a caller without rights',
      /may write/,
      ({ app }) =>
        alterResponses(app, (response) => {
          if (response.status === 401) response.status = 200
        }),
    ],
  ]
  for (const [name, finding, breakServer] of someOf(faults, 1)) {
    it(`is found: ${name}`, async () => {
      const calendar = await createCalendar({ environment: { KALENDS_LOG_LEVEL: 'silent' } })
      try {
        breakServer(calendar)
        const { findings } = await fuzz(calendar, { seed: 42, rounds: 1, maxFindings: 25 })
        assert.ok(
          findings.some((it) => finding.test(it)),
          findings[0] ?? 'nothing was found',
        )
      } finally {
        await calendar.close()
      }
    })
  }

  const texts: readonly [string, object][] = [
    ['a script in a title', { title: 'x<script>alert(1)</script>' }],
    ['a script in a description', { description: '<p>a</p><script>alert(1)</script>' }],
    ['a handler', { description: '<img src="x" onerror="alert(1)" />' }],
    ['a script in an address', { description: '<a href="javascript:alert(1)">x</a>' }],
    ['a hidden script in an address', { description: '<a href="&#x6a;ava script&colon;x">x</a>' }],
    ['a tag that is not whole', { description: 'a <img src="x' }],
    ['a dangerous website', { venue: { website: 'javascript:alert(1)' } }],
    ['markup in a nested name', { organizer: [{ organizer: '<b>' }] }],
  ]
  for (const [name, record] of texts) {
    it(`is found: ${name}`, () => assert.equal(findUnsafeTexts([record]).length > 0, true))
  }

  it('is not found in what is allowed', () => {
    const record = {
      title: 'I &lt;3 "you" &#038; javascript:',
      description:
        '<p class="a">one<br />\n<a href="https://x.example/?a=1&amp;b=2" rel="noopener">x</a> onload=1 &lt;script&gt;</p>',
      website: 'https://x.example/',
    }
    assert.deepEqual(findUnsafeTexts(record), [])
  })
})
