import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely'
import type { CacheDependency } from '../cache/change-feed.ts'
import type { RequestContext } from '../core/context.ts'
import type { Viewer } from '../core/policy.ts'
import type { Database } from '../db/database.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import type { LinkTarget, Schema } from '../db/schema.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import { type Bindable, type Prepared as Statement, slot } from './statement-cache.ts'

/** A condition on the rows of a table. */
export type Where<T extends keyof Schema> = (eb: ExpressionBuilder<Schema, T>) => Expression<SqlBool>

/**
 * What a condition may make of the value that it is about: parameters, which are computed each time its statement is bound. The
 * value itself is not there when the statement is built, because one statement serves all values of a shape.
 */
export type Bound<V> = {
  readonly param: <P extends Bindable>(read: (value: V, context: RequestContext) => P) => RawBuilder<P>
  /** `column` is one of the ids. */
  readonly isIn: (
    column: Expression<number>,
    read: (value: V, context: RequestContext) => readonly (number | string)[],
  ) => RawBuilder<SqlBool>
  /** The same for texts. */
  readonly isText: (
    column: Expression<string>,
    read: (value: V, context: RequestContext) => readonly string[],
  ) => RawBuilder<SqlBool>
  /** Who asks; his role is part of every shape. */
  readonly caller: Viewer
  readonly dialect: Dialect
}

/** By which ids events are found. */
export type EventKey = LinkTarget | 'event'

/** How a value keeps rows. It is known by its identity, so it is made once, never while a request is answered. */
export type Rule<T extends keyof Schema, V, S = undefined, R = V> = {
  readonly where: (bound: Bound<R>, shape: S) => Where<T>
  /** What of the value changes the structure of the condition; without it nothing does. */
  readonly shape?: (value: V) => S
  /** An index finds the rows, or their own columns tell: nothing else has to be looked at for each of them. */
  readonly isCheap?: boolean
  /** What has to be found out before: `where` gets it instead of the value. */
  readonly lookUp?: LookUpRule<V, R>
  /** It keeps only events with one of these {@link Extent facets}; all without it. */
  readonly tags?: (value: R) => readonly string[] | undefined
  /** Its value is a list of ids: it keeps the events that are linked to one of them, or have one of them. */
  readonly key?: EventKey
  /** Its value is a list of ids of the rows themselves, by which they are read, whatever else an index knows of them. */
  readonly isKey?: boolean
  /** Pieces of text that every row has which it keeps. */
  readonly needles?: (value: V) => readonly string[]
}

/** Finds out what a value stands for. */
export type LookUpRule<V, R> = (
  database: Database,
  context: RequestContext,
  value: V,
  dependency: CacheDependency,
) => Awaitable<R>

// biome-ignore lint/suspicious/noExplicitAny: rules about values of different types meet in one query; each is given its own.
type AnyRule<T extends keyof Schema> = Rule<T, any, any, any>

/** A rule with the value that it is about, and what of that value changes its structure. */
export type Condition<T extends keyof Schema> = {
  readonly rule: AnyRule<T>
  readonly value: unknown
  readonly shape: unknown
}

/** Joins a rule with a value. */
export const condition = <T extends keyof Schema, V, S, R>(rule: Rule<T, V, S, R>, value: V): Condition<T> => ({
  rule,
  value,
  shape: rule.shape?.(value),
})

/** The condition with what its rule has to find out before, if anything. */
export const lookUp = <T extends keyof Schema>(
  database: Database,
  context: RequestContext,
  asked: Condition<T>,
  dependency: CacheDependency,
): Awaitable<unknown> => asked.rule.lookUp?.(database, context, asked.value, dependency) ?? asked.value

/** A statement that is bound to a query and its context. */
export type Prepared<Q> = Statement<readonly [query: Q, context: RequestContext]>

/** What a condition may use whose value `find` gets out of the query that is bound. */
export const boundTo = <Q, V>(dialect: Dialect, role: Viewer['role'], find: (query: Q) => V): Bound<V> => {
  const param = <P extends Bindable>(read: (value: V, context: RequestContext) => P) =>
    slot<[Q, RequestContext], P>((query, context) => read(find(query), context))
  return {
    param,
    isIn: (column, read) =>
      dialect.isInList(
        column,
        param((value, context) => dialect.encodeIds(read(value, context))),
      ),
    isText: (column, read) =>
      dialect.isInTexts(
        column,
        param((value, context) => dialect.encodeTexts(read(value, context))),
      ),
    caller: { role, id: slot((_: Q, { caller }: RequestContext) => caller.id) },
    dialect,
  }
}

const numbers = new WeakMap<object, number>()
let count = 0

/** A number by which a rule or a statement is known in this process. */
export const numberOf = (one: object): number => {
  const known = numbers.get(one)
  if (known !== undefined) return known
  numbers.set(one, ++count)
  return count
}

/** What the answer of a statement is known by. */
export const keyOf = (statement: object, parameters: readonly Bindable[]): string =>
  `${numberOf(statement)} ${parameters.join('\0')}`

/** What a statement with these conditions is known by: equal shapes have the same text. */
export const shapeOf = (conditions: readonly { readonly rule: object; readonly shape: unknown }[]): string => {
  let key = ''
  for (const { rule, shape } of conditions)
    key += shape === undefined ? `${numberOf(rule)} ` : `${numberOf(rule)}:${shape} `
  return key
}
