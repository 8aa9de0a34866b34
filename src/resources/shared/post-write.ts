import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import { type Caller, readable, requireRight } from '../../core/policy.ts'
import { asListed, findRow } from '../../core/store.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow, PostTableName } from '../../db/schema.ts'
import { insertRows, updateRow } from '../../db/write-rows.ts'
import { keyOf } from '../../lib/text.ts'
import { foldFields, insertSearchTexts, storeSearchText } from '../../query/search-text.ts'
import { type Given, rowsBy } from '../../query/statement-cache.ts'
import { type ImageInput, settleImage } from './image-input.ts'
import type { PostDefinition } from './post-definition.ts'
import { decidePublication, modifiedNow, type Publication, type PublicationValues } from './post-publication.ts'
import { decideSlugs, keepSlug, plainSlug } from './post-slug.ts'

/** The common values of a payload, as the shared fields read them. */
type CommonValues = PublicationValues & { readonly slug?: string; readonly image?: ImageInput | null }

/** What a new record will hold, as far as that follows from its payload alone. */
export type Draft<T extends PostTableName> = {
  readonly columns: Omit<PostRow<T>, 'id' | 'slug' | 'image_id'>
  readonly plainSlug: string
  readonly searchText: string
}

/** A record to be created; `values` are those of its payload of which not only columns are made. */
export type NewPost<T extends PostTableName> = {
  readonly draft: Draft<T>
  readonly image_id: number | null
  readonly values: Values<ParamTable>
}

/**
 * Creates a record, also a nested one, and answers its row; or the row of the namesake that the payload already describes.
 * @throws ApiError `rest_forbidden` when the caller may not create, or not with this author or status.
 */
export const createPost = async <T extends PostTableName, R>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): Promise<PostRow<T>> => {
  const begun = beginDraft(context, definition, values)
  const image = await imageColumn(db, context, values)
  if (definition.reusesNamesakes) {
    const sent = { ...begun.sent, ...image, ...sentPublication(values, begun.publication) }
    const namesake = await findNamesake(db, context, definition, values, sent)
    if (namesake) return namesake
  }
  const draft = completeDraft(context, definition, values, begun)
  const [row] = await insertPosts(db, context, definition, [{ draft, image_id: image.image_id ?? null, values }])
  return row as PostRow<T>
}

/** Creates records from drafts, in their order; what they link to must exist, unless it is one record alone. */
export const insertPosts = async <T extends PostTableName, R>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, R>,
  posts: readonly NewPost<T>[],
): Promise<PostRow<T>[]> => {
  const ids = await db.dialect.insertRecords(db.kysely, definition.name, posts.length)
  const drafts = posts.map(({ draft, image_id }, index) => ({ ...draft, image_id, id: ids[index] as number }))
  const wishes = drafts.map(({ id, columns, plainSlug }) => ({ id, status: columns.status, plain: plainSlug }))
  const slugs = await decideSlugs(db, definition.name, wishes)
  const rows = drafts.map(({ id, columns, image_id }, index) => ({ ...columns, id, slug: slugs[index], image_id }))
  await insertRows(db, asListed(definition.name), rows as never)
  await insertSearchTexts(
    db,
    drafts.map(({ id, searchText }) => ({ id, text: searchText })),
  )
  const changes = rows.map((row, index) => {
    const values = posts[index]?.values ?? {}
    return { id: row.id, values, before: undefined, after: row as unknown as PostRow<T> }
  })
  await definition.afterWrite(db, context, changes)
  return changes.map(({ after }) => after)
}

/**
 * The draft of a payload.
 * @throws ApiError what {@link createPost} does, and for values that do not go together.
 */
export const draftPost = <T extends PostTableName, R>(
  context: RequestContext,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): Draft<T> => completeDraft(context, definition, values, beginDraft(context, definition, values))

type BegunDraft<T extends PostTableName> = { readonly publication: Publication; readonly sent: Partial<PostRow<T>> }

const beginDraft = <T extends PostTableName, R>(
  context: RequestContext,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): BegunDraft<T> => {
  requireRight(context.caller, 'edit', `You may not create a ${definition.name}.`)
  const publication = decidePublication(context, values as PublicationValues, undefined)
  return { publication, sent: sentColumns(definition, values) }
}

