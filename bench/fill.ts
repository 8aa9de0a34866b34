import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Config } from '../src/config.ts'
import { lineSeparator } from '../src/db/schema.ts'
import { foldText, nameKey, orderKey, readText, slugify } from '../src/lib/text.ts'
import { abbreviationAt, nowText, parseZone, toUtc, type Zone } from '../src/lib/time-zone.ts'
import { costColumns } from '../src/resources/events/price.ts'
import {
  categories,
  categoryName,
  eventAt,
  organizerAt,
  type Plan,
  rootCategories,
  tagName,
  tags,
  venueAt,
} from './generate.ts'

/** A row by the names of its columns; those that are left out have a default. */
type Row = Readonly<Record<string, number | string | null>>

/** Where rows go. */
type Store = {
  readonly insert: (table: string, rows: readonly Row[]) => Promise<void>
  /** Runs `work` between two commits. */
  readonly transact: (work: () => Promise<void>) => Promise<void>
  readonly finish: (plan: Plan) => Promise<void>
}

/** The id of the event at a place of the plan, and of what comes before: venues, then organizers. */
export const idOfEvent = (plan: Plan, at: number): number => plan.venues + plan.organizers + 1 + at
export const idOfVenue = (at: number): number => at + 1
export const idOfCategory = (at: number): number => at + 1
export const idOfOrganizer = (plan: Plan, at: number): number => plan.venues + 1 + at
export const idOfTag = (at: number): number => categories + 1 + at

/** The slug that an event gets of its title. */
export const slugOfEvent = (plan: Plan, at: number): string => slugify(eventAt(plan, at).title)

/**
 * Fills an empty calendar with the rows that its events would have after `kalends import`, many times as fast. Only the tables of
 * what is written are filled; what follows from them is left to the triggers. `now` is in epoch milliseconds.
 */
export const fill = async (database: Config['database'], plan: Plan, now: number): Promise<void> => {
  const store = database.kind === 'sqlite' ? openFile(database.path) : await openServer(database.url)
  const made = nowText(now)
  await store.transact(() => insertOthers(store, plan, made))
  const chunk = 2000
  for (let first = 0; first < plan.events; first += chunk) {
    const count = Math.min(chunk, plan.events - first)
    await store.transact(() => insertEvents(store, plan, made, { first, count }))
  }
  await store.finish(plan)
}

const postColumns = (id: number, title: string, made: string): Row => ({
  id,
  author_id: 1,
  status: 'publish',
  date: made,
  date_utc: made,
  modified: made,
  modified_utc: made,
  title,
  title_key: nameKey(title),
  title_order: orderKey(title),
  slug: slugify(title),
  description: '',
  excerpt: '',
})

const insertOthers = async (store: Store, plan: Plan, made: string): Promise<void> => {
  const range = (count: number) => Array.from({ length: count }, (_, at) => at)
  const venues = range(plan.venues).map((at) => {
    const { venue, ...columns } = venueAt(at)
    const rest = { province: '', state: '', stateprovince: '', show_map: 1, show_map_link: 1 }
    return { ...postColumns(idOfVenue(at), venue, made), ...columns, ...rest }
  })
  const hosts = range(plan.organizers).map((at) => {
    const { organizer, ...columns } = organizerAt(at)
    return { ...postColumns(idOfOrganizer(plan, at), organizer, made), ...columns }
  })
  await store.insert('record', kindRows(venues, 'venue'))
  await store.insert('venue', venues)
  await store.insert('record', kindRows(hosts, 'organizer'))
  await store.insert('organizer', hosts)
  const fields = ['title', 'description', 'address', 'city', 'country', 'zip', 'phone', 'website', 'email']
  await store.insert(
    'search_text',
    [...venues, ...hosts].map((row: Row) => searchRow(row, fields)),
  )
  await store.insert('term', [
    ...range(categories).map((at) => termRow('category', idOfCategory(at), categoryName(at), parentOf(at))),
    ...range(tags).map((at) => termRow('tag', idOfTag(at), tagName(at), 0)),
  ])
}

const kindRows = (rows: readonly Row[], kind: string): Row[] => rows.map(({ id = null }) => ({ id, kind }))

const searchRow = (row: Row, fields: readonly string[]): Row => ({
  record_id: row['id'] ?? null,
  text: joinLines(fields.map((field) => foldText(readText(String(row[field] ?? ''))))),
})

const joinLines = (lines: readonly string[]): string => lines.filter((line) => line !== '').join(lineSeparator)

const parentOf = (at: number): number => (at < rootCategories ? 0 : idOfCategory(at % rootCategories))

const termIds = (event: { readonly categories: readonly number[]; readonly tags: readonly number[] }): number[] => [
  ...event.categories.map(idOfCategory),
  ...event.tags.map(idOfTag),
]

