import {
  CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { type CacheDependency, cachedResult, dependencyOn } from '../cache/change-feed.ts'
import type { RequestContext } from '../core/context.ts'
import type { Param, Values } from '../core/params.ts'
import type { Viewer } from '../core/policy.ts'
import type { Bindable, Database, Db } from '../db/database.ts'
import type { Dialect, Querying } from '../db/dialects/dialect.ts'
import type { ChangeKind, LinkTarget, Schema } from '../db/schema.ts'
import { pickIds } from '../db/statement.ts'

/** What a query of a list needs: the database, the context of the request, and the changes on which its cached result depends. */
export type QuerySource = {
  readonly database: Database
  readonly context: RequestContext
  readonly dependency: CacheDependency
  /** Whether the total of a list is wanted; only long lists of events are found without. */
  readonly isCounted?: boolean | undefined
}

/** A condition on the rows of a table. */
export type Where<T extends keyof Schema> = (eb: ExpressionBuilder<Schema, T>) => Expression<SqlBool>

/**
 * Builds the parameters of a condition. They are computed each time that the statement is bound: when it is built, the value is not known,
 * since one statement serves all values of a shape.
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
  /** The caller. The role is known when the statement is built, the id when it is bound. */
  readonly caller: Viewer
  readonly dialect: Dialect
}

/** Whose ids a rule holds: those of linked records, or of the events themselves. */
export type EventKey = LinkTarget | 'event'

/** How a value selects rows. Statements are cached by the identity of the rule object, so create it once, not for each request. */
export type Rule<T extends keyof Schema, V, S = undefined, R = V> = {
  readonly where: (bound: Bound<R>, shape: S) => Where<T>
  /** The property of the value that determines the text of the statement; without it, all values share one statement. */
  readonly shape?: (value: V) => S
  /** An index or the columns of the row decide, so that no other table is read for each row. */
  readonly isCheap?: boolean
  /** An index holds only the rows that the value selects, and they are few: whatever else is tested is tested for few rows. */
  readonly isRare?: (value: V) => boolean
  /** Looks up a value before the query runs; `where` gets the result instead of the value. */
  readonly lookUp?: LookUpRule<V, R>
  /** The selected events have one of these facets, in the sense of {@link EventRange}; undefined where nothing is known of them. */
  readonly facets?: (value: R) => readonly string[] | undefined
  /** The value is a list of ids, and the selected events are linked to one of them, or have one of them. */
  readonly key?: EventKey
  /** The value is a list of ids of the rows, and the rows are read by these ids before other conditions are tested. */
  readonly isKey?: boolean
  /** Words that the searched text of each selected row contains; see {@link withSearches}. */
  readonly words?: (value: V) => readonly string[]
}

/** Looks up the value that a condition uses, such as the ids of a term and its descendants. */
export type LookUpRule<V, R> = (
  database: Database,
  context: RequestContext,
  value: V,
  dependency: CacheDependency,
) => R | Promise<R>

// biome-ignore lint/suspicious/noExplicitAny: rules about values of different types meet in one query; each is given its own.
type AnyRule<T extends keyof Schema> = Rule<T, any, any, any>

/** A rule with its value and the shape of that value. */
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

/** Returns the value that a condition uses: the result of its rule's look-up, or the value as it is. */
export const lookUp = async <T extends keyof Schema>(
  database: Database,
  context: RequestContext,
  asked: Condition<T>,
  dependency: CacheDependency,
): Promise<unknown> => asked.rule.lookUp?.(database, context, asked.value, dependency) ?? asked.value

/** A statement that is bound to a query and its context. */
export type Prepared<Q> = Statement<readonly [query: Q, context: RequestContext]>

/** Makes the builder of parameters for a condition; `find` takes its value from the query to which the statement is bound. */
export const boundTo = <Q, V>(dialect: Dialect, role: Viewer['role'], find: (query: Q) => V): Bound<V> => {
  const param = <P extends Bindable>(read: (value: V, context: RequestContext) => P) =>
    slot<[Q, RequestContext], P>((query, context) => read(find(query), context))
  return {
    param,
    isIn: (column, read) =>
      dialect.isInList(
        column,
        slot((query: Q, context: RequestContext) => dialect.encodeIds(read(find(query), context))),
      ),
    isText: (column, read) =>
      dialect.isInTexts(
        column,
        slot((query: Q, context: RequestContext) => dialect.encodeTexts(read(find(query), context))),
      ),
    caller: { role, id: slot((_: Q, { caller }: RequestContext) => caller.id) },
    dialect,
  }
}

/** The ids that a condition with a `key` has looked up, or was given. */
export const keyedIds = (values: readonly unknown[], at: number): readonly number[] =>
  // A rule with a `key` is about lists of ids.
  values[at] as readonly number[]

const numbers = new WeakMap<object, number>()
let count = 0

/** Returns the number that identifies a rule or a statement in the keys of this process. */
const numberObject = (one: object): number => {
  const number = numbers.get(one)
  if (number !== undefined) return number
  numbers.set(one, ++count)
  return count
}

