import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp } from '../../src/app.ts'
import { createLog } from '../../src/lib/log.ts'
import { type Ask, askOf, type Calendar, createCalendar, type Login, testNow, withFront } from '../support/calendar.ts'
import { seed } from '../support/seed.ts'

/** Random numbers from a seed: the same seed gives the same writes. */
const randomFrom = (start: number) => {
  let state = start >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return {
    below: (limit: number): number => Math.floor(next() * limit),
    pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
  }
}

type Random = ReturnType<typeof randomFrom>

/** What a program that reads the feed keeps: the JSON of each event by its id. */
type Mirror = { next: string; readonly events: Map<number, string> }

/** The number of events of a category is read with an event, but a change of it is none of the event (C8.1). */
const withoutCounts = (event: unknown): string =>
  JSON.stringify(event, (name, value) => (name === 'count' ? undefined : value))

/** Reads on until the end, as a harvester does. */
const follow = async (ask: Ask, mirror: Mirror, as: Login): Promise<void> => {
  for (;;) {
    const { status, body, text } = await ask('GET', mirror.next.replace('http://calendar.test', '/'), { as })
    assert.equal(status, 200, text)
    mirror.next = body.next
    if (body.items.length === 0) return
    for (const { state, id, data } of body.items) {
      if (state === 'deleted') mirror.events.delete(id)
      else mirror.events.set(id, withoutCounts(data))
    }
  }
}

/** Every event that a list shows. */
const readAll = async (ask: Ask, as: Login): Promise<Map<number, string>> => {
  const more = as === 'none' ? '' : '&status=publish,future,draft,pending,private,trash'
  const { text } = await ask('GET', `/events.ndjson?window=all${more}`, { as })
  const events = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return new Map(events.map((event) => [event.id, withoutCounts(event)]))
}

/** Makes one random write of those that change what events show. */
const write = async (ask: Ask, random: Random, known: Record<string, number[]>, round: number): Promise<void> => {
  const { events = [], venues = [], organizers = [], categories = [] } = known
  const send = async (method: string, path: string, body?: object) => {
    const reply = await ask(method, path, { as: 'admin', ...(body && { body }) })
    assert.ok(reply.status < 500, reply.text)
    return reply
  }
  const links = () => ({
    venue: random.pick(venues),
    organizer: [random.pick(organizers)],
    categories: [random.pick(categories)],
  })
  const status = () => random.pick(['publish', 'publish', 'draft', 'private', 'pending'])
  const id = random.pick(events)
  const day = `2027-0${1 + random.below(9)}-1${random.below(9)}`
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const body = { title: `Event ${round}`, start_date: day, end_date: day, status: status(), ...links() }
      const made = await send('POST', '/events', body)
      if (made.status === 201) known['events']?.push(made.body.id)
      return
    }
    case 4:
      return void (await send('PATCH', `/events/${id}`, { title: `Changed ${round}`, status: status() }))
    case 5:
      return void (await send('PATCH', `/events/${id}`, links()))
    case 6:
      return void (await send('PATCH', `/events/${id}`, { hide_from_listings: random.below(2) === 1 }))
    case 7:
      return void (await send('DELETE', `/events/${id}?force=${random.below(2) === 1}`))
    case 8:
      return void (await send('PATCH', `/venues/${random.pick(venues)}`, { venue: `Venue ${round}`, status: status() }))
    case 9:
      return void (await send('PATCH', `/organizers/${random.pick(organizers)}`, { organizer: `Organizer ${round}` }))
    case 10:
      return void (await send('PATCH', `/categories/${random.pick(categories)}`, { name: `Category ${round}` }))
    default: {
      const body = { venue: `New venue ${round}` }
      if (random.below(3) > 0) return void known['venues']?.push((await send('POST', '/venues', body)).body.id)
      await send('DELETE', `/venues/${known['venues']?.shift()}?force=true`)
    }
  }
}

