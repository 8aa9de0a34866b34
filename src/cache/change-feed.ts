import { type Selectable, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { asListed } from '../db/listed-table.ts'
import { type ChangeKind, changeKinds, type Schema } from '../db/schema.ts'
import { toEpoch } from '../lib/time-zone.ts'

/** A change that is read from the change log; the id 0 stands for any number of records. */
export type SeenChange = { readonly kind: ChangeKind; readonly record_id: number }

/** Receives the changes that are read from the change log together. */
export type Watcher = (changes: readonly SeenChange[]) => void

/** The changes that any process has committed to the database, as far as this process has read them. */
export type ChangeFeed = {
  /**
   * Reads the changes committed since the last call and returns the version of the content. Where two calls return the same number, no
   * record has changed between them.
   */
  readonly catchUp: () => Promise<number>
  /** The version of the content after the last `catchUp`: a number that belongs to this process and only grows. */
  readonly version: number
  /** Whether records of one of these kinds have changed since a version; with a range, only events within it count. */
  readonly haveChanged: (kinds: readonly ChangeKind[], since: number, range?: EventRange) => boolean
  /** The old and new starts of the events that have changed since a version; undefined when the feed no longer holds these changes. */
  readonly startsSince: (version: number) => ReadonlySet<string> | undefined
  readonly watch: (watcher: Watcher) => void
  /**
   * The number of the newest change as of the last `catchUp`, and what tells these numbers from those of another database. Programs that
   * keep a copy read from there on.
   */
  readonly position: () => { readonly number: number; readonly epoch: string }
  /** Identifies the state of the content after the last `catchUp`, with the same text in every process. */
  readonly stamp: () => string
  /** When the first scheduled record becomes public, in epoch milliseconds; `Infinity` when none is scheduled. */
  readonly nextDue: number
}

/** A span of UTC times as texts `YYYY-MM-DD HH:MM:SS`; `until` is not part of it. */
export type TimeSpan = { readonly from: string; readonly until: string }

/**
 * The events on which a cached value depends: those that start within `range` and have, or had, one of `facets`; without `facets`, all of
 * them. Facets are `venue:ID`, `organizer:ID`, `term:ID` and `featured`.
 */
export type EventRange = { readonly range: TimeSpan; readonly facets?: readonly string[] | undefined }

/** Decides whether a value that was read at an earlier version of the content is still valid. */
export type CacheDependency = {
  /** The feed whose versions are compared. */
  readonly changeFeed: ChangeFeed
  readonly kinds: readonly ChangeKind[]
  readonly range: EventRange | undefined
  /** A read that begins now sees this version of the content or a later one. */
  readonly version: number
  /** Whether a value read at that version is still valid; with a range, only the events within it count. */
  readonly isValidSince: (version: number, range?: EventRange) => boolean
}

/** Makes a dependency on changes of these kinds since a version; with a range, only the events within it count. */
export const dependencyOn = (
  changeFeed: ChangeFeed,
  kinds: readonly ChangeKind[],
  range: EventRange | undefined,
  version = changeFeed.version,
): CacheDependency => ({
  changeFeed,
  version,
  kinds,
  range,
  isValidSince: (since, part = range) => !changeFeed.haveChanged(kinds, since, part),
})

/** A row of the change log, when the first scheduled record is due, and the epoch of the numbers. */
type Change = Selectable<Schema['change']> & { readonly due: string | null; readonly epoch: string | null }

/** What is reported when anything may have changed. */
const anyChange = changeKinds.map((kind) => ({ kind, record_id: 0, first_start: null, last_start: null, facets: null }))

/** Makes the feed that reads the change log, the table `change`. It reads only when `catchUp` is called. */
export const followChanges = (database: Database): ChangeFeed => {
  // The ids of the log cannot serve as versions: they go back when a backup is restored or another database server takes over.
  let newestRead: Change | undefined
  /** The version of the latest change of each kind. */
  const changedAt = new Map<ChangeKind, number>()
  const eventChanges = recordEventChanges()
  const watchers: Watcher[] = []
  /** Takes up rows of the log. Where they do not continue the rows read before, or a setting has changed, anything may have changed. */
  const takeUp = (rows: readonly Change[], isContinued: boolean): number => {
    const version = ++feed.version
    newestRead = rows.at(-1)
    feed.nextDue = newestRead?.due ? toEpoch(newestRead.due) : Number.POSITIVE_INFINITY
    // The first row is the one that was read last.
    const added = rows.slice(1)
    let isKnown = isContinued
    for (const { kind } of added) if (kind === 'setting') isKnown = false
    if (!isKnown) eventChanges.clear(version)
    const changes = isKnown ? added : anyChange
    for (const { kind, record_id: id, first_start: first, last_start: last, facets } of changes) {
      if (kind === 'event' && isKnown) eventChanges.add({ version, id, first, last, facets })
      changedAt.set(kind, version)
    }
    for (const watcher of watchers) watcher(changes)
    return version
  }
  const { since, newest } = statements(database)
  const catchUp = async (): Promise<number> => {
    const rows = newestRead ? await database.select<Change>(since, [newestRead.id]) : []
    const [last] = rows
    // After a restore the id may belong to another change; the token tells the two apart.
    const isContinued = newestRead !== undefined && last?.id === newestRead.id && last.token === newestRead.token
    if (isContinued && rows.length === mostAtOnce) {
      takeUp(rows, true)
      return await catchUp()
    }
    if (isContinued) return rows.length === 1 ? feed.version : takeUp(rows, true)
    return takeUp(await database.select<Change>(newest, []), false)
  }
  /** Reads the log only when its newest row is another one. PostgreSQL plans this statement once, but one with a parameter for each request. */
  const unlessNewest = async (): Promise<number> => {
    const [last] = await database.select<Change>(newest, [])
    return last && last.id === newestRead?.id && last.token === newestRead.token ? feed.version : await catchUp()
  }
  const feed: { -readonly [name in keyof ChangeFeed]: ChangeFeed[name] } = {
    catchUp: shareQueries(database.dialect.name === 'sqlite' ? unlessUnchanged(database, catchUp) : unlessNewest),
    version: 0,
    haveChanged: (kinds, before, range) => {
      for (const kind of kinds) {
        if ((changedAt.get(kind) ?? 0) <= before) continue
        if (kind !== 'event' || !range || eventChanges.touch(range, before)) return true
      }
      return false
    },
    startsSince: eventChanges.startsSince,
    watch: (watcher) => void watchers.push(watcher),
    position: () => ({ number: newestRead?.id ?? 0, epoch: newestRead?.epoch ?? '' }),
    stamp: () => (newestRead ? `${newestRead.id}-${newestRead.token}` : ''),
    nextDue: Number.POSITIVE_INFINITY,
  }
  return feed
}

/** A change of an event: `first` and `last` are its old and new start in ascending order, `facets` its old and new facets. */
type EventChange = {
  readonly version: number
  readonly id: number
  readonly first: string
  readonly last: string
  readonly facets: string[]
}

/** A change of an event as the log holds it; null stands for any value. */
type LoggedEventChange = Pick<EventChange, 'version' | 'id'> & {
  readonly [name in 'first' | 'last' | 'facets']: string | null
}

/** Changes of events that are kept. For versions before the oldest of them, any event may have changed. */
const maxEventChanges = 500

/** Keeps the latest changes of events, so that a list remains valid when none of its events has changed. */
const recordEventChanges = () => {
  let changes: EventChange[] = []
  /** All changes after this version are kept. */
  let completeSince = 0
  const clear = (version: number): void => {
    changes = []
    completeSince = version
  }
  return {
    clear,
    add: ({ version, id, first, last, facets }: LoggedEventChange): void => {
      if (first === null || last === null || facets === null) {
        clear(version)
        return
      }
      const added = facets === '' ? [] : facets.split(',')
      const before = changes.at(-1)
      // The log has a row of its own for each link of an event.
      if (before?.version === version && before.id === id && before.first === first && before.last === last) {
        before.facets.push(...added)
        return
      }
      changes.push({ version, id, first, last, facets: added })
      if (changes.length <= maxEventChanges) return
      completeSince = changes[maxEventChanges / 2]?.version ?? version
      changes = changes.filter((change) => change.version > completeSince)
    },
    touch: ({ range: { from, until }, facets: wanted }: EventRange, version: number): boolean => {
      if (version < completeSince) return true
      for (let at = changes.length - 1; at >= 0; at--) {
        const change = changes[at]
        if (!change || change.version <= version) return false
        const isInRange = change.first < until && change.last >= from
        if (isInRange && (!wanted || wanted.some((facet) => change.facets.includes(facet)))) return true
      }
      return false
    },
    startsSince: (version: number): ReadonlySet<string> | undefined => {
      if (version < completeSince) return undefined
      const starts = new Set<string>()
      for (const change of changes) if (change.version > version) starts.add(change.first).add(change.last)
      return starts
    },
  }
}

/** Most rows of the log that one statement reads; a process that has missed more runs it several times. */
const mostAtOnce = 100

const statements = ({ kysely }: Database) => {
  const firstOf = (table: 'event' | 'venue' | 'organizer') =>
    kysely
      .selectFrom(asListed(table))
      .where('status', '=', sql.lit('future'))
      .select((eb) => eb.fn.min('date_utc').as('date_utc'))
  const scheduled = firstOf('event').unionAll(firstOf('venue')).unionAll(firstOf('organizer')).as('scheduled')
  const due = kysely.selectFrom(scheduled).select((eb) => eb.fn.min('date_utc').as('due'))
  const epoch = kysely.selectFrom('change_epoch').select('epoch').where('id', '=', sql.lit(1))
  const log = kysely
    .selectFrom('change')
    .select([
      'id',
      'token',
      'kind',
      'record_id',
      'first_start',
      'last_start',
      'facets',
      due.as('due'),
      epoch.as('epoch'),
    ])
  return {
    since: log.where('id', '>=', 0).orderBy('id').limit(sql.lit(mostAtOnce)).compile(),
    newest: log.orderBy('id', 'desc').limit(sql.lit(1)).compile(),
  }
}

/** Reads the log only when `data_version` has changed: SQLite counts the commits of all other connections, also of other processes. */
const unlessUnchanged = (database: Database, catchUp: () => Promise<number>): (() => Promise<number>) => {
  let version = 0
  let lastDataVersion: unknown
  return async () => {
    const [row] = await database.query('pragma data_version', [])
    if (row?.[0] === lastDataVersion) return version
    version = await catchUp()
    lastDataVersion = row?.[0]
    return version
  }
}

/** Calls that arrive while a query is under way share the next query, so that no call gets a result older than itself. */
const shareQueries = (query: () => Promise<number>): (() => Promise<number>) => {
  let current: Promise<number> | undefined
  let following: Promise<number> | undefined
  const run = async (): Promise<number> => {
    following = undefined
    try {
      const version = await query()
      current = following
      return version
    } catch (error) {
      // The calls that wait for the next query fail with it: they have waited for a database that does not respond.
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

/**
 * Keeps one value for each change feed, created on first use. Each feed counts versions by itself, so that values cached with the versions
 * of one feed must not be used with another.
 */
export const perChangeFeed = <T>(create: () => T): ((dependency: CacheDependency) => T) => {
  const all = new WeakMap<ChangeFeed, T>()
  return ({ changeFeed }) => {
    const value = all.get(changeFeed) ?? create()
    all.set(changeFeed, value)
    return value
  }
}

/** At most so many results; the size counts the characters of keys and the numbers in results, and keeps the cache to about 4 MB. */
const bounds = { max: 2000, maxSize: 500_000 }

type CachedResult = { readonly version: number; readonly value: unknown }

const cacheOf = perChangeFeed(() => new LRUCache<string, CachedResult>(bounds))

/** Returns the result of `compute`, which is cached under the key until something changes on which it depends. */
export const cachedResult = async <T>(
  dependency: CacheDependency,
  key: string,
  compute: () => Promise<T>,
): Promise<T> => {
  const cache = cacheOf(dependency)
  const cached = cache.get(key)
  // A key belongs to one statement, whose results are all of one type.
  if (cached && dependency.isValidSince(cached.version)) return cached.value as T
  const { version } = dependency
  const value = await compute()
  cache.set(key, { version, value }, { size: key.length + sizeOf(value) })
  return value
}

/** The numbers in a result: a list of ids, an object with lists, or a set of ids, which has 128 bytes for each of its parts. */
const sizeOf = (value: unknown): number => {
  if (value instanceof Map) return value.size * 16 + 1
  if (typeof value !== 'object' || value === null) return 1
  if (Array.isArray(value)) return value.length + 1
  let size = 1
  for (const part of Object.values(value)) if (Array.isArray(part)) size += part.length
  return size
}