/** Returns the key of the result of a statement with these parameters; a set of ids stands in it by its name. */
export const resultKey = (statement: object, parameters: readonly Bindable[]): string =>
  `${numberObject(statement)} ${parameters.join('\0')}`

/** Returns the key of a statement with these conditions: conditions of equal shapes have statements of equal texts. */
export const shapeKey = (conditions: readonly { readonly rule: object; readonly shape: unknown }[]): string => {
  let key = ''
  for (const { rule, shape } of conditions)
    key += shape === undefined ? `${numberObject(rule)} ` : `${numberObject(rule)}:${shape} `
  return key
}

/** Builds the query for ids, once for each role and shape. */
type Build<V, S> = (
  kysely: Kysely<Schema>,
  bound: Bound<V>,
  shape: S,
) => { compile: () => Parameters<typeof prepare>[0] }

type Options<V, S> = {
  /** Changes of these kinds invalidate the ids; without `kinds`, they depend on the same changes as the list. */
  readonly kinds?: readonly ChangeKind[]
  /** The property of a value that determines the text of the statement. */
  readonly shape?: (value: V) => S
}

/** Makes a rule's look-up of ids. Its statement is compiled once for each shape, and its result is cached until a change. */
export const idsBy = <V, S = undefined>(
  build: Build<V, S>,
  { kinds, shape: shapeOfValue }: Options<V, S>,
): LookUpRule<V, readonly number[]> => {
  const statements = new Map<string, Prepared<V>>()
  return (database, context, value, dependency) => {
    const { dialect, kysely } = database
    const { role } = context.caller
    const shape = shapeBy(shapeOfValue, value)
    const key = `${dialect.name} ${role} ${shape}`
    let statement = statements.get(key)
    if (!statement) {
      const bound = boundTo<V, V>(dialect, role, (asked) => asked)
      statement = prepare(build(kysely, bound, shape).compile())
      statements.set(key, statement)
    }
    const { text } = statement
    const parameters = bind(statement, value, context)
    return cachedResult(
      kinds ? dependencyOn(dependency.changeFeed, kinds, undefined, dependency.version) : dependency,
      resultKey(statement, parameters),
      async () => pickIds(await database.query(text, parameters), 0),
    )
  }
}

/** A parameter that is computed from the values to which its statement is bound. */
type Placeholder<A extends readonly unknown[]> = { readonly read: (...bound: A) => Bindable }

/** An expression for a parameter that is computed each time its statement is bound. */
export const slot = <A extends readonly unknown[], P extends Bindable>(read: (...bound: A) => P): RawBuilder<P> =>
  // Kysely takes over what a parameter is; `bind` puts a value in its place.
  sql.val<P>({ read } as unknown as P)

/** A compiled statement; its parameters are constants or computed each time that it is bound. */
export type Statement<A extends readonly unknown[]> = {
  readonly text: string
  readonly parameters: readonly (Placeholder<A> | Bindable)[]
}

/** Takes over a compiled query whose parameters are slots or constants. */
export const prepare = <A extends readonly unknown[]>({
  sql: text,
  parameters,
}: Pick<CompiledQuery, 'sql' | 'parameters'>): Statement<A> => ({
  text,
  // Kysely does not say what the parameters of a query are: here they are slots and constants.
  parameters: parameters as Statement<A>['parameters'],
})

/** Computes the parameters for one execution of a statement. */
export const bind = <A extends readonly unknown[]>({ parameters }: Statement<A>, ...bound: A): Bindable[] => {
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
  const statements = new LRUCache<string, Statement<[V]>>({ max: maxShapes })
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
const shapeBy = <V, S>(shapeOf: ((value: V) => S) | undefined, value: V): S => shapeOf?.(value) as S

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

/** A list parameter with the rule that selects rows; parameters without a rule are evaluated together with others. */
export type Filter<T extends keyof Schema, V, S = undefined, R = V> = Param<V> & Partial<Rule<T, V, S, R>>

/** Declares a list parameter; the type of its value follows from `type`. */
export const filter = <T extends keyof Schema, V, S = undefined, R = V>(
  entry: Filter<T, V, S, R>,
): Filter<T, V, S, R> => entry

// biome-ignore lint/suspicious/noExplicitAny: filters of different types meet in one table; each keeps its own type in it.
type AnyFilter<T extends keyof Schema> = Filter<T, any, any, any>

// biome-ignore lint/suspicious/noExplicitAny: as above.
type FilterRule<T extends keyof Schema> = Rule<T, any, any, any>

/** The filters of a list of rows of one table. */
export type FilterTable<T extends keyof Schema> = { readonly [name: string]: AnyFilter<T> }

/** Returns the conditions of all filters that were sent. */
export const filterConditions = <T extends keyof Schema>(
  filters: FilterTable<T>,
  values: Values<FilterTable<T>>,
): Condition<T>[] => {
  const conditions: Condition<T>[] = []
  for (const name in values) {
    const entry = filters[name]
    // With a condition, the entry of a filter is the rule.
    if (entry?.where) conditions.push(condition(entry as FilterRule<T>, values[name]))
  }
  return conditions
}
