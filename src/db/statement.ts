import { CompiledQuery, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Bindable, Database, Db } from './database.ts'

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
  const text = statementText({ dialect }, key, () => build().compile())
  return (await kysely.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows
}

/** Like {@link runStatement}, but returns rows as lists of columns, which must have different names. */
export const readStatement = async (
  db: Db | Database,
  key: string,
  build: () => RawBuilder<unknown>,
  parameters: readonly (number | string | null)[],
): Promise<readonly (readonly unknown[])[]> => {
  const { kysely, dialect } = db
  const text = statementText({ dialect }, key, () => build().compile(kysely))
  if ('query' in db) return await db.query(text, parameters)
  const { rows } = await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters]))
  return rows.map((row) => Object.values(row))
}

/**
 * The parameters of a compiled query, which the compiler knows nothing of.
 * @throws TypeError for one that a statement cannot have.
 */
export const bindable = (parameters: readonly unknown[]): readonly Bindable[] => {
  if (!parameters.every(isBindable)) throw new TypeError('a parameter is neither text, number, bytes nor null')
  return parameters
}

/** Whether a parameter of a statement can have the value. */
export const isBindable = (value: unknown): value is Bindable =>
  value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array

/** Returns the text of a statement, which is compiled once for each key and dialect. */
export const statementText = (
  { dialect }: Pick<Db, 'dialect'>,
  key: string,
  compile: () => Pick<CompiledQuery, 'sql'>,
): string => {
  const keyed = `${dialect.name} ${key}`
  const cached = texts.get(keyed)
  if (cached !== undefined) return cached
  const { sql } = compile()
  texts.set(keyed, sql)
  return sql
}

/** The ids in a column of the rows of a statement. */
export const idsOf = (rows: readonly (readonly unknown[])[], column: number): number[] => {
  const ids: number[] = []
  for (const row of rows) ids.push(Number(row[column]))
  return ids
}
