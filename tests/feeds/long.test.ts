import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InjectOptions } from 'light-my-request'
import { createLongAnswers } from '../../src/feeds/long-answers.ts'
import { type Fault, startServers } from '../properties/many-processes.ts'
import { type Ask, type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { repeatEvent } from '../support/repeat-event.ts'

/** A calendar whose feeds are sent as they are made. */
const withMany = async (work: (calendar: Calendar, count: number) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar()
  const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' }
  const { body } = await calendar.ask('POST', '/events', {
    as: 'editor',
    body: { title: 'One', status: 'publish', ...dates },
  })
  await repeatEvent(
    calendar,
    body.id,
    Array.from({ length: 600 }, () => ({})),
  )
  await work(calendar, 601).finally(() => calendar.close())
}

/** A server of a calendar, and how many events it has put together and by which keys it has looked for answers. */
const onServer = async (
  calendar: Calendar,
  work: (server: { ask: Ask; askDatabase: Ask; taken: () => number; keys: Set<string> }) => Promise<void>,
): Promise<void> => {
  let composed = 0
  const keys = new Set<string>()
  const watched: Fault = (reading) => ({
    ...reading,
    composers: {
      ...reading.composers,
      event: (caller, ids) => {
        composed += ids.length
        return reading.composers.event(caller, ids)
      },
    },
    answers: {
      ...reading.answers,
      get: (key) => {
        keys.add(key)
        return reading.answers.get(key)
      },
    },
  })
  const servers = await startServers(calendar, 1, () => testNow, watched)
  const [ask] = servers.asks
  assert.ok(ask)
  const taken = (): number => {
    const number = composed
    composed = 0
    return number
  }
  await work({ ask, askDatabase: servers.askDatabase, taken, keys }).finally(() => servers.close())
}

describe('a long feed', () => {
  it('is not made for HEAD, and of its events only those are made again that have changed', async () => {
    await withMany(async (calendar, count) => {
      await onServer(calendar, async ({ ask, taken }) => {
        const head = await ask('HEAD', '//events/feed.ics')
        assert.deepEqual([head.status, head.text, taken()], [200, '', 0])
        assert.equal(head.headers['content-length'], undefined)
        const whole = await ask('GET', '//events/feed.ics')
        assert.equal(whole.headers['etag'], head.headers['etag'])
        assert.deepEqual([whole.text.match(/BEGIN:VEVENT/g)?.length, taken()], [count, count])
        for (const path of ['/events/feed.ics', '/events/feed.ics?x=1', '/events/?ical=1', '/events/2026-12/?ical=1']) {
          assert.equal((await ask('GET', `/${path}`)).text.match(/BEGIN:VEVENT/g)?.length, count)
          assert.equal(taken(), 0, path)
        }
        await calendar.ask('PATCH', '/events/5', { as: 'editor', body: { title: 'Other' } })
        assert.match((await ask('GET', '//events/feed.ics')).text, /^SUMMARY:Other\r$/m)
        assert.equal(taken(), 1)
      })
    })
  })

  it('is one of two at most for a client, and of a few in all; more are refused for a while', async () => {
    await withMany(async ({ app }, count) => {
      const get = async (remoteAddress: string) => {
        const request: InjectOptions = { url: '/events/feed.ics', remoteAddress }
        const { statusCode, headers, body } = await app.inject(request)
        if (statusCode === 200) assert.equal(body.match(/BEGIN:VEVENT/g)?.length, count)
        else assert.deepEqual([statusCode, headers['retry-after'], headers['cache-control']], [503, '5', 'no-store'])
        return statusCode
      }
      const statuses = async (addresses: readonly string[]) => (await Promise.all(addresses.map(get))).sort()
      assert.deepEqual(await statuses(Array(5).fill('192.0.2.1')), [200, 200, 503, 503, 503])
      const many = Array.from({ length: 10 }, (_, n) => `192.0.2.${n}`)
      assert.deepEqual(await statuses(many), [...Array(8).fill(200), 503, 503])
      assert.deepEqual(await statuses(['192.0.2.1']), [200])
    })
  })

  it('ends once, whoever reports it', () => {
    const answers = createLongAnswers(2, 1)
    const first = answers.begin('a')
    assert.ok(first)
    assert.equal(answers.begin('a'), undefined)
    const second = answers.begin('b')
    assert.ok(second)
    assert.equal(answers.begin('c'), undefined)
    first()
    first()
    assert.ok(answers.begin('a'))
    assert.equal(answers.begin('c'), undefined)
  })
})

describe('answers that are kept', () => {
  const fill = async ({ ask }: Calendar): Promise<void> => {
    for (const title of ['One', 'Two']) {
      const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' }
      await ask('POST', '/events', { as: 'editor', body: { title, status: 'publish', tags: ['loud'], ...dates } })
    }
  }

  it('are those of all addresses that differ in what nobody looks at', async () => {
    const calendar = await createCalendar()
    await fill(calendar)
    await onServer(calendar, async ({ ask, keys }) => {
      for (const path of ['/events/', '/events/feed.ics', '/events/feed.rss', '/event/one/']) {
        keys.clear()
        const texts = new Set<string>()
        for (const query of ['', '?', '?x=1', '?x=2', '?utm_source=a&x[]=1', '?%78=3', '?&&']) {
          texts.add((await ask('GET', `/${path}${query}`)).text)
        }
        assert.equal(keys.size, 1, [...keys].join('\n'))
        assert.equal(texts.size, 1, path)
      }
      keys.clear()
      for (const query of ['search=one&tags=loud', 'tags=loud&search=one', 'x=1&tags=loud&y&search=one']) {
        await ask('GET', `//events/?${query}`)
      }
      assert.equal(keys.size, 1, [...keys].join('\n'))
    }).finally(() => calendar.close())
  })

  it('are none of another address, however its parameters are written', async () => {
    const calendar = await createCalendar()
    await fill(calendar)
    await onServer(calendar, async ({ ask, askDatabase }) => {
      const queries = ['', 'search=two', 'search=one', 'featured=true', 'ical=1', 'feed=atom', 'page=2', 'tags=loud']
      const odd = [
        '[search]=two',
        'search[]=two',
        '%73earch=two',
        'search%5B%5D=two',
        '[][search]=two',
        'x=1[search]=two',
      ]
      const others = [
        'search=one&search=two',
        'search=two&search=one',
        '+search=two',
        'search',
        'Search=two',
        '[ical]=1',
      ]
      for (const path of ['/events/', '/events/feed.ics']) {
        // Kept from the second time on.
        for (const query of [...queries, ...queries, ...odd, ...others, ...odd, ...others]) {
          const url = `/${path}${query === '' ? '' : `?${query}`}`
          const [got, meant] = [await ask('GET', url), await askDatabase('GET', url)]
          assert.deepEqual([got.status, got.text], [meant.status, meant.text], url)
        }
      }
    }).finally(() => calendar.close())
  })
})
