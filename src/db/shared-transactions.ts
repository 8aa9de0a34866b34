import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ControlledTransaction, Kysely } from 'kysely'
import type { Db } from './database.ts'
import type { Dialect } from './dialects/dialect.ts'
import { attempt } from './savepoint.ts'
import type { Schema } from './schema.ts'

/** Runs `work` in a transaction that may read before it writes; see {@link Database.transact}. */
export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** A write that waits for its turn. */
type Write = {
  readonly work: (db: Db) => Promise<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  attempts: number
  /** Nobody is told of it before the commit. */
  result?: unknown
  /** Why it alone has failed. */
  failure?: { readonly error: unknown }
}

/** Is told after each group how many writes it had, and must not fail; the next group waits for it. */
export type AfterGroup = (count: number) => Promise<void>

/** How writes share transactions. */
export type Sharing = { readonly limit?: number | undefined; readonly afterGroup?: AfterGroup }

/** Writes that share a transaction at most: other processes wait meanwhile, and PostgreSQL is slower with many savepoints. */
const defaultLimit = 50

/** Attempts at a write that the database has chosen as the victim of a deadlock. */
const maxAttempts = 3

/**
 * Group commit: what comes while a transaction is open joins it, and one flush makes all of it durable. Each write but the
 * first has a savepoint of its own, so that one that fails takes nothing of the others with it; when the first fails, which mostly is
 * alone, nobody has joined it yet. All are answered after the commit, or get its error.
 */
export const shareTransactions = (
  kysely: Kysely<Schema>,
  dialect: Dialect,
  { limit = defaultLimit, afterGroup }: Sharing = {},
): Transact => {
  const waiting: Write[] = []
  let isRunning = false
  const runAll = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const count = await runGroup(kysely, dialect, waiting, limit)
      await afterGroup?.(count)
    }
    isRunning = false
  }
  return <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.push({ work, resolve, reject, attempts: 0 })
    if (!isRunning) void runAll()
    // It is resolved with what `work` answers.
    return promise as Promise<T>
  }
}

/** Answers how many writes there were. */
const runGroup = async (kysely: Kysely<Schema>, dialect: Dialect, waiting: Write[], limit: number): Promise<number> => {
  const joined: Write[] = []
  try {
    const transaction = await begin(kysely, dialect).catch((error) => {
      // All of them have waited for it.
      joined.push(...waiting.splice(0))
      throw error
    })
    try {
      const db = { kysely: transaction, dialect }
      for (let next = waiting.shift(); next; next = await nextOf(waiting, limit - joined.length)) {
        joined.push(next)
        if (joined.length > 1) await runInSavepoint(db, next)
        else {
          next.attempts++
          next.result = await next.work(db)
        }
      }
      await transaction.commit().execute()
      for (const { failure, result, resolve, reject } of joined) failure ? reject(failure.error) : resolve(result)
    } catch (error) {
      // Who waits for a database that is gone has waited long enough.
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

/** Whether the database has chosen a write as the victim of a deadlock, and not too often. */
const mayTryAgain = (dialect: Dialect, { attempts }: Write, error: unknown): boolean =>
  dialect.isDeadlock(error) && attempts < maxAttempts

const begin = async (kysely: Kysely<Schema>, dialect: Dialect): Promise<ControlledTransaction<Schema>> => {
  const transaction = await kysely.startTransaction().execute()
  try {
    await dialect.lockWriters?.(transaction)
    return transaction
  } catch (error) {
    await abandon(transaction)
    throw error
  }
}

/** Rolls back what the database may have rolled back already; false where it does not answer. */
const abandon = (transaction: ControlledTransaction<Schema>): Promise<boolean> =>
  transaction
    .rollback()
    .execute()
    .then(
      () => true,
      () => false,
    )

/**
 * A turn of the event loop lets in what has arrived meanwhile, and lets those read who have waited for a write: SQLite does it at one go.
 * A writer that is alone waits for nothing else.
 */
const nextOf = async (waiting: Write[], places: number): Promise<Write | undefined> => {
  if (places === 0) return undefined
  await nextTurn()
  return waiting.shift()
}

/** @throws what has ended the whole transaction, and with it the writes before. */
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
