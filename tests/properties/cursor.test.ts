import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { addCopies, copies } from '../support/copies.ts'
import { seed } from '../support/seed.ts'
import { createRandom, type Random } from './random.ts'

const dates = { start_date: '2027-01-10 10:00', end_date: '2027-01-10 11:00' }

const made = async ({ ask }: Calendar, body: object): Promise<number> => {
  const reply = await ask('POST', '/events', { as: 'admin', body: { ...dates, ...body } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

/** Writes something that changes nothing of the events that stay: others are created, moved and removed, and those that stay get other texts. */
const writeSomething = async (calendar: Calendar, random: Random, passing: number[], staying: readonly number[]) => {
  const day = String(random.below(28) + 1).padStart(2, '0')
  const moved = {
    start_date: `2027-01-${day} 09:00`,
    end_date: `2027-01-${day} 12:00`,
    title: `Event ${random.below(99)}`,
  }
  const at = random.below(passing.length)
  if (random.chance(40)) passing.push(await made(calendar, moved))
  else if (random.chance(50) && passing.length > 3) {
    const [gone] = passing.splice(at, 1)
    await calendar.ask('DELETE', `/events/${gone}?force=true`, { as: 'admin' })
  } else await calendar.ask('PATCH', `/events/${passing[at]}`, { as: 'admin', body: moved })
  const change = { body: { excerpt: `Text ${random.below(1000)}` }, as: 'admin' } as const
  await calendar.ask('PATCH', `/events/${random.oneOf(staying)}`, change)
}

/** Reads a list to its end while events are written, and says which of those that stay are missing or came twice. */
const walk = async (
  calendar: Calendar,
  random: Random,
  first: string,
  next: (body: Body, page: number) => string | undefined,
) => {
  const staying: number[] = []
  const passing: number[] = []
  for (let n = 0; n < 24; n++) {
    const day = String(random.below(28) + 1).padStart(2, '0')
    const body = {
      title: `Event ${random.below(99)}`,
      start_date: `2027-01-${day} 10:00`,
      end_date: `2027-01-${day} 11:00`,
    }
    ;(n % 3 === 0 ? passing : staying).push(await made(calendar, body))
  }
  const seen: number[] = []
  let path: string | undefined = first
  for (let page = 1; path !== undefined && page < 3000; page++) {
    const { status, body, text } = await calendar.ask('GET', path)
    if (status === 404) break
    assert.equal(status, 200, text)
    seen.push(...body.events.map(({ id }: { id: number }) => id))
    await writeSomething(calendar, random, passing, staying)
    path = next(body, page)
  }
  const counts = staying.map((id) => seen.filter((one) => one === id).length)
  return { missed: counts.filter((count) => count === 0).length, doubled: counts.filter((count) => count > 1).length }
}

type Body = { readonly next_rest_url?: string }

const byCursor = ({ next_rest_url }: Body) => next_rest_url?.replace(/^.*\/calendar\/events\/v1/, '')

describe('a list that is read by a cursor while events are written (C1.5)', () => {
  for (const sort of ['', 'start_date', '-start_date', 'title,-end_date', '-date', '-id', 'id']) {
    it(`misses and doubles no event that stays, with sort=${sort}`, async (t) => {
      t.diagnostic(`SEED=${seed}`)
      const calendar = await createCalendar()
      try {
        const query = `window=all&per_page=2&cursor=${sort === '' ? '' : `&sort=${sort}`}`
        const found = await walk(calendar, createRandom(seed), `/events?${query}`, byCursor)
        assert.deepEqual(found, { missed: 0, doubled: 0 }, `SEED=${seed}`)
      } finally {
        await calendar.close()
      }
    })
  }

  it('does so too where events are read along an index', async () => {
    const calendar = await createCalendar()
    try {
      const copied = await made(calendar, {
        title: 'Event 50',
        start_date: '2027-01-15 10:00',
        end_date: '2027-01-15 12:00',
      })
      await addCopies(calendar.database, 'event', copied, 'event')
      const found = await walk(
        calendar,
        createRandom(seed),
        '/events?window=all&per_page=50&cursor=&sort=title',
        byCursor,
      )
      assert.deepEqual(found, { missed: 0, doubled: 0 }, `SEED=${seed}`)
      const { body } = await calendar.ask('GET', '/events?window=all')
      assert.ok(body.total > copies)
    } finally {
      await calendar.close()
    }
  })

  it('would miss or double some by pages (negative control)', async () => {
    let faults = 0
    for (let at = 0; at < 20 && faults === 0; at++) {
      const calendar = await createCalendar()
      const path = (page: number) => `/events?window=all&per_page=2&page=${page}`
      const next = (body: Body, page: number) => (body.next_rest_url ? path(page + 1) : undefined)
      const { missed, doubled } = await walk(calendar, createRandom(seed + at), path(1), next)
      faults += missed + doubled
      await calendar.close()
    }
    assert.ok(faults > 0, `SEED=${seed}`)
  })
})
