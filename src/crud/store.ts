import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { withSuffix } from '../lib/slug.ts'

/** A condition on the rows of a table. */
export type Where<T extends keyof Schema> = (eb: ExpressionBuilder<Schema, T>) => Expression<SqlBool>

/** The order of a list; a unique column comes last, so that pages never overlap (contract B3.1). */
export type Order<T extends keyof Schema> = readonly (readonly [
  (keyof Schema[T] & string) | ((eb: ExpressionBuilder<Schema, T>) => Expression<unknown>),
  'asc' | 'desc',
])[]

/** Which rows, in what order, from where. */
export type PageQuery<T extends keyof Schema> = {
  readonly where: readonly Where<T>[]
  readonly order: Order<T>
  readonly page: number
  readonly perPage: number
}

/** Tables that are listed, and addressed by id. */
export type ListedTable = 'event' | 'venue' | 'organizer' | 'term' | 'image'

/** The tables share these columns; the compiler cannot follow a table that is a type parameter through Kysely. */
export const asListed = <T extends ListedTable>(table: T) => table as unknown as 'event'

const allOf = <T extends ListedTable>(conditions: readonly Where<T>[]) =>
  conditions as unknown as readonly Where<'event'>[]

/** The ids of a page, and the number of all that match. */
export type FoundIds = { readonly ids: readonly number[]; readonly total: number }

/** The ids of one page and the number of all rows that match, by one statement (two for a page past the end). */
export const findIds = async <T extends ListedTable>(
  db: Db,
  table: T,
  { where, order, page, perPage }: PageQuery<T>,
): Promise<FoundIds> => {
  const conditions = allOf(where)
  let query = db.kysely
    .selectFrom(asListed(table))
    .select(`${table}.id` as 'event.id')
    .select((eb) =>
      eb
        .selectFrom(asListed(table))
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .where((inner) => inner.and(conditions.map((condition) => condition(inner))))
        .as('total_count'),
    )
    .where((eb) => eb.and(conditions.map((condition) => condition(eb))))
    .limit(perPage)
    .offset((page - 1) * perPage)
  for (const [by, direction] of order) {
    query = query.orderBy(typeof by === 'string' ? (`${table}.${by}` as never) : (by as never), direction)
  }
  const rows = await query.execute()
  const counted = rows[0]?.total_count
  const total = counted ?? (page === 1 ? 0 : await countRows(db, table, where))
  return { ids: rows.map(({ id }) => id), total: Number(total) }
}

/** How many rows match. */
export const countRows = async <T extends ListedTable>(
  db: Db,
  table: T,
  where: readonly Where<T>[],
): Promise<number> => {
  const row = await db.kysely
    .selectFrom(asListed(table))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => eb.and(allOf(where).map((condition) => condition(eb))))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** A row as it is read. */
export type Row<T extends ListedTable> = Selectable<Schema[T]>

/** The row with this id or slug, or undefined. */
export const findRow = async <T extends ListedTable>(
  db: Db,
  table: T,
  column: 'id' | 'slug',
  value: number | string,
): Promise<Row<T> | undefined> =>
  (await db.kysely
    .selectFrom(asListed(table))
    .selectAll()
    .where(column, '=', value as never)
    .executeTakeFirst()) as unknown as Row<T> | undefined

/**
 * The first free of `base`, `base-2`, `base-3` … (contract B7.6). Past ten it doubles its step until a suffix is free, then halves back:
 * the ten-thousandth namesake costs some twenty look-ups, not ten thousand.
 */
export const freeSlug = async (
  base: string,
  isTaken: (slug: string) => Promise<boolean>,
  number: (base: string, n: number) => string = withSuffix,
): Promise<string> => {
  if (!(await isTaken(base))) return base
  for (let n = 2; n <= 10; n++) {
    if (!(await isTaken(number(base, n)))) return number(base, n)
  }
  let taken = 10
  let free = 20
  while (await isTaken(number(base, free))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (await isTaken(number(base, middle))) taken = middle
    else free = middle
  }
  return number(base, free)
}
