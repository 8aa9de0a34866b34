import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractFromJson, extractFromXml, type FeedData } from '@extractus/feed-extractor'
import { check, getIssues } from '@placemarkio/check-geojson'
import { featureEach } from '@turf/meta'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const withEvents = async (work: (calendar: Calendar) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar({ environment: { KALENDS_SITE_NAME: 'Fêtes & <more>' } })
  const add = async (body: Record<string, unknown>) => {
    const reply = await calendar.ask('POST', '/events', { as: 'editor', body: { status: 'publish', ...body } })
    assert.equal(reply.status, 201, reply.text)
  }
  await add({
    title: 'Rock & “roll” ]]> <3',
    description: '<p>With <b>friends</b> & foes ]]></p>',
    start_date: '2026-11-25 19:30:00',
    end_date: '2026-11-25 21:00:00',
    timezone: 'Europe/Berlin',
    venue: { venue: 'Hall', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.72 },
    categories: ['Music & more'],
    cost: '12',
  })
  await add({ title: 'Nowhere', start_date: '2026-11-26 19:30:00', end_date: '2026-11-26 21:00:00' })
  await add({ title: 'Yesterday', start_date: '2026-11-19 19:30:00', end_date: '2026-11-19 21:00:00' })
  await add({ title: 'Canary', start_date: '2026-11-27 19:30:00', end_date: '2026-11-27 21:00:00', status: 'private' })
  await work(calendar).finally(() => calendar.close())
}

/** What the interface lists of what a feed shows, in plain text. */
const listed = async ({ ask }: Calendar) => {
  const { body } = await ask('GET', '/events?per_page=50&start_date=2026-11-20')
  return body.events.map(
    // biome-ignore lint/suspicious/noExplicitAny: it is looked into as far as feeds tell of it.
    ({ global_id, title, url, description, date_utc, modified_utc, categories, tags, image }: any) => ({
      id: global_id,
      title: plain(title),
      url,
      description,
      published: new Date(`${date_utc}Z`).toISOString(),
      modified: new Date(`${modified_utc}Z`).toISOString(),
      terms: [...categories, ...tags].map(({ name }) => plain(name)),
      image: image ? image.url : undefined,
    }),
  )
}

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#038;', '&').replaceAll('&amp;', '&')

/** An entry as a library read it. */
type Entry = {
  readonly id: string | undefined
  readonly title: string | undefined
  readonly url: string | undefined
  readonly published: string | undefined
  readonly content: string | undefined
}

const entriesOf = ({ entries = [] }: FeedData): Entry[] =>
  entries.map(({ id, title, link, published, content }) => ({
    id,
    title,
    url: link,
    published,
    content: String(content),
  }))

const parser = new XMLParser({ ignoreAttributes: false, htmlEntities: false, isArray: (name) => name === 'item' })

describe('news feeds', () => {
  it('in RSS 2.0 say of each event what, when and where', async () => {
    await withEvents(async ({ ask }) => {
      const { text, headers } = await ask('GET', '//events/feed.rss')
      assert.equal(headers['content-type'], 'application/rss+xml; charset=UTF-8')
      assert.equal(XMLValidator.validate(text), true)
      const { channel } = parser.parse(text).rss
      assert.equal(channel.title, 'Fêtes & <more>')
      assert.equal(channel['atom:link']['@_href'], 'http://calendar.test/events/feed.rss')
      assert.deepEqual(
        channel.item.map(({ title }: { title: string }) => title),
        ['Rock & “roll” ]]> <3', 'Nowhere'],
      )
      const [first] = channel.item
      assert.match(first.link, /^http:\/\/calendar\.test\/event\/rock/)
      assert.equal(first.category, 'Music & more')
      assert.match(first.description, /November 25, 2026.*CET.*Hall, Ghent.*<b>friends<\/b> &amp; foes/s)
      assert.equal(new Date(first.pubDate).toISOString(), '2026-11-20T15:00:00.000Z')
    })
  })

  it('in RSS 2.0 are read alike by two libraries, and agree with the interface on each event', async () => {
    await withEvents(async (calendar) => {
      const { text } = await calendar.ask('GET', '//events/feed.rss')
      const feed = parseRssFeed(text)
      const one = (feed.items ?? []).map(({ guid, title, link, pubDate, description }) => ({
        id: guid?.value,
        title,
        url: link,
        published: pubDate && new Date(String(pubDate)).toISOString(),
        content: description,
      }))
      const whole = extractFromXml(text, {
        getExtraEntryFields: ({ description }) => ({ content: description }),
      })
      assert.deepEqual(one, entriesOf(whole))
      const expected = await listed(calendar)
      assert.deepEqual(
        one.map(({ content: _, ...entry }) => entry),
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        expected.map(({ id, title, url, published }: any) => ({ id, title, url, published })),
      )
      for (const [at, { description, terms }] of expected.entries()) {
        assert.ok(one[at]?.content?.endsWith(description), description)
        assert.deepEqual(
          (feed.items?.[at]?.categories ?? []).map(({ name }) => name),
          terms,
        )
      }
      for (const { title, link, language } of [feed, whole] as const) {
        assert.deepEqual([title, link, language], ['Fêtes & <more>', 'http://calendar.test/events/', 'en'])
      }
      assert.equal(feed.atom?.links?.[0]?.href, 'http://calendar.test/events/feed.rss')
    })
  })

  it('in JSON Feed 1.1 are read alike by two libraries, and agree with the interface on each event', async () => {
    await withEvents(async (calendar) => {
      const { text } = await calendar.ask('GET', '//events/feed.json')
      const feed = parseJsonFeed(text)
      const one = (feed.items ?? []).map(({ id, title, url, date_published, content_html }) => ({
        id,
        title,
        url,
        published: date_published && new Date(String(date_published)).toISOString(),
        content: content_html,
      }))
      const whole = extractFromJson(text, { getExtraEntryFields: ({ content_html }) => ({ content: content_html }) })
      assert.deepEqual(one, entriesOf(whole))
      const expected = await listed(calendar)
      assert.deepEqual(
        one.map(({ content: _, ...entry }) => entry),
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        expected.map(({ id, title, url, published }: any) => ({ id, title, url, published })),
      )
      for (const [at, { description, terms, modified }] of expected.entries()) {
        const item = feed.items?.[at]
        assert.ok(item?.content_html?.endsWith(description), description)
        assert.deepEqual(item?.tags ?? [], terms)
        assert.equal(new Date(String(item?.date_modified)).toISOString(), modified)
      }
      assert.equal(whole.link, 'http://calendar.test/events/')
      assert.equal(feed.home_page_url, whole.link)
      assert.equal(feed.feed_url, 'http://calendar.test/events/feed.json')
    })
  })

  it('in JSON Feed 1.1 say the same, with the times for programs', async () => {
    await withEvents(async ({ ask }) => {
      const { body, headers } = await ask('GET', '//de/events/feed.json?search=rock')
      assert.equal(headers['content-type'], 'application/feed+json; charset=UTF-8')
      assert.equal(body.version, 'https://jsonfeed.org/version/1.1')
      assert.equal(body.feed_url, 'http://calendar.test/de/events/feed.json?search=rock')
      assert.equal(body.language, 'de')
      assert.equal(body.items.length, 1)
      const [item] = body.items
      assert.deepEqual(item._event, {
        about: item._event.about,
        start: '2026-11-25T18:30:00Z',
        end: '2026-11-25T20:00:00Z',
        timezone: 'Europe/Berlin',
        all_day: false,
        location: 'Hall, Ghent',
      })
      assert.match(item.content_html, /Mittwoch, 25\.\u00a0November 2026/)
      assert.deepEqual(item.tags, ['Music & more'])
    })
  })

  it('of a venue, a category and an organizer hold theirs', async () => {
    await withEvents(async ({ ask }) => {
      for (const path of ['/venue/hall/feed.json', '/events/category/music-more/feed.json']) {
        const { body } = await ask('GET', `/${path}`)
        assert.deepEqual(
          body.items.map(({ title }: { title: string }) => title),
          ['Rock & “roll” ]]> <3'],
          path,
        )
      }
    })
  })
})

