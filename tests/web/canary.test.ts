import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatNames } from '../../src/site/feeds/formats.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Stands in every text of what the public must not see. */
const canary = 'kanarienvogel'

type Hidden = {
  readonly events: number[]
  readonly venues: number[]
  readonly organizers: number[]
  readonly slugs: string[]
}

const create = async ({ ask }: Calendar, of: string, body: Record<string, unknown>) => {
  const reply = await ask('POST', `/${of}`, { as: 'admin', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** A calendar in which much is hidden, in all ways that there are. */
const fill = async (calendar: Calendar): Promise<Hidden> => {
  const dates = { start_date: '2026-11-25 19:30:00', end_date: '2026-11-25 21:00:00' }
  const texts = { description: `<p>${canary}</p>`, excerpt: canary, website: `https://${canary}.example.org/` }
  const hidden: Hidden = { events: [], venues: [], organizers: [], slugs: [] }
  for (const status of ['draft', 'pending', 'private']) {
    const venue = await create(calendar, 'venues', {
      venue: `${canary} ${status}`,
      status,
      address: canary,
      city: canary,
      geo_lat: 51.05,
      geo_lng: 3.72,
    })
    const organizer = await create(calendar, 'organizers', {
      organizer: `${canary} ${status}`,
      status,
      email: `${canary}@example.org`,
    })
    hidden.venues.push(venue.id)
    hidden.organizers.push(organizer.id)
    hidden.slugs.push(`/venue/${canary}-${status}/`, `/organizer/${canary}-${status}/`)
    // What is public may be linked to what is not.
    await create(calendar, 'events', {
      title: `Public at ${status}`,
      status: 'publish',
      featured: true,
      cost: '0',
      tags: ['visible'],
      ...dates,
      venue: venue.id,
      organizer: organizer.id,
    })
  }
  for (const status of ['draft', 'pending', 'private', 'future', 'publish', 'publish']) {
    const date = status === 'future' ? { date: '2026-12-24 12:00:00' } : {}
    const isListed = hidden.events.length < 4
    const event = await create(calendar, 'events', {
      title: `${canary} ${status} ${hidden.events.length}`,
      slug: `hidden-${hidden.events.length}`,
      status,
      ...dates,
      ...date,
      ...texts,
      featured: true,
      cost: '0',
      tags: ['visible'],
      venue: hidden.venues[hidden.events.length % 3],
      organizer: hidden.organizers[hidden.events.length % 3],
      hide_from_listings: !isListed && hidden.events.length === 5,
    })
    hidden.events.push(event.id)
    // The last one is in no list; who has its address may see it.
    if (hidden.events.length < 6) hidden.slugs.push(`/event/hidden-${hidden.events.length - 1}/`)
  }
  const trashed = hidden.events[4]
  assert.equal((await calendar.ask('DELETE', `/events/${trashed}`, { as: 'admin' })).status, 200)
  return hidden
}

/** Every address where something could show. */
const addressesOf = ({ events, venues, organizers, slugs }: Hidden): string[] => {
  const filters = [
    '',
    'featured=true',
    'free=true',
    'tags=visible',
    'search=public',
    'status=publish',
    'start_date=2020-01-01&end_date=2030-01-01',
    ...venues.map((id) => `venue=${id}`),
    ...organizers.map((id) => `organizer=${id}`),
  ]
  const paths = [
    '/',
    '/events/',
    '/events/past/',
    '/events/month/2026-11/',
    '/events/week/2026-11-25/',
    '/events/day/2026-11-25/',
    '/events/map/',
    '/venues/',
    '/organizers/',
    '/events/tag/visible/',
    '/events/tag/visible/month/2026-11/',
    '/embed/events/',
    '/embed/events/?layout=cards',
    '/embed/events/?layout=compact',
    '/embed/month/?date=2026-11',
    '/events/screen/',
    '/events/digest/',
    '/events/list/2026-11-01/',
    '/events/past/2026-11-26/',
    '/events/ical/',
    '/events/feed/',
    '/events/tag/visible/feed/atom/',
    '/events/2026-11/ical/',
    '/events/2026-11-25/ical/',
    ...formatNames.flatMap((kind) => [`/events/feed.${kind}`, `/events/tag/visible/feed.${kind}`]),
    '/venues/feed.geojson',
  ]
  const oembed = slugs
    .filter((path) => path.startsWith('/event/'))
    .flatMap((path) =>
      ['/oembed/', '/wp-json/oembed/1.0/embed'].map(
        (endpoint) => `${endpoint}?url=${encodeURIComponent(`http://calendar.test${path}`)}`,
      ),
    )
  const ofRecords = slugs.flatMap((path) => [
    path,
    `${path}feed.ics`,
    `/de${path}`,
    ...['ical=1', 'outlook-ical=1', 'feed=atom'].map((query) => `${path}?${query}`),
    ...['ical/', 'feed/'].map((end) => path + end),
  ])
  const asked = ['/', '/events/', '/events/month/2026-11/', '/events/week/2026-11-25/', '/events/tag/visible/'].flatMap(
    (path) => ['ical=1', 'feed=rss2', 'feed=atom'].map((query) => `${path}?${query}`),
  )
  // The last event is in no list, and is no secret to those who name it.
  const byId = [...events.slice(0, -1), ...venues, ...organizers].flatMap((id) => [`/?p=${id}`, `/?p=${id}&ical=1`])
  const sitemaps = [
    '/sitemap.xml',
    '/sitemap-events-1.xml',
    '/sitemap-venues-1.xml',
    '/sitemap-organizers-1.xml',
    '/robots.txt',
    '/docs/',
  ]
  const filtered = paths.flatMap((path) =>
    filters.map((filter) => (filter === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${filter}`)),
  )
  return [...filtered, ...ofRecords, ...asked, ...byId, ...oembed, ...sitemaps]
}

const findCanaries = async (calendar: Calendar, hidden: Hidden): Promise<string[]> => {
  const found: string[] = []
  for (const path of addressesOf(hidden)) {
    for (const as of ['none', 'admin'] as const) {
      const { text, headers } = await calendar.ask('GET', `/${path}`, { as })
      if ((text + JSON.stringify(headers)).includes(canary)) found.push(`${as} ${path}`)
    }
  }
  return found
}

describe('no page, feed, sitemap or embed', () => {
  it('shows anything that the policy hides', async () => {
    const calendar = await createCalendar({
      environment: { KALENDS_TILE_SERVER: 'https://tiles.test/{z}/{x}/{y}.png' },
    })
    const hidden = await fill(calendar)
    assert.deepEqual(await findCanaries(calendar, hidden), [])
    await calendar.close()
  })

  it('fails to show it once it is public (negative control)', async () => {
    const calendar = await createCalendar({
      environment: { KALENDS_TILE_SERVER: 'https://tiles.test/{z}/{x}/{y}.png' },
    })
    const hidden = await fill(calendar)
    for (const plural of ['events', 'venues', 'organizers'] as const) {
      for (const id of hidden[plural]) {
        const body = {
          status: 'publish',
          date: '2026-11-01 00:00:00',
          ...(plural === 'events' ? { hide_from_listings: false } : {}),
        }
        assert.equal((await calendar.ask('PATCH', `/${plural}/${id}`, { as: 'admin', body })).status, 200)
      }
    }
    const found = new Set(await findCanaries(calendar, hidden))
    const silent = addressesOf(hidden).filter((path) => !found.has(`none ${path}`))
    // Only these have nothing to say of it.
    const isQuiet = (path: string): boolean =>
      /^\/(?:robots|docs|sitemap|events\/past\/(?:$|\?))|search=public/.test(path) ||
      // An event has no feed, and is sent on to by its slug.
      /^\/event\/.*feed|^\/\?p=\d+$/.test(path)
    assert.deepEqual(
      silent.filter((path) => !isQuiet(path)),
      [],
    )
    await calendar.close()
  })
})
