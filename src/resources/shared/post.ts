import { expressionBuilder, sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import { columnsFor } from '../../core/fields.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import { type Caller, forbidden, hasRight, mayEdit, readable, requireRight } from '../../core/policy.ts'
import type { AssignedKeys, Operations, RecordKey, Tagged, WriteOptions } from '../../core/resource.ts'
import { findPost, type StoredPost, selectImage } from '../../core/stored-post.ts'
import type { Database, Db } from '../../db/database.ts'
import { asListed } from '../../db/listed-table.ts'
import type { LinkedTable, PostRow, PostTableName, Status } from '../../db/schema.ts'
import { insertAll, isBindable, readStatement, updateRow, updateRows } from '../../db/statement.ts'
import { memberNames } from '../../lib/json.ts'
import { strongEtag } from '../../lib/tag.ts'
import { nameKey, orderKey } from '../../lib/text.ts'
import { type Given, rowsBy } from '../../query/condition.ts'
import { foldFields, storeSearchText } from '../../query/search-text.ts'
import { findExternalId, requireFreeExternalIds } from './external-id.ts'
import { createdRevisions, recordChange, recordRemoval } from './history.ts'
import { type ImageInput, requireImage, settleImage } from './image-input.ts'
import type { LinkSteps, PostDefinition, PostWrite, SettledWrite, StoredRecord } from './post-definition.ts'
import { withImage } from './post-image.ts'
import { decidePublication, modifiedNow, type Publication, type PublicationValues } from './post-publication.ts'
import { decideSlugs, keepSlug, plainSlug, readSlugOwners, type SlugWish } from './slugs.ts'

/** The operations of a post-like resource. */
export const postOperations = <T extends PostTableName, L, P>(definition: PostDefinition<T, L, P>): Operations => ({
  external: {
    find: (db, key) => findExternalId(db, definition.name, key),
    update: async (db, context, id, values, { ifMatch }) => {
      const current = await findEditable(db, context, definition, { column: 'id', value: id }, ifMatch)
      const sent = { ...restored(context, current.row), ...values }
      const updated = await updatePost(db, context, definition, current, sent, { isRepeatable: true })
      return written(context, definition, updated)
    },
  },
  list: definition.plan,
  read: async ({ database, documents }, context, key) => {
    const { name, resolveSlug } = definition
    const own = await idOf(database, name, key)
    const isLed = own === 0 && key.column === 'slug' && resolveSlug !== undefined
    const id = isLed ? await resolveSlug(database, context, String(key.value)) : own
    const [document] = await documents[name](context.caller, [id], true)
    return document ?? (await refuse(database, name, key))
  },
  create: async (db, context, values, assigned) => {
    const begun = beginPost(context, definition, values)
    const created = await createPost(db, context, definition, begun, assigned)
    return { id: created.row.id, ...written(context, definition, created) }
  },
  update: async (db, context, key, values, options) => {
    const current = await findEditable(db, context, definition, key, options.ifMatch)
    return written(context, definition, await updatePost(db, context, definition, current, values, options))
  },
  remove: async (db, context, key, { ifMatch, isForced }) => {
    const current = await findEditable(db, context, definition, key, ifMatch)
    if (isForced) {
      await removeForGood(db, context, definition.name, current.row)
      return written(context, definition, current)
    }
    if (current.row.status === 'trash') throw new ApiError(`${definition.name}-is-in-trash`)
    return written(context, definition, await updatePost(db, context, definition, current, { status: 'trash' }))
  },
})

/**
 * The status that takes a record out of the trash, when its source sends it again (contract C4.1).
 */
export const restored = (
  { caller }: RequestContext,
  { status, trashed_from }: Pick<PostRow<PostTableName>, 'status' | 'trashed_from'>,
): { readonly status?: Status } =>
  status === 'trash' ? { status: trashed_from || (hasRight(caller, 'publish') ? 'publish' : 'draft') } : {}

/** Returns the id of the record with a key; 0, which no record has, for an unknown slug. */
const idOf = async (database: Database, table: PostTableName, { column, value }: RecordKey): Promise<number> => {
  if (column === 'id') return Number(value)
  const build = () => sql`select id from ${sql.table(table)} where slug = ${value}`
  const [row] = await readStatement(database, `id of ${table}`, build, [value])
  return Number(row?.[0] ?? 0)
}

/** @throws ApiError for a record that is not there, or that the caller may not read. */
const refuse = async (db: Db, table: PostTableName, key: RecordKey): Promise<never> => {
  const row = await findOr404(db, table, key)
  throw table === 'event' && row.status === 'trash'
    ? new ApiError('event-no-longer-available')
    : new ApiError(`${table}-not-accessible`)
}

const findOr404 = async <T extends PostTableName>(db: Db, table: T, key: RecordKey): Promise<StoredPost<T>> => {
  const row = await findPost(db, table, key.column, key.value)
  if (row) return row
  throw notFound(table, key)
}

const notFound = (table: PostTableName, { column, value }: RecordKey): ApiError =>
  new ApiError(`rest-${table}-not-found`, { message: `There is no ${table} with the ${column} ${value}.` })

/**
 * The record with a key, which the caller may change.
 * @throws ApiError where there is none, where the caller may not, and `rest_precondition_failed` for a stale `If-Match`.
 */
export const findEditable = async <T extends PostTableName, L, P>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  key: RecordKey,
  ifMatch: string | undefined,
): Promise<StoredRecord<T, L>> => {
  requireRight(context.caller, 'edit')
  const row = await findOr404(db, definition.name, key)
  if (!mayEdit(context.caller, row)) throw forbidden(context.caller, `You may not change this ${definition.name}.`)
  const record = { row, links: await definition.links.load(db, row.id) }
  if (ifMatch !== undefined) requireMatch(ifMatch, strongEtag(definition.compose(context, record)(true)))
  return record
}

