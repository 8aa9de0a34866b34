import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseDateText, resolveMoment } from '../../src/lib/date-text.ts'
import { nowText, offsetAt, parseZone, textAt, toEpoch, toLocal, type Zone } from '../../src/lib/time-zone.ts'
import { seed } from '../support/seed.ts'

/** A Friday, 16:47:57 in Paris. */
const now = toEpoch('2026-11-20 15:47:57')
const paris = zoneOf('Europe/Paris')

function zoneOf(name: string): Zone {
  const zone = parseZone(name)
  assert.ok(zone)
  return zone
}

function read(text: string, zone = paris, at = now): string | undefined {
  const moment = parseDateText(text, { now: () => at, zone })
  return moment?.kind === 'instant' ? `${moment.utc} UTC` : moment?.local
}

function expect(cases: Record<string, string | undefined>): void {
  for (const [text, meaning] of Object.entries(cases)) {
    it(JSON.stringify(text), () => assert.equal(read(text), meaning))
  }
}

describe('calendar dates', () => {
  expect({
    '2027-06-01': '2027-06-01 00:00:00',
    ' 2027-06-01 10:00:00 ': '2027-06-01 10:00:00',
    '2027-06-01 10:00': '2027-06-01 10:00:00',
    '2027-06-01T10:00:30': '2027-06-01 10:00:30',
    '2027-06-01 10:00:00.999': '2027-06-01 10:00:00',
    '2027-6-1': '2027-06-01 00:00:00',
    '2027-06': '2027-06-01 00:00:00',
    '2027/06/01 10:00': '2027-06-01 10:00:00',
    '31.12.2027 10:00': '2027-12-31 10:00:00',
    '31-12-2027': '2027-12-31 00:00:00',
    '06/01/2027 10:00': '2027-06-01 10:00:00',
    '2018-01-01 4pm': '2018-01-01 16:00:00',
    '2027-06-01 4:30 PM': '2027-06-01 16:30:00',
    '2027-06-01 12am': '2027-06-01 00:00:00',
    '2027-06-01 12 p.m.': '2027-06-01 12:00:00',
    '2027-06-01 24:00': '2027-06-02 00:00:00',
    '20270601': '2027-06-01 00:00:00',
    '20270601T101500': '2027-06-01 10:15:00',
    'June 1 2027 10am': '2027-06-01 10:00:00',
    'June 1 2027 noon': '2027-06-01 12:00:00',
    'June 1st, 2027': '2027-06-01 00:00:00',
    'Jun 1, 2027': '2027-06-01 00:00:00',
    '12 January 2027': '2027-01-12 00:00:00',
    '12-Jan-2027': '2027-01-12 00:00:00',
    '1 Sept. 2027': '2027-09-01 00:00:00',
    '1 June': '2026-06-01 00:00:00',
    'May 5 9am': '2026-05-05 09:00:00',
    'June 2027': '2027-06-01 00:00:00',
    'Tue Jun  1 10:00:00 2027': '2027-06-01 10:00:00',
    '0001-01-01': '0001-01-01 00:00:00',
    '0000-01-01': '0000-01-01 00:00:00',
    '9999-12-31 23:59:59': '9999-12-31 23:59:59',
    '2028-02-29': '2028-02-29 00:00:00',
    '2026-1-5 9:5': '2026-01-05 09:05:00',
    '2026-1-5 9:5:7': '2026-01-05 09:05:07',
    '2026-W48': '2026-11-23 00:00:00',
    '2026-W48-3': '2026-11-25 00:00:00',
    '2026W487 10:00': '2026-11-29 10:00:00',
    '2026-W53-7': '2027-01-03 00:00:00',
    '2027-W01': '2027-01-04 00:00:00',
    '11/22/2026': '2026-11-22 00:00:00',
    '11/22/26': '2026-11-22 00:00:00',
    '1/2/70 4pm': '1970-01-02 16:00:00',
    '2026-12-25T': '2026-12-25 00:00:00',
  })
})

