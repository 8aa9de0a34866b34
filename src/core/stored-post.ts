import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import { asListed } from '../db/listed-table.ts'
import type { ImageTable, PostRow, PostTableName } from '../db/schema.ts'
import { runStatement } from '../db/statement.ts'

const imageColumns = [
  'id',
  'path',
  'mime_type',
  'width',
  'height',
  'filesize',
  'sizes',
] as const satisfies (keyof ImageTable)[]

/** The columns of an image that a record shows of its featured image. */
export type Featured = Pick<ImageTable, (typeof imageColumns)[number]>

/** A row with its featured image as the JSON of a {@link Featured}, or null. */
export type Shown<Row> = Row & { readonly image: string | null }

/** A row of a post-like record with its featured image. */
export type StoredPost<T extends PostTableName> = Shown<PostRow<T>>

/** Selects the featured image with the row, so that no further statement is needed. */
export const selectImage = (dialect: Dialect, table: PostTableName) =>
  sql<
    string | null
  >`(select ${selectFeatured(dialect)} from image where image.id = ${sql.ref(`${table}.image_id`)})`.as('image')

/** Selects a {@link Featured} as JSON from the table of images. */
export const selectFeatured = (dialect: Dialect) =>
  dialect.json(Object.fromEntries(imageColumns.map((name) => [name, sql.ref(`image.${name}`)])))

/** Selects all columns of a table of post-like records, and the featured image. */
export const selectPosts = <T extends PostTableName>({ kysely, dialect }: Db, table: T) =>
  // The tables share these columns; the compiler sees those of events.
  kysely.selectFrom(asListed(table)).selectAll(asListed(table)).select(selectImage(dialect, table))

/** Finds the record with this id or slug. */
export const findPost = async <T extends PostTableName>(
  db: Db,
  table: T,
  column: 'id' | 'slug',
  value: number | string,
): Promise<StoredPost<T> | undefined> => {
  const build = () => selectPosts(db, table).where(sql.ref(`${table}.${column}`), '=', value)
  const [row] = await runStatement<StoredPost<T>>(db, `post ${table} by ${column}`, build, [value])
  return row
}

/** Finds the records with these ids; the result has no particular order. */
export const findPosts = async <T extends PostTableName>(
  db: Db,
  table: T,
  ids: readonly number[],
): Promise<readonly StoredPost<T>[]> => {
  const build = () => selectByIds(db, table)
  return runStatement<StoredPost<T>>(db, `posts ${table}`, build, [db.dialect.encodeIds(ids)])
}

/** Makes the function that reads the committed records with these ids in no particular order. */
export const readPosts = <T extends PostTableName>(
  database: Database,
  table: T,
): ((ids: readonly number[]) => Promise<readonly StoredPost<T>[]>) => {
  const query = selectByIds(database, table).compile()
  return (ids) => database.select<StoredPost<T>>(query, [database.dialect.encodeIds(ids)])
}

const selectByIds = <T extends PostTableName>(db: Db, table: T) =>
  selectPosts(db, table).where((eb) => db.dialect.isIn(eb.ref(`${asListed(table)}.id`), []))
