import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
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
      assert.match(item.content_html, /Mittwoch, 25\. November 2026/)
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
})
