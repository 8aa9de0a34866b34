import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { createLog } from '../../src/lib/log.ts'
import { type Ask, askOf, type Calendar, createCalendar, testNow, withFront } from '../support/calendar.ts'

describe('a change that another server commits while a page or a list is read (C8.2)', () => {
  let calendar: Calendar
  let other: { ask: Ask; close: () => Promise<void> }
  let id: number
  before(async () => {
    calendar = await createCalendar()
    const database = await calendar.connect()
    const log = createLog('silent', () => undefined)
    const app = withFront(await buildApp({ config: calendar.config, database, clock: () => testNow, log }))
    const close = async () => {
      await app.close()
      await database.close()
    }
    other = { ask: askOf(app, calendar.secrets), close }
    id = await create('First')
  })
  after(async () => {
    await other.close()
    await calendar.close()
  })

  const create = async (title: string): Promise<number> => {
    const body = { title, start_date: '2027-02-01', end_date: '2027-02-01' }
    return (await other.ask('POST', '/events', { as: 'editor', body })).body.id
  }

  /** Does something once, before or after the next statement that reads one of the tables. */
  const once = (table: string, place: 'before' | 'after', act: () => Promise<unknown>): void => {
    const { query } = calendar.database
    const meddle: Database['query'] = async (text, values) => {
      if (!text.includes(table)) return await query(text, values)
      Object.assign(calendar.database, { query })
      if (place === 'before') await act()
      const rows = await query(text, values)
      if (place === 'after') await act()
      return rows
    }
    Object.assign(calendar.database, { query: meddle })
  }

  const read = async (address: string) => (await calendar.ask('GET', address.replace('http://calendar.test', '/'))).body

  it('is in the page with its contents, or behind it', async () => {
    let page = await read('//kalends/v1/changes')
    while (page.items.length > 0) page = await read(page.next)
    await other.ask('PATCH', `/events/${id}`, { as: 'editor', body: { title: 'Second' } })
    page = await read(page.next)
    assert.equal(page.items[0].data.title, 'Second')
    // The record is in memory now.
    await calendar.ask('GET', '/events?window=all')
    once('latest_change', 'before', () =>
      other.ask('PATCH', `/events/${id}`, { as: 'editor', body: { title: 'Third' } }),
    )
    const seen = new Map<number, string>()
    for (let { next } = page; ; ) {
      page = await read(next)
      for (const item of page.items) seen.set(item.id, item.data.title)
      if (page.items.length === 0) break
      next = page.next
    }
    assert.equal(seen.get(id), 'Third')
  })

  it('is behind the number of the list', async () => {
    let made = 0
    once('start_utc', 'after', async () => {
      made = await create('Made meanwhile')
      // Another request learns of it.
      await calendar.ask('GET', '/venues')
    })
    const list = await calendar.ask('GET', '/events?window=all&per_page=50')
    assert.ok(made > 0)
    const isListed = list.body.events.some((event: { id: number }) => event.id === made)
    const [number, epoch] = [list.headers['kalends-change-number'], list.headers['kalends-epoch']]
    const { items } = await read(`//kalends/v1/changes?afterChangeNumber=${number}&epoch=${epoch}`)
    const isBehind = items.some((item: { id: number }) => item.id === made)
    assert.ok(isListed || isBehind)
  })
})

describe('a venue that somebody renames by hand while its events are numbered (C8.1)', {
  skip: process.env['TEST_POSTGRES'] === undefined && 'SQLite lets nobody else write meanwhile',
}, () => {
  it('brings all of them again', async () => {
    const calendar = await createCalendar()
    const { database, ask } = calendar
    const hand = await calendar.connect()
    const { id: venue } = (await ask('POST', '/venues', { as: 'editor', body: { venue: 'Old' } })).body
    const operations = Array.from({ length: 260 }, (_, at) => ({
      method: 'POST',
      body: { title: `At the venue ${at}`, start_date: '2027-03-01', end_date: '2027-03-01', venue },
    }))
    for (let round = 0; round < 2; round++) await ask('POST', '/events/batch', { as: 'admin', body: { operations } })
    const renameByHand = async () => {
      const pending = await hand.kysely.selectFrom('pending_link').select('after_id').executeTakeFirst()
      if (!pending?.after_id) return
      Object.assign(database, { transact })
      await hand.kysely.updateTable('venue').set({ title: 'New' }).where('id', '=', venue).execute()
    }
    const { transact } = database
    const meddling: typeof transact = (work) =>
      transact(async (db) => {
        const reserveChanges: typeof db.dialect.reserveChanges = async (kysely, count) => {
          await renameByHand()
          return await db.dialect.reserveChanges(kysely, count)
        }
        return await work({ ...db, dialect: { ...db.dialect, reserveChanges } })
      })
    await ask('PATCH', `/venues/${venue}`, { as: 'editor', body: { venue: 'Middle' } })
    Object.assign(database, { transact: meddling })
    const isDone = async () => {
      await ask('GET', `/venues?at=${Math.random()}`)
      return (await database.kysely.selectFrom('pending_link').select('kind').executeTakeFirst()) === undefined
    }
    for (const end = Date.now() + 20_000; !(await isDone()); await wait(5)) assert.ok(Date.now() < end)
    const numberOf = async (kind: 'venue' | 'event') =>
      await database.kysely
        .selectFrom('latest_change')
        .where('kind', '=', kind)
        .select((eb) => eb.fn.min('number').as('least'))
        .executeTakeFirstOrThrow()
    const [renamed, first] = [await numberOf('venue'), await numberOf('event')]
    assert.equal((await ask('GET', `/venues/${venue}`)).body.venue, 'New')
    assert.ok(Number(first.least) > Number(renamed.least))
    await hand.close()
    await calendar.close()
  })
})
