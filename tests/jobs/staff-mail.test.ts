import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { startMailServer, textOf } from '../support/mail-server.ts'

describe('what people with accounts are told by mail', () => {
  let calendar: Calendar
  let server: Awaited<ReturnType<typeof startMailServer>>
  let day = 0
  before(async () => {
    server = await startMailServer()
    calendar = await createCalendar({ environment: { KALENDS_SMTP_URL: server.url, KALENDS_SITE_NAME: 'Town' } })
    await calendar.app.ready()
  })
  /** Each test is on a day of its own, before eight, with nothing that waits. */
  beforeEach(async () => {
    await choose('editor', { review_mail: 'never', own_mail: true, locale: '' })
    await choose('admin', { review_mail: 'never', trouble_mail: true })
    await choose('contributor', { own_mail: true, locale: '' })
    await calendar.database.transact(async ({ kysely }) => {
      await kysely.deleteFrom('awaited_review').execute()
      await kysely.updateTable('event').set({ status: 'publish' }).where('status', '=', 'pending').execute()
    })
    day += 86_400_000
    calendar.setClock(testNow + day - 10 * 3_600_000)
    server.received.length = 0
  })
  after(async () => {
    await calendar.close()
    await server.close()
  })

  const choose = async (who: string, body: object) => {
    const reply = await calendar.ask('POST', '//wp-json/wp/v2/users/me', { as: who as 'editor', body })
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }

  const submit = async (title: string, more: object = {}) => {
    const body = {
      title,
      start_date: '2027-03-04 19:00:00',
      end_date: '2027-03-04 21:00:00',
      status: 'pending',
      ...more,
    }
    const reply = await calendar.ask('POST', '/events', { as: 'contributor', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id as number
  }

  const decide = async (id: number, decision: string, note = '') => {
    const reply = await calendar.ask('POST', `//wp-json/kalends/v1/reviews/${id}`, {
      as: 'editor',
      body: { decision, note },
    })
    assert.equal(reply.status, 200, reply.text)
  }

  /** Waits until so many messages have come; returns to whom, the subject and the text of each, in the order of their receivers. */
  const messages = async (count: number) => {
    while (server.received.length < count) await server.next()
    const all = server.received.splice(0).map((mail) => ({
      to: mail.to.join(),
      subject: /^Subject: (.*(?:\r\n\s.*)*)/m.exec(mail.text)?.[1] ?? '',
      text: textOf(mail).replaceAll('\r\n', '\n'),
    }))
    return all.sort((one, other) => (one.to < other.to ? -1 : 1))
  }

  /** Waits until the events that wait are those that were told of. */
  const noted = async (ids: readonly number[]) => {
    const read = () => calendar.database.kysely.selectFrom('awaited_review').select('event_id').execute()
    while ((await read()).map(({ event_id }) => event_id).join() !== ids.join())
      await new Promise((resolve) => setTimeout(resolve, 50))
  }

  it('is at once what waits for review, of a series as one, and not to who has left it there', async () => {
    await choose('editor', { review_mail: 'now' })
    const rule = { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } }
    const own = {
      as: 'editor',
      body: { title: 'My own', start_date: '2027-03-04', end_date: '2027-03-04', status: 'pending' },
    } as const
    assert.equal((await calendar.ask('POST', '/events', own)).status, 201)
    const id = await submit('Course', rule)
    const [message, ...others] = await messages(1)
    assert.deepEqual(others, [])
    assert.equal(message?.to, 'editor@example.org')
    assert.match(message?.subject ?? '', /^1 event waits for review on Town$/)
    const text = message?.text ?? ''
    assert.ok(text.includes(`Course (March 4, 2027)\nhttp://calendar.test/admin/events/${id}`), text)
    assert.ok(text.includes('http://calendar.test/admin/review'), text)
    assert.ok(text.includes('http://calendar.test/admin/account'), text)
    assert.ok(!text.includes('My own'), text)
  })

  it('is once a day what waits, in the morning of the site', async () => {
    await choose('editor', { review_mail: 'daily' })
    const id = await submit('Lantern walk')
    await noted([id])
    assert.deepEqual(server.received, [])
    // A day that somebody has heard of before this one.
    await calendar.database.transact(({ kysely }) =>
      kysely
        .insertInto('note')
        .values({ name: 'staff_mail_day', value: '2026-01-01' })
        .onConflict((it) => it.column('name').doUpdateSet({ value: '2026-01-01' }))
        .execute(),
    )
    calendar.setClock(testNow + day)
    const [message, ...others] = await messages(1)
    assert.deepEqual(others, [])
    assert.equal(message?.to, 'editor@example.org')
    assert.match(message?.text ?? '', /Lantern walk \(March 4, 2027\)/)
    // The next round of the same day brings no other one of these, but what became of it.
    await decide(id, 'approve')
    assert.deepEqual(
      (await messages(1)).map(({ to }) => to),
      ['contributor@example.org'],
    )
  })

  it('is what became of an own event, in the language that somebody has chosen', async () => {
    const ids = [await submit('Jazz night'), await submit('Swing night'), await submit('Car wash')]
    const [back = 0, taken = 0, refused = 0] = ids
    await noted(ids)
    // A note of an earlier decision is no reason for a later one.
    const old = {
      event_id: refused,
      user_id: 2,
      date_utc: '2026-11-01 10:00:00',
      decision: 'return',
      note: 'Old.',
      is_open: 0,
    } as const
    await calendar.database.transact(({ kysely }) => kysely.insertInto('review').values(old).execute())
    await choose('contributor', { locale: 'de_DE' })
    await decide(back, 'return', 'Welcher Saal?')
    await decide(taken, 'approve')
    await decide(refused, 'reject', 'Keine Werbung.')
    const all = await messages(3)
    assert.deepEqual([...new Set(all.map(({ to }) => to))], ['contributor@example.org'])
    const text = all.map((message) => message.text).join('\n')
    assert.ok(text.includes('„Jazz night“ ging an Sie zurück.\n\nWelcher Saal?\n\n'), text)
    assert.ok(text.includes(`http://calendar.test/admin/events/${back}`), text)
    assert.ok(text.includes('hat Ihre Veranstaltung „Swing night“ veröffentlicht'), text)
    assert.ok(text.includes('http://calendar.test/event/swing-night/'), text)
    assert.ok(text.includes('„Car wash“ wurde nicht angenommen.\n\nKeine Werbung.'), text)
  })

  it('is nothing of what somebody has done, or does not want to hear', async () => {
    const ids = [await submit('Silent'), await submit('Taken back'), await submit('Heard')]
    const [silent = 0, taken = 0, heard = 0] = ids
    await noted(ids)
    await choose('contributor', { own_mail: false })
    await decide(silent, 'approve')
    const draft = { as: 'contributor', body: { status: 'draft' } } as const
    assert.equal((await calendar.ask('POST', `/events/${taken}`, draft)).status, 200)
    await noted([heard])
    await choose('contributor', { own_mail: true })
    await decide(heard, 'approve')
    const all = await messages(1)
    assert.deepEqual(
      all.map(({ text }) => /“(.*?)”/.exec(text)?.[1]),
      ['Heard'],
    )
  })

  it('is a comment, to the author and to those who have written about the event', async () => {
    const id = await submit('Reading')
    await noted([id])
    const comment = async (who: 'editor' | 'contributor' | 'author', note: string) => {
      const path = `//wp-json/kalends/v1/reviews/${id}/comments`
      return calendar.ask('POST', path, { as: who, body: { note } })
    }
    await choose('editor', { review_mail: 'daily' })
    const first = await comment('editor', 'Which room?')
    assert.deepEqual([first.status, first.body.decision, first.body.note], [201, 'comment', 'Which room?'])
    const [asked] = await messages(1)
    assert.equal(asked?.to, 'contributor@example.org')
    assert.match(asked?.text ?? '', /editor has written about “Reading”:\n\nWhich room\?\n\n/)
    assert.equal((await comment('contributor', 'The large one.')).status, 201)
    const [answered] = await messages(1)
    assert.equal(answered?.to, 'editor@example.org')
    assert.match(answered?.text ?? '', /The large one\./)
    const notes = await calendar.ask('GET', `//wp-json/kalends/v1/reviews/${id}`, { as: 'contributor' })
    assert.deepEqual(
      notes.body.map(({ note }: { note: string }) => note),
      ['The large one.', 'Which room?'],
    )
    const { body } = await calendar.ask('GET', `/events/${id}`, { as: 'editor' })
    assert.equal(body.status, 'pending', 'a comment decides nothing')
    // Nobody else may write, and nothing empty, and no more than can be shown.
    assert.equal((await comment('author', 'Me too')).status, 403)
    assert.equal((await comment('contributor', '')).status, 400)
    const row = {
      event_id: id,
      user_id: 1,
      date_utc: '2026-11-20 15:00:00',
      decision: 'comment',
      note: 'x',
      is_open: 0,
    } as const
    await calendar.database.transact(({ kysely }) =>
      kysely
        .insertInto('review')
        .values(Array.from({ length: 98 }, () => row))
        .execute(),
    )
    assert.match((await comment('contributor', 'One more')).text, /at most 100 notes/)
    // A writer has a pace, and who may no longer edit the event is not sent what is said about it.
    const other = await submit('Quiet reading')
    const { id: editor } = await choose('editor', {})
    const mine = {
      ...row,
      event_id: other,
      user_id: editor,
      date_utc: new Date(testNow + day - 36_000_000).toISOString().slice(0, 19).replace('T', ' '),
    }
    await calendar.database.transact(({ kysely }) =>
      kysely
        .insertInto('review')
        .values(Array.from({ length: 59 }, () => mine))
        .execute(),
    )
    assert.equal((await comment('editor', 'Too fast')).status, 429)
  })

  it('is a source that fails and a backup that is old, to administrators', async () => {
    const source = {
      user_id: 1,
      url: 'https://example.org/feed.ics',
      name: 'Museum',
      every: 3600,
      options: '{}',
      vanished: 'keep',
      message: 'The server answers 410.',
      etag: '',
      last_modified: '',
      is_confirmed: 0,
      created_utc: '2026-01-01 00:00:00',
      next_utc: '2030-01-01 00:00:00',
      lease_utc: null,
    } as const
    const now = testNow + day
    await calendar.database.transact(async ({ kysely }) => {
      await kysely
        .insertInto('source')
        .values([
          { ...source, state: 'failing', failures: 1, name: 'Once' },
          { ...source, state: 'stopped', failures: 20 },
        ])
        .execute()
      for (const [name, value] of [
        ['staff_mail_day', '2026-01-01'],
        ['last_backup', new Date(now - 7.5 * 86_400_000).toISOString()],
      ] as const)
        await kysely
          .insertInto('note')
          .values({ name, value })
          .onConflict((it) => it.column('name').doUpdateSet({ value }))
          .execute()
    })
    calendar.setClock(now)
    const told = (await messages(2)).map(({ to, subject }) => `${to}: ${subject}`)
    assert.deepEqual(told.sort(), [
      'admin@example.org: A source of Town fails: Museum',
      'admin@example.org: The last backup of Town is 7 days old',
    ])
  })

  it('is chosen by everybody for themselves, with words that are allowed', async () => {
    const body = await choose('author', { review_mail: 'never', own_mail: false, trouble_mail: false, locale: 'fr' })
    assert.deepEqual([body.review_mail, body.own_mail, body.trouble_mail, body.locale], ['never', false, false, 'fr'])
    // What was read can be sent back.
    const { review_mail, own_mail, trouble_mail, locale } = await choose('author', { locale: '' })
    assert.equal((await choose('author', { review_mail, own_mail, trouble_mail, locale })).locale, locale)
    for (const [sent, name, allowed] of [
      [{ review_mail: 'weekly' }, 'review_mail', /now, daily, never/],
      [{ own_mail: 'perhaps' }, 'own_mail', /true or false/],
      [{ locale: 'xx' }, 'locale', /one of en, de/],
    ] as const) {
      const reply = await calendar.ask('POST', '//wp-json/wp/v2/users/me', { as: 'author', body: sent })
      assert.equal(reply.status, 400, reply.text)
      assert.match(String(reply.body.data.params[name]), allowed)
    }
    const { id } = await choose('admin', {})
    const reply = await calendar.ask('POST', `//wp-json/wp/v2/users/${id}`, { as: 'author', body: { own_mail: false } })
    assert.equal(reply.status, 403, reply.text)
  })
})
