import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventPayload } from '../cli/program.ts'
import { createDueSoon } from './scheduled.ts'
import type { Reply, Site } from './site.ts'

/** Something that many do at once, and what must come of it; scenarios share a site and use names of their own. */
export type Scenario = (site: Site, round: number) => Promise<void>

/** Does something many times at once. */
const atOnce = <T>(count: number, act: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => act(turn)))

const statusesOf = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort()

const create = async (site: Site, plural: string, body: object): Promise<Reply['body']> => {
  const reply = await site.ask('POST', `/${plural}`, { body })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}

/** All scenarios, by what they prove. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'fifty events of one title have fifty slugs': async (site, round) => {
    const events = await atOnce(50, () => create(site, 'events', eventPayload(`Same ${round}`)))
    const meant = ['', ...Array.from({ length: 49 }, (_, at) => `-${at + 2}`)].map((end) => `same-${round}${end}`)
    assert.deepEqual(events.map(({ slug }) => slug).sort(), meant.sort())
    assert.equal(new Set(events.map(({ id }) => id)).size, 50)
  },

  'a category, a tag, a venue and an organizer that fifty events name exist once': async (site, round) => {
    const name = `Shared ${round}`
    const linked = { categories: [name], tags: [name], venue: { venue: name }, organizer: { organizer: name } }
    const events = await atOnce(50, (turn) =>
      create(site, 'events', { ...eventPayload(`By ${round} ${turn}`), ...linked }),
    )
    for (const field of ['categories', 'tags', 'organizer']) {
      assert.equal(new Set(events.map((event) => event[field][0].id)).size, 1, field)
    }
    assert.equal(new Set(events.map(({ venue }) => venue.id)).size, 1)
    const own = encodeURIComponent(name)
    for (const plural of ['categories', 'tags', 'venues', 'organizers']) {
      const { body } = await site.ask('GET', `/${plural}?search=${own}`)
      assert.deepEqual([body.total, body[plural][0].count ?? 50], [1, 50], plural)
    }
  },

  'a tag that twenty create exists once, and the others are told which': async (site, round) => {
    const replies = await atOnce(20, () => site.ask('POST', '/tags', { body: { name: `Once ${round}` } }))
    assert.deepEqual(statusesOf(replies), [201, ...Array(19).fill(400)])
    const made = replies.find(({ status }) => status === 201)
    for (const { status, body } of replies) {
      if (status === 400) assert.deepEqual([body.code, body.data.term_id], ['term_exists', made?.body.id])
    }
  },

  'a venue that is deleted while events link to it is linked nowhere': async (site, round) => {
    for (const force of ['', '?force=true']) {
      const venue = await create(site, 'venues', { venue: `Gone ${round}${force}` })
      const replies = await atOnce(30, (turn) =>
        turn === 10
          ? site.ask('DELETE', `/venues/${venue.id}${force}`)
          : site.ask('POST', '/events', { body: { ...eventPayload(`At ${round}${force} ${turn}`), venue: venue.id } }),
      )
      assert.equal(replies[10]?.status, 200)
      const made = replies.filter(({ status }) => status === 201)
      for (const { status, body } of replies)
        if (status !== 200 && status !== 201) assert.equal(body.code, 'rest_invalid_param')
      for (const { body } of made) {
        const read = await site.ask('GET', `/events/${body.id}`)
        assert.deepEqual([read.status, read.body.venue], [200, []])
      }
    }
  },

  'of two updates with one ETag one is refused': async (site, round) => {
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await create(site, 'events', eventPayload(`Before ${round} ${turn}`))
      const etag = (await site.ask('GET', `/events/${id}`)).headers.get('etag') ?? ''
      const replies = await atOnce(2, (own) =>
        site.ask('PATCH', `/events/${id}`, { body: { title: `After ${own}` }, headers: { 'if-match': etag } }),
      )
      assert.deepEqual(statusesOf(replies), [200, 412])
      // Without it nobody is.
      const free = await atOnce(2, () => site.ask('PATCH', `/events/${id}`, { body: { website: '' } }))
      assert.deepEqual(statusesOf(free), [200, 200])
      const won = replies.findIndex(({ status }) => status === 200)
      assert.equal((await site.ask('GET', `/events/${id}`)).body.title, `After ${won}`)
    }
  },

  'an Idempotency-Key that twenty send makes one record, and all get its answer': async (site, round) => {
    const title = `Keyed ${round}`
    const headers = { 'idempotency-key': `key-${round}` }
    const replies = await atOnce(20, () => site.ask('POST', '/events', { body: eventPayload(title), headers }))
    const answers = replies.map(({ status, body, headers: sent }) => [
      status,
      sent.get('location'),
      sent.get('etag'),
      body,
    ])
    assert.equal(answers[0]?.[0], 201)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal((await site.ask('GET', `/events?search=${encodeURIComponent(title)}`)).body.total, 1)
    // The same without it is another event.
    const again = await site.ask('POST', '/events', { body: eventPayload(title) })
    assert.notEqual(again.body.id, replies[0]?.body.id)
    const other = await site.ask('POST', '/events', { body: eventPayload('Other'), headers })
    assert.deepEqual([other.status, other.body.code], [422, 'rest_idempotency_key_reused'])
  },

  'a scheduled event becomes public everywhere at its moment': async (site, round) => {
    const tag = `Timed ${round}`
    const { id, due } = await createDueSoon(
      (date_utc) => create(site, 'events', { ...eventPayload(tag), date_utc, tags: [tag] }),
      (late) => site.ask('DELETE', `/events/${late}?force=true`),
    )
    const look = async (process: number) => {
      const ask = site.askAt(process)
      const read = await ask('GET', `/events/${id}`, { as: 'nobody' })
      const list = await ask('GET', `/events?search=${encodeURIComponent(tag)}`, { as: 'nobody' })
      const tags = await ask('GET', `/tags?search=${encodeURIComponent(tag)}&hide_empty=false`, { as: 'nobody' })
      return [read.status, list.body.total, tags.body.tags[0].count]
    }
    const before = await atOnce(site.requests, look)
    if (Date.now() < due) for (const seen of before) assert.deepEqual(seen, [403, 0, 0])
    await sleep(Math.max(0, due - Date.now()))
    for (const seen of await atOnce(site.requests, look)) assert.deepEqual(seen, [200, 1, 1])
  },

  'counters are right after terms were deleted and events moved, all at once': async (site, round) => {
    const tags = await atOnce(4, (turn) => create(site, 'tags', { name: `Moved ${round} ${turn}` }))
    const events = await atOnce(12, (turn) => {
      const own = [tags[turn % 4].id, tags[(turn + 1) % 4].id]
      return create(site, 'events', { ...eventPayload(`Moved ${round} ${turn}`), tags: own })
    })
    await atOnce(50, (turn) => {
      const path = `/events/${events[turn % 12].id}`
      if (turn === 25) return site.ask('DELETE', `/tags/${tags[0].id}`)
      if (turn % 5 === 0) return site.ask('PATCH', path, { body: { tags: [tags[1 + (turn % 3)].id] } })
      if (turn % 3 === 0) return site.ask('PATCH', path, { body: { status: turn % 2 ? 'publish' : 'draft' } })
      return site.ask('DELETE', path)
    })
    assert.equal((await site.ask('GET', `/tags/${tags[0].id}`)).status, 404)
  },
}

/** Compares the counter of every term with the published events that are listed under it, a line for each that differs. */
export const findWrongCounters = async (site: Site): Promise<string[]> => {
  const faults: string[] = []
  for (const [plural, filter] of [
    ['tags', 'tags'],
    ['categories', 'categories'],
  ] as const) {
    for (let page = 1; ; page++) {
      const { body } = await site.ask('GET', `/${plural}?hide_empty=false&per_page=50&page=${page}`)
      for (const { id, name, count } of body[plural]) {
        const window = 'start_date=1970-01-01&end_date=2100-01-01&status=publish'
        const { total } = (await site.ask('GET', `/events?${filter}=${id}&${window}`)).body
        if (count !== total) faults.push(`${name} counts ${count}, ${total} are listed`)
      }
      if (page >= body.total_pages) break
    }
  }
  return faults
}