describe('instants', () => {
  expect({
    '2027-06-01T10:00:00Z': '2027-06-01 10:00:00 UTC',
    '2027-06-01 10:00 UTC': '2027-06-01 10:00:00 UTC',
    '2027-06-01T10:00:00+05:00': '2027-06-01 05:00:00 UTC',
    '2027-06-01T10:00:00.5-0530': '2027-06-01 15:30:00 UTC',
    '2027-06-01 10:00+02': '2027-06-01 08:00:00 UTC',
    '2027-06-01 10:00 America/New_York': '2027-06-01 14:00:00 UTC',
    'june 1 2027 america/new_york': '2027-06-01 04:00:00 UTC',
    '2027-06-01 10:00 EST': '2027-06-01 15:00:00 UTC',
    'Tue, 01 Jun 2027 10:00:00 +0200': '2027-06-01 08:00:00 UTC',
    'Tue, 01 Jun 2027 10:00:00 GMT': '2027-06-01 10:00:00 UTC',
    'Tue Jun 01 2027 10:00:00 GMT+0200': '2027-06-01 08:00:00 UTC',
    '20270601T100000Z': '2027-06-01 10:00:00 UTC',
    'Sun Nov 22 2026 10:00:00 GMT+0100 (CET)': '2026-11-22 09:00:00 UTC',
    'Sun Nov 22 2026 10:00:00 GMT+0100 (Central European Standard Time)': '2026-11-22 09:00:00 UTC',
    'Tue Jun 01 2027 10:00:00 GMT-0430': '2027-06-01 14:30:00 UTC',
    '1811858400123': '2027-06-01 14:00:00 UTC',
    '-1000000000000': '1938-04-24 22:13:20 UTC',
    'tomorrow 9am Asia/Tokyo': '2026-11-22 00:00:00 UTC',
    '1811858400': '2027-06-01 14:00:00 UTC',
    '1799712000.5': '2027-01-12 00:00:00 UTC',
    '@1700000000': '2023-11-14 22:13:20 UTC',
    '@0': '1970-01-01 00:00:00 UTC',
    '-1': '1969-12-31 23:59:59 UTC',
    '-86400': '1969-12-31 00:00:00 UTC',
    '253402300799': '9999-12-31 23:59:59 UTC',
    now: '2026-11-20 15:47:57 UTC',
    NOW: '2026-11-20 15:47:57 UTC',
    '+2 hours': '2026-11-20 17:47:57 UTC',
    'now -90 minutes': '2026-11-20 14:17:57 UTC',
    '10 sec ago': '2026-11-20 15:47:47 UTC',
  })
})

describe('phrases', () => {
  expect({
    today: '2026-11-20 00:00:00',
    'today 23:50': '2026-11-20 23:50:00',
    midnight: '2026-11-20 00:00:00',
    noon: '2026-11-20 12:00:00',
    '9am': '2026-11-20 09:00:00',
    '14:30': '2026-11-20 14:30:00',
    tomorrow: '2026-11-21 00:00:00',
    'tomorrow 9am': '2026-11-21 09:00:00',
    '9am tomorrow': '2026-11-21 09:00:00',
    'tomorrow noon': '2026-11-21 12:00:00',
    'tomorrow +2 hours': '2026-11-21 02:00:00',
    'yesterday 22:00': '2026-11-19 22:00:00',
    friday: '2026-11-20 00:00:00',
    monday: '2026-11-23 00:00:00',
    'this monday': '2026-11-23 00:00:00',
    'next friday': '2026-11-27 00:00:00',
    'last friday': '2026-11-13 00:00:00',
    'last monday': '2026-11-16 00:00:00',
    'next wednesday 4pm': '2026-11-25 16:00:00',
    'Thurs 10:00': '2026-11-26 10:00:00',
    'monday next week': '2026-11-23 00:00:00',
    'sunday next week': '2026-11-29 00:00:00',
    'monday this week': '2026-11-16 00:00:00',
    'friday last week 8pm': '2026-11-13 20:00:00',
    'monday +3 days': '2026-11-26 00:00:00',
    '+5 days 11am': '2026-11-25 11:00:00',
    '-2 weeks': '2026-11-06 16:47:57',
    '+1 week': '2026-11-27 16:47:57',
    '+1 week 2 days': '2026-11-29 16:47:57',
    '1 week 2 days ago': '2026-11-11 16:47:57',
    '3 days ago': '2026-11-17 16:47:57',
    '+2 months': '2027-01-20 16:47:57',
    'this week': '2026-11-16 16:47:57',
    'next week': '2026-11-23 16:47:57',
    'last week': '2026-11-09 16:47:57',
    'next month': '2026-12-20 16:47:57',
    'last year': '2025-11-20 16:47:57',
    '2027-01-31 +1 month': '2027-02-28 00:00:00',
    '2028-02-29 +1 year': '2029-02-28 00:00:00',
    'first day of next month 00:00': '2026-12-01 00:00:00',
    'last day of february 2027': '2027-02-28 00:00:00',
    'last day of february': '2026-02-28 00:00:00',
    'first monday of january 2028': '2028-01-03 00:00:00',
    'last friday of next month noon': '2026-12-25 12:00:00',
    'second monday of march 2027': '2027-03-08 00:00:00',
  })

  it('counts weeks from Monday, on a Sunday too (D5.2)', () => {
    const sunday = toEpoch('2026-11-22 10:00:00')
    assert.equal(read('this week', paris, sunday), '2026-11-16 11:00:00')
    assert.equal(read('next week', paris, sunday), '2026-11-23 11:00:00')
    assert.equal(read('last week', paris, sunday), '2026-11-09 11:00:00')
    assert.equal(read('sunday this week', paris, sunday), '2026-11-22 00:00:00')
  })

  it('counts weekdays from Monday to Friday, from a weekend too (D5.2)', () => {
    const saturday = toEpoch('2026-11-21 10:00:00')
    for (const [text, from, day] of [
      ['+1 weekday', saturday, '23'],
      ['+5 weekdays', saturday, '27'],
      ['+6 weekdays', saturday, '30'],
      ['-1 weekday', saturday, '20'],
      ['5 weekdays ago', saturday, '16'],
      ['+2 weekdays', now, '24'],
      ['+5 weekdays', now, '27'],
      ['next weekday', now, '23'],
      ['-5 weekdays', now, '13'],
    ] as const) {
      assert.equal(read(text, paris, from)?.slice(0, 10), `2026-11-${day}`, text)
    }
    assert.equal(read('2026-11-20 +2 weekdays 9am'), '2026-11-24 09:00:00')
  })

  it('counts the days on that a month lacks, in filters alone (D5.1)', () => {
    const roll = (text: string) => {
      const moment = parseDateText(text, { now: () => now, zone: paris, rollsOver: true })
      return moment?.kind === 'wall' ? moment.local.slice(0, 10) : moment?.utc
    }
    assert.equal(roll('2026-11-31'), '2026-12-01')
    assert.equal(roll('2027-02-30'), '2027-03-02')
    assert.equal(roll('2028-02-31'), '2028-03-02')
    assert.equal(roll('31 June 2027'), '2027-07-01')
    assert.equal(roll('2027-06-31T10:00:00Z'), '2027-07-01 10:00:00')
    for (const text of ['2027-02-32', '2027-13-01', '2027-00-10', '9999-11-31 +40 years'])
      assert.equal(roll(text), undefined, text)
    assert.equal(read('2026-11-31'), undefined)
  })

  it('counts from the day it is in the zone', () => {
    const late = toEpoch('2026-11-20 23:30:00')
    assert.equal(read('today', zoneOf('Asia/Tokyo'), late), '2026-11-21 00:00:00')
    assert.equal(read('today', zoneOf('America/New_York'), late), '2026-11-20 00:00:00')
  })
})

