import type { Db } from '../../db/database.ts'
import { insertAll } from '../../db/statement.ts'

/** Most rows that one round reads. */
const mostAtOnce = 500

/** An event that waits for review, or did so; `series_id` joins the dates of a series, which are told of as one. */
export type AwaitedEvent = {
  readonly id: number
  readonly title: string
  readonly slug: string
  readonly start_date: string
  readonly series_id: number | null
  readonly author_id: number
  readonly status: string
}

const columns = ['event.id', 'title', 'slug', 'start_date', 'series_id', 'author_id', 'status'] as const

const selectAwaited = ({ kysely }: Db) =>
  kysely.selectFrom('event').select(columns).where('status', '=', 'pending').orderBy('event.id').limit(mostAtOnce)

/** The events that wait for review, by their ids: at most 500. */
export const findAwaited = (db: Db): Promise<readonly AwaitedEvent[]> => selectAwaited(db).execute()

/** Those of which it is not noted yet that they wait. */
export const findNewlyAwaited = (db: Db): Promise<readonly AwaitedEvent[]> =>
  selectAwaited(db)
    .leftJoin('awaited_review', 'awaited_review.event_id', 'event.id')
    .where('awaited_review.event_id', 'is', null)
    .execute()

/** Notes that events wait, and returns those of which no other process has noted it. */
export const claimAwaited = async (db: Db, events: readonly AwaitedEvent[]): Promise<readonly AwaitedEvent[]> => {
  const ids = events.map(({ id }) => id)
  const known = await db.kysely
    .selectFrom('awaited_review')
    .select('event_id')
    .where((eb) => db.dialect.isIn(eb.ref('event_id'), ids))
    .execute()
  const noted = new Set(known.map(({ event_id }) => event_id))
  const claimed = events.filter(({ id }) => !noted.has(id))
  await insertAll(db, [{ table: 'awaited_review', rows: claimed.map(({ id }) => ({ event_id: id })) }])
  return claimed
}

/** The events that have waited for review and do so no longer. A scheduled one is settled at its date. */
export const findSettled = async ({ kysely, dialect }: Db): Promise<readonly AwaitedEvent[]> =>
  kysely
    .selectFrom('awaited_review')
    .innerJoin('event', 'event.id', 'awaited_review.event_id')
    .select(columns)
    // Without an index on the status: each event that waits is looked up, not each event whether it waits.
    .where((eb) => eb(dialect.compared(eb.ref('event.status')), 'not in', ['pending', 'future']))
    .orderBy('awaited_review.event_id')
    .limit(mostAtOnce)
    .execute()

/** What became of an event that has waited: who changed it last, and what was noted of the last decision. */
export type Outcome = { readonly userId: number | undefined; readonly note: string }

/** Forgets that some events have waited, and returns what became of `first`, one of them; undefined where another process has done so. */
export const claimSettled = async (
  { kysely, dialect }: Db,
  ids: readonly number[],
  first: number,
): Promise<Outcome | undefined> => {
  const { numDeletedRows } = await kysely
    .deleteFrom('awaited_review')
    .where((eb) => dialect.isIn(eb.ref('event_id'), ids))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return undefined
  const last = await kysely
    .selectFrom('revision')
    .select(['user_id', 'date_utc'])
    .where('record_id', '=', first)
    .where('kind', '=', 'event')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const review = await kysely
    .selectFrom('review')
    .select(['note', 'user_id', 'date_utc'])
    .where('event_id', '=', first)
    .where('decision', '<>', 'comment')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // A note of an earlier decision is no reason for this one.
  const isOfIt = last && review && review.user_id === last.user_id && review.date_utc >= last.date_utc
  return { userId: last?.user_id, note: isOfIt ? review.note : '' }
}
