import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../context.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import type { Schema } from '../db/schema.ts'
import type { Viewer } from './permissions.ts'

/** A condition on the rows of a table. */
export type Where<T extends keyof Schema> = (eb: ExpressionBuilder<Schema, T>) => Expression<SqlBool>

/** What a statement can be given. */
export type Bindable = number | string | null

/**
 * What a condition may make of the value that it is about: parameters, which are computed each time its statement is bound. The
 * value itself is not there when the statement is built, because one statement serves all values of a shape.
 */
export type Bound<V> = {
  readonly param: <P extends Bindable>(read: (value: V, scope: Scope) => P) => RawBuilder<P>
  /** `column` is one of the ids. */
  readonly isIn: (
    column: Expression<number>,
    read: (value: V, scope: Scope) => readonly (number | string)[],
  ) => RawBuilder<SqlBool>
  /** Who asks; his role is part of every shape. */
  readonly caller: Viewer
  readonly dialect: Dialect
}

/** A condition, the value that it is about, and what of that value changes its structure. */
export type Condition<T extends keyof Schema> = {
  readonly value: unknown
  readonly shape: unknown
  readonly where: (bound: Bound<never>, shape: never) => Where<T>
}

/** Joins a value with its condition; `where` is known by its identity, so it is made once, never while a request is answered. */
export const condition = <T extends keyof Schema, V, S = undefined>(
  where: (bound: Bound<V>, shape: S) => Where<T>,
  value: V,
  shape: S,
): Condition<T> => ({ where, value, shape })

/** A parameter that is computed when its statement is bound. */
export type Slot<Q> = { readonly read: (query: Q, scope: Scope) => Bindable }

/** An expression for a {@link Slot}. */
export const slot = <Q, P extends Bindable>(read: (query: Q, scope: Scope) => P): RawBuilder<P> =>
  sql.val<P>({ read } as unknown as P)

/** A compiled statement, with the parameters that are the same for all values as they are. */
export type Prepared<Q> = { readonly text: string; readonly parameters: readonly (Slot<Q> | Bindable)[] }

/** The parameters of a statement for one request. */
export const bind = <Q>({ parameters }: Prepared<Q>, query: Q, scope: Scope): Bindable[] =>
  parameters.map((parameter) =>
    typeof parameter === 'object' && parameter !== null ? parameter.read(query, scope) : parameter,
  )

const numbers = new WeakMap<object, number>()
let count = 0

const numberOf = (where: object): number => {
  const known = numbers.get(where)
  if (known !== undefined) return known
  numbers.set(where, ++count)
  return count
}

/** What a statement with these conditions is known by: equal shapes have the same text. */
export const shapeOf = (conditions: readonly { where: object; shape: unknown }[]): string => {
  let key = ''
  for (const { where, shape } of conditions)
    key += shape === undefined ? `${numberOf(where)} ` : `${numberOf(where)}:${shape} `
  return key
}
