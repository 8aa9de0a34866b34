import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../context.ts'
import type { Database, Db } from '../db/database.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import type { Schema } from '../db/schema.ts'
import { type Awaitable, after, allOf } from '../lib/awaitable.ts'
import { type Bindable, type Bound, bind, type Condition, type Prepared, shapeOf, slot } from './conditions.ts'
import type { Viewer } from './permissions.ts'
import { asListed, type ListedTable } from './store.ts'

/** The order of a list; a unique column comes last, so that pages never overlap (contract B3.1). */
export type Order<T extends keyof Schema> = readonly (readonly [
  by: (keyof Schema[T] & string) | { readonly placesOf: readonly number[] },
  direction: 'asc' | 'desc',
])[]

/** Which rows, in what order, from where. */
export type PageQuery<T extends keyof Schema> = {
  readonly where: readonly Condition<T>[]
  readonly order: Order<T>
  readonly page: number
  readonly perPage: number
}

/** The ids of a page in their order, and the number of all rows that match. */
export type IdPage = { readonly ids: readonly number[]; readonly total: number }

/** Finds the page by two statements, which are built once for all queries of the same shape. */
export const findIds = <T extends ListedTable>(
  database: Database,
  scope: Scope,
  table: T,
  query: PageQuery<T>,
): Awaitable<IdPage> => {
  const { page, total } = statementsOf(database, scope, table, query)
  const answers = allOf([
    database.query(page.text, bind(page, query, scope)),
    database.query(total.text, bind(total, query, scope)),
  ])
  return after(answers, ([rows, [count]]) => ({ ids: rows.map(([id]) => Number(id)), total: Number(count?.[0]) }))
}

// biome-ignore lint/suspicious/noExplicitAny: statements about different tables meet here; each is only given queries of its own shape.
type Statement = Prepared<PageQuery<any>>

type Statements = { readonly page: Statement; readonly total: Statement }

const cache = new Map<string, Statements>()

/** Shapes that are kept; there are hundreds of combinations of filters, and a client may try them all. */
const maxShapes = 1000

const statementsOf = <T extends ListedTable>(db: Db, { caller }: Scope, table: T, query: PageQuery<T>): Statements => {
  const { where, order } = query
  const key = `${db.dialect.name} ${table} ${caller.role} ${orderShape(order)} ${shapeOf(where)}`
  const known = cache.get(key)
  if (known) return known
  const made = buildStatements(db, caller.role, table, query)
  const oldest = cache.size >= maxShapes ? cache.keys().next().value : undefined
  if (oldest !== undefined) cache.delete(oldest)
  cache.set(key, made)
  return made
}

const orderShape = <T extends ListedTable>(order: Order<T>): string =>
  order.map(([by, direction]) => `${typeof by === 'string' ? by : '+'} ${direction}`).join()

const buildStatements = <T extends ListedTable>(
  db: Db,
  role: Viewer['role'],
  table: T,
  { where, order }: PageQuery<T>,
): Statements => {
  const matching = db.kysely
    .selectFrom(asListed(table))
    .where((eb) =>
      eb.and(
        (where as unknown as readonly Condition<'event'>[]).map((one, at) =>
          one.where(boundAt(db.dialect, role, at), one.shape as never)(eb),
        ),
      ),
    )
  let page = matching
    .select(`${table}.id` as 'event.id')
    .limit(slot<PageQuery<T>, number>(({ perPage }) => perPage))
    .offset(slot<PageQuery<T>, number>(({ page: number, perPage }) => (number - 1) * perPage))
  for (const [at, [by, direction]] of order.entries()) {
    const expression = typeof by === 'string' ? sql.ref(`${table}.${by}`) : placeIn(db.dialect, table, at)
    page = page.orderBy(expression, direction)
  }
  return { page: compile(page), total: compile(matching.select((eb) => eb.fn.countAll<number>().as('n'))) }
}

const placeIn = <T extends ListedTable>({ positionIn, encodeIds }: Dialect, table: T, at: number): RawBuilder<number> =>
  positionIn(
    sql.ref(`${table}.id`),
    slot<PageQuery<T>, string>(({ order }) => {
      const by = order[at]?.[0]
      return encodeIds(typeof by === 'object' ? by.placesOf : [])
    }),
  )

/** What the condition at this place of a query may use. */
const boundAt = (dialect: Dialect, role: Viewer['role'], at: number): Bound<never> => {
  const param = <P extends Bindable>(read: (value: never, scope: Scope) => P) =>
    slot<PageQuery<'event'>, P>(({ where }, scope) => read(where[at]?.value as never, scope))
  return {
    param,
    isIn: (column, read) =>
      dialect.isInList(
        column,
        param((value, scope) => dialect.encodeIds(read(value, scope))),
      ),
    caller: { role, id: slot((_, { caller }) => caller.id) },
    dialect,
  }
}

const compile = (query: { compile: () => { sql: string; parameters: readonly unknown[] } }): Statement => {
  const { sql: text, parameters } = query.compile()
  return { text, parameters: parameters as Statement['parameters'] }
}
