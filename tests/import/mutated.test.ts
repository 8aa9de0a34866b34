import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readCsv } from '../../src/import/read/formats/csv.ts'
import { readICalendar } from '../../src/import/read/formats/icalendar.ts'
import { readWxr } from '../../src/import/read/formats/wxr.ts'
import { lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { mutate, randomFrom } from './mutations.ts'
import { corpusFile, readRecords } from './read-records.ts'

const files = ['google.ics', 'outlook.ics', 'apple.ics', 'nextcloud.ics', 'meetup.ics', 'eventbrite.ics', 'tec.ics']

const frame = /^(?:BEGIN|END):(?:VCALENDAR|VEVENT|VTODO|VTIMEZONE)\r?$/m

/** Changes the content of events and leaves the lines with which they begin and end. */
const mutateWithin = (bytes: Buffer, random: () => number): Buffer => {
  const parts = bytes.toString('latin1').split(/(?<=\n)/)
  const runs: string[] = ['']
  for (const part of parts) {
    if (frame.test(part)) runs.push(part, '')
    else runs[runs.length - 1] += part
  }
  const changed = runs.map((run) => {
    if (run === '' || frame.test(run) || random() < 0.5) return run
    const mutated = mutate(Buffer.from(run, 'latin1'), random).toString('latin1')
    // The next line must begin on its own.
    return /[\r\n]$/.test(mutated) ? mutated : `${mutated}\n`
  })
  return Buffer.from(changed.join(''), 'latin1')
}

const count = (bytes: Buffer): number => bytes.toString('latin1').match(/^BEGIN:VEVENT\r?$/gm)?.length ?? 0

it(`reads changed calendars without an error, and loses no event silently (SEED=${seed})`, async () => {
  const random = randomFrom(seed)
  for (let round = 0; round < lengthOf(200, 2000); round++) {
    const file = await corpusFile(files[round % files.length] ?? '')
    const bytes = mutateWithin(file, random)
    const { records, faults } = await readRecords(readICalendar, bytes, {}, 4096)
    const events = records.length + faults.filter(({ place }) => place.startsWith('line')).length
    assert.equal(events, count(bytes), `round ${round}:\n${bytes.toString('latin1')}`)
    await readRecords(readICalendar, mutate(file, random), {}, 4096)
  }
})

const others = [
  [readCsv, 'tec-events.csv'],
  [readCsv, 'tec-venues.csv'],
  [readCsv, 'german.csv'],
  [readWxr, 'site.xml'],
] as const

it(`reads changed tables and exports without an error (SEED=${seed})`, async () => {
  const random = randomFrom(seed)
  for (let round = 0; round < lengthOf(200, 2000); round++) {
    const [read, name] = others[round % others.length] ?? others[0]
    const bytes = mutate(await corpusFile(name), random)
    const { records, faults } = await readRecords(read, bytes, {}, 4096)
    assert.ok(records.length + faults.length > 0, `round ${round}`)
  }
})

it('would notice a reader that loses events', async () => {
  const file = await corpusFile('google.ics')
  const lost = Buffer.from(file.toString('latin1').replace('BEGIN:VEVENT', 'BEGIN:VEVENTS'), 'latin1')
  const { records } = await readRecords(readICalendar, lost)
  assert.notEqual(records.length, count(file))
})
