import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' }

// Only SQLite says which statements run; the steps are the same on both databases.
const skip = process.env['TEST_POSTGRES'] === undefined ? false : 'statements are watched on SQLite'

describe('a write', { skip }, () => {
  let calendar: Calendar
  const statements: string[] = []
  // What others have committed is asked before every request, and which series are to be filled after the start.
  const isOfServer = (sql: string): boolean => sql.includes('from "change"') || sql.includes('"filled_until" <')
  const note = (sql: string) => void (isOfServer(sql) || statements.push(sql))
  const ids = { venue: 0, hidden: 0, organizer: 0, category: 0, parent: 0, event: 0 }

  before(async () => {
    calendar = await createCalendar({ sqlite: { onStatement: note } })
    const create = async (path: string, body: object): Promise<number> =>
      (await calendar.ask('POST', path, { as: 'admin', body })).body.id
    ids.venue = await create('/venues', { venue: 'Hall', city: 'Ghent' })
    ids.hidden = await create('/venues', { venue: 'Cellar', status: 'private' })
    ids.organizer = await create('/organizers', { organizer: 'Club' })
    ids.category = await create('/categories', { name: 'Music' })
    ids.parent = await create('/events', { title: 'Hidden', ...dates, status: 'private' })
    const { venue, organizer, category } = ids
    ids.event = await create('/events', { title: 'Fair', ...dates, venue, organizer, categories: [category] })
  })
  beforeEach(() => void statements.splice(0))
  after(() => calendar.close())

  /** The tables of records that were read, each as often as it was. */
  const tablesRead = (): string[] => {
    const reads = statements.filter((sql) => /^\s*select/i.test(sql)).join('\n')
    return [...reads.matchAll(/from "(event|venue|organizer|term)"/g)].map(([, table = '']) => table)
  }

  // That a log-in was used is written a second later, perhaps in the middle of another test.
  const writes = (): string[] =>
    statements.filter((sql) => /^\s*(?:insert|update|delete)/i.test(sql) && !sql.includes('credential_use'))

  const refused: [what: string, as: Login, body: () => object, status: number][] = [
    ['a venue that the caller may not read', 'author', () => ({ venue: ids.hidden }), 400],
    ['a parent that the caller may not read', 'author', () => ({ post_parent: ids.parent }), 400],
    ['a new tag of somebody who may not create it', 'author', () => ({ tags: ['New'] }), 403],
    ['a new category of somebody who may not create it', 'contributor', () => ({ categories: ['New'] }), 403],
    [
      'a new venue that the caller may not hide',
      'contributor',
      () => ({ venue: { venue: 'New', status: 'private' } }),
      403,
    ],
    [
      'a second link that is refused',
      'author',
      () => ({ venue: { venue: 'New' }, organizer: { organizer: 'New' }, tags: ['New'] }),
      403,
    ],
  ]

  for (const [what, as, body, status] of refused) {
    it(`inserts nothing before it refuses ${what}`, async () => {
      const reply = await calendar.ask('POST', '/events', { as, body: { title: 'Refused', ...dates, ...body() } })
      assert.equal(reply.status, status, reply.text)
      assert.deepEqual(writes(), [])
    })
  }

  it('inserts what is not refused (control)', async () => {
    const body = { title: 'Allowed', ...dates, venue: { venue: 'Barn' }, categories: ['New'] }
    assert.equal((await calendar.ask('POST', '/events', { as: 'author', body })).status, 201)
    assert.ok(writes().length > 5)
  })

  it('that creates an event reads what it links once', async () => {
    const { venue, organizer, category } = ids
    const body = { title: 'Fair', ...dates, venue, organizer, categories: [category] }
    const { body: event } = await calendar.ask('POST', '/events', { as: 'admin', body })
    assert.deepEqual([event.venue.id, event.organizer[0].id, event.categories[0].id], [venue, organizer, category])
    assert.deepEqual(tablesRead().sort(), ['event', 'organizer', 'term', 'venue'])
  })

  it('that changes a title reads the event and what it links once', async () => {
    const options = { as: 'admin', body: { title: 'Summer fair' } } as const
    const { status } = await calendar.ask('PUT', `/events/${ids.event}`, options)
    assert.equal(status, 200)
    assert.deepEqual(tablesRead().sort(), ['event', 'organizer', 'term', 'venue'])
    assert.deepEqual(
      writes().map((sql) => /"(\w+)"/.exec(sql)?.[1]),
      ['event', 'search_text', 'revision'],
    )
  })

  it('answers the ETag of a later GET', async () => {
    const { venue, organizer } = ids
    const created = await calendar.ask('POST', '/events', {
      as: 'author',
      body: {
        title: 'Tagged',
        ...dates,
        venue: [venue, { venue: 'Yard', image: null }],
        organizer,
        categories: ['Ärger', 'Zoo', ids.category],
      },
    })
    const read = () => calendar.ask('GET', `/events/${created.body.id}`, { as: 'author' })
    assert.equal(created.headers['etag'], (await read()).headers['etag'])
    for (const body of [{ status: 'draft' }, { categories: ['Zoo'] }, { status: 'publish', venue: '' }]) {
      const changed = await calendar.ask('PUT', `/events/${created.body.id}`, { as: 'author', body })
      assert.equal(changed.headers['etag'], (await read()).headers['etag'], JSON.stringify(body))
    }
  })
})
