import type { Selectable } from 'kysely'
import type { EventTable } from '../../src/db/schema.ts'
import type { Calendar } from './calendar.ts'

/** Puts copies of an event into the database, each with other columns; their ids are the next ones, and their slugs follow from these. */
export const repeatEvent = (
  { database }: Calendar,
  id: number,
  copies: readonly Partial<Selectable<EventTable>>[],
): Promise<void> =>
  database.transact(async ({ kysely }) => {
    const row = await kysely.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let at = 0; at < copies.length; at += 100) {
      const rows = copies.slice(at, at + 100).map((columns, n) => {
        const own = id + 1 + at + n
        return { ...row, ...columns, id: own, slug: `event-${own}` }
      })
      await kysely
        .insertInto('record')
        .values(rows.map(({ id }) => ({ id, kind: 'event' as const })))
        .execute()
      await kysely.insertInto('event').values(rows).execute()
    }
  })
