import { CompiledQuery, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import type { Dialect, Querying } from '../db/dialects/dialect.ts'

/** What a statement can be given. */
export type Bindable = number | string | null

/** A parameter that is computed when its statement is bound, of what it is bound to. */
type Placeholder<A extends readonly unknown[]> = { readonly read: (...bound: A) => Bindable }

/** An expression for a parameter that is computed each time its statement is bound. */
export const slot = <A extends readonly unknown[], P extends Bindable>(read: (...bound: A) => P): RawBuilder<P> =>
  sql.val<P>({ read } as unknown as P)

/** A compiled statement, with the parameters that are the same for all that it is bound to as they are. */
export type Prepared<A extends readonly unknown[]> = {
  readonly text: string
  readonly parameters: readonly (Placeholder<A> | Bindable)[]
}

/** Compiles a query whose parameters are slots, or always the same. */
export const prepare = <A extends readonly unknown[]>({
  sql: text,
  parameters,
}: Pick<CompiledQuery, 'sql' | 'parameters'>): Prepared<A> => ({
  text,
  parameters: parameters as Prepared<A>['parameters'],
})

/** The parameters of a statement for once. */
export const bind = <A extends readonly unknown[]>({ parameters }: Prepared<A>, ...bound: A): Bindable[] =>
  parameters.map((parameter) =>
    typeof parameter === 'object' && parameter !== null ? parameter.read(...bound) : parameter,
  )

/** What a query that is built before its value is known may make of it. */
export type Given<V> = {
  readonly param: <P extends Bindable>(read: (value: V) => P) => RawBuilder<P>
  /** `column` is one of the numbers. */
  readonly isIn: (column: Expression<unknown>, read: (value: V) => readonly number[]) => RawBuilder<SqlBool>
  /** `column` is one of the texts. */
  readonly isText: (column: Expression<unknown>, read: (value: V) => readonly string[]) => RawBuilder<SqlBool>
  readonly dialect: Dialect
}

/** Shapes of one query that are kept; those of payloads come in any combination. */
const maxShapes = 200

/**
 * A query that is built and compiled once for each shape of its value, also within transactions: a write consists of some twenty
 * statements, which take longer to build than to run.
 */
export const rowsBy = <V, R, S = undefined>(
  build: (kysely: Querying, given: Given<V>, shape: S) => { readonly compile: () => CompiledQuery<R> },
  shapeOf?: (value: V) => S,
): ((db: Db, value: V) => Promise<R[]>) => {
  const statements = new LRUCache<string, Prepared<[V]>>({ max: maxShapes })
  return async ({ kysely, dialect }, value) => {
    const shape = shapeOf?.(value) as S
    const key = `${dialect.name} ${JSON.stringify(shape)}`
    let statement = statements.get(key)
    if (!statement) {
      statement = prepare<[V]>(build(kysely, givenIn<V>(dialect), shape).compile())
      statements.set(key, statement)
    }
    const query = CompiledQuery.raw(statement.text, bind(statement, value)) as CompiledQuery<R>
    return (await kysely.executeQuery(query)).rows
  }
}

const givenIn = <V>(dialect: Dialect): Given<V> => {
  const param = <P extends Bindable>(read: (value: V) => P) => slot<[V], P>(read)
  return {
    param,
    isIn: (column, read) =>
      dialect.isInList(
        column,
        param((value) => dialect.encodeIds(read(value))),
      ),
    isText: (column, read) =>
      dialect.isInTexts(
        column,
        param((value) => dialect.encodeTexts(read(value))),
      ),
    dialect,
  }
}
