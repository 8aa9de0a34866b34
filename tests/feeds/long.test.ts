import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { fastify } from 'fastify'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { createCaches } from '../../src/process-caches.ts'
import type { Environment } from '../../src/settings.ts'
import { digestIds, findAll } from '../../src/site/feeds/find-all.ts'
import { createSite, mountSite } from '../../src/site/mount.ts'
import { type Fault, startServers } from '../properties/many-processes.ts'
import { type Ask, type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { repeatEvent } from '../support/repeat-event.ts'

/** A calendar whose feeds are sent as they are made. */
const withMany = async (
  work: (calendar: Calendar, count: number) => Promise<void>,
  { environment, ...columns }: { environment?: Environment; description?: string } = {},
): Promise<void> => {
  const calendar = await createCalendar(environment ? { environment } : {})
  const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' }
  const { body } = await calendar.ask('POST', '/events', {
    as: 'editor',
    body: { title: 'One', status: 'publish', ...dates },
  })
  await repeatEvent(
    calendar,
    body.id,
    Array.from({ length: 600 }, () => columns),
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
    documents: {
      ...reading.documents,
      event: (caller, ids) => {
        composed += ids.length
        return reading.documents.event(caller, ids)
      },
    },
    responses: {
      ...reading.responses,
      find: (key, ...at) => {
        keys.add(key)
        return reading.responses.find(key, ...at)
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

/** The feeds of a calendar that read so many ids at once. */
const mountedWith = async ({ database }: Calendar, perPage: number): Promise<(path: string) => Promise<string>> => {
  const config = readConfig({ KALENDS_PUBLIC_URL: 'http://calendar.test' })
  const context = { config, database, clock: () => testNow, log: createLog('error', () => undefined) }
  const reading = createCaches(context)
  const app = fastify()
  mountSite(app, createSite(context, reading, undefined, perPage))
  return async (path) => {
    const { statusCode, body } = await app.inject(path)
    assert.equal(statusCode, 200, path)
    return body
  }
}

describe('a long feed', () => {
  it('is not made for HEAD, and of its events only those are made again that have changed', async () => {
    await withMany(async (calendar, count) => {
      await onServer(calendar, async ({ ask, taken }) => {
        const head = await ask('HEAD', '//events/feed.ics')
        // Nothing is made behind the answer either.
        for (let n = 0; n < 5; n++) assert.equal((await ask('HEAD', '//events/feed.ics')).status, 200)
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

  it('is one of a few for a client, and one that is not read keeps no others from their own; more are refused for a while', async () => {
    const environment = { KALENDS_TRUSTED_PROXIES: '127.0.0.1' }
    // More than the buffers of a connection hold: a feed stays in progress as long as nobody reads on.
    const description = `<p>${'word '.repeat(10_000)}</p>`
    await withMany(
      async ({ app }) => {
        await app.listen({ port: 0, host: '127.0.0.1' })
        const { port } = app.server.address() as AddressInfo
        const open = async (client: string): Promise<IncomingMessage> => {
          const headers = { 'x-forwarded-for': client }
          const request = get({ host: '127.0.0.1', port, path: '/events/feed.ics', headers, agent: false })
          const [response] = (await once(request, 'response')) as [IncomingMessage]
          // It will be broken off.
          response.on('error', () => undefined)
          return response
        }
        const inProgress: IncomingMessage[] = []
        for (let at = 0; at < 8; at++) inProgress.push(await open('192.0.2.1'))
        for (let at = 0; at < 8; at++) inProgress.push(await open('192.0.2.2'))
        assert.deepEqual(
          inProgress.map(({ statusCode }) => statusCode),
          Array(16).fill(200),
        )
        const refused = await open('192.0.2.1')
        assert.deepEqual(
          [refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control'], refused.headers.etag],
          [429, '5', 'no-store', undefined],
        )
        const other = await open('192.0.2.3')
        let last = ''
        for await (const part of other) last = String(part).slice(-100)
        assert.match(last, /END:VCALENDAR\r\n$/)
        inProgress[0]?.destroy()
        // The server learns of it in a moment.
        for (let response = await open('192.0.2.1'); response.statusCode !== 200; response = await open('192.0.2.1')) {
          assert.equal(response.statusCode, 429)
        }
        for (const response of inProgress) response.destroy()
        app.server.closeAllConnections()
      },
      { environment, description },
    )
  })
})

describe('a calendar of more events than are read at once', () => {
  it('is complete, and so are GeoJSON and the calendar of a page (D1.1)', async () => {
    const calendar = await createCalendar()
    const hall = { venue: 'Hall', status: 'publish', geo_lat: 50, geo_lng: 3 }
    const venue = (await calendar.ask('POST', '/venues', { as: 'admin', body: hall })).body.id
    for (let n = 0; n < 8; n++) {
      const day = `2026-${n < 4 ? '05' : '12'}-0${n + 1}`
      const body = {
        title: `Event ${n}`,
        status: 'publish',
        start_date: `${day} 10:00:00`,
        end_date: `${day} 11:00:00`,
        venue,
      }
      const reply = await calendar.ask('POST', '/events', { as: 'admin', body })
      assert.equal(reply.status, 201, reply.text)
    }
    for (const perPage of [1, 3, 4, 10_000]) {
      const askWith = await mountedWith(calendar, perPage)
      for (const [path, count] of [
        ['/events/feed.ics', 4],
        ['/events/?ical=1', 4],
        ['/events/month/2026-12/?ical=1', 4],
        ['/events/past/?ical=1', 4],
        ['/venue/hall/?ical=1', 8],
        ['/events/feed.ics?start_date=2026-01-01', 8],
        ['/events/feed.ics?window=all', 8],
      ] as const) {
        const titles = (await askWith(path)).match(/^SUMMARY:Event \d/gm) ?? []
        assert.deepEqual([titles.length, new Set(titles).size], [count, count], `${path} by ${perPage}`)
      }
      const { features } = JSON.parse(await askWith('/events/feed.geojson?start_date=2026-01-01'))
      assert.equal(features.length, 8, String(perPage))
      assert.equal(JSON.parse(await askWith('/venues/feed.geojson')).features.length, 1)
    }
    await calendar.close()
  })

  it('is read again where it changes between two pages, but not without end', async () => {
    const lists = [
      [1, 2, 3, 4],
      [2, 3, 4],
      [2, 3, 4],
      [2, 3, 4],
    ]
    let at = 0
    const changing = async (page: number) => {
      const list = lists[Math.min(at++, lists.length - 1)] ?? []
      return { ids: list.slice((page - 1) * 2, page * 2), total: list.length }
    }
    assert.deepEqual(await findAll(changing), [2, 3, 4])
    let total = 10
    const restless = async (page: number) => ({ ids: [page], total: total++ })
    assert.deepEqual(await findAll(restless), [1, 2])
    // What was added before moves others on.
    const shifted = [
      [1, 2],
      [2, 3],
    ]
    assert.deepEqual(await findAll(async (page) => ({ ids: shifted[page - 1] ?? [], total: 3 })), [1, 2, 3])
    assert.notEqual(await digestIds([1, 2]), await digestIds([2, 1]))
    assert.equal(await digestIds([1, 2]), await digestIds([1, 2]))
  })
})

describe('answers that are kept', () => {
  const fill = async ({ ask }: Calendar): Promise<void> => {
    for (const title of ['One', 'Two']) {
      const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' }
      await ask('POST', '/events', {
        as: 'editor',
        body: { title, status: 'publish', tags: ['loud'], venue: { venue: 'Hall' }, ...dates },
      })
    }
  }

  it('are shared by all addresses that differ only in unused parameters', async () => {
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
      for (const [path, others] of [
        ['/event/one/', ['search=1', 'search=2', 'tags=loud', 'page=2', 'date=2027-01-01', 's=a', 'paged=2', 'p=1']],
        ['/de/event/one/', ['search=1', 'search=2']],
        ['/event/one/feed.ics', ['search=1', 'search=2', 'start_date=2027-01-01']],
        ['/venue/hall/', ['search=1', 'search=2', 'tags=loud', 'page=2', 'date=2027-01-01']],
        ['/venue/hall/ical/', ['search=1', 'tags=loud']],
      ] as const) {
        keys.clear()
        const texts = new Set<string>()
        for (const query of ['', ...others]) texts.add((await ask('GET', `/${path}?${query}`)).text)
        assert.deepEqual([keys.size, texts.size], [1, 1], path)
      }
      keys.clear()
      for (const query of ['', 'search=one', 'search=two']) {
        await ask('GET', `//venue/hall/feed.ics?${query}`)
        await ask('GET', `//venue/hall/?tribe-bar-${query}`)
      }
      assert.equal(keys.size, 6, [...keys].join('\n'))
      keys.clear()
      // The router reads an escaped dot, and finds the feed, whose filters count.
      for (const [words, title] of [
        ['one', 'One'],
        ['one', 'One'],
        ['two', 'Two'],
        ['three', undefined],
      ]) {
        const { text } = await ask('GET', `//venue/hall/feed%2Eics?search=${words}`)
        assert.equal(/SUMMARY:(\w+)/.exec(text)?.[1], title, words)
      }
      keys.clear()
      for (const own of ['', '&maxwidth=300', '&x=1']) {
        await ask('GET', `//oembed/?url=http%3A%2F%2Fcalendar.test%2Fevent%2Fone%2F${own}`)
        await ask('GET', `//embed/event/one/?x${own}`)
      }
      assert.equal(keys.size, 3, [...keys].join('\n'))
      keys.clear()
      for (const query of ['search=one&tags=loud', 'tags=loud&search=one', 'x=1&tags=loud&y&search=one']) {
        await ask('GET', `//events/?${query}`)
      }
      assert.equal(keys.size, 1, [...keys].join('\n'))
    }).finally(() => calendar.close())
  })

  it('are not shared with other addresses, however the parameters are written', async () => {
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
