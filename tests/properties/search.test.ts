import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { indexAll, rebuildIndex } from '../../src/db/search-upkeep.ts'
import { foldText, searchTerms, searchWords } from '../../src/lib/text.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { addCopies, copies } from '../support/copies.ts'
import { lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { createRandom } from './random.ts'

/** How many searches are compared with looking at each text. */
const count = lengthOf(60, 200)

/** How many times events are written and searched. */
const rounds = lengthOf(6, 30)

const random = createRandom(seed)

/** What is written in texts and searched for, also what means something to a database; few of each, so that much is found. */
const alphabets = [
  'abcABC éß',
  'aab%_ ',
  `a"'\\ *`,
  'AND OR NOT NEAR()^:+-{}',
  'дДёЁй ъ',
  'ςσΣάα ω',
  '音楽会 ガ',
  '음악회 ᄀ',
  'حفلة ٣',
  'संगीत ी',
  '🎻🎺👨‍👩‍👧 👍🏽',
  '\ufffd\ufffe\u00ad a\u2028',
].map((letters) => [...letters])

const textOf = (length: number): string => {
  const letters = random.oneOf(alphabets)
  return Array.from({ length }, () => random.oneOf(random.chance(5) ? random.oneOf(alphabets) : letters)).join('')
}

/** A piece of one of the texts, or what hardly occurs in one. */
const needleOf = (texts: readonly string[]): string => {
  if (random.chance(10)) return textOf(1 + random.below(6))
  const letters = [...random.oneOf(texts)]
  const from = random.below(letters.length)
  return letters.slice(from, from + 1 + random.below(10)).join('')
}

/** What a record holds, and which it is. */
type Held = { readonly id: number; readonly fields: readonly string[] }

type Found = (fields: readonly string[], query: string) => boolean

const everyWordSomewhere: Found = (fields, query) =>
  searchWords(query).every((word) => fields.some((field) => foldText(field).includes(word)))

const oneFieldWithAllWords: Found = (fields, query) =>
  fields.some((field) => searchTerms(query).every((term) => foldText(field).includes(term)))

describe(`searches (SEED=${seed})`, () => {
  let calendar: Calendar
  let events: Held[] = []
  const venues: Held[] = []

  const write = async (path: string, body: object): Promise<number> => {
    const { status, text, body: record } = await calendar.ask('POST', path, { as: 'admin', body })
    assert.ok(status === 200 || status === 201, text)
    return record.id
  }

  const newEvent = async (path = '/events'): Promise<Held> => {
    const [title = '', description = '', excerpt = ''] = [12, 60, 20].map((length) => `${textOf(length)}.`)
    const body = { title, description: `<p>${description}</p>`, excerpt: `<p>${excerpt}</p>` }
    return {
      id: await write(path, { ...body, start_date: '2027-01-10', end_date: '2027-01-10' }),
      fields: [title, description, excerpt],
    }
  }

  const newVenue = async (): Promise<Held> => {
    const [venue = '', address = '', city = '', zip = ''] = [12, 20, 10, 4].map((length) => `${textOf(length)}.`)
    return { id: await write('/venues', { venue, address, city, zip }), fields: [venue, address, city, zip] }
  }

  const search = async (path: string, query: string): Promise<{ ids: number[]; total: number }> => {
    const asked = `${path}search=${encodeURIComponent(query)}&per_page=50`
    const { status, text, body } = await calendar.ask('GET', asked, { as: 'editor' })
    assert.equal(status, 200, `${asked}: ${text}`)
    const records: { id: number }[] = body.events ?? body.venues
    return { ids: records.map(({ id }) => id).sort((a, b) => a - b), total: body.total }
  }

  /**
   * Compares many searches with looking at each text; answers how many of them found something. The words of every
   * second search come from one field, so that it is sure to be found.
   */
  const compare = async (path: string, held: readonly Held[], isFound: Found, count: number): Promise<number> => {
    const all = held.flatMap(({ fields }) => fields)
    let found = 0
    for (let round = 0; round < count; round++) {
      const texts = round % 2 === 0 ? [random.oneOf(all)] : all
      const query = Array.from({ length: 1 + random.below(3) }, () => needleOf(texts))
        .join(' ')
        .trim()
        .slice(0, 60)
        .toWellFormed()
      if (searchWords(query).length === 0) continue
      const meant = held.filter(({ fields }) => isFound(fields, query)).map(({ id }) => id)
      const { ids, total } = await search(path, query)
      assert.deepEqual([ids, total], [meant, meant.length], `${path} ${JSON.stringify(query)}`)
      if (meant.length > 0) found++
    }
    return found
  }

  before(async () => {
    calendar = await createCalendar()
    for (let at = 0; at < 40; at++) events.push(await newEvent())
    for (let at = 0; at < 40; at++) venues.push(await newVenue())
  })
  after(() => calendar.close())

  const compareBoth = async (): Promise<void> => {
    assert.ok((await compare('/events?', events, everyWordSomewhere, count)) > count / 4)
    assert.ok((await compare('/venues?', venues, oneFieldWithAllWords, count)) > count / 4)
  }

  it('find the events that hold every word somewhere, and the venues of which one field holds all', compareBoth)

  it('find the same among many more', async () => {
    const [event, venue] = [events[0], venues[0]] as [Held, Held]
    await addCopies(calendar.database, 'event', event.id, 'zigzug wuzzy')
    await addCopies(calendar.database, 'venue', venue.id, '')
    await compareBoth()
  })

  it('find them as they are after a change, in the trash, out of it, and not when they are gone', async () => {
    const [changed, trashed, restored, gone, ...rest] = events as [Held, Held, Held, Held, ...Held[]]
    const now = await newEvent(`/events/${changed.id}`)
    for (const { id } of [trashed, restored]) await calendar.ask('DELETE', `/events/${id}`, { as: 'admin' })
    await write(`/events/${restored.id}`, { status: 'publish' })
    await calendar.ask('DELETE', `/events/${gone.id}?force=true`, { as: 'admin' })
    events = [now, restored, ...rest]
    assert.ok((await compare('/events?', events, everyWordSomewhere, count)) > count / 4)
    await compare('/events?status=trash&', [trashed], everyWordSomewhere, 50)
  })

  it('find the same while texts are written, changed, removed and indexed', async () => {
    for (let round = 0; round < rounds; round++) {
      for (let step = 0; step < 6; step++) {
        const at = random.below(events.length)
        const { id } = events[at] as Held
        // All of them are on one page.
        if (events.length < 45 && random.chance(40)) events.push(await newEvent())
        else if (random.chance(50)) events[at] = await newEvent(`/events/${id}`)
        else {
          await calendar.ask('DELETE', `/events/${id}?force=${random.chance(50)}`, { as: 'admin' })
          events.splice(at, 1)
        }
      }
      if (random.chance(50)) await calendar.database.transact(indexAll)
      await compare('/events?', events, everyWordSomewhere, count / 4)
      await compare('/venues?', venues, oneFieldWithAllWords, count / 4)
    }
  })

  it('would be noticed if the index were wrong', async () => {
    const { database } = calendar
    await database.transact(async (db) => {
      await indexAll(db)
      await sql`update search_list set lists = (select lists from search_list order by id desc limit 1)`.execute(
        db.kysely,
      )
      await sql`update search_block set version = version + 1`.execute(db.kysely)
      await sql`insert into change (kind, record_id) values ('event', 0)`.execute(db.kysely)
    })
    await assert.rejects(compare('/events?', events, everyWordSomewhere, count), { code: 'ERR_ASSERTION' })
    await database.transact(async (db) => {
      await rebuildIndex(db)
      await sql`insert into change (kind, record_id) values ('event', 0)`.execute(db.kysely)
    })
    await compare('/events?', events, everyWordSomewhere, count)
  })

  it('find what many have, and the few among them that have more', async () => {
    assert.equal((await search('/events?', 'igzu')).total, copies)
    assert.equal((await search('/events?', 'zigzug uzzy')).total, copies)
    const body = { title: 'Zigzug and bassoon', start_date: '2027-01-11', end_date: '2027-01-11' }
    const one = await write('/events', { ...body, venue: { venue: 'Hall' } })
    assert.deepEqual(await search('/events?', 'zigzug bassoon'), { ids: [one], total: 1 })
    const { body: event } = await calendar.ask('GET', `/events/${one}`)
    assert.deepEqual(await search(`/events?venue=${event.venue.id}&`, 'bassoon'), { ids: [one], total: 1 })
    assert.deepEqual(await search(`/events?include=${one}&`, 'bassoon'), { ids: [one], total: 1 })
    assert.deepEqual(await search('/events?', 'wuzzy bassoon'), { ids: [], total: 0 })
  })
})
