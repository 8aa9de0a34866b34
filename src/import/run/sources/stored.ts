import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import { ApiError } from '../../../core/errors.ts'
import type { Database, Db } from '../../../db/database.ts'
import type { SourceTable } from '../../../db/schema.ts'
import { nowText } from '../../../lib/time-zone.ts'

/** A calendar that is read again at an interval. */
export type Source = Selectable<SourceTable>

/** Milliseconds without a sign of life after which another process takes over a source. */
const patience = 120_000

/** The longest time between two attempts to read a source that fails, in seconds. */
const longestPause = 86_400

/** Failures one after the other after which a source is no longer read. */
const mostFailures = 20

/** Takes a source that is due, unless another process is reading it. */
export const claimSource = async (database: Database, now: number): Promise<Source | undefined> => {
  const due = (db: Db | Database) =>
    db.kysely
      .selectFrom('source')
      .selectAll()
      .where('next_utc', '<=', nowText(now))
      .where('state', 'in', ['active', 'failing'])
      .where((eb) => eb.or([eb('lease_utc', 'is', null), eb('lease_utc', '<', nowText(now - patience))]))
      .orderBy('next_utc')
      .limit(1)
      .executeTakeFirst()
  if (!(await due(database))) return undefined
  return database.transact(async (db) => {
    const source = await due(db)
    if (source) await changeSource(db, source.id, { lease_utc: nowText(now) })
    return source
  })
}

/** Says that the process that reads a source is alive. */
export const renewLease = (database: Database, id: number, now: number): Promise<void> =>
  database.transact((db) => changeSource(db, id, { lease_utc: nowText(now) }))

/** Changes columns of a source. */
export const changeSource = async ({ kysely }: Db, id: number, columns: Partial<Source>): Promise<void> => {
  await kysely.updateTable('source').set(columns).where('id', '=', id).execute()
}

/**
 * The time at which a source that is to be read at once is due, always another one than before: one that is being read meanwhile is read once more
 * (see `endReading`).
 */
export const findNextTime = ({ lease_utc }: Pick<Source, 'lease_utc'>, now: number): string =>
  nowText(lease_utc === null ? now : now + 1000)

/** Makes a source due at once, without asking whether something has changed there; `isConfirmed` although most of its events are gone. */
export const dueAtOnce = (source: Source, now: number, isConfirmed: boolean): Partial<Source> => ({
  state: 'active',
  next_utc: findNextTime(source, now),
  etag: '',
  last_modified: '',
  ...(isConfirmed && { is_confirmed: 1 }),
})

/** Stores what a source is after it was read, as far as nobody has changed it since, or asked for another reading. */
export const endReading = async (db: Db, source: Source, columns: Partial<Source>): Promise<void> => {
  const { kysely } = db
  const current = await kysely.selectFrom('source').select('next_utc').where('id', '=', source.id).executeTakeFirst()
  const isAsked = current !== undefined && current.next_utc !== source.next_utc
  await changeSource(db, source.id, isAsked ? { lease_utc: null } : columns)
}

/** What a source is after it was read. */
export const afterSuccess = ({ every }: Source, now: number): Partial<Source> => ({
  state: 'active',
  message: '',
  failures: 0,
  is_confirmed: 0,
  next_utc: nowText(now + jittered(every)),
  lease_utc: null,
})

/**
 * What a source is after it could not be read: the pause doubles each time, and in the end it stops. The server there may have asked for a longer
 * pause, `retryAfter` in seconds.
 */
export const afterFailure = (
  { every, failures: before }: Source,
  message: string,
  now: number,
  retryAfter = 0,
): Partial<Source> => {
  const failures = before + 1
  const asked = Math.min(retryAfter, longestPause)
  const pause = Math.max(Math.min(every * 2 ** Math.min(failures, 16), longestPause), every, asked)
  return {
    state: failures >= mostFailures ? 'stopped' : 'failing',
    message,
    failures,
    next_utc: nowText(now + Math.max(jittered(pause), asked * 1000)),
    lease_utc: null,
  }
}

/** A time in milliseconds, up to a tenth earlier or later, so that sources do not come all at once. */
const jittered = (seconds: number): number => Math.round(seconds * (900 + randomInt(201)))

/**
 * The source with an id.
 * @throws ApiError `kalends_source_not_found`
 */
export const requireSource = async ({ kysely }: Db | Database, id: number): Promise<Source> => {
  const row = Number.isSafeInteger(id)
    ? await kysely.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new ApiError('kalends_source_not_found', { message: `There is no source with the id ${id}.` })
  return row
}

/** A source to be added. */
type NewSource = Pick<Source, 'user_id' | 'url' | 'name' | 'every' | 'options' | 'vanished'>

/**
 * Adds a source, which is read at once.
 * @throws ApiError `kalends_source_exists` for a name that another one has.
 */
export const addSource = async ({ kysely }: Db, source: NewSource, now: number): Promise<Source> => {
  const other = await kysely.selectFrom('source').select('id').where('name', '=', source.name).executeTakeFirst()
  if (other) {
    const message = `Source ${other.id} has the name ${source.name} already. Change that one, or give another name.`
    throw new ApiError('kalends_source_exists', { message, data: { id: other.id } })
  }
  const row = {
    ...source,
    state: 'active',
    message: '',
    etag: '',
    last_modified: '',
    failures: 0,
    is_confirmed: 0,
    created_utc: nowText(now),
    next_utc: nowText(now),
    lease_utc: null,
  } as const
  return kysely.insertInto('source').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Removes a source; the records that came from it stay. */
export const removeSource = async ({ kysely }: Db, id: number): Promise<void> => {
  await kysely.deleteFrom('source').where('id', '=', id).execute()
}

/** Reads an interval such as `90s`, `30m`, `1h` or `1d` in seconds; undefined for another text. */
export const readInterval = (sent: string): number | undefined => {
  const match = /^(\d{1,7})([smhd]?)$/i.exec(sent.trim())
  if (!match) return undefined
  const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[(match[2] || 's').toLowerCase()] ?? 1
  return Number(match[1]) * unit
}

/** The shortest and the longest interval, in seconds. */
export const intervals = { shortest: 60, longest: 30 * 86_400 } as const
