import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Ask, type Calendar, createCalendar } from '../support/calendar.ts'

type Ids = { readonly event: number; readonly venue: number; readonly organizer: number; readonly trashed: number }

const withCalendar = async (work: (calendar: Calendar, ids: Ids) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar()
  const create = async (of: string, body: Record<string, unknown>) => {
    const reply = await calendar.ask('POST', `/${of}`, { as: 'admin', body: { status: 'publish', ...body } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const arts = await create('categories', { name: 'Arts' })
  await create('categories', { name: 'Music', parent: arts.id })
  const dates = { start_date: '2027-06-14 19:30:00', end_date: '2027-06-14 21:00:00' }
  const event = await create('events', {
    title: 'Concert',
    ...dates,
    featured: true,
    categories: ['Music'],
    tags: ['loud'],
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Club' },
  })
  const { id: trashed } = await create('events', { title: 'Gone', ...dates })
  await calendar.ask('DELETE', `/events/${trashed}`, { as: 'admin' })
  const ids = { event: event.id, venue: event.venue.id, organizer: event.organizer[0].id, trashed }
  await work(calendar, ids).finally(() => calendar.close())
}

/** Where each address leads: a path with 301, `302` before one that depends on the day, or the type of what is answered at once. */
const addresses = ({
  event,
  venue,
  organizer,
  trashed,
}: Ids): readonly (readonly [path: string, leadsTo: string])[] => [
  ['/events/today/', '302 /events/day/2026-11-20/'],
  ['/events/2027-06/', '/events/month/2027-06/'],
  ['/events/2027-06-14/', '/events/day/2027-06-14/'],
  ['/events/list/', '/events/'],
  ['/events/list/page/2/', '/events/?page=2'],
  ['/events/page/2/', '/events/?page=2'],
  ['/events/list/?tribe-bar-date=2027-06-14', '/events/list/2027-06-14/'],
  ['/events/list/?tribe-bar-date=2027-06', '/events/list/2027-06-01/'],
  ['/events/list/?tribe-bar-search=jazz', '/events/?search=jazz'],
  ['/events/list/?tribe-bar-date=2027-06-14&tribe-bar-search=jazz', '/events/list/2027-06-14/?search=jazz'],
  ['/events/list/?tribe-bar-date=tomorrow', '302 /events/list/2026-11-21/'],
  ['/events/list/?tribe-bar-date=&tribe-bar-search=', '/events/'],
  ['/events/list/?tribe-bar-date=nonsense', '404'],
  ['/events/list/?tribe-bar-date=2026-11-31', '/events/list/2026-12-01/'],
  ['/events/list/?tribe-bar-date=2027-02-30', '/events/list/2027-03-02/'],
  ['/events/month/?tribe-bar-date=2026-11-31', '/events/month/2026-12/'],
  ['/events/list/?tribe-bar-date=2027-13', '404'],
  ['/events/list/?tribe-bar-date=1795341600', '/events/list/2026-11-22/'],
  ['/events/list/?tribe-bar-date=1795341600000', '/events/list/2026-11-22/'],
  ['/events/list/?tribe-bar-date=now', '302 /events/list/2026-11-20/'],
  [
    `/events/list/?tribe-bar-date=${encodeURIComponent('Sun Nov 22 2026 10:00:00 GMT+0100 (CET)')}`,
    '/events/list/2026-11-22/',
  ],
  [`/events/list/?tribe-bar-date=${encodeURIComponent('2026-11-22T23:30:00-05:00')}`, '/events/list/2026-11-23/'],
  ['/events/?tribe-bar-geoloc-lat=50&tribe-bar-geoloc-lng=3', '404'],
  ['/events/?tribe-bar-geoloc=Berlin&ical=1', '404'],
  ['/events/?tribe-bar-geoloc-lat=&tribe-bar-geoloc-lng=', 'text/html'],
  ['/events/list/?eventDisplay=past', '/events/past/'],
  ['/events/list/page/2/?eventDisplay=past', '/events/past/?page=2'],
  ['/events/?eventDisplay=past&tribe-bar-date=2026-01-01', '/events/past/2026-01-01/'],
  ['/events/?eventDisplay=nonsense', '404'],
  ['/events/month/?tribe-bar-date=2027-06-14', '/events/month/2027-06/'],
  ['/events/photo/', 'text/html'],
  ['/events/photo/2027-06-14/', 'text/html'],
  ['/events/?eventDisplay=photo', '/events/photo/'],
  ['/events/photo/?tribe-bar-date=2027-06-14', '/events/photo/2027-06-14/'],
  ['/events/summary/', '/events/'],
  ['/events/map/', '/events/'],
  ['/events/week/', 'text/html'],
  ['/events/week/2027-06-14/', 'text/html'],
  ['/events/month/', 'text/html'],
  ['/events/month/2027-06/', 'text/html'],
  ['/events/featured/', '/events/?featured=true'],
  ['/events/category/music/', 'text/html'],
  ['/events/category/music/list/', '/events/category/music/'],
  ['/events/category/music/month/', 'text/html'],
  ['/events/category/music/2027-06/', '/events/category/music/month/2027-06/'],
  ['/events/category/arts/music/', '/events/category/music/'],
  ['/events/category/arts/music/list/page/2/', '/events/category/music/?page=2'],
  ['/events/tag/loud/', 'text/html'],
  ['/events/tag/loud/today/', '302 /events/tag/loud/day/2026-11-20/'],
  ['/events/tag/loud/more/', '404'],
  ['/tag/loud/', '/events/tag/loud/'],
  ['/de/tag/loud/', '/de/events/tag/loud/'],
  ['/de/events/2027-06/', '/de/events/month/2027-06/'],
  ['/en/events/2027-06/', '/events/2027-06/'],
  ['/events/nonsense/', '404'],
  ['/events/list/nonsense/', '404'],
  ['/events/2027-13/', '404'],
  ['/events/2027-02-30/', '404'],
  ['/events/list/page/0/', '404'],
  ['/venue/hall/page/2/', `/events/?venue=${venue}&page=2`],
  ['/venue/hall/page/1/', '/venue/hall/'],
  ['/venue/hall/?paged=2', `/events/?venue=${venue}&page=2`],
  ['/organizer/club/?paged=2', `/events/?organizer=${organizer}&page=2`],
  ['/venue/hall/?paged=1', '/venue/hall/'],
  ['/venue/hall/?paged=nonsense', '404'],
  ['/venue/none/?paged=2', '404'],
  ['/venue/hall/?page=2', 'text/html'],
  ['/venue/hall/?tribe-bar-date=2027-06-14', `/events/list/2027-06-14/?venue=${venue}`],
  ['/venue/hall/?tribe-bar-date=tomorrow', `302 /events/list/2026-11-21/?venue=${venue}`],
  ['/venue/hall/?tribe-bar-date=nonsense', '404'],
  ['/venue/hall/?eventDisplay=past', `/events/past/?venue=${venue}`],
  ['/venue/hall/?tribe-bar-geoloc-lat=50', '404'],
  [`/?p=${venue}&paged=2`, `/events/?venue=${venue}&page=2`],
  ['/?tribe_venue=hall&paged=2', `/events/?venue=${venue}&page=2`],
  [`/?p=${event}&paged=2`, '/event/concert/'],
  [`/?p=${event}&feed=rss2`, '404'],
  ['/?post_type=tribe_venue&feed=rss2', '404'],
  ['/event/concert/2027-06-14/', '404'],
  [`/?p=${event}`, '/event/concert/'],
  [`/?p=${venue}`, '/venue/hall/'],
  [`/?p=${organizer}`, '/organizer/club/'],
  [`/?p=${trashed}`, '404'],
  ['/?p=99999', '404'],
  ['/?p=nonsense', '404'],
  [`/de/?p=${event}`, '/de/event/concert/'],
  [`/index.php?p=${event}`, '/event/concert/'],
  [`/?post_type=tribe_events&p=${event}`, '/event/concert/'],
  [`/?post_type=tribe_venue&p=${event}`, '404'],
  [`/?post_type=tribe_venue&p=${venue}`, '/venue/hall/'],
  ['/?post_type=tribe_events', '/events/'],
  ['/?post_type=tribe_events&eventDisplay=month&eventDate=2027-06', '/events/month/2027-06/'],
  ['/?post_type=tribe_events&name=concert', '/event/concert/'],
  ['/?post_type=tribe_venue', '/venues/'],
  ['/?post_type=tribe_organizer', '/organizers/'],
  ['/?post_type=post', '404'],
  ['/?tribe_events=concert', '/event/concert/'],
  ['/?tribe_venue=hall', '/venue/hall/'],
  ['/?tribe_organizer=club', '/organizer/club/'],
  ['/de/?tribe_organizer=club', '/de/organizer/club/'],
  ['/?tribe_events_cat=music', '/events/category/music/'],
  ['/?s=jazz', '/events/?search=jazz'],
  ['/feed/', 'application/rss+xml'],
  ['/feed/atom/', 'application/atom+xml'],
  ['/feed/rdf/', '404'],
  ['/de/feed/', 'application/rss+xml'],
  ['/events/feed/', 'application/rss+xml'],
  ['/events/feed/rss2/', 'application/rss+xml'],
  ['/events/list/feed/', 'application/rss+xml'],
  ['/events/category/music/feed/', 'application/rss+xml'],
  ['/events/category/arts/music/feed/', 'application/rss+xml'],
  ['/events/tag/loud/feed/', 'application/rss+xml'],
  ['/tag/loud/feed/', 'application/rss+xml'],
  ['/venue/hall/feed/', 'application/rss+xml'],
  ['/organizer/club/feed/', 'application/rss+xml'],
  ['/organizer/club/feed/atom/', 'application/atom+xml'],
  ['/events/?feed=rss2', 'application/rss+xml'],
  ['/events/?feed=atom', 'application/atom+xml'],
  ['/venue/hall/?feed=atom', 'application/atom+xml'],
  ['/?feed=rss2', 'application/rss+xml'],
  ['/?feed=comments-rss2', '404'],
  ['/comments/feed/', '404'],
  ['/event/concert/feed/', '404'],
  ['/event/concert/?feed=rss2', '404'],
  ['/events/category/none/feed/', '404'],
  ['/?ical=1', 'text/calendar'],
  ['/events/?ical=1', 'text/calendar'],
  ['/events/?outlook-ical=1', 'text/calendar'],
  ['/events/?ical=0', 'text/html'],
  ['/events/ical/', 'text/calendar'],
  ['/events/list/?ical=1', 'text/calendar'],
  ['/events/list/page/2/?ical=1', 'text/calendar'],
  ['/events/month/2027-06/?ical=1', 'text/calendar'],
  ['/events/2027-06-14/?ical=1', 'text/calendar'],
  ['/events/2027-06-14/ical/', 'text/calendar'],
  ['/events/map/?ical=1', 'text/calendar'],
  ['/events/category/music/?ical=1', 'text/calendar'],
  ['/events/category/arts/music/?ical=1', 'text/calendar'],
  ['/events/tag/loud/?ical=1', 'text/calendar'],
  ['/venue/hall/?ical=1', 'text/calendar'],
  ['/organizer/club/?outlook-ical=1', 'text/calendar'],
  ['/event/concert/?ical=1', 'text/calendar'],
  ['/event/concert/ical/', 'text/calendar'],
  ['/event/gone/?ical=1', '404'],
  ['/de/events/?ical=1', 'text/calendar'],
  ['/?post_type=tribe_events&ical=1', 'text/calendar'],
  [`/?post_type=tribe_events&p=${event}&ical=1`, 'text/calendar'],
  ['/?tribe_events=concert&ical=1', 'text/calendar'],
]

/** What an address answers, as the table above says it. */
const answerOf = async (ask: Ask, path: string): Promise<string> => {
  const { status, headers } = await ask('GET', `/${path}`)
  const { location = '' } = headers
  if (status === 301) return location
  if (status === 302) return `302 ${location}`
  return status === 200 ? (headers['content-type'] ?? '').replace(/;.*/, '') : String(status)
}

/** What may be put together to an address, and what our own page shows: views, subjects, and what stands behind them. */
const views: readonly (readonly [path: string, page: string])[] = [
  ['', ''],
  ['list/', ''],
  ['photo/', 'photo/'],
  ['summary/', ''],
  ['map/', ''],
  ['past/', 'past/'],
  ['month/', 'month/'],
  ['month/2027-06/', 'month/2027-06/'],
  ['2027-06/', 'month/2027-06/'],
  ['week/2027-06-14/', 'week/2027-06-14/'],
  ['day/2027-06-14/', 'day/2027-06-14/'],
  ['2027-06-14/', 'day/2027-06-14/'],
  ['today/', 'day/2026-11-20/'],
]

const subjects: readonly (readonly [path: string, page: string])[] = [
  ['/events/', '/events/'],
  ['/events/category/music/', '/events/category/music/'],
  ['/events/category/arts/music/', '/events/category/music/'],
  ['/events/tag/loud/', '/events/tag/loud/'],
  ['/de/events/', '/de/events/'],
]

const ends: readonly (readonly [path: string, query: string])[] = [
  ['', ''],
  ['', 'search=concert'],
  ['', 'tribe-bar-search=concert'],
  ['', 'unknown=1'],
  ['featured/', 'featured=true'],
  ['?', 'ical=1'],
  ['ical/', 'text/calendar'],
  ['?', 'outlook-ical=1'],
  ['?', 'feed=atom'],
  ['feed/', 'application/rss+xml'],
  ['nonsense/', '404'],
]

const types: Readonly<Record<string, string>> = {
  'ical=1': 'text/calendar',
  'outlook-ical=1': 'text/calendar',
  'feed=atom': 'application/atom+xml',
}

/** Each combination, and the address of the page that it must lead to, the type that it must have, or its status. */
const combinations = (): { path: string; meant: string }[] =>
  subjects.flatMap(([subject, page]) =>
    views.flatMap(([view, own]) =>
      ends.map(([end, what]) => {
        const plain = `${subject}${view}`
        if (end === '?') return { path: `${plain}?${what}`, meant: types[what] ?? '' }
        if (end === '') {
          const meant = what === '' || what === 'unknown=1' ? '' : '?search=concert'
          return { path: `${plain}${what === '' ? '' : `?${what}`}`, meant: `${page}${own}${meant}` }
        }
        return { path: `${plain}${end}`, meant: what.includes('=') ? `${page}${own}?${what}` : what }
      }),
    ),
  )

/** The page that an address shows in the end, by what the page says its address is; or the type or the status of another answer. */
const shownAt = async (ask: Ask, path: string): Promise<string> => {
  const first = await ask('GET', `/${path}`)
  const isMoved = first.status === 301 || first.status === 302
  const { status, headers, text } = isMoved ? await ask('GET', `/${locationOf(first.headers)}`) : first
  const type = (headers['content-type'] ?? '').replace(/;.*/, '')
  if (status !== 200) return String(status)
  if (type !== 'text/html') return type
  return /<link rel="canonical" href="http:\/\/calendar\.test([^"]*)">/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

const locationOf = ({ location = '' }: Readonly<Record<string, string | undefined>>): string => location

const findWrong = async (ask: Ask): Promise<string[]> => {
  const wrong: string[] = []
  for (const { path, meant } of combinations()) {
    const shown = await shownAt(ask, path)
    if (shown !== meant) wrong.push(`${path} shows ${shown}, not ${meant}`)
  }
  return wrong
}

describe('the addresses of The Events Calendar', () => {
  it('lead to the page of ours that shows the same, or answer the calendar or the feed, one by one', async () => {
    await withCalendar(async ({ ask }, ids) => {
      for (const [path, leadsTo] of addresses(ids)) assert.equal(await answerOf(ask, path), leadsTo, path)
    })
  })

  it('never answer 200 with another page, however they are put together', async () => {
    await withCalendar(async ({ ask }) => {
      assert.ok(combinations().length > 700)
      assert.deepEqual(await findWrong(ask), [])
    })
  })

  it('would be found to show another page (negative control)', async () => {
    await withCalendar(async ({ ask }) => {
      const blind: Ask = (method, path, options) => ask(method, path.replace(/\?.*|(?:list|photo)\/.*/, ''), options)
      const wrong = await findWrong(blind)
      assert.ok(wrong.some((line) => line.startsWith('/events/?ical=1 shows /events/')))
      assert.ok(wrong.some((line) => line.startsWith('/events/list/nonsense/ shows /events/')))
    })
  })
})
