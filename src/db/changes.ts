import { sql } from 'kysely'
import { type Awaitable, after } from '../lib/awaitable.ts'
import type { Database } from './database.ts'
import { type ChangeKind, changeKinds } from './schema.ts'

/** Is told of a change; the record 0 means any number of records. */
export type Watcher = (kind: ChangeKind, id: number) => void

/** What a process knows of the changes that anybody has committed. */
export type Changes = {
  /**
   * Catches up with what is committed, and answers the version of the content: between two calls that answer the same number
   * nothing has changed that a record shows.
   */
  readonly catchUp: () => Awaitable<number>
  /** The version of the content as it was last known. */
  readonly version: () => number
  /** The version at which the last change of one of these kinds became known. */
  readonly lastOf: (kinds: readonly ChangeKind[]) => number
  readonly watch: (watcher: Watcher) => void
}

/** A row of the log. */
type Change = readonly [id: number, kind: ChangeKind, recordId: number]

/** Follows the log of changes (see the migration that makes it); it asks when it is asked, and never by itself. */
export const followChanges = (database: Database): Changes => {
  let version = Number.NaN
  const last = new Map<ChangeKind, number>()
  const watchers: Watcher[] = []
  const tell = (kind: ChangeKind, id: number): void => {
    last.set(kind, version)
    for (const watcher of watchers) watcher(kind, id)
  }
  /** The first row is the last change that was known; where it is not, too many have followed, or it is another database. */
  const learn = (rows: readonly Change[], isContinued: boolean): number => {
    version = rows.at(-1)?.[0] ?? 0
    if (isContinued) for (const [, kind, id] of rows.slice(1)) tell(kind, id)
    else for (const kind of changeKinds) tell(kind, 0)
    return version
  }
  const { since, newest } = statements(database)
  const catchUp = (): Awaitable<number> =>
    after(Number.isNaN(version) ? [] : database.query(since, [version]), (rows) => {
      const isContinued = rows[0]?.[0] === version
      if (isContinued) return rows.length === 1 ? version : learn(rows as readonly Change[], true)
      return after(database.query(newest, []), (row) => learn(row as readonly Change[], false))
    })
  return {
    catchUp: database.dialect.name === 'sqlite' ? unlessUnchanged(database, catchUp) : together(catchUp),
    version: () => version,
    lastOf: (kinds) => kinds.reduce((latest, kind) => Math.max(latest, last.get(kind) ?? 0), 0),
    watch: (watcher) => void watchers.push(watcher),
  }
}

const statements = ({ kysely }: Database) => {
  const log = kysely.selectFrom('change').select(['id', 'kind', 'record_id'])
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
