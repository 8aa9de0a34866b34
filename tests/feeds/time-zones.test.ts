import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import ICAL from 'ical.js'
import { offsetSecondsAt, parseZone, toUtc, type Zone } from '../../src/lib/time-zone.ts'
import { timeZoneComponent, zonedRange } from '../../src/site/feeds/time-zone-component.ts'
import { findYearlyRule } from '../../src/site/feeds/yearly-rule.ts'

/** Zones with rules of every kind that there is, with rules that have changed, and with none. */
const zones = [
  'Europe/Berlin',
  'Europe/Dublin',
  'Europe/Moscow',
  'Europe/Istanbul',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/Nuuk',
  'America/Havana',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Jerusalem',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Antarctica/Troll',
]

const zoneOf = (name: string): Zone => {
  const zone = parseZone(name)
  assert.ok(zone)
  return zone
}

const read = (text: string): ICAL.Component => new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${text}END:VCALENDAR`))

/** How far a library takes a wall clock to be ahead of UTC, and how far it is, at noon of many days; those at which a clock changes are left out. */
const findWrong = (name: string, from: number): string[] => {
  const zone = zoneOf(name)
  const component = read(timeZoneComponent(zone, from)).getFirstSubcomponent('vtimezone')
  const timezone = new ICAL.Timezone({ component: component ?? '', tzid: name })
  const wrong: string[] = []
  const day = 86_400_000
  const noon = from - (from % day) + 1.5 * day
  for (let at = noon; at < zonedRange.until - 2 * day; at += 9 * day) {
    const offsets = [-1, 0, 1].map((side) => offsetSecondsAt(at + side * day, zone))
    if (new Set(offsets).size > 1) continue
    const wall = new Date(at).toISOString()
    const time = ICAL.Time.fromDateTimeString(wall.slice(0, 19))
    if (timezone.utcOffset(time) !== offsets[1])
      wrong.push(`${name} ${wall}: ${timezone.utcOffset(time)}, not ${offsets[1]}`)
  }
  return wrong
}

describe('the description of a zone in a calendar', () => {
  for (const name of zones) {
    it(`is right from any event on, of ${name}`, () => {
      for (const year of [1970, 1985, 2005, 2026]) assert.deepEqual(findWrong(name, Date.UTC(year, 2, 10, 12)), [])
    })
  }

  it('has an observance that begins before the first event, which some programs need', () => {
    for (const name of zones) {
      for (const from of [Date.UTC(1970, 0, 2), Date.UTC(2010, 6, 1), Date.UTC(2026, 10, 20)]) {
        const text = timeZoneComponent(zoneOf(name), from)
        const starts = [...text.matchAll(/^DTSTART:(\d{4})(\d\d)(\d\d)T/gm)].map(([, year, month, date]) =>
          Date.UTC(Number(year), Number(month) - 1, Number(date)),
        )
        assert.ok(Math.min(...starts) <= from, `${name}: ${text}`)
      }
    }
  })

  it('is two rules where the zone has two, and no list of changes', () => {
    for (const [name, first, second] of [
      ['Europe/Berlin', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
      ['America/New_York', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
      [
        'Asia/Jerusalem',
        'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR',
        'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      ],
    ] as const) {
      const text = timeZoneComponent(zoneOf(name), Date.UTC(2026, 10, 20)).replaceAll('\r\n ', '')
      const rules = [...text.matchAll(/^RRULE:(.*)\r$/gm)].map(([, rule]) => rule)
      assert.deepEqual(rules.sort(), [first, second].toSorted(), name)
      assert.equal(text.match(/^BEGIN:(?:STANDARD|DAYLIGHT)\r$/gm)?.length, 2, name)
    }
    assert.doesNotMatch(timeZoneComponent(zoneOf('Asia/Tokyo'), Date.UTC(2026, 10, 20)), /RRULE/)
  })

  it('would be found to be wrong (negative control)', () => {
    const zone = zoneOf('Europe/Berlin')
    const wrong = timeZoneComponent(zone, 0).replace('BYMONTH=3', 'BYMONTH=4')
    const component = read(wrong).getFirstSubcomponent('vtimezone')
    const timezone = new ICAL.Timezone({ component: component ?? '', tzid: zone.name })
    const { utc } = toUtc('2027-04-10 12:00:00', zone) ?? {}
    assert.equal(utc, '2027-04-10 10:00:00')
    assert.equal(timezone.utcOffset(ICAL.Time.fromDateTimeString('2027-04-10T12:00:00')), 3600)
  })
})

describe('the rule that some times follow', () => {
  it('is that of their weekday in the month, or of their day, or none', () => {
    for (const [times, rule] of [
      [['2020-03-29', '2021-03-28', '2022-03-27'], 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
      [['2020-11-01', '2021-11-07', '2022-11-06'], 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
      [['2020-10-01', '2021-10-01', '2022-10-01'], 'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1'],
      [['2020-03-27', '2021-03-26', '2024-03-29'], undefined],
      [['2020-03-29', '2021-03-01', '2022-03-27'], undefined],
      [[], undefined],
    ] as const) {
      assert.equal(findYearlyRule(times.map((day) => `${day} 02:00:00`)), rule, times.join())
    }
  })
})
