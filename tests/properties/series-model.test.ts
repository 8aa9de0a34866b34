import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addMonths, type DateTimeText, nowText, parseZone, toLocal, type Zone } from '../../src/lib/time-zone.ts'
import { walkPages } from '../support/all-pages.ts'
import { createCalendar } from '../support/calendar.ts'
import { expandCalendar } from '../support/expand-calendar.ts'
import { lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { createRandom } from './random.ts'
import { type ModelOccurrence, shown } from './series-model.ts'
import { takeStep, type World } from './series-steps.ts'

const berlin = parseZone('Europe/Berlin') as Zone

const begin = Date.parse('2026-12-01T12:00:00Z')

/** All times that occur. */
const always = 'start_date=2000-01-01&end_date=2200-01-01'

type Listed = {
  readonly id: number
  readonly title: string
  readonly start_date: string
  readonly utc_start_date: string
}

const inOrder = <T extends { readonly start: string; readonly id: number }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : one.id - other.id))

/** What a list must have: each occurrence by its id, start and title. */
const meant = (list: readonly ModelOccurrence[]) => inOrder(list).map(({ id, start, title }) => [id, start, title])

const listed = (list: readonly Listed[]) => list.map(({ id, start_date, title }) => [id, start_date, title])

/** Compares everything that the calendar shows with the model. */
const compare = async ({ calendar, series, singles, gone, now, random }: World): Promise<void> => {
  const { ask } = calendar
  for (const one of series) {
    const { id, slug } = one
    const own = inOrder(shown(one))
    // A series ends with the last of its occurrences; the list of none is refused.
    if (one.occurrences.length === 0) {
      assert.equal((await ask('GET', `/series/${id}`)).status, 404)
      continue
    }
    const events = await walkPages(ask, 'events', `series=${id}&${always}&per_page=50`)
    learnIds(own, events)
    // New occurrences have ids only now, which decide between those that start at the same time.
    own.splice(0, own.length, ...inOrder(own))
    assert.deepEqual(listed(events), meant(own), `the list of series ${id}`)
    const { status, body } = await ask('GET', `/series/${id}`)
    assert.equal(status, own.length > 0 ? 200 : 404)
    const next = own.find(({ start }) => addHour(start) > localNow(now)) ?? own.at(-1)
    assert.equal((await ask('GET', `/events/by-slug/${slug}`)).body.id, next?.id, `the slug ${slug}`)
    if (own.length === 0) continue
    assert.deepEqual([body.count, body.first.id, body.last.id], [own.length, own[0]?.id, own.at(-1)?.id], 'the series')
    const exceptions = own.filter((one) => one.own.size > 0).map(({ id, own }) => [id, [...own].sort()])
    assert.deepEqual(
      body.exceptions.map(({ id, own_fields }: { id: number; own_fields: string[] }) => [id, own_fields]),
      exceptions,
      'the exceptions',
    )
    const some = random.oneOf(own)
    assert.deepEqual(listed([(await ask('GET', `/events/${some.id}`)).body]), meant([some]), 'the event by its id')
  }
  const all = [...singles, ...series.flatMap(shown)]
  const events: Listed[] = await walkPages(ask, 'events', `${always}&per_page=50`)
  assert.deepEqual(listed(events), meant(all), 'the list of all')
  const firsts = series.flatMap((one) => inOrder(shown(one)).slice(0, 1))
  const collapsed = await walkPages(ask, 'events', `${always}&collapse=series&per_page=50`)
  assert.deepEqual(listed(collapsed), meant([...singles, ...firsts]), 'the collapsed list')
  const id = random.oneOf(gone)
  if (id !== undefined) assert.equal((await ask('GET', `/events/${id}`)).status, 404)
  // Series without an end go on in a calendar.
  const [until, further] = [23, 24].map((months) => isoOf(addMonths(nowText(now), months))) as [string, string]
  const { payload } = await calendar.app.inject('/events/feed.ics?start_date=2000-01-01')
  assert.deepEqual(
    expandCalendar(payload, new Date(further)).filter((start) => start <= until),
    events.map(({ utc_start_date }) => isoOf(utc_start_date)).filter((start) => start <= until),
    'the calendar',
  )
}

const isoOf = (utc: DateTimeText): string => `${utc.replace(' ', 'T')}.000Z`

const localNow = (now: number): DateTimeText => toLocal(nowText(now), berlin)

const addHour = (start: DateTimeText): DateTimeText => nowText(Date.parse(isoOf(start)) + 3_600_000)

/** The model does not know the ids of occurrences that the server has added. */
const learnIds = (own: readonly ModelOccurrence[], events: readonly (Listed & { recurrence_id: string })[]): void => {
  for (const one of own)
    if (one.id === 0) one.id = events.find(({ recurrence_id }) => recurrence_id === one.ruled)?.id ?? 0
}

const newWorld = async (from: number): Promise<World> => {
  const calendar = await createCalendar({ now: begin, environment: { KALENDS_TIMEZONE: 'Europe/Berlin' } })
  return { calendar, random: createRandom(from), now: begin, series: [], singles: [], gone: [], names: 0 }
}

/** Takes steps in a world of its own until the calendar differs from the model; returns the steps and the difference. */
const walk = async (from: number, count: number, prepare?: (world: World) => void): Promise<string | undefined> => {
  const world = await newWorld(from)
  prepare?.(world)
  const taken: string[] = []
  try {
    for (let step = 0; step < count; step++) {
      taken.push(await takeStep(world))
      await compare(world)
    }
    return undefined
  } catch (error) {
    return `${taken.join('\n')}\n${error instanceof Error ? error.stack : error}`
  } finally {
    await world.calendar.close()
  }
}

/** Puts a fault into every answer. */
const alterAnswers = ({ app }: World['calendar'], fault: (body: string) => string): void => {
  const inject = app.inject as (request: unknown) => Promise<{ statusCode: number; headers: object; body: string }>
  const altered = async (request: unknown) => {
    const { statusCode, headers, body } = await inject(request)
    return { statusCode, headers, body: fault(body), payload: fault(body) }
  }
  Object.assign(app, { inject: altered })
}

describe(`series (SEED=${seed})`, () => {
  for (let nth = 0; nth < lengthOf(3, 24); nth++) {
    it(`are what a plain list of dates is after each of many changes, in walk ${nth} (contract C3)`, async () => {
      const difference = await walk(seed + nth, lengthOf(25, 50))
      assert.equal(difference, undefined, difference)
    })
  }

  it('would not be if an answer had another start, a total one more, or a calendar no exceptions (negative control)', async () => {
    const faults: ((body: string) => string)[] = [
      (body) => body.replace(/"start_date":"(\d{4})-/, '"start_date":"1$1-'),
      (body) => body.replace(/"total":(\d+)/, (_, total) => `"total":${Number(total) + 1}`),
      (body) => body.replace(/EXDATE[^\n]*\n/g, ''),
    ]
    for (const fault of faults) {
      const difference = await walk(7, 60, ({ calendar }) => alterAnswers(calendar, fault))
      assert.ok(difference !== undefined, String(fault))
    }
  })
})