const termRow = (taxonomy: string, id: number, name: string, parent_id: number): Row => ({
  id,
  taxonomy,
  name,
  name_key: nameKey(name),
  slug: slugify(name),
  description: '',
  parent_id,
  // Triggers count the events.
  count: 0,
  search_text: `${foldText(name)}\n${slugify(name)}`,
})

const insertEvents = async (
  store: Store,
  plan: Plan,
  made: string,
  { first, count }: { first: number; count: number },
): Promise<void> => {
  const places = Array.from({ length: count }, (_, offset) => first + offset)
  const events = places.map((at) => ({ id: idOfEvent(plan, at), event: eventAt(plan, at) }))
  await store.insert(
    'record',
    events.map(({ id }) => ({ id, kind: 'event' })),
  )
  await store.insert(
    'event',
    events.map(({ id, event }) => eventRow(id, event, made)),
  )
  await store.insert(
    'event_venue',
    events.map(({ id, event }) => ({ event_id: id, venue_id: idOfVenue(event.venue), position: 0 })),
  )
  await store.insert(
    'event_organizer',
    events.map(({ id, event }) => ({ event_id: id, organizer_id: idOfOrganizer(plan, event.organizer), position: 0 })),
  )
  await store.insert(
    'event_term',
    events.flatMap(({ id, event }) => termIds(event).map((term_id) => ({ term_id, event_id: id }))),
  )
  await store.insert(
    'search_text',
    events.map(({ id, event: { title, passages, excerpt } }) => ({
      record_id: id,
      text: joinLines([foldText(title), passages.map(({ folded }) => folded).join(' '), excerpt.folded]),
    })),
  )
}

const eventRow = (id: number, event: ReturnType<typeof eventAt>, made: string): Row => {
  const zone = zoneOf(event.zone)
  const [start, end] = [toUtc(event.start, zone), toUtc(event.end, zone)]
  if (!start || !end) throw new RangeError(`${event.start} lies outside of what a calendar holds.`)
  return {
    ...postColumns(id, event.title, made),
    ...(event.status === 'draft' && { status: 'draft', date_utc: null }),
    description: event.passages.map(({ html }) => html).join('\n'),
    excerpt: event.excerpt.html,
    all_day: Number(event.isAllDay),
    start_date: start.local,
    end_date: end.local,
    start_utc: start.utc,
    end_utc: end.utc,
    timezone: zone.name,
    timezone_abbr: abbreviationAt(start.utc, zone),
    ...costColumns(event.cost),
    website: event.website || null,
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: Number(event.isHidden),
    sticky: 0,
    featured: Number(event.isFeatured),
  }
}

const zones = new Map<string, Zone>()

const zoneOf = (name: string): Zone => {
  const zone = zones.get(name) ?? parseZone(name)
  if (!zone) throw new RangeError(`There is no time zone ${name}.`)
  zones.set(name, zone)
  return zone
}

const openFile = (path: string): Store => {
  const connection = new DatabaseSync(path)
  // References are right by construction, and a calendar that was not finished is made again.
  connection.exec('pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -1000000')
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {})
      if (columns.length === 0) return
      const marks = `(${columns.map(() => '?').join(', ')})`
      for (let at = 0; at < rows.length; at += 500) {
        const part = rows.slice(at, at + 500)
        const values = part.map(() => marks).join(', ')
        const statement = connection.prepare(`insert into ${table} (${columns.join(', ')}) values ${values}`)
        statement.run(...part.flatMap((row) => columns.map((name) => row[name] ?? null)))
      }
    },
    transact: async (work) => {
      connection.exec('begin')
      await work()
      connection.exec('commit')
    },
    finish: async () => {
      connection.exec('pragma wal_checkpoint(truncate)')
      connection.close()
    },
  }
}

const openServer = async (url: string): Promise<Store> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set synchronous_commit = off')
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {}).join(', ')
      if (columns === '') return
      const made = `select ${columns} from json_populate_recordset(null::public.${table}, $1)`
      await client.query(`insert into ${table} (${columns}) ${made}`, [JSON.stringify(rows)])
    },
    transact: async (work) => {
      await client.query('begin')
      await work()
      await client.query('commit')
    },
    finish: async (plan) => {
      // Rows whose commit is not flushed are not seen by a vacuum as visible to everybody: each would be looked up by index-only scans.
      await client.query('set synchronous_commit = on')
      const counters = { record: idOfEvent(plan, plan.events) - 1, term: categories + tags }
      for (const [name, last] of Object.entries(counters)) {
        const value = `values ($1, $2) on conflict (name) do update set value = excluded.value`
        await client.query(`insert into counter (name, value) ${value}`, [name, last])
      }
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}
