import { sql } from 'kysely'
import { type CacheDependency, cachedResult, dependencyOn, perChangeFeed } from '../../cache/change-feed.ts'
import type { Validity } from '../../core/context.ts'
import { readStatement } from '../../db/statement.ts'
import { nowText, toEpoch } from '../../lib/time-zone.ts'
import type { QuerySource } from '../../query/condition.ts'
import { fewRows } from '../../query/find-ids.ts'
import { readInBackground } from '../../query/in-background.ts'
import { always } from './find/scans.ts'

/** The span around now in which no event begins or ends: lists that depend on now stay the same in it. */
export type Present = Validity & {
  /** The moment with which the span begins, in UTC; '' where nothing has begun yet. */
  readonly since: string
}

type Known = { present: Present; version: number }

const lastOf = perChangeFeed((): { known?: Known } => ({}))

/** Whenever an event is written, it may begin or end first. */
const onEvents = (dependency: CacheDependency): CacheDependency =>
  dependencyOn(dependency.changeFeed, ['event'], undefined, dependency.version)

/** Finds the present span, which the response tells its cache. */
export const findPresent = (source: QuerySource): Promise<Present> =>
  source.context.during(async (now) => {
    const last = lastOf(source.dependency)
    const { known } = last
    const isCurrent = known && now >= known.present.from && now < known.present.until
    if (isCurrent && onEvents(source.dependency).isValidSince(known.version)) return known.present
    const { version } = source.dependency
    const present = await readPresent(source, nowText(now))
    last.known = { present, version }
    return present
  })

/** Listed events begin and end in the order of two indexes. */
const nearest = (column: 'start_utc' | 'end_utc', isPast: boolean, now: string) =>
  sql`(select ${sql.ref(column)} from event where hide_from_listings = 0
    and ${sql.ref(column)} ${sql.raw(isPast ? '<=' : '>')} ${now} order by ${sql.ref(column)} ${sql.raw(isPast ? 'desc' : 'asc')} limit 1)`

const readPresent = async ({ database }: QuerySource, now: string): Promise<Present> => {
  const build = () =>
    sql`select ${nearest('start_utc', true, now)}, ${nearest('end_utc', true, now)},
      ${nearest('start_utc', false, now)}, ${nearest('end_utc', false, now)}`
  const [row = []] = await readStatement(database, 'present', () => build(), [now, now, now, now])
  const [began, ended, begins, ends] = row.map((value) => (value === null ? '' : String(value)))
  const since = [began ?? '', ended ?? ''].sort().at(-1) ?? ''
  const next = [begins ?? '', ends ?? ''].filter((text) => text !== '').sort()[0]
  return {
    since,
    from: since === '' ? Number.NEGATIVE_INFINITY : toEpoch(since),
    until: next === undefined ? Number.POSITIVE_INFINITY : toEpoch(next),
  }
}

/** The events that have begun and are not over: the first start, and their ids; undefined where they are more than a request reads by itself. */
export type Running = { readonly first: string; readonly ids: readonly number[] } | undefined

/** Finds the running events of any status. They stay the same until one of those changes that have begun. */
export const findRunning = (source: QuerySource, { since }: Present): Promise<Running> => {
  const { dependency } = source
  const { changeFeed, version } = dependency
  const begun = dependencyOn(changeFeed, ['event'], { range: { ...always, until: `${since}!` } }, version)
  const limit = fewRows.tested + 1
  const build = () => sql`select start_utc, id from event
    where hide_from_listings = 0 and start_utc <= ${since} and end_utc > ${since} order by start_utc, id limit ${limit}`
  return cachedResult(begun, `running ${since}`, async (): Promise<Running> => {
    const rows = await readInBackground(source, build())
    const [first] = rows
    if (rows.length >= limit) return undefined
    return { first: first ? String(first[0]) : `${since}!`, ids: rows.map((row) => Number(row[1])) }
  })
}
