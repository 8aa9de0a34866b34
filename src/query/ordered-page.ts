import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../core/policy.ts'
import type { Database, Query } from '../db/database.ts'
import { asListed, type ListedTable } from '../db/listed-table.ts'
import type { Schema } from '../db/schema.ts'
import type { QuerySource } from './condition.ts'
import { type Bound, bind, boundTo, type Condition, type Prepared, prepare, shapeKey, slot } from './condition.ts'

/** A value by which rows are ordered. The last term of an order is the id, so that no two rows have the same place. */
export type OrderTerm = {
  /** The name that clients know; one expression has one name. */
  readonly name: string
  readonly direction: 'asc' | 'desc'
  /** A column, or what makes an expression of a value that is bound later. */
  readonly by: string | OrderRule
  readonly value?: unknown
  readonly kind: 'text' | 'number'
}

// biome-ignore lint/suspicious/noExplicitAny: rules about values of different types meet in one order; each is given its own.
type OrderRule = (bound: Bound<any>) => RawBuilder<number>

/** The place of a row in an order: the values of its terms. */
export type Place = readonly (string | number)[]

/** Selects rows in an order, from a place on. */
export type OrderedQuery<T extends ListedTable> = {
  readonly conditions: readonly Condition<T>[]
  /** The values that the rules of `conditions` have looked up. */
  readonly values: readonly unknown[]
  /** The only rows, each read by its id; without them, the rows of `index` are read in its order. */
  readonly ids?: readonly number[]
  readonly index?: string | undefined
  readonly order: readonly OrderTerm[]
  /** Only rows behind this place. */
  readonly place?: Place | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns the places of the rows of a page; the last value of each is its id. */
export const orderedPage = async <T extends ListedTable>(
  { database, context }: QuerySource,
  table: T,
  query: OrderedQuery<T>,
  ask: Query = database.query,
): Promise<readonly Place[]> => {
  const statement = statementOf(database, context.caller.role, table, query)
  const rows = await ask(statement.text, bind(statement, query, context))
  return rows.map((row) => row.map((value, at) => (query.order[at]?.kind === 'number' ? Number(value) : String(value))))
}

/** What a statement is bound to: its conditions were only needed to build it. */
type AnyQuery = Omit<OrderedQuery<ListedTable>, 'conditions'>

const cache = new LRUCache<string, Prepared<AnyQuery>>({ max: 500 })

const statementOf = <T extends ListedTable>(
  database: Database,
  role: Viewer['role'],
  table: T,
  query: OrderedQuery<T>,
): Prepared<AnyQuery> => {
  const { conditions, ids, index, order, place } = query
  const terms = order.map(({ name, direction }) => `${direction} ${name}`)
  const from = ids ? 'ids' : index
  const key = `${database.dialect.name} ${table} ${role} ${from} ${terms} ${place !== undefined} ${shapeKey(conditions)}`
  const cached = cache.get(key)
  if (cached) return cached
  const statement = build(database, role, table, query)
  cache.set(key, statement)
  return statement
}

const build = <T extends ListedTable>(
  { dialect, kysely }: Database,
  role: Viewer['role'],
  table: T,
  { conditions, ids, index, order, place }: OrderedQuery<T>,
): Prepared<AnyQuery> => {
  const terms = order.map(({ by }, at) =>
    typeof by === 'string'
      ? sql.ref(`${table}.${by}`)
      : by(boundTo<AnyQuery, unknown>(dialect, role, (query) => query.order[at]?.value)),
  )
  const where: RawBuilder<unknown>[] = conditions.map(({ rule, shape }, at) => {
    const bound = boundTo<AnyQuery, unknown>(dialect, role, ({ values }) => values[at])
    return sql`${rule.where(bound, shape)(expressionBuilder<Schema, T>())}`
  })
  if (ids) where.push(sql`${sql.ref(`${table}.id`)} = listed.value`)
  if (place) where.push(isBehind(order, terms))
  const rows = ids
    ? dialect.eachOf(
        slot(({ ids }: AnyQuery) => dialect.encodeIds(ids ?? [])),
        asListed(table),
        'id',
      )
    : index === undefined
      ? sql.table(table)
      : dialect.readInOrder(table, index)
  const by = order.map(({ direction }, at) => sql`${sql.lit(at + 1)} ${sql.raw(direction)}`)
  const [limit, offset] = [slot(({ limit: n }: AnyQuery) => n), slot(({ offset: n }: AnyQuery) => n)]
  return prepare(
    sql`select ${sql.join(terms)} from ${rows} where ${sql.join(where, sql` and `)}
      order by ${sql.join(by)} limit ${limit} offset ${offset}`.compile(kysely),
  )
}

/** The row comes behind the place. The first condition bounds the index. */
const isBehind = (order: readonly OrderTerm[], terms: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> => {
  const value = (at: number) => slot(({ place }: AnyQuery) => place?.[at] ?? '')
  const sign = (at: number) => sql.raw(order[at]?.direction === 'desc' ? '<' : '>')
  const last = terms.length - 1
  const rest = (at: number): RawBuilder<SqlBool> => {
    const isBeyond = sql<SqlBool>`${terms[at]} ${sign(at)} ${value(at)}`
    return at === last ? isBeyond : sql<SqlBool>`(${isBeyond} or (${terms[at]} = ${value(at)} and ${rest(at + 1)}))`
  }
  return last === 0 ? rest(0) : sql<SqlBool>`${terms[0]} ${sign(0)}= ${value(0)} and ${rest(0)}`
}
