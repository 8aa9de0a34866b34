import { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'

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
  const whole = `${dialect.name} ${key}`
  let text = texts.get(whole)
  if (text === undefined) {
    text = build().compile().sql
    texts.set(whole, text)
  }
  return (await kysely.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows
}
