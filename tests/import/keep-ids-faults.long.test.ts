import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLink, findLink } from '../../src/accounts/links.ts'
import { basic, type Calendar, createCalendar } from '../support/calendar.ts'
import { fillFully } from './full-calendar.ts'
import { restore } from './keeping.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests spoil lines of every shape.
type Line = any

let lines: string[]
before(async () => {
  const from = await createCalendar()
  await fillFully(from, 2)
  lines = (await from.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })).text.trim().split('\n')
  await from.close()
})

const kindOf = ({ kind, kept }: Line): string => (kept?.recurrence === undefined ? kind : 'series')

/** The export, in which the lines of a kind are changed; `at` numbers those of the kind. */
const changed = (kind: string, change: (line: Line, at: number) => unknown): string => {
  let at = 0
  const all = lines.map((text) => {
    const line = JSON.parse(text)
    if (kindOf(line) === kind) change(line, at++)
    return JSON.stringify(line)
  })
  assert.ok(at > 0, `there is a ${kind}`)
  return all.join('\n')
}

/** The same with the first line of the kind changed. */
const first = (kind: string, change: (line: Line) => unknown): string =>
  changed(kind, (line, at) => at === 0 && change(line))

describe('a file that is imported with its ids, and that somebody has changed (C4.3)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const sameInTwo = (kind: string, of: 'payload' | 'kept', name: string): string => {
    let value: unknown
    return changed(kind, (line, at) => {
      if (at === 0) value = line[of][name]
      if (at === 1) line[of][name] = value
    })
  }
  const faults: readonly (readonly [string, () => string, RegExp])[] = [
    [
      'a kind that there is not',
      () => first('venue', (it) => (it.kind = 'place')),
      /kind: "place" is unknown; there are setting, user, image/,
    ],
    ['no kind', () => first('venue', (it) => delete it.kind), /kind: nothing is unknown/],
    ['the id 0', () => first('event', (it) => (it.id = 0)), /no id that can be kept: 0 is not a whole number/],
    ['a negative id', () => first('image', (it) => (it.id = -3)), /no id that can be kept: -3/],
    ['an id as a text', () => first('tag', (it) => (it.id = '4')), /no id that can be kept: "4"/],
    [
      'two venues with one slug',
      () => sameInTwo('venue', 'kept', 'slug'),
      /slug: line \d+ has "[\w-]+" already; each of the venues has its own/,
    ],
    ['two events with one slug', () => sameInTwo('event', 'payload', 'slug'), /slug: line \d+ has/],
    ['two categories with one slug', () => sameInTwo('category', 'payload', 'slug'), /slug: line \d+ has/],
    [
      'two series with one slug',
      () => sameInTwo('series', 'kept', 'slug'),
      /slug: an earlier line has|slug: line \d+ has/,
    ],
    ['two images with one file', () => sameInTwo('image', 'kept', 'path'), /path: line \d+ has/],
    [
      'one id for a venue and an organizer',
      () => {
        let id: unknown
        const venues = changed('venue', (it, at) => {
          if (at === 0) id = it.id
        })
        return venues.replace(/^\{"kind":"organizer","id":\d+/m, `{"kind":"organizer","id":${id}`)
      },
      /id: an earlier line has \d+ already/,
    ],
    [
      'two users with one name',
      () => sameInTwo('user', 'payload', 'name'),
      /name: the user of line \d+ has "admin" too/,
    ],
    ['two users with one address', () => sameInTwo('user', 'payload', 'email'), /email: the user of line \d+ has/],
    [
      'a user with no role',
      () => first('user', (it) => (it.payload.role = 'chief')),
      /role: "chief" is not one of administrator, editor/,
    ],
    [
      'a user with a NUL',
      () => first('user', (it) => (it.payload.last_name = 'a\0')),
      /last_name has a control character/,
    ],
    [
      'a date that does not exist',
      () => first('event', (it) => (it.kept.start_utc = '2027-02-30 10:00:00')),
      /kept.start_utc: "2027-02-30 10:00:00" is not a date-time such as/,
    ],
    [
      'a number instead of a date',
      () => first('venue', (it) => (it.kept.modified = 5)),
      /kept.modified: 5 is not a date-time/,
    ],
    ['a missing date', () => first('organizer', (it) => delete it.kept.date), /kept.date is missing: it must be/],
    [
      'a column that there is not',
      () => first('event', (it) => (it.kept.password = 'x')),
      /kept.password: there is no such column; there are author_id/,
    ],
    ['a NUL in a column', () => first('event', (it) => (it.kept.own_fields = '\0')), /kept.own_fields/],
    [
      'a time zone that there is not',
      () => first('event', (it) => Object.assign(it.kept, { timezone: 'Europe/Atlantis' })),
      /kept.timezone: "Europe\/Atlantis" is not a known time zone/,
    ],
    [
      'an end before the start',
      () => first('event', (it) => Object.assign(it.kept, { end_utc: '1999-01-01 00:00:00' })),
      /kept.end_utc: .* is before the start/,
    ],
    [
      'an occurrence of no series',
      () => first('event', (it) => Object.assign(it.kept, { recurrence_id: '2027-01-01 00:00:00' })),
      /kept.recurrence_id: an occurrence of a series has one/,
    ],
    [
      'two images of one event',
      () => first('event', (it) => Object.assign(it, { links: { image: '999' } })),
      /links.image is 999, and kept.image_id is null/,
    ],
    [
      'an image with a former slug',
      () => first('image', (it) => Object.assign(it, { merged: ['x'] })),
      /merged: images have no slugs/,
    ],
    [
      'two events with one id of another system',
      () =>
        changed('event', ({ payload, kept }) => {
          if (kept.series_id === null) Object.assign(payload, { source: 'other', external_id: '7' })
        }),
      /external_id: line \d+ has "7" already; it is there once for each source/,
    ],
    [
      'two venues with one id of another system',
      () => changed('venue', ({ payload }) => Object.assign(payload, { source: 'other', external_id: '7' })),
      /external_id: line \d+ has "7" already/,
    ],
    [
      'a NUL in a rule',
      () => first('series', (it) => Object.assign(it.kept, { recurrence: 'RRULE:FREQ=DAILY;COUNT=2\nX\0' })),
      /kept.recurrence: .* is not the lines RRULE, RDATE and EXDATE/,
    ],
    [
      'a slug with spaces',
      () => first('venue', (it) => (it.kept.slug = 'The hall')),
      /kept.slug: "The hall" is not a slug/,
    ],
    ['sizes that are no JSON', () => first('image', (it) => (it.kept.sizes = '{')), /kept.sizes/],
    [
      'a rule that is none',
      () => first('series', (it) => (it.kept.recurrence = 'RRULE:FREQ=NEVER')),
      /kept.recurrence: .* is no recurrence/,
    ],
    ['a title that is too long', () => first('event', (it) => (it.payload.title = 'x'.repeat(5000))), /title: /],
    ['a NUL in a title', () => first('event', (it) => (it.payload.title = 'x\0')), /title: /],
    [
      'an author who is not there',
      () => first('event', (it) => (it.kept.author_id = 999)),
      /kept.author_id: the file has no user 999 before this line/,
    ],
    [
      'an image that is not there',
      () => first('venue', (it) => (it.kept.image_id = 999)),
      /kept.image_id: the file has no image 999/,
    ],
    [
      'a series that is not there',
      () =>
        changed('event', (it) => {
          if (it.kept.series_id) it.kept.series_id = 999
        }),
      /kept.series_id: the file has no series 999/,
    ],
    [
      'a venue that is not there',
      () => first('event', (it) => (it.links = { venue: ['999'] })),
      /links.venue: the file has no venue 999/,
    ],
    [
      'an organizer that is not there',
      () => first('event', (it) => (it.links = { organizer: ['999'] })),
      /links.organizer: the file has no organizer 999/,
    ],
    [
      'a tag that is a category',
      () => first('event', (it) => (it.links = { tags: ['1'] })),
      /links.tags: the file has no tag 1/,
    ],
    [
      'a venue twice',
      () => first('event', (it) => (it.links = { venue: [it.links.venue[0], it.links.venue[0]] })),
      /links.venue: \d+ is there twice/,
    ],
    [
      'links that are no list',
      () => first('event', (it) => (it.links = { venue: '1' })),
      /links.venue: "1" is no list/,
    ],
    [
      'a parent that is not there',
      () => first('event', (it) => (it.links = { parent: '999' })),
      /links.parent: the file has no event 999\./,
    ],
    [
      'an event that is its own parent',
      () => first('event', (it) => (it.links = { parent: String(it.id) })),
      /links.parent: the parents of \d+ run in a circle/,
    ],
    [
      'categories below each other',
      () => {
        const ids = lines
          .map((line) => JSON.parse(line))
          .filter(({ kind }) => kind === 'category')
          .map(({ id }) => id)
        return changed('category', (it, at) => {
          if (at < 2) it.kept.parent_id = ids[1 - at]
        })
      },
      /kept.parent_id: the parents of \d+ run in a circle/,
    ],
    [
      'a category below none',
      () => first('category', (it) => (it.kept.parent_id = 999)),
      /kept.parent_id: the file has no category 999\./,
    ],
    [
      'a tag below a category',
      () => first('tag', (it) => (it.kept.parent_id = 1)),
      /kept.parent_id: the file has no category \d+/,
    ],
    [
      'a setting that there is not',
      () => first('setting', (it) => (it.payload.name = 'secret')),
      /There is no setting "secret"/,
    ],
  ]
  for (const [what, text, reason] of faults)
    it(`is refused with the line for ${what}`, async () => {
      await assert.rejects(restore(calendar, text()), (error) => {
        assert.ok(error instanceof Error)
        assert.match(error.message, /^line \d+: .* Nothing was imported\.$/)
        assert.match(error.message, reason)
        return true
      })
      for (const table of ['record', 'term', 'setting'] as const)
        assert.deepEqual(await calendar.database.kysely.selectFrom(table).selectAll().execute(), [], table)
    })
})

