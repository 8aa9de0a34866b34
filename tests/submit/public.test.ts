import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { allPages, allTime, readPaths, routesOfApp } from '../support/read-paths.ts'
import { concert, createOpenCalendar, decide, readPending, submit, submitted } from './visitor.ts'

/** A word that stands in every text of a submission, in the name of its picture, and nowhere else. */
const mark = 'wunderbar'

const secret = { name: 'Secretname Person', email: 'secretname@example.org' }

const marked = {
  ...concert,
  ...secret,
  title: `${mark} concert`,
  description: `A ${mark} evening.`,
  venue: `${mark} hall`,
  organizer: `${mark} band`,
  website: `https://${mark}.example.org/`,
}

describe('what visitors submit', () => {
  let calendar: Calendar
  let page: string
  /** Every path that anybody may read, among them those of the event, the venue and the organizer by id and by slug. */
  let paths: readonly string[]
  let eventId: number
  before(async () => {
    calendar = await createOpenCalendar(allPages)
    const publish = { status: 'publish', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 11:00:00' }
    const links = { categories: 'Music', tags: 'outside', venue: { venue: 'Market' }, organizer: { organizer: 'Town' } }
    await calendar.ask('POST', '/events', { as: 'editor', body: { title: 'Market day', ...publish, ...links } })
    const file = await drawPicture({ width: 1600, height: 900 }).jpeg().toBuffer()
    page = await submitted(calendar, { ...marked, category: 'music' }, { file })
    const [event] = await readPending(calendar)
    eventId = event.id
    const known = {
      event: eventId,
      series: 1,
      venues: [event.venue.id],
      organizers: [event.organizer[0].id],
      category: event.categories[0].id,
      tag: 1,
      image: eventId + 3,
      day: '2026-12-05',
    }
    const slugs = {
      event: event.slug,
      venue: event.venue.slug,
      organizer: event.organizer[0].slug,
      category: 'music',
      tag: 'outside',
    }
    const routes = await routesOfApp(calendar.app)
    const all = readPaths(routes, known, slugs)
    // Pairs of filters find no more than each of them.
    const few = all.filter((path) => path.replace(allTime, '').split('=').length <= 2)
    const own = [
      `/event/${slugs.event}/feed.ics`,
      `/embed/event/${slugs.event}/`,
      `/oembed?url=${encodeURIComponent(`http://calendar.test/event/${slugs.event}/`)}`,
      `/events/?search=${mark}`,
      `/events/feed.rss?search=${mark}`,
      `/venues/?search=${mark}`,
      `/calendar/events/v1/events?search=${mark}&${allTime}`,
      `/calendar/events/v1/events.ndjson?${allTime}`,
      `/calendar/events/v1/events/by-slug/${slugs.event}`,
      `/calendar/events/v1/venues?search=${mark}`,
      `/calendar/events/v1/organizers?search=${mark}`,
      '/calendar/events/v1/events?status=pending&start_date=2000-01-01',
      `/wp-json/wp/v2/tribe_events?search=${mark}`,
      `/wp-json/wp/v2/tribe_events/${eventId}`,
      '/wp-json/wp/v2/tribe_events?status=pending',
      '/wp-json/wp/v2/media',
      `/wp-json/wp/v2/media?search=${mark}`,
      '/wp-json/wp/v2/users',
      `/kalends/v1/submissions?include=${eventId}`,
      `/kalends/v1/reviews/${eventId}`,
      '/kalends/v1/activity',
      '/sitemap-events-1.xml',
    ]
    paths = [...new Set([...few, ...own])]
  })
  after(() => calendar.close())

  /** The paths whose answers have a text; what they are asked for alone is none of these texts. */
  const findIn = async (texts: readonly string[]): Promise<string[]> => {
    const found: string[] = []
    for (const path of paths) {
      const { text } = await calendar.ask('GET', `/${path}`)
      if (texts.some((one) => text.includes(one))) found.push(path)
    }
    return found
  }

  const shown = [
    `${mark} concert`,
    `${mark} evening`,
    `${mark} hall`,
    `${mark} band`,
    `${mark}.example.org`,
    `${mark}-poster`,
    `${mark} poster`,
  ]

  it('is nowhere before somebody approves it, and its picture is no file', async () => {
    assert.ok(paths.length > 300, `only ${paths.length} paths`)
    assert.deepEqual(await findIn([...shown, secret.name, secret.email]), [])
    const { kysely } = calendar.database
    assert.deepEqual(await kysely.selectFrom('image').select('id').execute(), [])
    for (const [method, path] of [
      ['PUT', `/events/${eventId}`],
      ['DELETE', `/events/${eventId}`],
    ] as const) {
      const reply = await calendar.ask(method, path, { body: { status: 'publish' } })
      assert.equal(reply.status, 401, reply.text)
    }
    for (const as of ['subscriber', 'contributor', 'author'] as const) {
      const { status } = await calendar.ask('GET', `/events/${eventId}`, { as })
      assert.equal(status, 403, as)
      assert.equal((await calendar.ask('GET', `//kalends/v1/submissions?include=${eventId}`, { as })).status, 403, as)
    }
  })

  it('is found by the same requests once it is approved (negative control), but never who submitted it', async () => {
    const reply = await decide(calendar, eventId, 'approve')
    assert.equal(reply.status, 200, reply.text)
    const found = await findIn(shown)
    for (const part of [
      '/events/',
      '/event/',
      '/venue/',
      '/organizer/',
      '/venues/',
      '/organizers/',
      '/embed/',
      '/oembed',
      '/wp-json/wp/v2/tribe_events',
      '/wp-json/wp/v2/media',
      '/calendar/events/v1/events.ndjson',
      '/calendar/events/v1/venues',
      '/calendar/events/v1/organizers',
      'feed.ics',
      'feed.rss',
      'feed.json',
    ])
      assert.ok(
        found.some((path) => path.includes(part)),
        `nothing found below ${part}`,
      )
    assert.deepEqual(await findIn([secret.name, secret.email]), [])
    const { body } = await calendar.ask('GET', `/events/${eventId}`)
    assert.equal(body.image.width, 1600)
    assert.equal((await calendar.ask('GET', `/${new URL(body.image.url).pathname}`)).status, 200)
    assert.equal(body.venue.status, 'publish')
    const state = await calendar.ask('GET', page)
    assert.match(state.text, /Your event is in the calendar/)
    assert.ok(state.text.includes(`/event/${body.slug}/`))
  })

  it('leaves no trace in the activity and the versions of the event', async () => {
    const activity = await calendar.ask('GET', '//kalends/v1/activity?per_page=100', { as: 'admin' })
    const versions = await calendar.ask('GET', `//wp-json/wp/v2/tribe_events/${eventId}/revisions`, { as: 'admin' })
    assert.ok(activity.text.includes(`${mark} concert`))
    for (const { text } of [activity, versions])
      assert.ok(!text.includes(secret.name) && !text.includes(secret.email), text)
    assert.ok(!calendar.log.some((line) => line.includes(secret.email) || line.includes(page.split('/')[3] ?? '')))
  })
})

describe('a calendar that takes nothing from visitors', () => {
  it('has no form, no link to it, and takes none', async () => {
    const calendar = await createCalendar()
    const open = await createOpenCalendar()
    const home = async (one: Calendar) => (await one.ask('GET', '//events/')).text.includes('/submit/')
    assert.deepEqual([await home(calendar), await home(open)], [false, true])
    const token = 'x'.repeat(43)
    for (const path of ['//submit', '//submit/', '//submit/sent/', `//submit/${token}/`, '//de/submit/']) {
      assert.equal((await calendar.ask('GET', path)).status, 404, path)
    }
    assert.equal((await open.ask('GET', `//submit/${token}/`)).status, 404)
    const stamp = 'no stamp'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ ...concert, stamp }).toString()
    assert.equal((await calendar.ask('POST', '//submit/', { payload, headers })).status, 404)
    assert.equal((await submit(open, concert)).status, 303)
    await calendar.close()
    await open.close()
  })
})
