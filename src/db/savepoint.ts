import { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** What came of an attempt: its result, or the error for which all that it did was undone. */
export type Attempt<T> = { readonly result: T } | { readonly error: unknown }

/** Does a part of a transaction, which may fail. */
export type Try = <T>(db: Db, work: () => Promise<T>) => Promise<Attempt<T>>

/** Tries nothing: a part that fails takes the whole transaction with it. That is quicker, since SQLite keeps no page as it was before. */
export const allOrNothing: Try = async (_, work) => ({ result: await work() })

/**
 * Tries a part of a transaction. When it fails, it leaves nothing behind, and the transaction goes on.
 * @throws what has ended the whole transaction.
 */
export const attempt: Try = async (db, work) => {
  const run = (text: string) => db.kysely.executeQuery(CompiledQuery.raw(text))
  await run('savepoint part')
  try {
    const result = await work()
    await run('release savepoint part')
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
