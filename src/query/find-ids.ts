import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { cachedResult } from '../cache/change-feed.ts'
import type { IdPage } from '../core/resource.ts'
import type { Database, Query } from '../db/database.ts'
import { asListed, type ListedTable } from '../db/listed-table.ts'
import type { Schema } from '../db/schema.ts'
import { pickIds } from '../db/statement.ts'
import {
  bind,
  boundTo,
  type Condition,
  keyedIds,
  lookUp,
  type Prepared,
  prepare,
  type QuerySource,
  resultKey,
  shapeKey,
  slot,
  type Where,
} from './condition.ts'
import { inBackground } from './in-background.ts'
import { withSearches } from './search-text.ts'

/** The order of a list. Its last column is unique, so that pages never overlap (contract B3.1). */
export type Order<T extends keyof Schema> = readonly (readonly [
  by: (keyof Schema[T] & string) | { readonly placesOf: readonly number[] },
  direction: 'asc' | 'desc',
])[]

/** Selects a page of the rows of a table: conditions, order and position. */
export type PageQuery<T extends keyof Schema> = {
  /** Conditions that all lists of the table share, and that an index of the table covers in the order of the list. */
  readonly among: readonly Condition<T>[]
  readonly where: readonly Condition<T>[]
  readonly order: Order<T>
  readonly page: number
  readonly perPage: number
  /** Number of rows to skip, instead of the one that follows from `page`. */
  readonly offset?: number | undefined
  /** No index covers this order, so that all matching rows are read and sorted for one page. */
  readonly isSorted?: boolean
}

/** A query with the values that its rules have looked up, and the number of rows at which counting stops. */
type ResolvedQuery<T extends keyof Schema> = PageQuery<T> & {
  readonly values: readonly unknown[]
  readonly most: number
}

const unlimited = Number.MAX_SAFE_INTEGER

/** Most rows that a request tests one by one, or counts, by itself; a query with more rows runs in the background worker. */
export const fewRows = { tested: 2000, counted: 20_000 }

/**
 * Finds a page by statements that are compiled once for all queries of a shape; the total is cached until a change. A query that would
 * test many rows runs in the background worker.
 */
export const findIds = async <T extends ListedTable>(
  source: QuerySource,
  table: T,
  asked: PageQuery<T>,
): Promise<IdPage> => {
  const { database, context, dependency } = source
  const query: PageQuery<T> = { ...asked, where: await withSearches(source, table, asked.where) }
  const conditions = [...query.among, ...query.where]
  const statements = statementsOf(source, table, query, conditions)
  const values = await Promise.all(conditions.map((one) => lookUp(database, context, one, dependency)))
  const resolved: ResolvedQuery<T> = { ...query, values, most: unlimited }
  const isDeep = offsetOf(query) > fewRows.tested
  const isTested = query.isSorted || isDeep || query.where.some(({ rule }) => !rule.isCheap)
  const count = isTested ? await countUpTo(source, statements.among, resolved, fewRows.tested) : 0
  const ask = count <= fewRows.tested ? database.query : inBackground(source)
  const [rows, total] = await Promise.all([
    ask(statements.page.text, bind(statements.page, resolved, context)),
    source.isCounted === false ? undefined : countAll(source, statements.total, resolved, ask),
  ])
  const ids = pickIds(rows, 0)
  return { ids, total: total ?? ids.length }
}

/** The number of rows before the page. */
const offsetOf = ({ page, perPage, offset }: Pick<PageQuery<'event'>, 'page' | 'perPage' | 'offset'>): number =>
  offset ?? (page - 1) * perPage

/** A query whose count stops at `most`. */
type Counted = { readonly most: number }

/** Counts the rows; when there are more than `most`, the result is `most + 1`. */
export const countUpTo = <Q extends Counted>(
  { database, context, dependency }: QuerySource,
  statement: Prepared<Q>,
  query: Q,
  most: number,
): Promise<number> => {
  const parameters = bind(statement, { ...query, most: most + 1 }, context)
  return cachedResult(dependency, resultKey(statement, parameters), () =>
    askNumber(database.query, statement, parameters),
  )
}

