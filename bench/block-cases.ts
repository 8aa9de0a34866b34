import type { Known } from '../tests/support/list-samples.ts'
import { readPaths, type Slugs } from '../tests/support/read-paths.ts'
import type { Ask } from './request.ts'
import { root } from './server.ts'

/** A request whose longest block is measured. */
export type Case = Ask & { readonly name: string }

/** Everything that anybody may read, and hostile requests that are slow to parse. */
export const casesOf = (routes: readonly string[], known: Known, slugs: Slugs): readonly Case[] => [
  ...readPaths(routes, known, slugs).map((path) => ({ name: path, path })),
  ...hostileHeaders(slugs),
  ...hostileQueries,
  ...hostileBodies,
]

const blanks = ' '.repeat(60_000)

/** Header values for which a careless parser takes more than linear time. */
const headers: readonly (readonly [name: string, value: string])[] = [
  ['accept-encoding', `a${blanks}b`],
  ['accept-encoding', 'gzip;q=0.1,'.repeat(5_000)],
  ['accept-language', `a${blanks}b`],
  ['accept', `text/html${blanks}b`],
  ['if-none-match', `"${blanks}`],
  ['if-none-match', '"a", '.repeat(12_000)],
  ['authorization', `Basic ${blanks}x`],
  ['cookie', 'a=b; '.repeat(12_000)],
  ['range', `bytes=${'0-1,'.repeat(12_000)}`],
  ['x-forwarded-for', '1.1.1.1, '.repeat(6_000)],
  ['x-forwarded-for', `1.1.1.1${blanks}b`],
]

const hostileHeaders = (slugs: Slugs): readonly Case[] => {
  const places = ['/events/', '/events/feed.ics', `/event/${slugs.event}/`, '/assets/embed.js', '/healthz']
  return [`${root}/events`, root, ...places].flatMap((path) =>
    headers.map(([name, value]) => ({
      name: `${name}: ${value.replace(blanks, ' … ').slice(0, 16)}, ${path}`,
      path,
      headers: { [name]: value },
    })),
  )
}

const hostileQueries: readonly Case[] = ['a,', '%20', '&', 'a[]=&', 'a[b]=&'].map((piece) => {
  const path = `${root}/events?search=${piece.repeat(Math.floor(7_900 / piece.length))}`
  return { name: `${root}/events with a query of ${piece}${piece}…`, path }
})

const hostileBodies: readonly Case[] = [
  ['application/x-www-form-urlencoded', 'a=b&'.repeat(250_000)],
  ['application/x-www-form-urlencoded', 'a[b]=c&'.repeat(140_000)],
  ['application/x-www-form-urlencoded', `a${'[a]'.repeat(300_000)}=b`],
  ['application/json', `[${'[],'.repeat(300_000)}[]]`],
].map(([type = '', payload = '']) => ({
  name: `POST ${root}/events of ${type}: ${payload.slice(0, 12)}…`,
  method: 'POST',
  path: `${root}/events`,
  headers: { 'content-type': type },
  payload,
}))

/** Ids in lists as long as requests may have them, and a day in the middle of the calendar. */
export type Wide = {
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly day: string
}

/** Reads by many values of a filter, by distance, and of calendars of days. */
export const wideCases = ({ categories, tags, venues, organizers, day }: Wide): readonly Case[] => {
  const filters: Readonly<Record<string, string>> = {
    'no filter': '',
    categories: `categories=${categories}`,
    tags: `tags=${tags}`,
    venues: `venue=${venues}`,
    organizers: `organizer=${organizers}`,
    'all of them': `categories=${categories}&tags=${tags}&venue=${venues}&organizer=${organizers}`,
    // Each number is a new address, which no answer in memory fits.
    'a circle': 'geoloc_lat=50.1234&geoloc_lng=10.1234&geoloc_distance=500',
    'the whole world': 'geoloc_lat=50.1234&geoloc_lng=10.1234&geoloc_distance=20000',
    'a common letter': 'search=a',
  }
  const pages: readonly string[] = [
    `/events/month/${day.slice(0, 7)}/`,
    `/events/week/${day}/`,
    `/events/day/${day}/`,
    `/events/list/${day}/`,
    '/events/map/',
    '/events/past/',
    '/events/filters/',
    `/events/filters/?view=month&date=${day.slice(0, 7)}`,
    `${root}/events`,
    `${root}/events?sort=title`,
  ]
  const near = filters['the whole world']
  return [
    ...pages.flatMap((page) =>
      Object.entries(filters).map(([name, query]) => ({
        name: `${page} by ${name}`,
        path: query === '' ? page : `${page}${page.includes('?') ? '&' : '?'}${query}`,
      })),
    ),
    { name: `${root}/events by distance`, path: `${root}/events?${near}&sort=distance` },
    { name: `${root}/events by distance, all times`, path: `${root}/events?${near}&sort=distance&window=all` },
  ]
}

/** Rules whose dates are hard to find, for the preview of a contributor. */
export const hostileRules = (authorization: string): readonly Case[] =>
  [
    'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11;UNTIL=99991231T000000Z',
    'FREQ=WEEKLY;BYDAY=MO;BYMONTH=2;INTERVAL=40',
    'FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO;INTERVAL=3',
    `FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }, (_, at) => at)};BYMINUTE=${Array.from({ length: 60 }, (_, at) => at)}`,
    `FREQ=YEARLY;BYSETPOS=${Array.from({ length: 300 }, (_, at) => at + 1)};BYDAY=MO,TU,WE,TH,FR,SA,SU`,
  ].map((rrule) => ({
    name: `a preview of ${rrule.slice(0, 60)}`,
    method: 'POST',
    path: '/kalends/v1/recurrence-preview',
    authorization,
    body: { start_date: '0001-01-01 10:00', end_date: '0001-01-01 11:00', recurrence: { rrule } },
  }))

/** What is written of a series, in turn; the id is that of its first event. */
export type SeriesWrite = { readonly name: string; readonly ask: (id: number) => Omit<Ask, 'authorization'> }

/** Writes of the longest series, with texts as long as they may be. */
export const seriesWrites: readonly SeriesWrite[] = [
  ['1000 dates with 7 KB', 1000, 7000],
  ['1000 dates with 200 bytes', 1000, 200],
  ['9 dates with 900 KB', 9, 900_000],
].flatMap(([name = '', count = 0, bytes = 0]) => {
  const path = `${root}/events`
  const description = 'word '.repeat(Number(bytes) / 5)
  const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }
  const change = (what: string, body: object): SeriesWrite => ({
    name: `${what} of ${name}`,
    ask: (id) => ({ method: 'PATCH', path: `${path}/${id}`, body: { ...body, scope: 'all' } }),
  })
  return [
    {
      name: `to create ${name}`,
      ask: () => ({
        method: 'POST',
        path,
        body: { title: 'Series', ...dates, description, recurrence: `RRULE:FREQ=DAILY;COUNT=${count}` },
      }),
    },
    change('to change the title', { title: 'Other' }),
    change('to change the description', { description: description.replaceAll('word', 'text') }),
    change('to move all', { start_date: '2027-03-01 12:00:00', end_date: '2027-03-01 13:00:00' }),
    change('to publish all', { status: 'publish' }),
    { name: `to delete ${name}`, ask: (id) => ({ method: 'DELETE', path: `${path}/${id}?scope=all&force=true` }) },
  ]
})
