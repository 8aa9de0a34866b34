import { CompiledQuery, type Insertable, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Bindable, Database, Db } from './database.ts'
import type { PostRow, PostTableName, Schema } from './schema.ts'

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
export const pickIds = (rows: readonly (readonly unknown[])[], column: number): number[] => {
  const ids: number[] = []
  for (const row of rows) ids.push(Number(row[column]))
  return ids
}

/** New rows of a table, with the same columns in the same order; `key` names the columns of a key by which rows that are there already are replaced. */
export type NewRows = {
  [T in keyof Schema]: {
    readonly table: T
    readonly rows: readonly Insertable<Schema[T]>[]
    readonly key?: readonly (keyof Schema[T] & string)[]
  }
}[keyof Schema]

/** The same for records of which the compiler does not know which table they are of. */
type PostRows = { readonly table: PostTableName; readonly rows: readonly PostRow<PostTableName>[] }

type AnyRows = { readonly table: string; readonly rows: readonly object[]; readonly key?: readonly string[] }

/**
 * Inserts rows into several tables; later ones may refer to earlier ones. A few rows are inserted by one statement if that saves round trips,
 * otherwise table by table with many rows per statement. There are only a few different statements, so that each is compiled and prepared once.
 */
export const insertAll = async (db: Db, inserts: readonly (NewRows | PostRows)[]): Promise<void> => {
  const parts: (NewRows | PostRows)[] = []
  let count = 0
  for (const part of inserts) {
    if (part.rows.length > 0) parts.push(part)
    count += part.rows.length
  }
  if (count === 0) return
  if (count <= db.dialect.maxRowsTogether) return insertTogether(db, parts)
  for (const part of parts) {
    const { rows } = part
    for (let at = 0; at < rows.length; ) {
      const remaining = rows.length - at
      const size = remaining >= 256 ? 256 : remaining >= 64 ? 64 : remaining >= 8 ? 8 : remaining
      await insertTogether(db, [{ ...part, rows: rows.slice(at, at + size) } as AnyRows])
      at += size
    }
  }
}

/** Inserts all rows by one statement, into several tables by common table expressions. */
const insertTogether = async (db: Db, parts: readonly AnyRows[]): Promise<void> => {
  const values: unknown[] = []
  let key = 'insert'
  for (const { table, rows } of parts) {
    for (const row of rows) values.push(...Object.values(row))
    key += ` ${table} ${rows.length} ${Object.keys(rows[0] ?? {})}`
  }
  await runStatement(db, key, () => ({ compile: () => joinInserts(parts).compile(db.kysely) }), values)
}

const joinInserts = (parts: readonly AnyRows[]): RawBuilder<unknown> => {
  const inserts = parts.map(({ table, rows, key }) => {
    const columns = Object.keys(rows[0] ?? {})
    const row = sql`(${sql.join(columns.map(() => sql`${null}`))})`
    return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(rows.map(() => row))}${key ? replaceBy(key, columns) : sql``}`
  })
  const last = inserts.at(-1)
  if (inserts.length < 2) return sql`${last}`
  const earlier = inserts.slice(0, -1).map((insert, at) => sql`${sql.ref(`rows_${at}`)} as (${insert})`)
  return sql`with ${sql.join(earlier)} ${last}`
}

const replaceBy = (key: readonly string[], columns: readonly string[]): RawBuilder<unknown> => {
  const others = columns.filter((column) => !key.includes(column))
  const set = others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  return sql` on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do update set ${sql.join(set)}`
}

/** Updates only the given columns of a row, so that indexes of other columns are not written. */
export const updateRow = async (
  db: Db,
  table: PostTableName,
  id: number,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const columns = Object.keys(changed)
  if (columns.length === 0) return
  const build = () => {
    const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${null}`))
    return { compile: () => sql`update ${sql.table(table)} set ${values} where id = ${null}`.compile(db.kysely) }
  }
  await runStatement(db, `update ${table} ${columns}`, build, [...Object.values(changed), id])
}

/** Gives rows the same values in the given columns. */
export const updateRows = async (
  db: Db,
  table: PostTableName,
  ids: readonly number[],
  changed: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const columns = Object.keys(changed)
  const [first] = ids
  if (first === undefined || columns.length === 0) return
  if (ids.length === 1) return updateRow(db, table, first, changed)
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${changed[column]}`))
  await sql`update ${sql.table(table)} set ${values} where ${db.dialect.isIn(sql.ref('id'), ids)}`.execute(db.kysely)
}