/** What a write answers; the ETag is that of the single read, so that it can be used in the next If-Match. */
export const written = <T extends PostTableName, L, P>(
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  stored: StoredRecord<T, L>,
): Tagged => {
  const compose = definition.compose(context, stored)
  return { bytes: compose(false), etag: strongEtag(compose(true)) }
}

/** The common values of a payload, as the shared fields read them. */
type CommonValues = PublicationValues & { readonly slug?: string; readonly image?: ImageInput | null }

/** A payload that the policy allows: the caller may create a record from it. */
export type BegunPost<T extends PostTableName> = {
  readonly values: Values<ParamTable>
  readonly publication: Publication
  /** The columns that single fields fill by themselves. */
  readonly sent: Partial<PostRow<T>>
}

/** What a new record will hold, as far as that follows from its payload alone. */
export type Draft<T extends PostTableName> = {
  /** Its id, slug and image are decided when it is inserted. */
  readonly columns: PostRow<T>
  readonly plainSlug: string
  readonly searchText: string
}

/** A record to be created, and what it is to link to. */
export type NewPost<T extends PostTableName, Plan> = {
  readonly draft: Draft<T>
  readonly image_id: number | null
  readonly plan: Plan
  /** The id that it is to have, where an import keeps ids. */
  readonly id?: number | undefined
}

/**
 * Returns an existing record with the same name and values, or creates one (contract B7.5). `namesake` is the search for that record, if it has
 * begun. An import may assign an id and a slug; with an id, a new record is always created.
 */
export const createPost = async <T extends PostTableName, L, P>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  begun: BegunPost<T>,
  { namesake, id, slug }: AssignedKeys & { readonly namesake?: Promise<StoredPost<T> | undefined> | undefined } = {},
): Promise<StoredRecord<T, L>> => {
  const { values } = begun
  const { image }: CommonValues = values
  let image_id: number | null | undefined
  if (definition.reusesNamesakes && id === undefined) {
    image_id = image ? await settleImage(db, context, image) : image
    const found = await (namesake ?? findNamesake(db, context, definition, begun, image_id))
    if (found) return { row: found, links: await definition.links.load(db, found.id) }
  }
  const draft = completeDraft(context, definition, begun, slug)
  const plan = await definition.links.plan(db, context, values, undefined)
  image_id ??= image ? await settleImage(db, context, image) : null
  const [created] = await insertPosts(db, context, definition, [{ draft, image_id, plan, id }])
  if (!created) throw nothingSettled()
  const { row, links } = created
  return { row: image_id === null ? { ...row, image: null } : await withImage(db, row), links }
}

/**
 * Checks a payload that creates a record against the policy, before anything is written.
 * @throws ApiError `rest_forbidden` when the caller may not create, or not with this author, status or image.
 * @throws ImageWanted for an image that has to be fetched first.
 */
export const beginPost = <T extends PostTableName, L, P>(
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  values: Values<ParamTable>,
): BegunPost<T> => {
  requireRight(context.caller, 'edit', `You may not create a ${definition.name}.`)
  const publication = decidePublication(context, values, undefined)
  const { image }: CommonValues = values
  if (image) requireImage(context, image)
  return { values, publication, sent: columnsFor<PostRow<T>>(definition.fields, values) }
}

/**
 * The draft of a payload; its image is not checked.
 * @throws ApiError what {@link beginPost} does, and for values that do not go together.
 */
