import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalendar } from '../support/calendar.ts'

/** The first weekday of the month on a page, and a time of day in it. */
const habitsOf = async (environment: Record<string, string>, paths: readonly string[]) => {
  const calendar = await createCalendar({ environment })
  try {
    const body = {
      title: 'Fair',
      status: 'publish',
      start_date: '2026-11-25 19:30:00',
      end_date: '2026-11-25 21:00:00',
    }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    const found: string[] = []
    for (const path of paths) {
      const { text } = await calendar.ask('GET', `/${path}`)
      found.push(/<th scope="col"><abbr title="([^"]+)"/.exec(text)?.[1] ?? 'none')
    }
    const { text } = await calendar.ask('GET', `/${paths[0]}`)
    const site = await calendar.ask('GET', '//wp-json/kalends/v1/site')
    const [, time] = /<time datetime="2026-[^"]*Z">(.*?)<(?:i>|\/time)/.exec(text) ?? []
    return { found, time: time?.replace(/<[^>]*>/g, ''), site: site.body.start_of_week }
  } finally {
    await calendar.close()
  }
}

const both = ['/events/month/2026-11/', '/de/events/month/2026-11/']

describe('the first day of the week', () => {
  for (const [environment, found, site] of [
    [{ KALENDS_TIMEZONE: 'Europe/Paris' }, ['Monday', 'Montag'], 1],
    [{ KALENDS_TIMEZONE: 'America/New_York' }, ['Sunday', 'Sonntag'], 0],
    [{ KALENDS_TIMEZONE: 'Asia/Kolkata' }, ['Sunday', 'Sonntag'], 0],
    [{ KALENDS_TIMEZONE: 'Africa/Cairo' }, ['Saturday', 'Samstag'], 6],
    [{ KALENDS_TIMEZONE: 'Europe/Paris', KALENDS_LANGUAGE: 'en-US' }, ['Sunday', 'Sonntag'], 0],
    [{ KALENDS_TIMEZONE: 'America/New_York', KALENDS_LANGUAGE: 'en-GB' }, ['Monday', 'Montag'], 1],
    // Without a country, the language of the page is all that is known.
    [{ KALENDS_TIMEZONE: 'UTC' }, ['Sunday', 'Montag'], 0],
    [{ KALENDS_TIMEZONE: 'UTC+1', KALENDS_WEEK_START: 'monday' }, ['Monday', 'Montag'], 1],
    [{ KALENDS_TIMEZONE: 'Europe/Paris', KALENDS_WEEK_START: 'sunday' }, ['Sunday', 'Sonntag'], 0],
    [{ KALENDS_TIMEZONE: 'Europe/Paris', KALENDS_WEEK_START: 'saturday' }, ['Saturday', 'Samstag'], 6],
  ] as const) {
    it(`is ${found[0]} with ${JSON.stringify(environment)}`, async () => {
      const habits = await habitsOf(environment, both)
      assert.deepEqual([habits.found, habits.site], [found, site])
    })
  }

  it('is a day that people know', async () => {
    await assert.rejects(
      createCalendar({ environment: { KALENDS_WEEK_START: 'friday', KALENDS_HOURS: '13' } }),
      /KALENDS_WEEK_START: .*"friday".*KALENDS_HOURS: .*"13"/s,
    )
  })
})

describe('the hours of the day', () => {
  for (const [hours, time] of [
    ['', /^7:30\sPM$/],
    ['24', /^19:30$/],
    ['12', /^7:30\sPM$/],
  ] as const) {
    it(`are written as ${hours === '' ? 'in the language' : `${hours} hours`}`, async () => {
      const environment = hours === '' ? {} : { KALENDS_HOURS: hours }
      assert.match((await habitsOf(environment, both)).time ?? '', time)
    })
  }
  it('can have 12 or 24 in every language', async () => {
    for (const [hours, time] of [
      ['24', /^19:30$/],
      ['12', /^7:30\sPM$/],
    ] as const) {
      const { time: written } = await habitsOf({ KALENDS_HOURS: hours, KALENDS_LANGUAGE: 'de' }, [
        '/events/month/2026-11/',
      ])
      assert.match(written ?? '', time)
    }
  })
})
