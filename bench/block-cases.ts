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