const completeDraft = <T extends PostTableName, R>(
  context: RequestContext,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
  { publication, sent }: BegunDraft<T>,
): Draft<T> => {
  const prepared = definition.prepare?.(context, values, undefined)
  const blank = { title: '', description: '', excerpt: '', ...definition.blank }
  const row = { ...blank, ...sent, ...prepared, ...publication, ...modifiedNow(context) } as unknown as PostRow<T>
  return {
    columns: { ...row, title_key: keyOf(row.title) },
    plainSlug: plainSlug((values as CommonValues).slug, row.title),
    searchText: foldFields(definition.searchFields(row)),
  }
}

/** Changes what the payload sends, and keeps the rest (contract B7.2); the caller has checked the right. */
export const updatePost = async <T extends PostTableName, R>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, R>,
  current: PostRow<T>,
  values: Values<ParamTable>,
): Promise<PostRow<T>> => {
  const publication = decidePublication(context, values as PublicationValues, current)
  const prepared = definition.prepare?.(context, values, current)
  const columns = { ...sentColumns(definition, values), ...(await imageColumn(db, context, values)), ...prepared }
  const row = { ...current, ...columns, ...publication, ...modifiedNow(context) } as PostRow<T>
  row.slug = await keepSlug(db, definition.name, current, row, (values as CommonValues).slug)
  row.title_key = keyOf(row.title)
  const { id } = row
  const isChanged = ([name, value]: [string, unknown]) => value !== current[name as keyof PostRow<T>]
  await updateRow(db, definition.name, id, Object.fromEntries(Object.entries(row).filter(isChanged)) as never)
  const [before, after] = [definition.searchFields(current), definition.searchFields(row)]
  if (Object.keys(after).some((field) => after[field] !== before[field]))
    await storeSearchText(db, id, foldFields(after))
  await definition.afterWrite(db, context, [{ id, values, before: current, after: row }])
  return row
}

/** Removes a record for good (contract B7.7). */
export const removeForGood = async <T extends PostTableName, R>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, R>,
  current: PostRow<T>,
): Promise<void> => {
  await definition.afterWrite(db, context, [{ id: current.id, values: {}, before: current, after: undefined }])
  await db.kysely.deleteFrom(asListed(definition.name)).where('id', '=', current.id).execute()
  await db.kysely.deleteFrom('record').where('id', '=', current.id).execute()
}

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

/** The column of the image that a payload names, if it names one; see `settleImage`. */
export const imageColumn = async (
  db: Db,
  context: RequestContext,
  { image }: CommonValues,
): Promise<{ image_id?: number | null }> =>
  image === undefined ? {} : { image_id: image && (await settleImage(db, context, image)) }

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
  context: RequestContext,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
  sent: Record<string, unknown>,
): Promise<PostRow<T> | undefined> => {
  const { title: _, ...others } = sent
  const columns = Object.keys(others)
  const titleKey = keyOf(String(values[definition.titleField] ?? ''))
  const key = (value: unknown) => keyOf(String(value ?? ''))
  const isSame = (row: object) => columns.every((column) => key(row[column as keyof object]) === key(others[column]))
  const { caller } = context
  const namesakes = await readNamesakes(db, { table: definition.name, caller, titleKey, others })
  const namesake = namesakes.find(isSame)
  return namesake && ((await findRow(db, definition.name, 'id', namesake.id)) as PostRow<T> | undefined)
}

type Sought = {
  readonly table: PostTableName
  readonly caller: Caller
  readonly titleKey: string
  readonly others: Readonly<Record<string, unknown>>
}

const readNamesakes = rowsBy(
  (kysely, { param }, { table, role, columns }) =>
    kysely
      .selectFrom(asListed(table))
      .select(['id', ...columns.map(([column]) => column as 'excerpt')])
      .where((eb) =>
        eb(
          'title_key',
          '=',
          param(({ titleKey }) => titleKey),
        ),
      )
      .where('status', '<>', sql.lit('trash'))
      .where((eb) => readable({ role, id: param(({ caller }) => caller.id) }, table)(eb as never))
      .where((eb) => eb.and(columns.flatMap(([column, kind]) => isValue(param, column, kind))))
      .orderBy('id'),
  ({ table, caller: { role }, others }: Sought) => ({
    table,
    role,
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
  const value = param(({ others }) => others[column] as number | string)
  const folded = param(({ others }) => String(others[column]).toLowerCase())
  const length = param(({ others }) => String(others[column]).length)
  return {
    null: [sql<boolean>`${own} is null`],
    number: [sql<boolean>`${own} = ${value}`],
    ASCII: [sql<boolean>`(length(${own}) = ${length} and lower(${own}) = ${folded})`],
    text: [],
  }[kind]
}