describe('GeoJSON', () => {
  it('has a point for each event and each venue that is somewhere', async () => {
    await withEvents(async ({ ask }) => {
      const { body, headers } = await ask('GET', '//events/feed.geojson')
      assert.equal(headers['content-type'], 'application/geo+json; charset=UTF-8')
      assert.equal(body.type, 'FeatureCollection')
      assert.deepEqual(
        body.features.map(({ type, geometry, properties }: Record<string, Record<string, unknown>>) => [
          type,
          geometry,
          properties?.['title'],
        ]),
        [['Feature', { type: 'Point', coordinates: [3.72, 51.05] }, 'Rock & “roll” ]]> <3']],
      )
      const venues = (await ask('GET', '//venues/feed.geojson')).body
      assert.deepEqual(
        venues.features.map(({ properties }: { properties: { name: string } }) => properties.name),
        ['Hall'],
      )
    })
  })

  it('has the whole address of a venue', async () => {
    const { ask, close } = await createCalendar()
    const place = { address: '1 Main St', city: 'Moncton', zip: 'E1C', stateprovince: 'NB', country: 'Canada' }
    const venue = { venue: 'Hall', ...place, geo_lat: 46.09, geo_lng: -64.77 }
    assert.equal((await ask('POST', '/venues', { as: 'editor', body: venue })).status, 201)
    const { body } = await ask('GET', '//venues/feed.geojson')
    assert.equal(body.features[0].properties.address, '1 Main St, E1C Moncton, NB, Canada')
    await close()
  })

  it('is read alike by two libraries, and places events and venues where the interface does', async () => {
    await withEvents(async (calendar) => {
      for (const { feed, path, name } of [
        { feed: '//events/feed.geojson', path: '/events?start_date=2026-11-20&geoloc=true', name: 'title' },
        { feed: '//venues/feed.geojson', path: '/venues', name: 'venue' },
      ]) {
        const { text } = await calendar.ask('GET', feed)
        // Throws where something breaks RFC 7946.
        const checked = check(text)
        assert.equal(checked.type, 'FeatureCollection')
        const read: unknown[] = []
        featureEach(JSON.parse(text), ({ id, geometry, properties }) => {
          read.push([id, geometry, properties?.['url']])
        })
        assert.deepEqual(
          checked.type === 'FeatureCollection' &&
            checked.features.map(({ id, geometry, properties }) => [id, geometry, properties?.['url']]),
          read,
        )
        const { body } = await calendar.ask('GET', path)
        const records = name === 'venue' ? body.venues : body.events
        assert.deepEqual(
          read,
          records.map((record: Record<string, unknown>) => {
            const { geo_lng, geo_lat } = (name === 'venue' ? record : record['venue']) as Record<string, unknown>
            return [record['id'], { type: 'Point', coordinates: [geo_lng, geo_lat] }, record['url']]
          }),
        )
        assert.ok(read.length > 0)
        // Negative control: what would not be a place is found.
        assert.notDeepEqual(getIssues(text.replace('"Point"', '"Pont"')), [])
        assert.notDeepEqual(getIssues(text.replace('[3.72,51.05]', '["3.72",51.05]')), [])
      }
    })
  })
})
