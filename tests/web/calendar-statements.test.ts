import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { watchPostgres } from '../sql/watch-postgres.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { repeatEvent } from '../support/repeat-event.ts'

/** What asks whether something has changed is asked for all requests of a turn; the work of the server itself goes on besides. */
const isOther = (text: string): boolean =>
  /^(?:pragma|begin|commit|explain|select set_config)|from "?change"?\b|"(?:source|import|submission|revision|setting|credential_use|pending_link|change_day)"/.test(
    text,
  )

describe('a calendar of days', () => {
  let calendar: Calendar
  const statements: string[] = []
  const note = (text: string): void => void (isOther(text) || statements.push(text))
  before(async () => {
    calendar = await createCalendar({ sqlite: { onStatement: note } })
    watchPostgres(({ text }) => note(text))
    const category = (await calendar.ask('POST', '/categories', { as: 'editor', body: { name: 'Music' } })).body.id
    const { body } = await calendar.ask('POST', '/events', {
      as: 'editor',
      body: {
        title: 'Often',
        status: 'publish',
        start_date: '2027-03-01 10:00:00',
        end_date: '2027-03-01 11:00:00',
        categories: [category],
      },
    })
    // Twenty on each day of two months, and some that go on for days.
    const copies = Array.from({ length: 1200 }, (_, at) => {
      const day = new Date(Date.UTC(2027, 2, 1 + Math.floor(at / 20))).toISOString().slice(0, 10)
      const last = at % 40 === 0 ? new Date(Date.parse(day) + 3 * 86_400_000).toISOString().slice(0, 10) : day
      const [start_date, end_date] = [`${day} ${10 + (at % 10)}:00:00`, `${last} 21:00:00`]
      return { start_date, end_date, start_utc: start_date, end_utc: end_date }
    })
    await repeatEvent(calendar, body.id, copies)
    await calendar.database.transact(({ kysely }) =>
      kysely
        .insertInto('event_term')
        .values(copies.map((_, at) => ({ term_id: category, event_id: body.id + 1 + at })))
        .execute(),
    )
    // What the frame of every page needs is read.
    await calendar.ask('GET', '//events/month/2026-01/')
  })
  after(async () => {
    mock.restoreAll()
    await calendar.close()
  })

  for (const [path, most] of [
    ['//events/month/2027-03/', 6],
    ['//events/month/2027-04/', 6],
    ['//events/week/2027-03-10/', 6],
    ['//events/day/2027-03-10/', 6],
    ['//events/month/2027-08/', 6],
    // Of each category, whichever are chosen, the events are counted besides.
    ['//events/month/2027-03/?categories=music', 11],
    ['//events/month/2027-03/?featured=false', 7],
    ['//events/week/2027-03-10/?categories=music&featured=false', 9],
  ] as const)
    it(`asks the database for few statements, however many days and events it has: ${path}`, async () => {
      statements.length = 0
      const { status, text } = await calendar.ask('GET', path)
      assert.equal(status, 200)
      if (!path.includes('2027-08')) assert.match(text, /Often/)
      assert.ok(
        statements.length > 0 && statements.length <= most,
        `${statements.length} statements:\n${statements.join('\n')}`,
      )
    })
})
