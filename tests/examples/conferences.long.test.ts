import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Conference, payloadOf, tagsOf } from '../../examples/conferences/payload.ts'
import { buildApp } from '../../src/app.ts'
import { findFaults } from '../../src/cli/check.ts'
import { runCommand } from '../../src/cli/run.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { foldText, searchWords } from '../../src/lib/text.ts'
import { walkPages } from '../support/all-pages.ts'
import { type Ask, askOf, type Calendar, createCalendar, temporaryDirectory } from '../support/calendar.ts'

const root = join(import.meta.dirname, '../..')
const whole = join(root, '../shared/data/conferences.ndjson')
const file = existsSync(whole) ? whole : join(root, 'examples/conferences/sample.ndjson')
const conferences = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Conference)

const allTime = 'start_date=0001-01-01&end_date=9999-12-31&per_page=50'

/** What identifies a conference in the data and in the calendar. */
const keyOf = ({ name, startDate, endDate }: Conference): string =>
  [foldText(name.trim()), startDate, endDate].join('|')

const shownText = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#038;', '&')

type EventRecord = { readonly title: string; readonly start_date: string; readonly end_date: string }

const keyOfRecord = ({ title, start_date, end_date }: EventRecord): string =>
  [foldText(shownText(title)), start_date.slice(0, 10), end_date.slice(0, 10)].join('|')

describe(`${conferences.length} conferences from ${file === whole ? 'the whole data' : 'the sample'}`, () => {
  let calendar: Calendar
  let ask: Ask
  const directory = temporaryDirectory()

  before(async () => {
    calendar = await createCalendar()
    const path = join(directory, 'events.ndjson')
    writeFileSync(path, conferences.map((conference) => `${JSON.stringify(payloadOf(conference))}\n`).join(''))
    const environment = { KALENDS_DATA: directory, KALENDS_DATABASE: `sqlite:${calendar.databasePath}` }
    assert.equal(await runCommand(['import', path], environment), 0)
    const config = readConfig(environment)
    const log = createLog('error', (line) => void process.stderr.write(line))
    const app = await buildApp({ config, database: calendar.database, clock: Date.now, log })
    ask = askOf(app, calendar.secrets)
  })
  after(async () => {
    await calendar.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const expectRecords = (records: EventRecord[], expected: readonly Conference[], what: string): void => {
    assert.deepEqual(records.map(keyOfRecord).sort(), expected.map(keyOf).sort(), what)
  }

  it('are all there, once each, in the order of their start', async () => {
    const records = await walkPages(ask, 'events', allTime)
    expectRecords(records, conferences, 'the whole range')
    const starts = records.map(({ utc_start_date }) => utc_start_date)
    assert.deepEqual(starts, starts.toSorted())
    assert.ok(
      records.every(
        ({ all_day, start_date, end_date }) => all_day && /00:00:00$/.test(start_date) && /23:59:59$/.test(end_date),
      ),
    )
  })

  it('are told apart by year', async () => {
    const years = [...new Set(conferences.map(({ startDate }) => startDate.slice(0, 4)))]
    for (const year of years) {
      const records = await walkPages(ask, 'events', `start_date=${year}-01-01&end_date=${year}-12-31&per_page=50`)
      expectRecords(
        records,
        conferences.filter(({ startDate }) => startDate.startsWith(year)),
        year,
      )
    }
  })

  it('are told apart by topic', async () => {
    for (const topic of new Set(conferences.flatMap(({ topics }) => topics))) {
      const records = await walkPages(ask, 'events', `${allTime}&categories=${encodeURIComponent(topic)}`)
      expectRecords(
        records,
        conferences.filter(({ topics }) => topics.includes(topic)),
        topic,
      )
    }
  })

  it('are told apart by language and by being online', async () => {
    for (const tag of new Set(conferences.flatMap(tagsOf))) {
      const { body } = await ask('GET', `/events?${allTime}&tags=${tag}&per_page=1`)
      assert.equal(body.total, conferences.filter((conference) => tagsOf(conference).includes(tag)).length, tag)
    }
  })

  it('take place in their cities', async () => {
    const venues = await walkPages(ask, 'venues', 'per_page=50')
    const placeOf = ({ city = '', country = '' }: Conference) => `${city}|${country}`.toLowerCase()
    const places = new Set(conferences.filter(({ city }) => city).map(placeOf))
    assert.equal(venues.length, places.size)
    for (const venue of venues) {
      const place = placeOf({ ...venue, city: shownText(venue.venue), country: shownText(venue.country ?? '') })
      const { body } = await ask('GET', `/events?${allTime}&venue=${venue.id}&per_page=1`)
      assert.equal(body.total, conferences.filter((it) => it.city && placeOf(it) === place).length, place)
    }
  })

  it('are found by their words', async () => {
    const queries = [
      'javascript',
      'Devfest',
      'café',
      'conf 2024',
      'día',
      'c++',
      'é',
      'react native',
      'jsconf',
      '🎉',
      'zzzz',
    ]
    for (const query of queries) {
      const { body } = await ask('GET', `/events?${allTime}&search=${encodeURIComponent(query)}&per_page=1`)
      const matches = conferences.filter((conference) => {
        const { description } = payloadOf(conference)
        const texts = [conference.name, description.replace(/<[^>]*>/g, '')].map(foldText)
        return searchWords(query).every((word) => texts.some((text) => text.includes(word)))
      })
      assert.equal(body.total, matches.length, query)
    }
  })

  it('leave a sound database', async () => {
    assert.deepEqual(await findFaults(calendar.database), [])
  })
})
