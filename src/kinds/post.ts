import type { Scope } from '../context.ts'
import { ApiError } from '../crud/errors.ts'
import { etagOf, requireMatch } from '../crud/etag.ts'
import { keyOf } from '../crud/param-types.ts'
import type { ParamTable, Values } from '../crud/params.ts'
import { forbidden, hasRight, mayEdit, mayRead, readable, requireRight } from '../crud/permissions.ts'
import type { Adjustment, FilterScope, Key, ListPage, Operations, RecordJson, Tagged } from '../crud/resource.ts'
import { findPage, findRow, type Where } from '../crud/store.ts'
import type { Db } from '../db/database.ts'
import type { PostRow, PostTable, PostTableName, Schema, Status } from '../db/schema.ts'
import { decidePublication, modifiedNow, type PublicationValues } from './post-publication.ts'
import { decideSlug } from './post-slug.ts'
import { storeSearchFields } from './search-fields.ts'

/** A change of a record: `before` is undefined when it is new, `after` when it is about to be removed for good. */
export type PostChange<T extends PostTableName> = {
  readonly id: number
  readonly values: Values<ParamTable>
  readonly before: PostRow<T> | undefined
  readonly after: PostRow<T> | undefined
}

/** What one post-like resource has of its own; everything else is shared (DESIGN: kinds). */
export type PostDefinition<T extends PostTableName, Relations> = {
  readonly name: T
  /** The field that holds the title: `title`, `venue` or `organizer`. */
  readonly titleField: string
  readonly fields: ParamTable
  readonly filters: ParamTable
  readonly list: {
    readonly order: Adjustment<T>['order']
    readonly adjust?: (values: Values<ParamTable>, filterScope: FilterScope) => Partial<Adjustment<T>>
  }
  /** A payload that says nothing new about a namesake answers that one (contract B7.5). */
  readonly reusesNamesakes: boolean
  /** The columns of a new record that no value filled. */
  readonly blank: Omit<PostRow<T>, keyof PostTable>
  /** Columns that need more than the value of one field. */
  readonly prepare?: (scope: Scope, values: Values<ParamTable>, current: PostRow<T> | undefined) => Partial<PostRow<T>>
  readonly afterWrite: (db: Db, scope: Scope, change: PostChange<T>) => Promise<void>
  readonly searchFields: (row: PostRow<T>) => Readonly<Record<string, string>>
  /** Loads what the records of a page link to, with a fixed number of statements. */
  readonly load: (db: Db, scope: Scope, rows: readonly PostRow<T>[]) => Promise<Relations>
  readonly render: (scope: Scope, row: PostRow<T>, relations: Relations, options: RenderOptions) => RecordJson
}

/** `isSingle` adds what only a single read shows (json_ld, F2.1). */
export type RenderOptions = { readonly isSingle: boolean }

/** The common values of a payload, as the shared fields read them. */
type CommonValues = PublicationValues & { readonly slug?: string }

/** The five operations of a post-like resource. */
export const postOperations = <T extends PostTableName, R>(definition: PostDefinition<T, R>): Operations => ({
  list: (db, scope, values) => listPosts(db, scope, definition, values),
  read: async (db, scope, key) => {
    const row = await findOr404(db, definition, key)
    if (!mayRead(scope.caller, row)) throw notAccessible(definition.name, row.status)
    return tag(db, scope, definition, row, { isSingle: true })
  },
  create: async (db, scope, values) => {
    const row = await createPost(db, scope, definition, values)
    return { id: row.id, ...(await tag(db, scope, definition, row, { isSingle: false })) }
  },
  update: async (db, scope, key, values, options) => {
    const current = await findEditable(db, scope, definition, key, options.ifMatch)
    const row = await updatePost(db, scope, definition, current, values)
    return tag(db, scope, definition, row, { isSingle: false })
  },
  remove: async (db, scope, key, options) => {
    const current = await findEditable(db, scope, definition, key, options.ifMatch)
    if (options.isForced) return removeForGood(db, scope, definition, current)
    if (current.status === 'trash') throw new ApiError(`${definition.name}-is-in-trash`)
    const row = await updatePost(db, scope, definition, current, { status: 'trash' })
    return tag(db, scope, definition, row, { isSingle: false })
  },
})

const listPosts = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): Promise<ListPage> => {
  const page = Number(values['page'] ?? 1)
  const perPage = Math.min(Number(values['per_page'] ?? 10), scope.config.maxPerPage)
  const adjustment = definition.list.adjust?.(values, { db, scope }) ?? {}
  const { rows, total } = await findPage<T>(db, definition.name, {
    where: [
      ...visible<T>(scope, definition.name, values['status'] as readonly Status[] | undefined),
      ...filterConditions<T>(db, scope, definition.filters, values),
      ...(adjustment.where ?? []),
    ],
    order: adjustment.order ?? definition.list.order,
    page,
    perPage,
  })
  const relations = await definition.load(db, scope, rows as PostRow<T>[])
  const records = rows.map((row) => definition.render(scope, row as PostRow<T>, relations, { isSingle: false }))
  return { records, total, page, perPage, echo: adjustment.echo ?? {}, dropped: adjustment.dropped ?? [] }
}

/** What the caller may see in a list: without `status` everything readable outside the trash (contract B5.2). */
const visible = <T extends PostTableName>(
  scope: Scope,
  table: T,
  statuses: readonly Status[] | undefined,
): Where<T>[] => {
  const status = `${table}.status` as never
  const kept: Where<T> = (eb) =>
    statuses ? eb(status, 'in', [...statuses] as never) : eb(status, '<>', 'trash' as never)
  // Who may not edit sees what is published and nothing else; asking twice would only mislead the planner.
  return hasRight(scope.caller, 'edit') ? [readable(scope.caller, table), kept] : [readable(scope.caller, table)]
}

