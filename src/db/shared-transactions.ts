import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Db, Transact } from './database.ts'
import type { Dialect } from './dialects/dialect.ts'
import { attempt } from './savepoint.ts'
import type { Schema } from './schema.ts'

/** A transaction that excludes other writers. */
export type OpenTransaction = {
  readonly db: Db
  readonly commit: () => Promise<unknown>
  readonly rollback: () => Promise<unknown>
}

/** Begins a transaction, and waits until it is the only one that writes. */
export type BeginTransaction = () => Promise<OpenTransaction>

/** Begins transactions by Kysely, for dialects whose `begin` takes the lock of writers. */
export const transactionsOn =
  (kysely: Kysely<Schema>, dialect: Dialect): BeginTransaction =>
  async () => {
    const transaction = await kysely.startTransaction().execute()
    return {
      db: { kysely: transaction, dialect },
      commit: () => transaction.commit().execute(),
      rollback: () => transaction.rollback().execute(),
    }
  }

/** A write in the queue. */
type Write = {
  readonly work: (db: Db) => Promise<unknown>
  /** Called with the result after the commit. */
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  attempts: number
  result?: unknown
  /** The error of this write alone; the other writes of its group may still commit. */
  failure?: { readonly error: unknown }
}

/** Called after each group with its number of writes. It must not throw; the next group waits for it. */
export type AfterGroup = (count: number) => Promise<void>

/** How writes share transactions. */
export type Sharing = { readonly limit?: number | undefined; readonly afterGroup?: AfterGroup }

/** Most writes that share a transaction: other processes wait meanwhile, and PostgreSQL is slower with many savepoints. */
const defaultLimit = 50

/** Most attempts at a write that the database ends because of a deadlock. */
const maxAttempts = 3

/**
 * Group commit: writes that arrive while a transaction is open join it, and one flush makes all of them durable. Each write except the first
 * runs in a savepoint of its own, so that its failure undoes only itself. When the first write fails, no other has joined yet. All callers
 * get their results after the commit, or the error of the transaction.
 */
export const shareTransactions = (
  begin: BeginTransaction,
  dialect: Dialect,
  { limit = defaultLimit, afterGroup }: Sharing = {},
): Transact => {
  const waiting: Write[] = []
  let isRunning = false
  const runAll = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const count = await runGroup(begin, dialect, waiting, limit)
      await afterGroup?.(count)
    }
    isRunning = false
  }
  return <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    // The result that it is given is that of its own work.
    waiting.push({ work, resolve: resolve as (result: unknown) => void, reject, attempts: 0 })
    if (!isRunning) void runAll()
    return promise
  }
}

/** Runs the queued writes in one transaction and returns their number. */
const runGroup = async (
  begin: BeginTransaction,
  dialect: Dialect,
  waiting: Write[],
  limit: number,
): Promise<number> => {
  const joined: Write[] = []
  try {
    const transaction = await begin().catch((error) => {
      // All queued writes have waited for this transaction, and fail with it.
      joined.push(...waiting.splice(0))
      throw error
    })
    try {
      const { db } = transaction
      for (let next = waiting.shift(); next; next = joined.length < limit ? waiting.shift() : undefined) {
        joined.push(next)
        if (joined.length > 1) await runInSavepoint(db, next)
        else {
          next.attempts++
          next.result = await next.work(db)
        }
        // SQLite runs a write synchronously: in one turn of the event loop, other requests are read and answered.
        await nextTurn()
      }
      await transaction.commit()
      for (const { failure, result, resolve, reject } of joined) failure ? reject(failure.error) : resolve(result)
    } catch (error) {
      // When the database does not respond, the writes in the queue fail as well instead of waiting longer.
      if (!(await abandon(transaction))) joined.push(...waiting.splice(0))
      throw error
    }
  } catch (error) {
    const [first] = joined
    if (first && joined.length === 1 && mayTryAgain(dialect, first, error)) waiting.unshift(first)
    else for (const { reject } of joined) reject(error)
  }
  return joined.length
}

/** Whether the database ended a write because of a deadlock, and attempts remain. */
const mayTryAgain = (dialect: Dialect, { attempts }: Write, error: unknown): boolean =>
  dialect.isDeadlock(error) && attempts < maxAttempts

/** Rolls back a transaction, which the database may have done already; false when the database does not respond. */
const abandon = (transaction: OpenTransaction): Promise<boolean> =>
  transaction.rollback().then(
    () => true,
    () => false,
  )

/** @throws the error that ended the whole transaction, including the writes before. */
const runInSavepoint = async (db: Db, write: Write): Promise<void> => {
  for (;;) {
    write.attempts++
    const tried = await attempt(db, () => write.work(db))
    if ('result' in tried) {
      write.result = tried.result
      return
    }
    if (mayTryAgain(db.dialect, write, tried.error)) continue
    write.failure = tried
    return
  }
}