export const draftPost = <T extends PostTableName, L, P>(
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  values: Values<ParamTable>,
): Draft<T> => {
  const { image: _, ...others }: Values<ParamTable> = values
  return completeDraft(context, definition, beginPost(context, definition, others))
}

const completeDraft = <T extends PostTableName, L, P>(
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  { values, publication, sent }: BegunPost<T>,
  assignedSlug?: string,
): Draft<T> => {
  const prepared = definition.prepare?.(context, values, undefined)
  const { slug }: CommonValues = values
  const blank = { title: '', description: '', excerpt: '', ...definition.blank }
  // `blank` has all columns of the table that the others leave out, but for those decided when it is inserted.
  const row = { ...blank, ...sent, ...prepared, ...publication, ...modifiedNow(context) } as unknown as PostRow<T>
  return {
    columns: { ...row, ...titleKeys(row.title) },
    plainSlug: plainSlug(assignedSlug ?? slug, row.title),
    searchText: foldFields(definition.searchFields(row)),
  }
}

/**
 * Inserts records and their links, in order; the caller gives a record that links to new ones alone. The rows come without their images.
 * @throws ApiError what {@link requireFreeExternalIds} does.
 */
export const insertPosts = async <T extends PostTableName, L, P>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  posts: readonly NewPost<T, P>[],
  keepsVersions = true,
): Promise<readonly SettledWrite<T, L>[]> => {
  const columns: PostRow<T>[] = []
  const wishes: SlugWish[] = []
  for (const { draft } of posts) {
    columns.push(draft.columns)
    wishes.push({ id: 0, status: draft.columns.status, plain: draft.plainSlug })
  }
  await requireFreeExternalIds(db, context, definition.name, columns)
  const [ids, owners] = await Promise.all([
    newIds(db, definition.name, posts),
    readSlugOwners(db, definition.name, wishes),
  ])
  for (const [index, wish] of wishes.entries()) wish.id = ids[index] ?? 0
  const slugs = await decideSlugs(db, definition.name, wishes, owners)
  const rows: PostRow<T>[] = []
  const texts: { record_id: number; text: string }[] = []
  const writes: PostWrite<T, P>[] = []
  for (const [index, { draft, image_id, plan }] of posts.entries()) {
    const id = ids[index] ?? 0
    const row = { ...draft.columns, id, slug: slugs[index] ?? '', image_id }
    rows.push(row)
    texts.push({ record_id: id, text: draft.searchText })
    writes.push({ id, before: undefined, after: row, plan })
  }
  const { settled, rows: linkRows } = await definition.links.settle(db, context, writes)
  await insertAll(db, [
    { table: definition.name, rows },
    { table: 'search_text', rows: texts },
    ...linkRows,
    createdRevisions(context, definition, settled, keepsVersions),
  ])
  return settled
}

/** The ids of new records, each its own where it has one. */
const newIds = async (
  db: Db,
  kind: PostTableName,
  posts: readonly { readonly id?: number | undefined }[],
): Promise<readonly number[]> => {
  const assigned = posts.flatMap(({ id }) => id ?? [])
  if (assigned.length === 0) return db.dialect.insertRecords(db.kysely, kind, posts.length)
  await insertAll(db, [{ table: 'record', rows: assigned.map((id) => ({ id, kind })) }])
  const count = posts.length - assigned.length
  const others = count === 0 ? [] : await db.dialect.insertRecords(db.kysely, kind, count)
  return posts.map(({ id }) => id ?? others.shift() ?? 0)
}

/** A record that has been changed, and the names of the fields that have another value. */
export type UpdatedRecord<T extends PostTableName, L> = StoredRecord<T, L> & { readonly changed: readonly string[] }

