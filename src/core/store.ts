import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { withSuffix } from '../lib/slug.ts'
import { rowsBy } from '../query/statement-cache.ts'

/** Tables that are listed, and addressed by id. */
export type ListedTable = 'event' | 'venue' | 'organizer' | 'term' | 'image'

/** The tables share these columns; the compiler cannot follow a table that is a type parameter through Kysely. */
export const asListed = <T extends ListedTable>(table: T) => table as unknown as 'event'

/** A row as it is read. */
export type Row<T extends ListedTable> = Selectable<Schema[T]>

/** What names a row. */
type Name = { readonly table: ListedTable; readonly column: 'id' | 'slug'; readonly value: number | string }

const readRow = rowsBy(
  (kysely, { param }, [table, column]) =>
    kysely
      .selectFrom(asListed(table))
      .selectAll()
      .where(
        sql.ref<number | string>(column),
        '=',
        param(({ value }) => value),
      ),
  ({ table, column }: Name) => [table, column] as const,
)

/** The row with this id or slug, or undefined. */
export const findRow = async <T extends ListedTable>(
  db: Db,
  table: T,
  column: 'id' | 'slug',
  value: number | string,
): Promise<Row<T> | undefined> => {
  const [row] = await readRow(db, { table, column, value })
  // The statement reads the table that was asked for; the compiler sees one of them.
  return row as Row<T> | undefined
}

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
