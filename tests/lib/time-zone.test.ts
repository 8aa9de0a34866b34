import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import {
  abbreviationAt,
  addDays,
  addMonths,
  daysInMonth,
  endOfDay,
  nowText,
  offsetAt,
  offsetSecondsAt,
  parseZone,
  startOfDay,
  textAt,
  toEpoch,
  toLocal,
  toUtc,
  type Zone,
} from '../../src/lib/time-zone.ts'
import { seed } from '../support/seed.ts'

const regions = [
  'UTC',
  'Europe/Paris',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC-5.5',
  '+14:00',
]

function zoneOf(name: string): Zone {
  const zone = parseZone(name)
  assert.ok(zone, `zone ${name}`)
  return zone
}

describe('parseZone', () => {
  const offsets: [string, string][] = [
    ['UTC+2', '+02:00'],
    ['UTC-5.5', '-05:30'],
    ['UTC+5.75', '+05:45'],
    ['UTC+05:30', '+05:30'],
    ['UTC+5:30', '+05:30'],
    ['utc-3', '-03:00'],
    ['UTC+0', '+00:00'],
    ['UTC-0', '+00:00'],
    ['UTC+14', '+14:00'],
    ['UTC-12', '-12:00'],
    ['+02:00', '+02:00'],
    ['-0530', '-05:30'],
    ['Z', '+00:00'],
    ['UTC', '+00:00'],
    ['GMT', '+00:00'],
    ['EST', '-05:00'],
    ['Etc/GMT+5', '-05:00'],
    ['europe/paris', '+02:00'],
    ['EUROPE/PARIS', '+02:00'],
    ['US/Eastern', '-04:00'],
    ['Asia/Calcutta', '+05:30'],
    ['America/Argentina/Buenos_Aires', '-03:00'],
  ]
  for (const [name, offset] of offsets) {
    it(`reads ${name}`, () => {
      const zone = zoneOf(name)
      assert.equal(zone.name, name)
      assert.equal(offsetAt('2027-06-01 12:00:00', zone), offset)
    })
  }

  it('keeps the name as sent, trimmed', () => assert.equal(zoneOf(' europe/Paris ').name, 'europe/Paris'))

  const faulty = [
    '',
    ' ',
    'garbage',
    'Mars/Phobos',
    'CEST',
    '+2',
    '5',
    'UTC+',
    'UTC2',
    'UTC+14:15',
    'UTC-15',
    'UTC+5:60',
  ]
  const odd = [
    'UTC+5.33',
    '+99:00',
    'Europe/Paris\0',
    'constructor',
    'SystemV/EST5',
    'UTC+2 ; x',
    'Ä',
    'x'.repeat(5000),
  ]
  for (const name of [...faulty, ...odd]) {
    it(`refuses ${JSON.stringify(name.slice(0, 20))}`, () => assert.equal(parseZone(name), undefined))
  }

  it('never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^(UTC|[+-]|[A-Z])[+\-\d:.a-z/]*$/))
    const property = fc.property(text, (name) => {
      const zone = parseZone(name)
      if (zone !== undefined) assert.equal(zone.name, name.trim())
    })
    fc.assert(property, { seed, numRuns: 300 })
  })
})