describe('the users of an export that is imported with its ids (C4.3)', () => {
  /** A calendar as the first start leaves it: the user admin has an application password and the set-up link. */
  const newlyStarted = async () => {
    const calendar = await createCalendar()
    const { database } = calendar
    await database.transact(({ kysely }) => kysely.deleteFrom('user').where('id', '>', 1).execute())
    const { token } = await database.transact((db) => createLink(db, { kind: 'setup', userId: 1 }, Date.now()))
    return { calendar, database, token }
  }
  const usersOf = async ({ database }: Calendar) =>
    (await database.kysely.selectFrom('user').select(['id', 'name', 'role', 'email']).orderBy('id').execute()).map(
      ({ id, name, role, email }) => `${id} ${name} ${role} ${email}`,
    )
  /** Asks as a user of whatever name with the password of the first start. */
  const askAs = (calendar: Calendar, name: string) =>
    calendar.ask('GET', '//wp/v2/users/me?context=edit', {
      headers: { authorization: basic(name, calendar.secrets.admin) },
    })
  const withFirst = (change: (payload: Line) => void): string => first('user', ({ payload }) => change(payload))
  const renamed = (): string =>
    withFirst((payload) => Object.assign(payload, { name: 'chief', slug: 'chief', display_name: 'The chief' }))

  it('take the place of the user whom nobody has set up; the password and the link are those of the administrator', async () => {
    const { calendar, database, token } = await newlyStarted()
    try {
      const told: string[] = []
      const counts = await restore(calendar, renamed(), false, (text) => told.push(text))
      assert.equal(counts['user'], 6)
      assert.match(told.join(), /chief takes the place of its first user admin\. The application password and the link/)
      const users = await usersOf(calendar)
      assert.deepEqual([users.length, users[0]], [6, '1 chief administrator admin@example.org'])
      assert.equal((await findLink(database, token, Date.now()))?.userId, 1)
      assert.equal((await askAs(calendar, 'admin')).status, 401)
      assert.deepEqual((await askAs(calendar, 'chief')).body.roles, ['administrator'])
    } finally {
      await calendar.close()
    }
  })

  it('never get the password of the first start without being an administrator', async () => {
    const { calendar, database, token } = await newlyStarted()
    try {
      const text = changed('user', ({ payload }, at) => {
        if (at === 0) Object.assign(payload, { name: 'helper', slug: 'helper', role: 'subscriber' })
        if (at === 3) payload.role = 'administrator'
      })
      await restore(calendar, text)
      assert.equal((await findLink(database, token, Date.now()))?.userId, 4)
      assert.equal((await askAs(calendar, 'helper')).status, 401)
      assert.deepEqual((await askAs(calendar, 'author2')).body.roles, ['administrator'])
    } finally {
      await calendar.close()
    }
  })

  it('leave the first administrator where the export has none', async () => {
    const { calendar } = await newlyStarted()
    try {
      await restore(
        calendar,
        withFirst((payload) => Object.assign(payload, { name: 'helper', slug: 'helper', role: 'editor' })),
      )
      const users = await usersOf(calendar)
      assert.equal(users.length, 7)
      assert.match(users[6] ?? '', /^7 admin administrator/)
      assert.equal((await askAs(calendar, 'admin')).status, 200)
      const demoted = await newlyStarted()
      await assert.rejects(
        restore(
          demoted.calendar,
          withFirst((payload) => Object.assign(payload, { role: 'editor' })),
        ),
        /The export has no administrator/,
      )
      assert.deepEqual((await usersOf(demoted.calendar)).length, 1)
      await demoted.calendar.close()
    } finally {
      await calendar.close()
    }
  })

  it('change nobody in a dry run', async () => {
    const { calendar, database, token } = await newlyStarted()
    try {
      const before = await usersOf(calendar)
      await restore(calendar, renamed(), true)
      assert.deepEqual(await usersOf(calendar), before)
      assert.equal((await findLink(database, token, Date.now()))?.userId, 1)
      assert.equal((await askAs(calendar, 'admin')).status, 200)
    } finally {
      await calendar.close()
    }
  })

  it('keep the role that they have here, where somebody works', async () => {
    const calendar = await createCalendar()
    try {
      const told: string[] = []
      const text = changed('user', ({ payload }, at) => {
        if (at === 0) payload.role = 'subscriber'
        if (at === 5) payload.role = 'administrator'
      })
      await restore(calendar, text, false, (one) => told.push(one))
      const users = await usersOf(calendar)
      assert.match(users[0] ?? '', /^1 admin administrator/)
      assert.match(users[5] ?? '', /^6 subscriber subscriber/)
      assert.match(told.join('\n'), /admin stays administrator.*\n.*subscriber stays subscriber/)
    } finally {
      await calendar.close()
    }
  })

  it('are refused where somebody with another name works, with what to do', async () => {
    const calendar = await createCalendar()
    try {
      const before = await usersOf(calendar)
      await assert.rejects(
        restore(calendar, renamed()),
        /line \d+: the export has the user chief with the id 1, and this calendar has the user admin with the id 1\. Import into a new calendar/,
      )
      assert.deepEqual(await usersOf(calendar), before)
    } finally {
      await calendar.close()
    }
  })
})