/** The conditions of all filters that were sent. */
export const filterConditions = <T extends keyof Schema>(
  db: Db,
  scope: Scope,
  filters: ParamTable,
  values: Values<ParamTable>,
): Where<T>[] =>
  Object.entries(filters).flatMap(([name, entry]) => {
    const value = values[name]
    if (value === undefined || !('where' in entry) || typeof entry.where !== 'function') return []
    return [(entry.where as (value: unknown, filterScope: FilterScope) => Where<T>)(value, { db, scope })]
  })

const findOr404 = async <T extends PostTableName, R>(
  db: Db,
  definition: PostDefinition<T, R>,
  key: Key,
): Promise<PostRow<T>> => {
  const row = await findRow(db, definition.name, key.column, key.value)
  if (row) return row as PostRow<T>
  throw new ApiError(`rest-${definition.name}-not-found`, {
    message: `There is no ${definition.name} with the ${key.column} ${key.value}.`,
  })
}

const notAccessible = (name: PostTableName, status: Status): ApiError =>
  name === 'event' && status === 'trash'
    ? new ApiError('event-no-longer-available')
    : new ApiError(`${name}-not-accessible`)

const findEditable = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  key: Key,
  ifMatch: string | undefined,
): Promise<PostRow<T>> => {
  requireRight(scope.caller, 'edit')
  const row = await findOr404(db, definition, key)
  if (!mayEdit(scope.caller, row)) throw forbidden(scope.caller, `You may not change this ${definition.name}.`)
  if (ifMatch !== undefined) {
    const { etag } = await tag(db, scope, definition, row, { isSingle: true })
    requireMatch(ifMatch, etag)
  }
  return row
}

/** The ETag is that of the single read, so that what a write answers can be used in the next If-Match. */
const tag = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  row: PostRow<T>,
  options: RenderOptions,
): Promise<Tagged> => {
  const relations = await definition.load(db, scope, [row])
  const single = definition.render(scope, row, relations, { isSingle: true })
  const record = options.isSingle ? single : definition.render(scope, row, relations, options)
  return { record, etag: etagOf(JSON.stringify(single)) }
}

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
  const sent = sentColumns(definition, values)
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
    .insertInto(asEvent(definition.name))
    .values(row as never)
    .execute()
  await storeSearchFields(db, id, definition.searchFields(row))
  await definition.afterWrite(db, scope, { id, values, before: undefined, after: row })
  return row
}

const blankPost = { title: '', slug: '', description: '', excerpt: '', image_id: null }

const updatePost = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  current: PostRow<T>,
  values: Values<ParamTable>,
): Promise<PostRow<T>> => {
  const publication = decidePublication(scope, values as PublicationValues, current)
  const columns = { ...sentColumns(definition, values), ...definition.prepare?.(scope, values, current) }
  const row = { ...current, ...columns, ...publication, ...modifiedNow(scope) } as PostRow<T>
  row.slug = await slugFor(db, definition, row, current, values)
  row.title_key = keyOf(row.title)
  const { id, ...changed } = row
  await db.kysely
    .updateTable(asEvent(definition.name))
    .set(changed as never)
    .where('id', '=', id)
    .execute()
  await storeSearchFields(db, id, definition.searchFields(row))
  await definition.afterWrite(db, scope, { id, values, before: current, after: row })
  return row
}

const removeForGood = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  current: PostRow<T>,
): Promise<Tagged> => {
  const answer = await tag(db, scope, definition, current, { isSingle: false })
  await definition.afterWrite(db, scope, { id: current.id, values: {}, before: current, after: undefined })
  await db.kysely.deleteFrom(asEvent(definition.name)).where('id', '=', current.id).execute()
  await db.kysely.deleteFrom('record').where('id', '=', current.id).execute()
  return answer
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

/** The columns that single fields of the payload fill by themselves. */
const sentColumns = <T extends PostTableName, R>(
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): Partial<PostRow<T>> => {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(definition.fields)) {
    const value = values[name]
    if (value === undefined || !('columns' in field) || typeof field.columns !== 'function') continue
    Object.assign(columns, (field.columns as (value: unknown) => object)(value))
  }
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

/** A record of that name that the caller may read and that has every column that was sent, without regard to letter case. */
const findNamesake = async <T extends PostTableName, R>(
  db: Db,
  scope: Scope,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
  sent: Record<string, unknown>,
): Promise<PostRow<T> | undefined> => {
  const { title: _, ...others } = sent
  const title = String(values[definition.titleField] ?? '')
  const candidates = await db.kysely
    .selectFrom(asEvent(definition.name))
    .selectAll()
    .where('title_key', '=', keyOf(title))
    .where('status', '<>', 'trash')
    .orderBy('id')
    .limit(100)
    .execute()
  const lower = (value: unknown) => String(value ?? '').toLowerCase()
  const isSame = (row: object) =>
    Object.entries(others).every(([column, value]) => lower(row[column as keyof object]) === lower(value))
  return candidates.find((row) => mayRead(scope.caller, row) && isSame(row)) as PostRow<T> | undefined
}

/** The tables of posts share the columns used here; the compiler cannot follow a table that is a type parameter. */
const asEvent = (table: PostTableName) => table as 'event'
