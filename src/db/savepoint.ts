import { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** The outcome of an attempt: its result, or its error after everything that it did was undone. */
export type Attempt<T> = { readonly result: T } | { readonly error: unknown }

/** Runs a part of a transaction that may fail. */
export type Try = <T>(db: Db, work: () => Promise<T>) => Promise<Attempt<T>>

/** Runs a part without a savepoint, so that its error ends the whole transaction. This is faster: SQLite need not keep copies of changed pages. */
export const allOrNothing: Try = async (_, work) => ({ result: await work() })

/**
 * Runs a part of a transaction in a savepoint. When it fails, only the part is undone, and the transaction continues.
 * @throws the error that ended the whole transaction.
 */
export const attempt: Try = async (db, work) => {
  const run = (text: string) => db.kysely.executeQuery(CompiledQuery.raw(text))
  // Errors come to light later: without the savepoint there is no going back to it, and the commit fails without the release.
  const runAhead = db.sendAhead ?? run
  await runAhead('savepoint part')
  try {
    const result = await work()
    await runAhead('release savepoint part')
    return { result }
  } catch (error) {
    try {
      await run('rollback to savepoint part')
      await run('release savepoint part')
      return { error }
    } catch {
      throw error
    }
  }
}