describe('toUtc', () => {
  const cases: [local: string, zone: string, placed: string, utc: string][] = [
    ['2027-06-01 10:00:00', 'UTC', '2027-06-01 10:00:00', '2027-06-01 10:00:00'],
    ['2027-06-01 10:00:00', 'UTC+2', '2027-06-01 10:00:00', '2027-06-01 08:00:00'],
    ['2027-12-01 10:00:00', 'UTC+2', '2027-12-01 10:00:00', '2027-12-01 08:00:00'],
    ['2027-06-01 10:00:00', 'Europe/Paris', '2027-06-01 10:00:00', '2027-06-01 08:00:00'],
    ['2027-03-14 02:30:00', 'America/New_York', '2027-03-14 03:30:00', '2027-03-14 07:30:00'],
    ['2027-03-28 02:00:00', 'Europe/Paris', '2027-03-28 03:00:00', '2027-03-28 01:00:00'],
    ['2027-11-07 01:30:00', 'America/New_York', '2027-11-07 01:30:00', '2027-11-07 05:30:00'],
    ['2027-10-31 02:30:00', 'Europe/Paris', '2027-10-31 02:30:00', '2027-10-31 00:30:00'],
    ['2018-11-04 00:00:00', 'America/Sao_Paulo', '2018-11-04 01:00:00', '2018-11-04 03:00:00'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-31 12:00:00', '2011-12-30 22:00:00'],
    ['0001-01-01 00:00:00', 'Europe/Paris', '0001-01-01 00:00:00', '0000-12-31 23:50:39'],
    ['0000-01-01 00:00:00', 'UTC-1', '0000-01-01 00:00:00', '0000-01-01 01:00:00'],
    ['9999-12-31 23:59:59', 'UTC+1', '9999-12-31 23:59:59', '9999-12-31 22:59:59'],
    ['9999-07-01 12:00:00', 'Europe/Paris', '9999-07-01 12:00:00', '9999-07-01 10:00:00'],
  ]
  for (const [local, zone, placed, utc] of cases) {
    it(`${local} in ${zone}`, () => assert.deepEqual(toUtc(local, zoneOf(zone)), { local: placed, utc }))
  }

  it('has no instant outside the years 0000 to 9999', () => {
    assert.equal(toUtc('0000-01-01 00:00:00', zoneOf('Asia/Tokyo')), undefined)
    assert.equal(toUtc('9999-12-31 23:00:00', zoneOf('America/New_York')), undefined)
  })

  it('agrees with toLocal', (t) => {
    t.diagnostic(`seed ${seed}`)
    const instants = fc.oneof(
      fc.integer({ min: -62_135_000_000, max: 253_370_000_000 }),
      fc.integer({ min: 0, max: 4_000_000_000 }),
    )
    const property = fc.property(instants, fc.constantFrom(...regions), (seconds, name) => {
      const [zone, utc] = [zoneOf(name), nowText(seconds * 1000)]
      const local = toLocal(utc, zone)
      const placed = toUtc(local, zone)
      assert.ok(placed)
      assert.equal(placed.local, local)
      assert.equal(toLocal(placed.utc, zone), local)
      assert.ok(placed.utc <= utc)
      if (placed.utc < utc) assert.notEqual(offsetAt(placed.utc, zone), offsetAt(utc, zone))
    })
    fc.assert(property, { seed, numRuns: 1000 })
  })
})

describe('clock changes', () => {
  const spans: [zone: string, from: number, to: number][] = [
    ['Europe/Paris', 2026, 2028],
    ['America/New_York', 2026, 2028],
    ['Australia/Lord_Howe', 2026, 2028],
    ['Africa/Cairo', 2026, 2028],
    ['America/Sao_Paulo', 2017, 2019],
    ['Pacific/Apia', 2011, 2012],
  ]
  for (const [name, from, to] of spans) {
    it(`${name} agrees with Intl around each of them`, () => {
      const wallAt = wallClock(name)
      const changes = findChanges(wallAt, Date.UTC(from, 0, 1), Date.UTC(to, 0, 1))
      assert.ok(changes.length >= 2)
      for (const change of changes) checkAround(change, wallAt, zoneOf(name))
    })
  }

  it('are where the zone database has them, in every zone', () => {
    const instants = fc.integer({ min: -2_000_000_000_000, max: 4_000_000_000_000 })
    const shifts = fc.constantFrom(-86_400, -3600, -1, 0, 1, 1800, 3600, 86_400)
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const property = fc.property(zones, instants, shifts, (id, from, seconds) => {
      const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(id)
      const near = (start.getTimeZoneTransition('next') ?? start).add({ seconds }).round('second')
      const zone = zoneOf(id)
      assert.equal(offsetSecondsAt(near.epochMilliseconds, zone), Math.round(near.offsetNanoseconds / 1e9))
      // The clock of that moment, and one that may be skipped or repeated.
      for (const shift of [0, seconds]) {
        const wall = near.toPlainDateTime().add({ seconds: shift })
        const placed = wall.toZonedDateTime(id, { disambiguation: 'compatible' })
        const local = wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
        assert.equal(toUtc(local, zone)?.utc, textAt(placed.epochMilliseconds))
      }
    })
    fc.assert(property, { seed, numRuns: 2000 })
  })

  function wallClock(timeZone: string): (epochMs: number) => number {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    return (epochMs) => {
      const [month = 0, day = 0, year = 0, ...time] = (format.format(epochMs).match(/\d+/g) ?? []).map(Number)
      return Date.UTC(2000 + year, month - 1, day, time[0], time[1], time[2])
    }
  }

  function findChanges(wallAt: (epochMs: number) => number, from: number, to: number): number[] {
    const offset = (at: number) => wallAt(at) - at
    const changes: number[] = []
    for (let day = from; day < to; day += 86_400_000) {
      let [before, after] = [day, day + 86_400_000]
      if (offset(before) === offset(after)) continue
      while (after - before > 1000) {
        const middle = before + Math.floor((after - before) / 2000) * 1000
        if (offset(middle) === offset(before)) before = middle
        else after = middle
      }
      changes.push(after)
    }
    return changes
  }

  function checkAround(change: number, wallAt: (epochMs: number) => number, zone: Zone): void {
    const before = wallAt(change - 1000) - (change - 1000)
    const after = wallAt(change) - change
    for (let minutes = -180; minutes <= 180; minutes += 10) {
      for (const wall of [change + before + minutes * 60_000, change + after + minutes * 60_000]) {
        const candidates = [wall - before, wall - after].filter((instant) => wallAt(instant) === wall)
        const instant = candidates.length === 0 ? wall - before : Math.min(...candidates)
        const expected = { local: nowText(wallAt(instant)), utc: nowText(instant) }
        assert.deepEqual(toUtc(nowText(wall), zone), expected)
        if (candidates.length === 0) assert.ok(expected.local > nowText(wall))
      }
    }
  }
})

describe('abbreviationAt', () => {
  const cases: [zone: string, winter: string, summer: string][] = [
    ['UTC', 'UTC', 'UTC'],
    ['GMT', 'GMT', 'GMT'],
    ['UTC+2', 'UTC+2', 'UTC+2'],
    ['UTC-5.5', 'UTC-5.5', 'UTC-5.5'],
    ['EST', 'EST', 'EST'],
    ['Etc/GMT+5', '-05', '-05'],
    ['Europe/Paris', 'CET', 'CEST'],
    ['europe/paris', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Jersey', 'GMT', 'BST'],
    ['Europe/Dublin', 'GMT', 'IST'],
    ['Europe/Lisbon', 'WET', 'WEST'],
    ['Europe/Helsinki', 'EET', 'EEST'],
    ['Europe/Moscow', 'MSK', 'MSK'],
    ['Europe/Istanbul', '+03', '+03'],
    ['America/New_York', 'EST', 'EDT'],
    ['America/Chicago', 'CST', 'CDT'],
    ['America/Denver', 'MST', 'MDT'],
    ['America/Los_Angeles', 'PST', 'PDT'],
    ['America/Anchorage', 'AKST', 'AKDT'],
    ['Pacific/Honolulu', 'HST', 'HST'],
    ['America/Halifax', 'AST', 'ADT'],
    ['America/St_Johns', 'NST', 'NDT'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Seoul', 'KST', 'KST'],
    ['Asia/Shanghai', 'CST', 'CST'],
    ['Asia/Taipei', 'CST', 'CST'],
    ['Asia/Hong_Kong', 'HKT', 'HKT'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Karachi', 'PKT', 'PKT'],
    ['Asia/Manila', 'PST', 'PST'],
    ['Asia/Jakarta', 'WIB', 'WIB'],
    ['Asia/Jerusalem', 'IST', 'IDT'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Australia/Adelaide', 'ACDT', 'ACST'],
    ['Australia/Perth', 'AWST', 'AWST'],
    ['Pacific/Auckland', 'NZDT', 'NZST'],
    ['Pacific/Marquesas', '-0930', '-0930'],
    ['Africa/Johannesburg', 'SAST', 'SAST'],
    ['Africa/Nairobi', 'EAT', 'EAT'],
    ['Africa/Maputo', 'CAT', 'CAT'],
    ['Africa/Lagos', 'WAT', 'WAT'],
  ]
  for (const [name, winter, summer] of cases) {
    it(name, () => {
      const zone = zoneOf(name)
      const seen = [abbreviationAt('2025-01-15 12:00:00', zone), abbreviationAt('2025-07-15 12:00:00', zone)]
      assert.deepEqual(seen, [winter, summer])
    })
  }

  it('calls the time before zones local mean time', () => {
    assert.equal(abbreviationAt('1800-01-01 00:00:00', zoneOf('Europe/Paris')), 'LMT')
  })
})

describe('calendar', () => {
  it('turns instants into texts and back', () => {
    const seconds = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 })
    const property = fc.property(seconds, fc.integer({ min: 0, max: 999 }), (second, milliseconds) => {
      const text = nowText(second * 1000 + milliseconds)
      assert.match(text, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      assert.equal(toEpoch(text), second * 1000)
    })
    fc.assert(property, { seed })
  })

  it('has no text outside the years 0000 to 9999', () => {
    assert.equal(textAt(253_402_300_800_000), undefined)
    assert.equal(textAt(-62_167_219_200_001), undefined)
    assert.equal(textAt(Number.NaN), undefined)
    assert.equal(nowText(1e20), '9999-12-31 23:59:59')
    assert.equal(toLocal('9999-12-31 23:00:00', zoneOf('UTC+2')), '9999-12-31 23:59:59')
    assert.equal(toLocal('0000-01-01 00:00:00', zoneOf('UTC-2')), '0000-01-01 00:00:00')
  })

  it('knows the lengths of months', () => {
    const februaries = [1900, 2000, 2024, 2027].map((year) => daysInMonth(year, 2))
    assert.deepEqual(februaries, [28, 29, 29, 28])
    const year = Array.from({ length: 12 }, (_, index) => daysInMonth(2027, index + 1))
    assert.deepEqual(year, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  })

  it('widens a text to its day', () => {
    assert.equal(startOfDay('2027-06-01 10:11:12'), '2027-06-01 00:00:00')
    assert.equal(endOfDay('2027-06-01'), '2027-06-01 23:59:59')
  })

  const months: [string, number, string][] = [
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31 10:00:00', 1, '2028-02-29 10:00:00'],
    ['2027-01-15 10:00:00', 24, '2029-01-15 10:00:00'],
    ['2027-01-31', -1, '2026-12-31'],
    ['2027-12-31', 2, '2028-02-29'],
    ['9999-06-15', 24, '9999-12-31'],
    ['0000-06-15', -24, '0000-01-01'],
  ]
  for (const [text, count, moved] of months) {
    it(`${text} and ${count} months`, () => assert.equal(addMonths(text, count), moved))
  }

  const days: [string, number, string][] = [
    ['2027-02-28', 1, '2027-03-01'],
    ['2028-02-28 10:00:00', 1, '2028-02-29 10:00:00'],
    ['2027-01-01 00:00:00', -1, '2026-12-31 00:00:00'],
    ['0099-12-31', 1, '0100-01-01'],
    ['9999-12-31', 1, '9999-12-31'],
  ]
  for (const [text, count, moved] of days) {
    it(`${text} and ${count} days`, () => assert.equal(addDays(text, count), moved))
  }
})