describe('texts that are no date', () => {
  const missing = [
    '2027-02-30',
    '2027-13-01',
    '2027-00-10',
    '31/12/2027',
    '2027-02-29',
    '20271301',
    '31 June 2027',
    '2027-W53',
    '2027-W00',
    '2026-W48-8',
    '22/11/26',
  ]
  const times = ['25:00', '24:01', '10:60', '2027-06-01 10:00:60', '13pm', '0am', '2027-06-01 24:00:01']
  const digits = ['0', '2027', '1430', '1234567', '2027.5', '253402300800', '20270601100000', '-99999999999999']
  const words = [
    '',
    '   ',
    'garbage',
    'z',
    'UTC',
    'Europe/Paris',
    'june',
    'next',
    'ago',
    ', ,',
    'first day',
    '5',
    'null',
  ]
  const twice = [
    '2027-06-01 2027-06-02',
    '10:00 11:00',
    'monday tuesday',
    '10:00Z UTC',
    'today tomorrow',
    '2027-06-01 now',
  ]
  const more = [
    'Mon, 01 Jun 2027',
    'fifth monday of february 2027',
    '9999-12-31 24:00',
    '9999999 years',
    '2027-06-01-05',
  ]
  const mixed = [
    '2027-06-01T10:00:00 05:00',
    '2027-06-01 10:00 Mars/Phobos',
    '2027-06-01x',
    '27-06-01',
    '12027-06-01',
    't',
    '2027-06-01 (CET)',
    '(CET)',
    '10:00 t',
  ]
  for (const text of [...missing, ...times, ...digits, ...words, ...twice, ...more, ...mixed, `${'9'.repeat(101)}`]) {
    it(JSON.stringify(text), () => assert.equal(read(text), undefined))
  }

  it('of more than 100 characters', () => {
    assert.equal(read(`today${' '.repeat(95)}`), '2026-11-20 00:00:00')
    assert.equal(read(`today${' '.repeat(96)}`), undefined)
  })
})

