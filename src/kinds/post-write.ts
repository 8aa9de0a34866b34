import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import type { ParamTable, Values } from '../crud/params.ts'
import { readable, requireRight } from '../crud/permissions.ts'
import { storeSearchFields } from '../crud/search-fields.ts'
import { asListed, findRow } from '../crud/store.ts'
import type { Db } from '../db/database.ts'
import type { PostRow, PostTableName } from '../db/schema.ts'
import { keyOf } from '../lib/text.ts'
import { type ImageInput, settleImage } from './image-input.ts'
import type { PostDefinition } from './post-definition.ts'
import { decidePublication, modifiedNow, type PublicationValues } from './post-publication.ts'
import { decideSlug } from './post-slug.ts'

/** The common values of a payload, as the shared fields read them. */
type CommonValues = PublicationValues & { readonly slug?: string; readonly image?: ImageInput | null }

/**
 * Creates a record, also a nested one, and answers its row; or the row of the namesake that the payload already describes.
 * @throws ApiError `rest_forbidden` when the caller may not create, or not with this author or status.
 */
export const createPost = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): Promise<PostRow<T>> => {
  requireRight(scope.caller, 'edit', `You may not create a ${definition.name}.`)
  const publication = decidePublication(scope, values as PublicationValues, undefined)
  const sent = await sentColumns(db, scope, definition, values)
  if (definition.reusesNamesakes) {
    const twin = await findNamesake(db, scope, definition, values, { ...sent, ...sentPublication(values, publication) })
    if (twin) return twin
  }
  const { id } = await db.kysely
    .insertInto('record')
    .values({ kind: definition.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const columns = { ...blankPost, ...definition.blank, ...sent, ...definition.prepare?.(scope, values, undefined) }
  const row = { ...columns, ...publication, ...modifiedNow(scope), id } as PostRow<T>
  row.slug = await slugFor(db, definition, row, undefined, values)
  row.title_key = keyOf(row.title)
  await db.kysely
    .insertInto(asListed(definition.name))
    .values(row as never)
    .execute()
  await storeSearchFields(db, id, definition.searchFields(row))
  await definition.afterWrite(db, scope, { id, values, before: undefined, after: row })
  return row
}

const blankPost = { title: '', slug: '', description: '', excerpt: '', image_id: null }

/** Changes what the payload sends, and keeps the rest (contract B7.2); the caller has checked the right. */
export const updatePost = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  current: PostRow<T>,
  values: Values<ParamTable>,
): Promise<PostRow<T>> => {
  const publication = decidePublication(scope, values as PublicationValues, current)
  const prepared = definition.prepare?.(scope, values, current)
  const columns = { ...(await sentColumns(db, scope, definition, values)), ...prepared }
  const row = { ...current, ...columns, ...publication, ...modifiedNow(scope) } as PostRow<T>
  row.slug = await slugFor(db, definition, row, current, values)
  row.title_key = keyOf(row.title)
  const { id, ...changed } = row
  await db.kysely
    .updateTable(asListed(definition.name))
    .set(changed as never)
    .where('id', '=', id)
    .execute()
  const [before, after] = [definition.searchFields(current), definition.searchFields(row)]
  if (Object.keys(after).some((field) => after[field] !== before[field])) await storeSearchFields(db, id, after)
  await definition.afterWrite(db, scope, { id, values, before: current, after: row })
  return row
}

/** Removes a record for good (contract B7.7). */
export const removeForGood = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  current: PostRow<T>,
): Promise<void> => {
  await definition.afterWrite(db, scope, { id: current.id, values: {}, before: current, after: undefined })
  await db.kysely.deleteFrom(asListed(definition.name)).where('id', '=', current.id).execute()
  await db.kysely.deleteFrom('record').where('id', '=', current.id).execute()
}

const slugFor = <T extends PostTableName, R>(
  db: Db,
  definition: PostDefinition<T, R>,
  row: PostRow<T>,
  current: PostRow<T> | undefined,
  values: CommonValues,
): Promise<string> =>
  decideSlug(db, definition.name, {
    id: row.id,
    title: row.title,
    status: row.status,
    requested: values.slug,
    current,
  })

/** The columns that single fields of the payload fill by themselves, and the image. */
const sentColumns = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): Promise<Partial<PostRow<T>>> => {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(definition.fields)) {
    const value = values[name]
    if (value === undefined || !('columns' in field) || typeof field.columns !== 'function') continue
    Object.assign(columns, (field.columns as (value: unknown) => object)(value))
  }
  const { image } = values as CommonValues
  if (image !== undefined) columns['image_id'] = image && (await settleImage(db, scope, image))
  return columns as Partial<PostRow<T>>
}

const sentPublication = (values: PublicationValues, publication: object): Record<string, unknown> => {
  const sent: Record<string, unknown> = {}
  const columns = { author: 'author_id', status: 'status', date: 'date', date_utc: 'date_utc' } as const
  for (const [name, column] of Object.entries(columns)) {
    if (values[name as keyof PublicationValues] !== undefined) sent[column] = publication[column as keyof object]
  }
  return sent
}

/**
 * A record of that name that the caller may read and that has every column that was sent, without regard to letter case.
 * The database compares what it can fold (ASCII), so that a hundred namesakes with long descriptions are not read each time.
 */
const findNamesake = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
  sent: Record<string, unknown>,
): Promise<PostRow<T> | undefined> => {
  const { title: _, ...others } = sent
  const columns = Object.keys(others)
  let query = db.kysely
    .selectFrom(asListed(definition.name))
    .select(['id', ...(columns as 'excerpt'[])])
    .where('title_key', '=', keyOf(String(values[definition.titleField] ?? '')))
    .where('status', '<>', 'trash')
    .where((eb) => readable(scope.caller, definition.name)(eb as never))
    .orderBy('id')
  for (const column of columns) {
    if (canFold(others[column])) query = query.where(isValue(column, others[column]))
  }
  const key = (value: unknown) => keyOf(String(value ?? ''))
  const isSame = (row: object) => columns.every((column) => key(row[column as keyof object]) === key(others[column]))
  const twin = (await query.execute()).find(isSame)
  return twin && ((await findRow(db, definition.name, 'id', twin.id)) as PostRow<T> | undefined)
}

/** What the database folds as JavaScript does: everything but letters beyond ASCII. */
const canFold = (value: unknown): boolean => typeof value !== 'string' || /^[\p{ASCII}]*$/u.test(value)

/** The column has the value; of texts the length is compared first, which spares folding long ones. */
const isValue = (column: string, value: unknown) => {
  const own = sql.ref(column)
  if (value === null) return sql<boolean>`${own} is null`
  if (typeof value !== 'string') return sql<boolean>`${own} = ${value}`
  return sql<boolean>`(length(${own}) = ${value.length} and lower(${own}) = ${value.toLowerCase()})`
}
