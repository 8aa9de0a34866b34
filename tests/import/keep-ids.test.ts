import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { allPages } from '../support/read-paths.ts'
import { fillFully } from './full-calendar.ts'
import { compare, move, restore } from './keeping.ts'

describe('an export that is imported with its ids (C4.3)', () => {
  let from: Calendar
  let to: Calendar
  before(async () => {
    ;[from, to] = [await createCalendar({ environment: allPages }), await createCalendar({ environment: allPages })]
    await fillFully(from, 100)
  })
  after(async () => {
    await from.close()
    await to.close()
  })

  it('gives the same answers, byte for byte', async () => {
    const counts = await move(from, to)
    assert.ok((counts['event'] ?? 0) > 100, JSON.stringify(counts))
    to.setClock('2026-11-23 10:00:00')
    assert.ok((await compare(from, to, true)) > 500)
    const image = (await from.ask('GET', '//wp/v2/media', { as: 'admin' })).body[0]
    const file = new URL(image.source_url).pathname
    assert.equal((await to.ask('GET', `/${file}`)).status, 200)
  })

  it('goes on after the ids that were kept, and every log-in is the same', async () => {
    const body = { title: 'New', start_date: '2027-01-01', end_date: '2027-01-01' }
    const [one, other] = [
      await from.ask('POST', '/events', { as: 'admin', body }),
      await to.ask('POST', '/events', { as: 'admin', body }),
    ]
    assert.equal(other.status, 201, other.text)
    assert.ok(other.body.id >= one.body.id - 1, `${other.body.id} after ${one.body.id}`)
    assert.equal(other.body.slug, one.body.slug)
  })

  it('is refused by a calendar that has records, and leaves it as it is', async () => {
    const { text } = await from.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
    const before = await to.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
    await assert.rejects(restore(to, text), /already has records/)
    assert.equal((await to.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })).text, before.text)
  })
})

/** A line of an export. */
type Line = Readonly<Record<string, unknown>> & { readonly kept: object; readonly payload: object }

describe('an import that keeps ids (C4.3)', () => {
  let calendar: Calendar
  let lines: string[]
  before(async () => {
    calendar = await createCalendar()
    const from = await createCalendar()
    await fillFully(from, 2)
    lines = (await from.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })).text.trim().split('\n')
    await from.close()
  })
  after(() => calendar.close())

  const changed = (kind: string, change: (line: Line) => object): string =>
    lines
      .map((line) => (line.startsWith(`{"kind":"${kind}"`) ? JSON.stringify(change(JSON.parse(line))) : line))
      .join('\n')
  const total = async () => (await calendar.ask('GET', '/events?start_date=1990-01-01', { as: 'admin' })).body.total

  it('has no submission, whose id another one may get, whatever a file says', async () => {
    assert.ok(!lines.some((line) => line.includes('"submission_id"')))
    const naming = lines.map((line) =>
      line.startsWith('{"kind":"event"') && !line.includes('"recurrence":')
        ? line.replace('"kept":{', '"kept":{"submission_id":1,')
        : line,
    )
    assert.ok(naming.some((line, at) => line !== lines[at]))
    const own = await createCalendar()
    try {
      await restore(own, naming.join('\n'))
      const events = await own.database.kysely.selectFrom('event').select('submission_id').execute()
      assert.ok(events.length > 0)
      assert.deepEqual(new Set(events.map(({ submission_id }) => submission_id)), new Set([null]))
    } finally {
      await own.close()
    }
  })

  it('takes over an export of some events, without the parents that it leaves out', async () => {
    const [one, other] = [await createCalendar(), await createCalendar()]
    try {
      const dates = { start_date: '2027-01-01', end_date: '2027-01-02' }
      const write = async (body: object) => (await one.ask('POST', '/events', { as: 'admin', body })).body.id
      const parent = await write({ title: 'Hidden', ...dates, status: 'draft' })
      const child = await write({ title: 'Shown', ...dates, status: 'publish', post_parent: parent })
      for (const [query, kept] of [
        ['?status=publish', null],
        ['', parent],
      ] as const) {
        const { text } = await one.ask('GET', `//kalends/v1/export.ndjson${query}`, { as: 'admin' })
        await restore(other, text)
        const { kysely } = other.database
        const row = await kysely.selectFrom('event').select('parent_id').where('id', '=', child).executeTakeFirst()
        assert.equal(row?.parent_id, kept, query)
        await other.database.transact(async (db) => {
          await db.kysely.deleteFrom('event').execute()
          await db.kysely.deleteFrom('record').execute()
        })
      }
    } finally {
      await one.close()
      await other.close()
    }
  })

  const faults: readonly (readonly [string, () => string, RegExp])[] = [
    ['is cut off in a line', () => lines.join('\n').slice(0, -10), /line \d+: It is not JSON/],
    [
      'is none of an export',
      () => '{"title":"A","start_date":"2027-01-01"}',
      /line 1: It is no line of "kalends export"/,
    ],
    ['has an event without an id', () => changed('event', ({ id: _, ...line }) => line), /line \d+: It has no id/],
    [
      'has an id that is too large',
      () => changed('event', (line) => ({ ...line, id: 2 ** 52 })),
      /line \d+: It has no id that can/,
    ],
    [
      'is of an older export',
      () => changed('venue', ({ kept: _, ...line }) => line),
      /line \d+: It is of an older export/,
    ],
    [
      'would write elsewhere',
      () => changed('image', (line) => ({ ...line, kept: { ...line.kept, path: '2026/11/../../x.png' } })),
      /line \d+: kept.path/,
    ],
    [
      'has markup where none is',
      () => changed('event', (line) => ({ ...line, kept: { ...line.kept, timezone_abbr: '<script>' } })),
      /line \d+: kept.timezone_abbr/,
    ],
    ['has another user in the place of one', () => changed('user', (line) => ({ ...line, id: 99 })), /has the user/],
    ['has the same id twice', () => [...lines, lines.at(-1)].join('\n'), /line \d+: id: line \d+ has \d+ already/],
  ]
  for (const [what, text, reason] of faults)
    it(`keeps nothing of a file that ${what}`, async () => {
      await assert.rejects(restore(calendar, text()), reason)
      assert.equal(await total(), 0)
    })

  it('tells in a dry run what it would take over', async () => {
    const counts = await restore(calendar, lines.join('\n'), true)
    assert.ok((counts['event'] ?? 0) > 20, JSON.stringify(counts))
    assert.equal(await total(), 0)
  })

  it('removes unsafe markup of a file that somebody has changed', async () => {
    const text = changed('category', (line) => ({
      ...line,
      payload: { ...line.payload, description: 'a<script>alert(1)</script>' },
    }))
    await restore(calendar, text)
    const { text: shown } = await calendar.ask('GET', '/categories?hide_empty=false', { as: 'admin' })
    assert.doesNotMatch(shown, /<script/)
  })

  it('gives users no password', async () => {
    const { text } = await calendar.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
    assert.match(text, /"kind":"user"/)
    assert.doesNotMatch(text, /password|secret|hash/i)
  })
})
