import { CompiledQuery, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Bindable, Db } from '../db/database.ts'
import type { Dialect, Querying } from '../db/dialects/dialect.ts'

/** A parameter that is computed from the values to which its statement is bound. */
type Placeholder<A extends readonly unknown[]> = { readonly read: (...bound: A) => Bindable }

/** An expression for a parameter that is computed each time its statement is bound. */
export const slot = <A extends readonly unknown[], P extends Bindable>(read: (...bound: A) => P): RawBuilder<P> =>
  // Kysely takes over what a parameter is; `bind` puts a value in its place.
  sql.val<P>({ read } as unknown as P)

/** A compiled statement; its parameters are constants or computed each time that it is bound. */
export type Prepared<A extends readonly unknown[]> = {
  readonly text: string
  readonly parameters: readonly (Placeholder<A> | Bindable)[]
}

/** Takes over a compiled query whose parameters are slots or constants. */
export const prepare = <A extends readonly unknown[]>({
  sql: text,
  parameters,
}: Pick<CompiledQuery, 'sql' | 'parameters'>): Prepared<A> => ({
  text,
  // Kysely does not say what the parameters of a query are: here they are slots and constants.
  parameters: parameters as Prepared<A>['parameters'],
})

/** Computes the parameters for one execution of a statement. */
export const bind = <A extends readonly unknown[]>({ parameters }: Prepared<A>, ...bound: A): Bindable[] => {
  const values: Bindable[] = []
  for (const one of parameters)
    values.push(typeof one === 'object' && one !== null && 'read' in one ? one.read(...bound) : one)
  return values
}

/** Expressions for parts of a value that is not known yet when the query is built. */
export type Given<V> = {
  readonly param: <P extends Bindable>(read: (value: V) => P) => RawBuilder<P>
  /** `column` is one of the numbers. */
  readonly isIn: (column: Expression<unknown>, read: (value: V) => readonly number[]) => RawBuilder<SqlBool>
  /** `column` is one of the texts. */
  readonly isText: (column: Expression<unknown>, read: (value: V) => readonly string[]) => RawBuilder<SqlBool>
  readonly dialect: Dialect
}

/** Most shapes of one query that are kept: the fields of payloads come in any combination. */
const maxShapes = 200

/**
 * Makes a function that runs a query, which is compiled once for each shape of its value. A write consists of some twenty statements, and
 * compiling them would take longer than running them.
 */
export const rowsBy = <V, R, S = undefined>(
  build: (kysely: Querying, given: Given<V>, shape: S) => { readonly compile: () => CompiledQuery<R> },
  shapeOf?: (value: V) => S,
): ((db: Db, value: V) => Promise<R[]>) => {
  const statements = new LRUCache<string, Prepared<[V]>>({ max: maxShapes })
  return async ({ kysely, dialect }, value) => {
    const shape = shapeBy(shapeOf, value)
    const key = `${dialect.name} ${JSON.stringify(shape)}`
    let statement = statements.get(key)
    if (!statement) {
      statement = prepare<[V]>(build(kysely, givenIn<V>(dialect), shape).compile())
      statements.set(key, statement)
    }
    return (await kysely.executeQuery<R>(CompiledQuery.raw(statement.text, bind(statement, value)))).rows
  }
}

/** The shape of a value, for a query that has shapes; all others declare that theirs is undefined. */
export const shapeBy = <V, S>(shapeOf: ((value: V) => S) | undefined, value: V): S => shapeOf?.(value) as S

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