describe('resolveMoment', () => {
  const newYork = zoneOf('America/New_York')
  it('reads a wall clock in the zone, past a gap', () => {
    const placed = resolveMoment({ kind: 'wall', local: '2027-03-14 02:30:00' }, newYork)
    assert.deepEqual(placed, { local: '2027-03-14 03:30:00', utc: '2027-03-14 07:30:00' })
  })
  it('converts an instant into the zone, even in a repeated hour', () => {
    const placed = resolveMoment({ kind: 'instant', utc: '2027-11-07 06:30:00' }, newYork)
    assert.deepEqual(placed, { local: '2027-11-07 01:30:00', utc: '2027-11-07 06:30:00' })
  })
  it('refuses dates outside the years 0000 to 9999', () => {
    assert.equal(resolveMoment({ kind: 'instant', utc: '9999-12-31 23:59:59' }, zoneOf('UTC+1')), undefined)
    assert.equal(resolveMoment({ kind: 'wall', local: '0000-01-01 00:00:00' }, zoneOf('UTC+1')), undefined)
  })
})

describe('any text', () => {
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July']
  const monthNames = [...months, 'August', 'September', 'October', 'November', 'December']

  /** The spellings of a wall clock that keep all of it. */
  function spellings(local: string): string[] {
    const [date = '', time = ''] = local.split(' ')
    const [year = '', month = '', day = ''] = date.split('-')
    const name = monthNames[Number(month) - 1] ?? ''
    const hour = Number(time.slice(0, 2))
    const half = `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`
    const numeric = [
      `${year}/${month}/${day} ${time}`,
      `${day}.${month}.${year} ${time}`,
      `${month}/${day}/${year} ${half}`,
    ]
    const named = [`${name} ${Number(day)}, ${year} ${half}`, `${day} ${name.slice(0, 3)} ${year} ${time}`]
    return [local, `${date}T${time}`, `${date} ${half}`, `${date} ${time}.5`, `${time} ${date}`, ...numeric, ...named]
  }

  it('written in any spelling is read back', (t) => {
    t.diagnostic(`seed ${seed}`)
    const seconds = fc.integer({ min: -62_160_000_000, max: 253_400_000_000 })
    const zones = fc.constantFrom('UTC', 'UTC+5.75', '-03:00', 'Asia/Kolkata').map(zoneOf)
    const property = fc.property(seconds, zones, (second, zone) => {
      const utc = nowText(second * 1000)
      for (const text of spellings(utc)) assert.equal(read(text), utc, text)
      for (const text of spellings(toLocal(utc, zone))) {
        const offset = offsetAt(utc, zone)
        if (toEpoch(toLocal(utc, zone)) - second * 1000 === offsetMs(offset)) {
          assert.equal(read(text + offset), `${utc} UTC`, text + offset)
          assert.equal(read(`${text} ${offset.replace(':', '')}`), `${utc} UTC`)
        }
      }
      assert.equal(read(`@${second}`), `${utc} UTC`)
    })
    fc.assert(property, { seed, numRuns: 200 })
  })

  function offsetMs(offset: string): number {
    const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
    return minutes * (offset.startsWith('-') ? -60_000 : 60_000)
  }

  it('never throws and gives real times only', () => {
    const known = [
      'next',
      'last',
      'monday',
      'week',
      '+1',
      '-9999999',
      'day',
      'months',
      'first',
      'of',
      'ago',
      'june',
      '31',
    ]
    const pieces = [
      '2027',
      '2027-06-01',
      '10:00',
      '4pm',
      'z',
      '+02:00',
      'utc',
      'now',
      'tomorrow',
      ',',
      '.',
      '99999999999',
    ]
    const phrase = fc.array(fc.constantFrom(...known, ...pieces), { maxLength: 7 })
    const joined = fc.tuple(phrase, fc.constantFrom(' ', '', '  ')).map(([words, gap]) => words.join(gap))
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      joined,
      fc.stringMatching(/^[\d:+\-/.TZ apm]*$/),
    )
    const property = fc.property(text, (input) => {
      const moment = parseDateText(input, { now: () => now, zone: paris })
      if (moment === undefined) return
      const time = moment.kind === 'wall' ? moment.local : moment.utc
      assert.equal(textAt(toEpoch(time)), time)
      assert.match(time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    })
    fc.assert(property, { seed, numRuns: 3000 })
  })
})

describe('a date and time as clients write it', () => {
  it('means what the grammar reads in it', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
    const parts = [
      fc.integer({ min: 0, max: 9999 }),
      two(13),
      two(32),
      fc.constantFrom(' ', 'T'),
      two(25),
      two(61),
      two(61),
    ] as const
    const text = fc
      .tuple(...parts)
      .map(
        ([year, month, day, between, ...clock]) =>
          `${String(year).padStart(4, '0')}-${month}-${day}${between}${clock.join(':')}`,
      )
    fc.assert(
      // A blank before it makes the grammar read it.
      fc.property(text, (text) => assert.equal(read(text), read(` ${text}`))),
      { seed, numRuns: 5000 },
    )
  })
})
