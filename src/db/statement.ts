import { CompiledQuery, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Awaitable } from '../lib/awaitable.ts'
import type { Database, Db } from './database.ts'

/** Anything that becomes a statement. */
type Compilable<R> = { readonly compile: () => CompiledQuery<R> }

/** Statements whose texts are kept: the columns of writes come in any combination. */
const texts = new LRUCache<string, string>({ max: 500 })

/**
 * Runs a statement whose text is compiled once for all that has the same key in a dialect, also within transactions: to build a
 * statement takes longer than to run it. Its parameters are given in the order in which its text has them.
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

/** The same for rows as lists of their columns; what is committed is read without a promise where the database can. */
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
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = compile()
  texts.set(key, text)
  return text
}
