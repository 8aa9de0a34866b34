import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { type ChangeKind, changeKinds } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { epochOf } from '../lib/time-zone.ts'

/** Is told of a change; the record 0 means any number of records. */
export type Watcher = (kind: ChangeKind, id: number) => void

/** What a process knows of the changeFeed that anybody has committed. */
export type ChangeFeed = {
  /**
   * Catches up with what is committed, and answers the version of the content: between two calls that answer the same number
   * nothing has changed that a record shows.
   */
  readonly catchUp: () => Awaitable<number>
  /** The version of the content as it was last known; a number of this process, which only grows. */
  readonly version: () => number
  /** Whether records of one of these kinds have changed since a version; of events, those of an extent, where there is one. */
  readonly haveChanged: (kinds: readonly ChangeKind[], since: number, extent?: EventRange) => boolean
  /** The starts that events had or got since a version; undefined where that is not known. */
  readonly startsSince: (version: number) => ReadonlySet<string> | undefined
  readonly watch: (watcher: Watcher) => void
  /** What names the state of the content in every process, as it was last known. */
  readonly stamp: () => string
  /** When the first scheduled record becomes public, in epoch milliseconds, as it was last known; `Infinity` where none is scheduled. */
  readonly nextDue: () => number
}

/** When events start: texts of UTC from the first to before the second. */
export type TimeSpan = { readonly from: string; readonly until: string }

/**
 * The events that matter to somebody: those that start in the range and have, or had, one of the facets, if there are any. Facets
 * are `venue:ID`, `organizer:ID`, `term:ID` and `featured`.
 */
export type EventRange = { readonly range: TimeSpan; readonly tags?: readonly string[] | undefined }

/** What somebody who found something at a version wants to know later. */
export type CacheDependency = {
  /** Who counts the versions. */
  readonly changeFeed: ChangeFeed
  readonly kinds: readonly ChangeKind[]
  readonly range: EventRange | undefined
  /** The version of the content that is read at least. */
  readonly version: number
  /** Whether what was found at an earlier version is still right; with an extent, as far as only its events matter. */
  readonly isRightSince: (version: number, extent?: EventRange) => boolean
  readonly startsSince: ChangeFeed['startsSince']
}

/** An dependency on the changeFeed of these kinds, and of events only in the extent, if there is one. */
export const dependencyOn = (
  changeFeed: ChangeFeed,
  kinds: readonly ChangeKind[],
  extent: EventRange | undefined,
): CacheDependency =>
  dependencyWith({ changeFeed, version: changeFeed.version(), startsSince: changeFeed.startsSince }, kinds, extent)

/** The same dependency, from the same version on, on other changeFeed. */
export const dependencyWith = (
  dependency: Pick<CacheDependency, 'changeFeed' | 'version' | 'startsSince'>,
  kinds: readonly ChangeKind[],
  extent: EventRange | undefined,
): CacheDependency => ({
  ...dependency,
  kinds,
  range: extent,
  isRightSince: (version, part = extent) => !dependency.changeFeed.haveChanged(kinds, version, part),
})

/** A row of the log. */
type Change = readonly [
  id: number,
  token: number,
  kind: ChangeKind,
  recordId: number,
  first: string | null,
  last: string | null,
  facets: string | null,
  due: string | null,
]

/** Follows the log of changeFeed (see the migration that makes it); it asks when it is asked, and never by itself. */
export const followChanges = (database: Database): ChangeFeed => {
  /** Its own count, which only grows: the log itself goes back where a backup is restored, or another server takes over. */
  let version = 0
  let known: Change | undefined
  let due = Number.POSITIVE_INFINITY
  const last = new Map<ChangeKind, number>()
  const moves = rememberMoves()
  const watchers: Watcher[] = []
  const tell = (kind: ChangeKind, id: number): void => {
    last.set(kind, version)
    for (const watcher of watchers) watcher(kind, id)
  }
  /** The first row is the last change that was known; where it is not, too many have followed, or it is another database. */
  const learn = (rows: readonly Change[], isContinued: boolean): number => {
    version++
    known = rows.at(-1)
    const next = known?.[7]
    due = next ? epochOf(next) : Number.POSITIVE_INFINITY
    if (!isContinued) {
      moves.forget(version)
      for (const kind of changeKinds) tell(kind, 0)
      return version
    }
    for (const [, , kind, id, first, last, facets] of rows.slice(1)) {
      if (kind === 'event') moves.note({ version, id, first, last, facets })
      tell(kind, id)
    }
    return version
  }
  const { since, newest } = statements(database)
  const catchUp = (): Awaitable<number> =>
    after(known ? database.query(since, [known[0]]) : [], (found) => {
      const rows = found as unknown as readonly Change[]
      // The same id may be that of another change, if the log has gone back and on again.
      const isContinued = known !== undefined && rows[0]?.[0] === known[0] && rows[0][1] === known[1]
      if (isContinued) return rows.length === 1 ? version : learn(rows, true)
      return after(database.query(newest, []), (row) => learn(row as unknown as readonly Change[], false))
    })
  return {
    catchUp: database.dialect.name === 'sqlite' ? unlessUnchanged(database, catchUp) : together(catchUp),
    version: () => version,
    haveChanged: (kinds, before, range) => {
      for (const kind of kinds) {
        if ((last.get(kind) ?? 0) <= before) continue
        if (kind !== 'event' || !range || moves.touch(range, before)) return true
      }
      return false
    },
    startsSince: moves.startsSince,
    watch: (watcher) => void watchers.push(watcher),
    stamp: () => (known ? `${known[0]}-${known[1]}` : ''),
    nextDue: () => due,
  }
}