/** Counts all rows; a large number is counted by the background worker. */
export const countAll = <Q extends Counted>(
  source: QuerySource,
  statement: Prepared<Q>,
  query: Q,
  ask: Query,
): Promise<number> => {
  const { database, context, dependency } = source
  const parameters = bind(statement, { ...query, most: unlimited }, context)
  return cachedResult(dependency, resultKey(statement, parameters), async () => {
    const count = ask === database.query ? await countUpTo(source, statement, query, fewRows.counted) : unlimited
    return count > fewRows.counted ? await askNumber(inBackground(source), statement, parameters) : count
  })
}

const askNumber = async <Q>(ask: Query, { text }: Prepared<Q>, parameters: Parameters<Query>[1]): Promise<number> => {
  const [row] = await ask(text, parameters)
  return Number(row?.[0])
}

// biome-ignore lint/suspicious/noExplicitAny: statements about different tables meet here; each is only given queries of its own shape.
type Statement = Prepared<any>

type Statements = { readonly page: Statement; readonly total: Statement; readonly among: Statement }

/** Most shapes that are kept: there are hundreds of combinations of filters, and a client may try them all. */
const maxShapes = 1000

const cache = new LRUCache<string, Statements>({ max: maxShapes })

const statementsOf = <T extends ListedTable>(
  { database, context }: QuerySource,
  table: T,
  { among, order }: PageQuery<T>,
  conditions: readonly Condition<T>[],
): Statements => {
  const { dialect } = database
  const { role } = context.caller
  const key = `${dialect.name} ${table} ${role} ${orderShape(order)} ${shapeKey(conditions)}`
  const cached = cache.get(key)
  if (cached) return cached
  const matching = (some: readonly Condition<T>[]) => {
    const key = some.findIndex(({ rule }) => rule.isKey)
    const where = some.map(({ rule, shape }, at): Where<T> => {
      if (at === key) return () => sql<SqlBool>`${sql.ref(`${table}.id`)} = listed.value`
      return rule.where(
        boundTo<ResolvedQuery<T>, unknown>(dialect, role, ({ values }) => values[at]),
        shape,
      )
    })
    return database.kysely
      .selectFrom(key < 0 ? asListed(table) : eachRow(database, table, key))
      .where((eb) => eb.and(where.map((one) => one(expressionBuilder<Schema, T>()))))
  }
  const count = (some: readonly Condition<T>[]): Statement => {
    const rows = matching(some)
      .select(sql.lit(1).as('one'))
      .limit(slot(({ most }: Counted) => most))
    return prepare(
      database.kysely
        .selectFrom(rows.as('found'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .compile(),
    )
  }
  const page = matching(conditions)
    .select(sql.ref<number>(`${table}.id`).as('id'))
    .limit(slot(({ perPage }: ResolvedQuery<T>) => perPage))
    .offset(slot((query: ResolvedQuery<T>) => offsetOf(query)))
  const ordered = order.reduce(
    (query, [by, direction], at) =>
      query.orderBy(typeof by === 'string' ? sql.ref(`${table}.${by}`) : placeIn(database, table, at), direction),
    page,
  )
  const statements = { page: prepare(ordered.compile()), total: count(conditions), among: count(among) }
  cache.set(key, statements)
  return statements
}

/** The rows of a table whose ids the value of a condition lists, each read by its id. */
const eachRow = <T extends ListedTable>({ dialect }: Database, table: T, key: number) => {
  const ids = slot(({ values }: ResolvedQuery<T>) => dialect.encodeIds([...new Set(keyedIds(values, key))]))
  // The compiler sees the table of events for all of them.
  return dialect.eachOf(ids, asListed(table), 'id')
}

const orderShape = <T extends ListedTable>(order: Order<T>): string =>
  order.map(([by, direction]) => `${typeof by === 'string' ? by : '+'} ${direction}`).join()

const placeIn = <T extends ListedTable>({ dialect }: Database, table: T, at: number): RawBuilder<number> =>
  dialect.positionIn(
    sql.ref(`${table}.id`),
    slot(({ order }: ResolvedQuery<T>) => {
      const by = order[at]?.[0]
      return dialect.encodeIds(typeof by === 'object' ? by.placesOf : [])
    }),
  )
