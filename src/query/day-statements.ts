import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Status } from '../db/schema.ts'

const texts = new LRUCache<string, string>({ max: 500 })

/**
 * The text of a statement about events of some statuses, built once; `name` tells it from the others. What it is built with stands for the
 * parameters: their values come when it is asked.
 */
export const textOnce = (
  { dialect, kysely }: Database,
  name: string,
  statuses: readonly Status[],
  build: (statuses: RawBuilder<unknown>) => RawBuilder<unknown>,
): string => {
  const key = `${dialect.name} ${name} ${statuses}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const { sql: text } = build(sql.join(statuses.map((status) => sql.lit(status)))).compile(kysely)
  texts.set(key, text)
  return text
}
