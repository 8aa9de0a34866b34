import type { Database } from '../../src/db/database.ts'
import type { PostTableName, Schema } from '../../src/db/schema.ts'
import { insertAll, type NewRows } from '../../src/db/statement.ts'
import { addDays } from '../../src/lib/time-zone.ts'
import { drawPicture } from '../media/pictures.ts'
import type { Calendar } from '../support/calendar.ts'
import type { Known } from '../support/list-samples.ts'
import type { Slugs } from '../support/read-paths.ts'

/** Rows where a wrong plan is much worse than the right one: most venues and organizers are unused, and one has half of the events. */
export const sizes = { event: 4000, occurrence: 50, venue: 1000, organizer: 1000, term: 40 }

/** Venues, and organizers, with events; so are the terms. */
const used = 100

/** Fills a calendar so; answers what its lists may be asked by. */
export const fillSkewed = async (calendar: Calendar): Promise<{ known: Known; slugs: Slugs }> => {
  const { ask, database } = calendar
  const payload = await drawPicture({ width: 4, height: 4 }).png().toBuffer()
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=poster.png' }
  const image = (await ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })).body.id
  const body = {
    image,
    title: 'Jazz night',
    description: 'A long night.',
    start_date: '2026-12-01 20:00',
    end_date: '2026-12-01 23:00',
    categories: Array.from({ length: sizes.term / 2 }, (_, at) => (at === 0 ? 'Music' : `Kind ${at}`)),
    tags: Array.from({ length: sizes.term / 2 }, (_, at) => (at === 0 ? 'Live' : `Word ${at}`)),
    venue: { venue: 'Town hall', geo_lat: 52, geo_lng: 13 },
    organizer: { organizer: 'Jazz club' },
  }
  const { body: event } = await ask('POST', '/events', { as: 'admin', body })
  const weekly = {
    ...body,
    title: 'Choir',
    categories: 'Music',
    tags: 'Live',
    recurrence: `FREQ=WEEKLY;COUNT=${sizes.occurrence}`,
  }
  const { body: choir } = await ask('POST', '/events', { as: 'admin', body: { ...weekly, venue: event.venue.id } })
  const [venue, organizer] = [event.venue.id, event.organizer[0].id]
  const venues = await addCopies(database, 'venue', venue, sizes.venue)
  const organizers = await addCopies(database, 'organizer', organizer, sizes.organizer)
  const events = await addCopies(database, 'event', event.id, sizes.event)
  const [category, tag] = [event.categories[0].id, event.tags[0].id]
  await link(database, events, { venues, organizers, terms: [...event.categories, ...event.tags].map(({ id }) => id) })
  const ends = (ids: readonly number[]) => [ids[0] ?? 0, ids[3] ?? 0, ids.at(-1) ?? 0]
  return {
    known: {
      event: event.id,
      venues: ends(venues),
      organizers: ends(organizers),
      category,
      tag,
      image,
      series: choir.series.id,
      day: '2026-12-01',
    },
    slugs: { event: 'jazz-night', venue: 'town-hall', organizer: 'jazz-club', category: 'music', tag: 'live' },
  }
}

let next = 100_000

/** Records like one that is there, and their texts for searches; of events every fortieth is a draft, and every fiftieth hidden. */
const addCopies = (database: Database, table: PostTableName, id: number, count: number): Promise<readonly number[]> =>
  database.transact(async (db) => {
    const row = await db.kysely
      .selectFrom(table as 'event')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: count - 1 }, () => next++)
    const copies = ids.map((copy, at) => ({
      ...row,
      id: copy,
      slug: `copy-${copy}`,
      ...(table === 'event' && varied(at)),
    }))
    await insertAll(db, [
      { table: 'record', rows: ids.map((copy) => ({ id: copy, kind: table })) },
      { table, rows: copies } as NewRows,
      { table: 'search_text', rows: ids.map((record_id) => ({ record_id, text: 'jazz night' })) },
    ])
    return [id, ...ids]
  })

/** Twelve events a day, from years ago to years ahead; every third has a price, and every fourth no picture. */
const varied = (at: number) => {
  const day = addDays('2026-06-01 00:00:00', Math.floor(at / 12)).slice(0, 10)
  const [start, end] = [`${day} 10:00:00`, `${day} 12:00:00`]
  return {
    status: at % 40 === 7 ? ('draft' as const) : ('publish' as const),
    hide_from_listings: Number(at % 50 === 9),
    start_utc: start,
    end_utc: end,
    start_date: start,
    end_date: end,
    least_price: at % 3 === 0 ? at % 50 : -1,
    ...(at % 4 === 1 && { image_id: null }),
  }
}

type Linked = Readonly<Record<'venues' | 'organizers' | 'terms', readonly number[]>>

/** Every other event has the first of each, the others have the next ones in turn. */
const link = (database: Database, events: readonly number[], { venues, organizers, terms }: Linked): Promise<void> =>
  database.transact(async (db) => {
    const some = <T>(list: readonly T[], at: number, count: number): T =>
      (at % 2 === 0 ? list[0] : list[1 + (at % (count - 1))]) as T
    const later = events.slice(1).map((event_id, at) => ({ event_id, at }))
    const rows: { readonly [table in 'event_venue' | 'event_organizer' | 'event_term']: readonly Schema[table][] } = {
      event_venue: later.map(({ event_id, at }) => ({ event_id, venue_id: some(venues, at, used), position: 0 })),
      event_organizer: later.map(({ event_id, at }) => ({
        event_id,
        organizer_id: some(organizers, at, used),
        position: 0,
      })),
      event_term: later.map(({ event_id, at }) => ({ term_id: some(terms, at, terms.length), event_id })),
    }
    for (const [table, all] of Object.entries(rows)) await insertAll(db, [{ table, rows: all } as NewRows])
    await db.kysely.updateTable('term').set({ count: 100 }).execute()
  })
