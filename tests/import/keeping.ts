import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { newRequestContext } from '../../src/core/context.ts'
import { restoreExport } from '../../src/import/apply/keep-ids/restore.ts'
import type { Calendar, Login } from '../support/calendar.ts'
import { allTime, readPaths, routesOfApp } from '../support/read-paths.ts'

/** Headers that name the time of the answer, or the number of the newest change, which each calendar counts by itself. */
const ofTheMoment = [
  'date',
  'expires',
  'age',
  'x-request-id',
  'server-timing',
  'kalends-change-number',
  'kalends-epoch',
]

const headersOf = (headers: Readonly<Record<string, string | undefined>>): unknown =>
  Object.entries(headers)
    .filter(([name]) => !ofTheMoment.includes(name))
    .sort()

/** What is not moved: what was done, its numbers, what runs, log-ins, and signed addresses. */
const ofTheServer =
  /^(kalends\/v1\/(activity|changes|imports|sources|submissions|reviews|state|duplicates|previews?)|.*(revisions|sessions|application-passwords)|metrics|health|admin)/

/** Imports what one calendar exports into another one, which is empty. */
export const move = async (from: Calendar, to: Calendar): Promise<Readonly<Record<string, number>>> => {
  const file = await from.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
  assert.equal(file.status, 200, file.text)
  cpSync(join(from.config.dataDirectory, 'media'), join(to.config.dataDirectory, 'media'), { recursive: true })
  return restore(to, file.text)
}

/** Imports the text of an export with its ids. */
export const restore = (to: Calendar, text: string, isDry = false, tell: (text: string) => void = () => undefined) => {
  const caller = { id: 0, role: 'administrator' } as const
  const context = newRequestContext({ config: to.config, now: Date.now(), version: 0, caller, language: 'en' })
  return restoreExport(to.database, context, Readable.from([Buffer.from(text)]), {
    isDry,
    onLine: () => undefined,
    tell,
  })
}

/** Compares what two calendars answer, byte for byte: every path that is read, and each record by its id and slug. */
export const compare = async (one: Calendar, other: Calendar, isQuick: boolean): Promise<number> => {
  const paths = await pathsOf(one, isQuick)
  const different: string[] = []
  let compared = 0
  for (const as of ['none', 'admin'] as const)
    for (const path of paths.filter((one) => as === 'none' || isOfInterface(one))) {
      const [right, got] = await Promise.all([answerOf(one, path, as), answerOf(other, path, as)])
      compared++
      if (!isDeepStrictEqual(got, right)) different.push(`${path} as ${as}: ${differenceOf(right, got)}`)
    }
  assert.deepEqual(different, [])
  return compared
}

/** Pages and feeds are the same for everybody. */
const isOfInterface = (path: string): boolean => /^(?:calendar|wp-json|wp|kalends)\//.test(path)

type Answer = Awaited<ReturnType<typeof answerOf>>

/** The first difference of two answers, with what is around it. */
const differenceOf = (right: Answer, got: Answer): string => {
  const [one, other] = [right, got].map((answer) => JSON.stringify(answer)) as [string, string]
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string) => text.slice(Math.max(at - 80, 0), at + 60)
  return `${around(one)} became ${around(other)}`
}

const answerOf = async ({ ask }: Calendar, path: string, as: Login) => {
  const { status, text, headers } = await ask('GET', `//${path}`, { as })
  // What is streamed has the tag of the state of its database.
  const { etag: _, ...others } = headers
  return { status, text, headers: headersOf(headers['transfer-encoding'] === 'chunked' ? others : headers) }
}

const lists = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

const pathsOf = async (calendar: Calendar, isQuick: boolean): Promise<readonly string[]> => {
  const { ask } = calendar
  const everything = 'status=publish,future,draft,pending,private,trash'
  const records: string[] = []
  const first: Record<string, { id: number; slug: string }[]> = {}
  for (const list of lists) {
    const query = { events: `${allTime}&${everything}`, venues: everything, organizers: everything }
    const plain = list === 'categories' || list === 'tags' ? 'hide_empty=false' : query[list]
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `calendar/events/v1/${list}?${plain}&per_page=50&page=${page}`
      const { body, text, status } = await ask('GET', `//${path}`, { as: 'admin' })
      assert.equal(status, 200, text)
      pages = body.total_pages
      records.push(path)
      for (const { id, slug } of body[list]) {
        first[list] = [...(first[list] ?? []), { id, slug }]
        records.push(`calendar/events/v1/${list}/${id}`)
        if (slug && plain !== 'hide_empty=false') records.push(`calendar/events/v1/${list}/by-slug/${slug}`)
        if (list === 'events' && slug && (!isQuick || id % 8 === 0))
          records.push(`event/${slug}/feed.ics`, `event/${slug}/`)
      }
    }
  }
  const images = await ask('GET', '//wp/v2/media?per_page=50', { as: 'admin' })
  const series = await ask('GET', '//kalends/v1/series?per_page=50', { as: 'admin' })
  const at = (list: (typeof lists)[number]) => first[list]?.at(-1) ?? { id: 1, slug: 'none' }
  const known = {
    event: at('events').id,
    series: series.body?.series?.[0]?.id ?? 1,
    venues: [at('venues').id],
    organizers: [at('organizers').id],
    category: at('categories').id,
    tag: at('tags').id,
    image: images.body[0].id,
    day: '2027-05-04',
  }
  const slugs = {
    event: at('events').slug,
    venue: at('venues').slug,
    organizer: at('organizers').slug,
    category: at('categories').slug,
    tag: at('tags').slug,
  }
  const all = readPaths(await routesOfApp(calendar.app), known, slugs)
  const few = isQuick
    ? all.filter((path) => !path.includes('?') || /v1\/events\?(?:status|page|search|sort|window)=[^=]*$/.test(path))
    : all
  const pictures = images.body.map((image: { id: number }) => `wp-json/wp/v2/media/${image.id}`)
  const own = [
    'events/feed.ics?start_date=1990-01-01',
    'kalends/v1/export.ndjson',
    'kalends/v1/export.csv',
    'venue/merged/',
  ]
  const paths = [...records, ...pictures, ...few, ...own].map((path) => path.replace(/^\//, ''))
  return [...new Set(paths)].filter((path) => !ofTheServer.test(path))
}
