import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { findFaults } from './vocabulary.ts'

type Document = Record<string, unknown>

describe('what pages say in the terms of schema.org', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const send = async (of: string, body: Record<string, unknown>) => {
      const reply = await calendar.ask('POST', `/${of}`, { as: 'editor', body: { status: 'publish', ...body } })
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    }
    const image = await calendar.ask('POST', '//wp-json/wp/v2/media', {
      as: 'editor',
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
      payload: await makePicture('png'),
    })
    assert.equal(image.status, 201, image.text)
    const dates = { start_date: '2026-11-25 19:30:00', end_date: '2026-11-25 21:00:00' }
    await send('events', {
      title: 'Full &lt;/script&gt; & “all”',
      slug: 'full',
      description: '<p>With <b>friends</b></p>',
      excerpt: 'Friends',
      ...dates,
      timezone: 'Asia/Kolkata',
      cost: '€12.50 – 20',
      website: 'https://example.org/live',
      image: image.body.id,
      venue: {
        venue: 'Hall',
        description: '<p>Large</p>',
        address: 'Road 1',
        city: 'Ghent',
        zip: '9000',
        country: 'Belgium',
        stateprovince: 'East Flanders',
        phone: '+32 9 123',
        website: 'https://example.org/hall',
        geo_lat: 51.05,
        geo_lng: -3.72,
        image: image.body.id,
      },
      organizer: [
        {
          organizer: 'Club',
          description: '<p>Us</p>',
          phone: '+32 9 456',
          email: 'club@example.org',
          website: 'https://example.org/club',
          image: image.body.id,
        },
        { organizer: 'Other' },
      ],
      categories: ['Music'],
      tags: ['loud'],
    })
    await send('events', { title: 'Bare', ...dates })
    await send('events', { title: 'Days', start_date: '2026-12-30', end_date: '2027-01-02', all_day: true, cost: '0' })
    await send('events', { title: 'Long ago', start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' })
    await send('venues', { venue: 'Nowhere' })
    await send('organizers', { organizer: 'Nobody' })
  })
  after(() => calendar.close())

  const read = async (path: string): Promise<Document[]> => {
    const { status, text } = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
    assert.equal(status, 200, path)
    return [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
      JSON.parse(json),
    )
  }

  for (const [path, type] of [
    ['/event/full/', 'Event'],
    ['/event/bare/', 'Event'],
    ['/event/days/', 'Event'],
    ['/de/event/full/', 'Event'],
    ['/venue/hall/', 'Place'],
    ['/venue/nowhere/', 'Place'],
    ['/organizer/club/', 'Person'],
    ['/organizer/nobody/', 'Person'],
    ['/events/', 'ItemList'],
    ['/events/past/', 'ItemList'],
    ['/events/category/music/', 'ItemList'],
    ['/de/events/', 'ItemList'],
  ] as const) {
    it(`is valid on ${path}`, async () => {
      const documents = await read(path)
      assert.deepEqual(
        documents.map((document) => document['@type']),
        [type],
      )
      for (const document of documents) assert.deepEqual(await findFaults(document), [])
    })
  }

  it('is nothing where a list is empty', async () => {
    assert.deepEqual(await read('/events/?search=nothing'), [])
  })

  it('names the events of a list in its order, each by its address', async () => {
    const [list] = await read('/events/')
    const elements = list?.['itemListElement'] as { position: number; name: string; url: string }[]
    assert.deepEqual(
      elements.map(({ position, name, url }) => [position, name, url]),
      [
        [1, 'Full </script> & “all”', 'http://calendar.test/event/full/'],
        [2, 'Bare', 'http://calendar.test/event/bare/'],
        [3, 'Days', 'http://calendar.test/event/days/'],
      ],
    )
  })

  /** Changes of a document that is right, of which each makes it wrong; and what is found. */
  const faults: readonly (readonly [string, (event: Document) => void, RegExp])[] = [
    ['a type that there is not', (event) => Object.assign(event, { '@type': 'Evnt' }), /"Evnt" is not a valid/],
    ['a property that there is not', (event) => Object.assign(event, { begin: '2026' }), /"begin" for type "Event"/],
    ['a property of another type', (event) => Object.assign(event, { telephone: '1' }), /"telephone" for type "Event"/],
    [
      'one further down',
      (event) => Object.assign(event['location'] as object, { price: '1' }),
      /"price" for type "Place"/,
    ],
    ['a thing of the wrong type', (event) => Object.assign(event, { location: { '@type': 'Offer' } }), /\.location: /],
    ['a place that is a number', (event) => Object.assign(event, { location: 5 }), /\.location: 5/],
    ['a date without a zone', (event) => Object.assign(event, { startDate: '2026-11-25T19:30:00' }), /\.startDate: /],
    ['a date that is none', (event) => Object.assign(event, { endDate: '2026-13-25T19:30:00Z' }), /\.endDate: /],
    ['an address that is none', (event) => Object.assign(event, { url: '/event/full/' }), /\.url: /],
    [
      'a status that there is not',
      (event) => Object.assign(event, { eventStatus: 'https://schema.org/Soon' }),
      /Status: /,
    ],
    ['another vocabulary', (event) => Object.assign(event, { '@context': 'http://example.org' }), /the context/],
  ]
  for (const [name, change, found] of faults) {
    it(`would be found wrong with ${name} (negative control)`, async () => {
      const [event] = await read('/event/full/')
      assert.ok(event)
      change(event)
      assert.match((await findFaults(event)).join('\n'), found)
    })
  }
})