/** Renames a venue and a category, each of which one event shows that the copy has: by chance, two servers may end without such a change. */
const renameShown = async (ask: Ask, followNow: () => Promise<void>): Promise<void> => {
  const send = async (method: string, path: string, body: object): Promise<number> => {
    const reply = await ask(method, path, { as: 'admin', body })
    assert.ok(reply.status < 300, reply.text)
    return reply.body.id
  }
  const venue = await send('POST', '/venues', { venue: 'Shown venue' })
  const category = await send('POST', '/categories', { name: 'Shown category' })
  const day = { start_date: '2027-03-01', end_date: '2027-03-01' }
  await send('POST', '/events', { title: 'In a venue', ...day, venue })
  await send('POST', '/events', { title: 'In a category', ...day, categories: [category] })
  await followNow()
  await send('PATCH', `/venues/${venue}`, { venue: 'Renamed venue' })
  await send('PATCH', `/categories/${category}`, { name: 'Renamed category' })
}

/** Writes through two servers on one database while a program follows, and compares its copy with the calendar. */
const compare = async (
  calendar: Calendar,
  as: Login,
  rounds: number,
): Promise<{ copied: Map<number, string>; right: Map<number, string> }> => {
  const database = await calendar.connect()
  const log = createLog('silent', () => undefined)
  const app = withFront(await buildApp({ config: calendar.config, database, clock: () => testNow, log }))
  const asks = [calendar.ask, askOf(app, calendar.secrets)]
  const random = randomFrom(seed)
  const known = { events: [], venues: [], organizers: [], categories: [] }
  const start = async (path: string, body: object, into: number[]) => {
    for (let at = 0; at < 4; at++)
      into.push(
        (
          await calendar.ask('POST', path, {
            as: 'admin',
            body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, `${value} ${at}`])),
          })
        ).body.id,
      )
  }
  await start('/venues', { venue: 'Venue' }, known.venues)
  await start('/organizers', { organizer: 'Organizer' }, known.organizers)
  await start('/categories', { name: 'Category' }, known.categories)
  const more = as === 'none' ? '' : '&view=edit'
  const mirror: Mirror = { next: `//kalends/v1/changes?limit=7${more}`, events: new Map() }
  for (let round = 0; round < rounds; round++) {
    await Promise.all(asks.map((ask) => write(ask, random, known, round)))
    if (random.below(4) === 0) await follow(asks[random.below(2)] ?? calendar.ask, mirror, as)
  }
  await renameShown(calendar.ask, () => follow(calendar.ask, mirror, as))
  // What is noted is worked off by a job.
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(5)) {
    await calendar.ask('GET', `/events?at=${Date.now()}`)
    if (!(await database.kysely.selectFrom('pending_link').selectAll().executeTakeFirst())) break
  }
  await follow(calendar.ask, mirror, as)
  const right = await readAll(calendar.ask, as)
  await app.close()
  await database.close()
  return { copied: mirror.events, right }
}

/** The ids of the events in which a copy differs from the calendar; lists leave out hidden events, which editors follow too. */
const differences = ({ copied, right }: Awaited<ReturnType<typeof compare>>): readonly number[] => {
  const listed = new Map([...copied].filter(([, text]) => !text.includes('"hide_from_listings":true')))
  return [...new Set([...listed.keys(), ...right.keys()])].filter((id) => listed.get(id) !== right.get(id))
}

describe('a copy that follows the changes of two servers (C8.1)', () => {
  for (const as of ['none', 'admin'] as const) {
    it(`is the calendar as ${as === 'none' ? 'everybody sees it' : 'editors see it'}`, async () => {
      const calendar = await createCalendar()
      const both = await compare(calendar, as, 120)
      assert.ok(both.right.size > 5)
      assert.deepEqual(differences(both), [])
      await calendar.close()
    })
  }

  // PostgreSQL has one trigger for all kinds.
  const triggers = process.env['TEST_POSTGRES']
    ? ['change_numbered on change']
    : ['change_of_event_numbered', 'change_of_venue_numbered', 'change_of_term_numbered']
  for (const trigger of triggers) {
    it(`differs from it without ${trigger}`, async () => {
      const calendar = await createCalendar()
      await calendar.database.transact((db) => sql.raw(`drop trigger ${trigger}`).execute(db.kysely))
      assert.notDeepEqual(differences(await compare(calendar, 'none', 20)), [])
      await calendar.close()
    })
  }
})