/** Changes what the payload sends, and keeps the rest (contract B7.2); the caller has checked the right. */
export const updatePost = async <T extends PostTableName, L, P>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  current: StoredRecord<T, L>,
  values: Values<ParamTable>,
  { isAutosave = false, isRepeatable = false }: Pick<WriteOptions, 'isAutosave' | 'isRepeatable'> = {},
): Promise<UpdatedRecord<T, L>> => {
  const { row: before } = current
  const { slug, image }: CommonValues = values
  const publication = decidePublication(context, values, before)
  const prepared = definition.prepare?.(context, values, before)
  if (image) requireImage(context, image)
  const plan = await definition.links.plan(db, context, values, current)
  const image_id = image ? await settleImage(db, context, image) : image
  const row = {
    ...before,
    ...columnsFor<PostRow<T>>(definition.fields, values),
    ...(image_id === undefined ? {} : { image_id }),
    ...prepared,
    ...publication,
    ...(isRepeatable ? {} : modifiedNow(context)),
  }
  if (row.source !== before.source || row.external_id !== before.external_id)
    await requireFreeExternalIds(db, context, definition.name, [row])
  row.slug = await keepSlug(db, definition.name, before, row, slug)
  if (row.title !== before.title) Object.assign(row, titleKeys(row.title))
  await storeChanges(db, definition, [{ before, row }])
  const write = { id: row.id, before, after: row, plan }
  const { settled, rows } = await definition.links.settle(db, context, [write])
  const [own] = settled
  if (!own) throw nothingSettled()
  const { links } = own
  await insertAll(db, rows)
  const changed = await recordChange(db, context, definition, current, { row, links, isAutosave })
  if (isRepeatable && (changed.length > 0 || memberNames(row).some((column) => row[column] !== before[column]))) {
    const modified = modifiedNow(context)
    await updateRow(db, definition.name, row.id, modified)
    Object.assign(row, modified)
  }
  return { row: row.image_id === before.image_id ? row : await withImage(db, row), links, changed }
}

const nothingSettled = () => new TypeError('a record that is written has no links')

/** The forms of a title by which namesakes are found, and lists are ordered. */
export const titleKeys = (title: string): Pick<PostRow<PostTableName>, 'title_key' | 'title_order'> => ({
  title_key: nameKey(title),
  title_order: orderKey(title),
})

/** A row before and after a write. */
export type Change<T extends PostTableName> = { readonly before: PostRow<T>; readonly row: PostRow<T> }

/** Stores the columns in which rows differ, and their searched texts where these are others. Rows that change alike are written by one statement. */
export const storeChanges = async <T extends PostTableName, L, P>(
  db: Db,
  { name, searchFields, searchColumns }: PostDefinition<T, L, P>,
  changes: readonly Change<T>[],
): Promise<void> => {
  const alike = new Map<string, { ids: number[]; columns: Record<string, unknown>; found: PostRow<T> | undefined }>()
  for (const { before, row } of changes) {
    const columns: Record<string, unknown> = {}
    for (const column in before) if (row[column] !== before[column]) columns[column] = row[column]
    const isFoundOtherwise = searchColumns.some((column) => column in columns)
    const key = JSON.stringify([columns, isFoundOtherwise && searchColumns.map((column) => row[column])])
    const known = alike.get(key)
    if (known) known.ids.push(row.id)
    else alike.set(key, { ids: [row.id], columns, found: isFoundOtherwise ? row : undefined })
  }
  await Promise.all(
    [...alike.values()].flatMap(({ ids, columns, found }) => [
      updateRows(db, name, ids, columns),
      found && storeSearchText(db, ids, foldFields(searchFields(found))),
    ]),
  )
}

/** Removes a record for good, with all that links to it (contract B7.7). */
export const removeForGood = async (
  db: Db,
  context: RequestContext,
  table: PostTableName,
  row: Pick<PostRow<PostTableName>, 'id' | 'title'>,
): Promise<void> => {
  const { id } = row
  await db.kysely.deleteFrom(asListed(table)).where('id', '=', id).execute()
  await db.kysely.deleteFrom('record').where('id', '=', id).execute()
  await recordRemoval(db, context, table, row)
}

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
  const titleKey = nameKey(String(values[titleField] ?? ''))
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
    if (nameKey(String(row[column] ?? '')) !== nameKey(String(others[column] ?? ''))) return false
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
      .$if(isDecided, (query) => query.selectAll(asListed(table)).select(selectImage(dialect, table)).limit(sql.lit(1)))
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

/**
 * The steps of venues and organizers, which link to nothing themselves. A record that goes to the trash is unlinked from all events; the
 * records that were linked beside it stay linked (contract B7.7). A record that is removed for good takes its links with it.
 */
export const unlinkWhenTrashed = <T extends LinkedTable>(table: T): LinkSteps<T, undefined, undefined> => ({
  idsOf: () => ({}),
  load: async () => undefined,
  plan: async () => undefined,
  settle: async (db, _context, writes) => {
    for (const { id, after } of writes) if (after.status === 'trash') await unlink(db, table, id)
    return { settled: writes.map(({ after }) => ({ row: after, links: undefined })), rows: [] }
  },
})

const unlink = async (db: Db, table: LinkedTable, id: number): Promise<void> => {
  if (table === 'venue') await db.kysely.deleteFrom('event_venue').where('venue_id', '=', id).execute()
  else await db.kysely.deleteFrom('event_organizer').where('organizer_id', '=', id).execute()
}
