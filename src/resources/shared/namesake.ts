import { expressionBuilder, sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { type Caller, readable } from '../../core/policy.ts'
import { findPost, imageOf, type StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { asListed } from '../../db/listed-table.ts'
import type { PostTableName } from '../../db/schema.ts'
import { isBindable } from '../../db/statement.ts'
import { keyOf } from '../../lib/text.ts'
import { type Given, rowsBy } from '../../query/condition.ts'
import type { BegunPost } from './post.ts'
import type { PostDefinition } from './post-definition.ts'

/**
 * A record of that name that the caller may read and that has every column that was sent, without regard to letter case (contract
 * B7.5). The database compares what it can fold (ASCII), so that a hundred namesakes with long descriptions are not read each time.
 * @param image_id undefined where no image was sent.
 * @param isFree whether a record may be the one; by default each may.
 */
export const findNamesake = async <T extends PostTableName, L, P>(
  db: Db,
  { caller }: RequestContext,
  { name: table, titleField }: PostDefinition<T, L, P>,
  { values, publication, sent }: BegunPost<T>,
  image_id: number | null | undefined,
  isFree?: (id: number) => Promise<boolean>,
): Promise<StoredPost<T> | undefined> => {
  const others: Record<string, unknown> = { ...sent, ...(image_id === undefined ? {} : { image_id }) }
  delete others['title']
  for (const [name, column] of publicationColumns) if (values[name] !== undefined) others[column] = publication[column]
  const titleKey = keyOf(String(values[titleField] ?? ''))
  // External ids are case-sensitive, so they are compared here and not by the database.
  const isDecided =
    !isFree && !others['external_id'] && Object.values(others).every((value) => kindOf(value) !== 'text')
  for (const row of await readNamesakes(db, { table, caller, titleKey, others, isDecided })) {
    // Where the database decides, it has returned all columns.
    if (isSame(row, others) && (!isFree || (await isFree(row.id))))
      return isDecided ? (row as StoredPost<T>) : findPost(db, table, 'id', row.id)
  }
  return undefined
}

const publicationColumns = [
  ['author', 'author_id'],
  ['status', 'status'],
  ['date', 'date'],
  ['date_utc', 'date_utc'],
] as const

const isSame = (row: Readonly<Record<string, unknown>>, others: Readonly<Record<string, unknown>>): boolean => {
  for (const column in others)
    if (keyOf(String(row[column] ?? '')) !== keyOf(String(others[column] ?? ''))) return false
  return !others['external_id'] || (row['external_id'] === others['external_id'] && row['source'] === others['source'])
}

type Sought = {
  readonly table: PostTableName
  readonly caller: Caller
  readonly titleKey: string
  readonly others: Readonly<Record<string, unknown>>
  /** Whether the database can compare all values: then the first row is the namesake, and is read with all its columns. */
  readonly isDecided: boolean
}

const readNamesakes = rowsBy(
  (kysely, { param, dialect }, { table, role, columns, isDecided }) =>
    kysely
      .selectFrom(asListed(table))
      .$if(isDecided, (query) => query.selectAll(asListed(table)).select(imageOf(dialect, table)).limit(sql.lit(1)))
      .$if(!isDecided, (query) => query.select(['id', ...columns.map(([column]) => sql.ref(column).as(column))]))
      .where((eb) =>
        eb(
          'title_key',
          '=',
          param(({ titleKey }) => titleKey),
        ),
      )
      .where('status', '<>', sql.lit('trash'))
      .where(() => readable({ role, id: param(({ caller }) => caller.id) }, table)(expressionBuilder()))
      .where((eb) => eb.and(columns.flatMap(([column, kind]) => isValue(param, column, kind))))
      .orderBy('id')
      .$castTo<{ readonly id: number }>(),
  ({ table, caller: { role }, others, isDecided }: Sought) => ({
    table,
    role,
    isDecided,
    columns: Object.entries(others).map(([column, value]) => [column, kindOf(value)] as const),
  }),
)

/** How the database can compare a value: it folds as JavaScript does everything but letters beyond ASCII. */
const kindOf = (value: unknown): 'null' | 'number' | 'ASCII' | 'text' => {
  if (value === null) return 'null'
  if (typeof value !== 'string') return 'number'
  return /^\p{ASCII}*$/u.test(value) ? 'ASCII' : 'text'
}

/** The column has the value, as far as the database can tell; of texts the length is compared first, which spares folding long ones. */
const isValue = (param: Given<Sought>['param'], column: string, kind: ReturnType<typeof kindOf>) => {
  const own = sql.ref(column)
  const value = param(({ others }) => (isBindable(others[column]) ? others[column] : null))
  const folded = param(({ others }) => String(others[column]).toLowerCase())
  const length = param(({ others }) => String(others[column]).length)
  return {
    null: [sql<boolean>`${own} is null`],
    number: [sql<boolean>`${own} = ${value}`],
    ASCII: [sql<boolean>`(length(${own}) = ${length} and lower(${own}) = ${folded})`],
    text: [],
  }[kind]
}
