import { CompiledQuery, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Awaitable } from '../lib/awaitable.ts'
import type { Database, Db } from './database.ts'

/** A query that can be compiled to a statement. */
type Compilable<R> = { readonly compile: () => CompiledQuery<R> }

/** The texts of compiled statements; their number is bounded, since the columns of writes come in any combination. */
const texts = new LRUCache<string, string>({ max: 500 })

/**
 * Runs a statement, whose text is compiled once for each key and dialect, also within transactions: building a statement takes longer than
 * running it. `parameters` have the order of the text.
 */
export const runStatement = async <R>(
  { kysely, dialect }: Db,
  key: string,
  build: () => Compilable<R>,
  parameters: readonly unknown[],
): Promise<R[]> => {
  const text = textOf(`${dialect.name} ${key}`, () => build().compile().sql)
  return (await kysely.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows
}

/** Like {@link runStatement}, but returns rows as lists of columns; outside of a transaction SQLite returns them without a promise. */
export const readStatement = (
  db: Db | Database,
  key: string,
  build: () => RawBuilder<unknown>,
  parameters: readonly (number | string | null)[],
): Awaitable<readonly (readonly unknown[])[]> => {
  const { kysely, dialect } = db
  const text = textOf(`${dialect.name} ${key}`, () => build().compile(kysely).sql)
  if ('query' in db) return db.query(text, parameters)
  const running = kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters]))
  return running.then(({ rows }) => rows.map((row) => Object.values(row)))
}

const textOf = (key: string, compile: () => string): string => {
  const cached = texts.get(key)
  if (cached !== undefined) return cached
  const text = compile()
  texts.set(key, text)
  return text
}
