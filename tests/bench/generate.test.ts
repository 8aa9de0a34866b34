import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fill } from '../../bench/fill.ts'
import { eventAt, type Plan, payloadAt } from '../../bench/generate.ts'
import { markers } from '../../bench/words.ts'
import { openDatabase } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { lineSeparator } from '../../src/db/schema.ts'
import { readHtml } from '../../src/lib/html.ts'
import { createCalendar, temporaryDirectory } from '../support/calendar.ts'

const plan: Plan = { events: 60, venues: 20, organizers: 500, unused: 5, from: '2018-11-01', days: 3650 }
const places = Array.from({ length: plan.events }, (_, at) => at)

describe('a made calendar', () => {
  it('is the same every time, in whatever order its events are made', () => {
    const forwards = places.map((at) => eventAt(plan, at))
    const backwards = places.toReversed().map((at) => eventAt(plan, at))
    assert.deepEqual(backwards.toReversed(), forwards)
    assert.notDeepEqual(eventAt(plan, 0), eventAt(plan, 1))
  })

  it('has descriptions of 1 to 3 KB as they are stored, and words of known frequency', () => {
    const large: Plan = { ...plan, events: 4000, venues: 500 }
    const descriptions = Array.from({ length: large.events }, (_, at) =>
      eventAt(large, at)
        .passages.map(({ html }) => html)
        .join('\n'),
    )
    const sizes = descriptions.map((text) => Buffer.byteLength(text))
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    assert.ok(mean > 1500 && mean < 2500, `mean ${mean}`)
    for (const text of descriptions.slice(0, 100)) assert.equal(readHtml(text), text)
    const countOf = (word: string): number => descriptions.filter((text) => text.toLowerCase().includes(word)).length
    const counts = [markers.frequent, markers.middling, markers.rare].map(countOf)
    assert.deepEqual(counts, [2000, 4, 3])
  })

  it('has the rows that its payloads would make', async () => {
    const calendar = await createCalendar()
    const directory = temporaryDirectory()
    const config = readConfig({ KALENDS_DATA: directory })
    const filled = await openDatabase(config)
    await fill(config.database, plan, Date.now())
    for (const at of places) {
      const { status, text } = await calendar.ask('POST', '/events', { as: 'admin', body: payloadAt(plan, at) })
      assert.equal(status, 201, text)
    }
    const [made, written] = [await readCalendar(filled), await readCalendar(calendar.database)]
    await filled.close()
    await calendar.close()
    rmSync(directory, { recursive: true })
    assert.equal(made.length, plan.events)
    assert.deepEqual(made, written)
  })
})

/** The events with all that is stored of them and of what they link to, but ids, the time of writing and what nobody links to. */
const readCalendar = async ({ kysely }: Database) => {
  const events = await kysely.selectFrom('event').selectAll().orderBy('title').execute()
  return Promise.all(events.map(async ({ id, ...event }) => ({ ...timeless(event), ...(await readLinks(kysely, id)) })))
}

const readLinks = async (kysely: Database['kysely'], id: number) => {
  const venues = await kysely
    .selectFrom('event_venue')
    .innerJoin('venue', 'id', 'venue_id')
    .selectAll('venue')
    .where('event_id', '=', id)
    .execute()
  const organizers = await kysely
    .selectFrom('event_organizer')
    .innerJoin('organizer', 'id', 'organizer_id')
    .selectAll('organizer')
    .where('event_id', '=', id)
    .execute()
  const terms = await kysely
    .selectFrom('event_term')
    .innerJoin('term', 'id', 'term_id')
    .select(['taxonomy', 'name', 'name_key', 'slug', 'count', 'search_text'])
    .where('event_id', '=', id)
    .orderBy('name')
    .execute()
  const owners = [id, ...venues.map((venue) => venue.id), ...organizers.map((organizer) => organizer.id)]
  const texts = await kysely.selectFrom('search_text').select('text').where('record_id', 'in', owners).execute()
  return {
    venues: venues.map(timeless),
    organizers: organizers.map(timeless),
    terms,
    texts: texts.map(({ text }) => text.split(lineSeparator).sort()).sort(),
  }
}

const timeless = (row: object): object => {
  const left = ['id', 'date', 'date_utc', 'modified', 'modified_utc']
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name)))
}