/** An event that was changed: when it started before and after, the earlier first, and its facets of then and now. */
type Move = {
  readonly version: number
  readonly id: number
  readonly first: string
  readonly last: string
  readonly facets: string[]
}

/** The same as the log tells it; null is anything. */
type Told = Pick<Move, 'version' | 'id'> & { readonly [name in 'first' | 'last' | 'facets']: string | null }

/** Moves that are remembered; who has not looked for longer takes it that anything may have changed. */
const maxMoves = 500

/** Remembers which events have changed lately: most lists hold none of them. */
const rememberMoves = () => {
  let moves: Move[] = []
  /** All moves after this version are remembered. */
  let complete = 0
  const forget = (version: number): void => {
    moves = []
    complete = version
  }
  return {
    forget,
    note: ({ version, id, first, last, facets }: Told): void => {
      if (first === null || last === null || facets === null) {
        forget(version)
        return
      }
      const added = facets === '' ? [] : facets.split(',')
      const before = moves.at(-1)
      // Each link of an event is told as well.
      if (before?.version === version && before.id === id && before.first === first && before.last === last) {
        before.facets.push(...added)
        return
      }
      moves.push({ version, id, first, last, facets: added })
      if (moves.length <= maxMoves) return
      complete = moves[maxMoves / 2]?.version ?? version
      moves = moves.filter((move) => move.version > complete)
    },
    touch: ({ range: { from, until }, tags: some }: EventRange, version: number): boolean => {
      if (version < complete) return true
      for (let at = moves.length - 1; at >= 0; at--) {
        const { version: then, first, last, facets } = moves[at] as Move
        if (then <= version) return false
        if (first < until && last >= from && (!some || some.some((facet) => facets.includes(facet)))) return true
      }
      return false
    },
    startsSince: (version: number): ReadonlySet<string> | undefined => {
      if (version < complete) return undefined
      const starts = new Set<string>()
      for (const move of moves) if (move.version > version) starts.add(move.first).add(move.last)
      return starts
    },
  }
}

const statements = ({ kysely }: Database) => {
  const firstOf = (table: 'event' | 'venue' | 'organizer') =>
    kysely
      .selectFrom(table as 'event')
      .where('status', '=', sql.lit('future'))
      .select((eb) => eb.fn.min('date_utc').as('date_utc'))
  const scheduled = firstOf('event').unionAll(firstOf('venue')).unionAll(firstOf('organizer')).as('scheduled')
  const due = kysely.selectFrom(scheduled).select((eb) => eb.fn.min('date_utc').as('due'))
  const log = kysely
    .selectFrom('change')
    .select(['id', 'token', 'kind', 'record_id', 'first_start', 'last_start', 'facets', due.as('due')])
  return {
    since: log.where('id', '>=', 0).orderBy('id').compile().sql,
    newest: log.orderBy('id', 'desc').limit(sql.lit(1)).compile().sql,
  }
}

/** SQLite knows without reading whether another connection has committed since, also one of another process. */
const unlessUnchanged = (database: Database, catchUp: () => Awaitable<number>): (() => Awaitable<number>) => {
  let known: Awaitable<number> = 0
  let seen: unknown
  return () => {
    const [row] = database.query('pragma data_version', []) as readonly [readonly [number]]
    if (row[0] === seen) return known
    known = catchUp()
    seen = row[0]
    return known
  }
}

/** Who comes while a question is on its way waits for the next one, and shares it: an answer is never older than its question. */
const together = (ask: () => Awaitable<number>): (() => Promise<number>) => {
  let current: Promise<number> | undefined
  let following: Promise<number> | undefined
  const run = async (): Promise<number> => {
    following = undefined
    try {
      const answer = await ask()
      current = following
      return answer
    } catch (error) {
      // Who waits for a database that is gone has waited long enough: those who come next fail with it.
      current = undefined
      following = undefined
      throw error
    }
  }
  return () => {
    if (current === undefined) {
      current = run()
      return current
    }
    following ??= current.then(run)
    return following
  }
}
