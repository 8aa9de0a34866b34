import type { RawBuilder } from 'kysely'
import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { createLimiter, type Limiter } from '../core/limiter.ts'
import type { Database, Query } from '../db/database.ts'
import { bindable } from '../db/statement.ts'

/**
 * How many statements that may take long are under way: SQLite has one thread for them, which always has a next one; on PostgreSQL they
 * leave some connections to all other statements. One page asks for a dozen at most.
 */
const limits = {
  sqlite: { running: 2, waiting: 256, perClient: 48, tellsShare: true },
  postgres: { running: 4, waiting: 256, perClient: 48, tellsShare: true },
}

/** Where statements are run, and for whom. */
type Source = { readonly database: Database; readonly context: Pick<RequestContext, 'asker'> }

const limiters = new WeakMap<Database, Limiter>()

const limiterOf = (database: Database): Limiter => {
  const known = limiters.get(database)
  if (known) return known
  const made = createLimiter(limits[database.dialect.name])
  limiters.set(database, made)
  return made
}

/**
 * Runs statements that may take long without blocking the process, and without letting one client block the others. What waits is dropped
 * when its client has gone; PostgreSQL also ends what runs.
 * @throws ApiError `rest_too_many_requests` where too much of the client waits, `rest_service_unavailable` where too much waits in all.
 */
export const inBackground =
  ({ database, context }: Source): Query =>
  (text, parameters) => {
    const asker = context.asker?.()
    // The server itself asks.
    if (!asker) return database.queryInBackground(text, parameters)
    const { client, signal } = asker
    const work = async (): Promise<Awaited<ReturnType<Query>>> => {
      try {
        return await database.queryInBackground(text, parameters, signal)
      } catch (error) {
        // A statement that was ended for a client that has gone is no fault of the database.
        throw signal.aborted ? new ApiError('rest_service_unavailable') : error
      }
    }
    return limiterOf(database)(client, work, signal)
  }

/** Runs a query that may take long without blocking the process. */
export const readInBackground = (source: Source, query: RawBuilder<unknown>): ReturnType<Query> => {
  const { sql, parameters } = query.compile(source.database.kysely)
  return inBackground(source)(sql, bindable(parameters))
}

/** Runs a query that may take long, and returns its rows as objects with these names in place of its columns. */
export const selectInBackground = async <R>(
  source: Source,
  names: readonly (keyof R & string)[],
  query: RawBuilder<R>,
): Promise<R[]> => {
  const rows = await readInBackground(source, query)
  // The query says what its columns hold, as every query in SQL does.
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as R)
}
