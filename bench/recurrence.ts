import { sql } from 'kysely'
import { openDatabase } from '../src/cli/open-database.ts'
import { readConfig } from '../src/config.ts'
import type { Calendar, Calendars } from './calendars.ts'
import type { Table, Tell } from './report.ts'
import { type Ask, send } from './request.ts'
import { root, startServer } from './server.ts'
import { medianOf } from './statistics.ts'

/** What is measured: so many series with so many occurrences each. */
type Effort = { readonly series: number; readonly occurrences: number }

/** Requests of each kind; each has another URL. */
const asked = 200

/** Words of a description of two kilobytes, of which a few are the series' own. */
const description = (at: number): string =>
  `<p>Series ${at}. ${`word${at % 97} and more of what is said. `.repeat(55)}</p>`

const day = (at: number): string => new Date(Date.now() + at * 86_400_000).toISOString().slice(0, 10)

const weekly = (at: number, count: number) => ({
  title: `Class ${at}`,
  start_date: `${day(at % 7)} ${10 + (at % 10)}:00`,
  end_date: `${day(at % 7)} ${11 + (at % 10)}:00`,
  description: description(at),
  categories: [`Subject ${at % 20}`],
  venue: { venue: `Hall ${at % 50}` },
  recurrence: `FREQ=WEEKLY;COUNT=${count}`,
})

/** Lists that nobody has asked for yet. */
const lists: readonly (readonly [name: string, path: (at: number) => string])[] = [
  ['list of a window', (at) => `/events?per_page=50&start_date=${day(at)}`],
  ['list of a category', (at) => `/events?per_page=50&categories=subject-${at % 20}&start_date=${day(at)}`],
  ['search', (at) => `/events?per_page=50&search=word${at % 97}&start_date=${day(at)}`],
]

/**
 * What series cost: making and changing them, their size, and lists of occurrences against lists of the same events without series, on one
 * calendar.
 */
export const measureRecurrence = async (calendars: Calendars, effort: Effort, tell: Tell): Promise<Table> => {
  const calendar = await calendars.create()
  const lines: string[][] = []
  const report = (name: string, found: string, goal = ''): void => {
    tell({ database: calendars.name, name, found })
    lines.push([name, found, goal])
  }
  const ms = (times: readonly number[]) => `${medianOf(times).toFixed(1)} ms`
  let server = await startServer(calendar)
  const authorization = `Basic ${Buffer.from(`editor:${calendar.secrets.editor}`).toString('base64')}`
  const ask = async (request: Omit<Ask, 'authorization'>) => {
    const answer = await send(server.address, { ...request, path: root + request.path, authorization })
    if (answer.status >= 300) throw new Error(`${request.path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }
  for (let at = 0; at < effort.series; at++)
    await ask({ method: 'POST', path: '/events', body: weekly(at, effort.occurrences) })
  const [created, titled, moved] = [[], [], []] as number[][]
  for (let at = 0; at < 30; at++) {
    const made = await ask({ method: 'POST', path: '/events', body: weekly(effort.series + at, 104) })
    const path = `/events/${JSON.parse(made.text).id}`
    created?.push(made.milliseconds)
    titled?.push((await ask({ method: 'POST', path, body: { title: `New ${at}`, scope: 'all' } })).milliseconds)
    const start = { start_date: `${day(at % 7)} 20:30`, end_date: `${day(at % 7)} 21:30`, scope: 'all' }
    moved?.push((await ask({ method: 'POST', path, body: start })).milliseconds)
    await ask({ method: 'DELETE', path: `${path}?force=true&scope=all` })
  }
  report('create a weekly series of two years (104)', ms(created ?? []), '≤ 30 ms')
  report('change its title', ms(titled ?? []), '≤ 30 ms')
  report('move all of it to another hour', ms(moved ?? []))
  const times = async (path: (at: number) => string) => {
    const found: number[] = []
    for (let at = 0; at < asked; at++) found.push((await ask({ path: path(at) })).milliseconds)
    return found
  }
  // Lists of both kinds come from a server that has just started.
  await server.stop()
  server = await startServer(calendar)
  const withSeries: number[][] = []
  for (const [, path] of lists) withSeries.push(await times(path))
  const once = await times((at) => `/events?per_page=50&collapse=series&start_date=${day(at)}`)
  await server.stop()
  report('size of the database', await sizeOf(calendar))
  await detach(calendar)
  server = await startServer(calendar)
  for (const [at, [name, path]] of lists.entries()) {
    const [own, plain] = [withSeries[at] ?? [], await times(path)]
    const ratio = medianOf(own) / medianOf(plain)
    report(`${name}, of occurrences : of plain events`, `${ms(own)} : ${ms(plain)} = ${ratio.toFixed(2)}`, '≤ 1.2')
  }
  report('list with one entry for each series (collapse)', ms(once))
  await server.stop()
  await calendar.remove()
  const title = `${effort.series.toLocaleString('en')} series, ${effort.occurrences} occurrences each, ${asked} new URLs`
  return [[title, 'Median', 'Goal'], ...lines]
}

/** The bytes of the texts, which each occurrence has, and of everything. */
const sizeOf = async ({ environment }: Calendar): Promise<string> => {
  const database = await openDatabase(readConfig(environment))
  const whole =
    database.dialect.name === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const texts = sql<{ bytes: number }>`
    select coalesce(sum(octet_length(description)), 0) as bytes from event
    union all select coalesce(sum(octet_length(text)), 0) as bytes from search_text`
  const [all, [described, searched]] = [
    (await whole.execute(database.kysely)).rows[0],
    (await texts.execute(database.kysely)).rows,
  ]
  await database.close()
  const megabytes = (row: { bytes: number } | undefined) => `${(Number(row?.bytes ?? 0) / 1e6).toFixed(0)} MB`
  return `${megabytes(all)}, of which descriptions ${megabytes(described)}, texts for searches ${megabytes(searched)}`
}

/** Makes single events of all occurrences. */
const detach = async ({ environment }: Calendar): Promise<void> => {
  const database = await openDatabase(readConfig(environment))
  await database.transact((db) =>
    db.kysely.updateTable('event').set({ series_id: null, recurrence_id: null }).execute(),
  )
  await database.close()
}
