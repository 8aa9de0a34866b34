import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readICalendar } from '../../src/import/read/formats/icalendar.ts'
import { readRecords } from './read-records.ts'

const venueOf = async (...lines: string[]) => {
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20270105T100000', ...lines, 'END:VEVENT']
  const { records } = await readRecords(readICalendar, ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n'))
  return records[0]?.payload['venue']
}

const apple = (address: string, title = 'Cafe Sample'): string =>
  `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=${address};X-APPLE-RADIUS=24.7;X-TITLE=${title}:geo:-37.81,145.06`

const point = { geo_lat: -37.81, geo_lng: 145.06 }
const sample = {
  venue: 'Cafe Sample',
  address: '71 Example Rd',
  zip: '3103',
  city: 'Nearville',
  state: 'VIC',
  stateprovince: 'VIC',
  country: 'Australia',
}

describe('the place of an event of iCloud', () => {
  for (const address of [
    '71 Example Rd\\\\nNearville VIC 3103\\\\nAustralia',
    '71 Example Rd\\nNearville VIC 3103\\nAustralia',
    '71 Example Rd\\NNearville VIC 3103\\NAustralia',
    '71 Example Rd\\\\Nearville VIC 3103\\\\Australia',
    '71 Example Rd\\\\\\nNearville VIC 3103 \\\\ Australia',
    '"71 Example Rd\\, Nearville VIC 3103, Australia"',
    '71 Example Rd^nNearville VIC 3103^nAustralia',
  ])
    it(address, async () => {
      const location = 'LOCATION:Cafe Sample\\n71 Example Rd\\nNearville VIC 3103\\nAustralia'
      assert.deepEqual(await venueOf(location, apple(address)), { ...sample, ...point })
      assert.deepEqual(await venueOf(apple(address)), { ...sample, ...point })
    })

  it('is read where its location has the line breaks as text', async () => {
    assert.deepEqual(
      await venueOf('LOCATION:Cafe Sample\\\\n71 Example Rd\\\\nNearville VIC 3103\\\\nAustralia'),
      sample,
    )
  })

  it('has no name if that is null', async () => {
    assert.deepEqual(await venueOf('X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=null:geo:-37.81,145.06'), [])
    assert.deepEqual(await venueOf('LOCATION:Hall', apple('Nowhere', 'null')), { venue: 'Hall', ...point })
  })
})

describe('the state of a place', () => {
  for (const [location, state] of [
    ['Hall\\, 3 Main St\\, Melbourne VIC 3000\\, Australia', 'VIC'],
    ['Hall\\, 3 Main St\\, Toronto\\, ON M5V 2T6\\, Canada', 'ON'],
    ['Hall\\, 3 Main St\\, Springfield\\, IL 62701\\, USA', 'IL'],
  ])
    it(String(location), async () => {
      const venue = await venueOf(`LOCATION:${location}`)
      assert.ok(typeof venue === 'object' && venue !== null && 'stateprovince' in venue)
      assert.equal(venue.stateprovince, state)
    })
})
