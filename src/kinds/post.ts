import type { Scope } from '../context.ts'
import { type Bound, type Condition, condition, type Where } from '../crud/conditions.ts'
import { ApiError } from '../crud/errors.ts'
import { etagOf, requireMatch } from '../crud/etag.ts'
import { findIds, type PageQuery } from '../crud/find-ids.ts'
import type { ParamTable, Values } from '../crud/params.ts'
import { forbidden, hasRight, mayEdit, mayRead, readable, requireRight } from '../crud/permissions.ts'
import { filterConditions, type Key, type ListPlan, type Operations, type Tagged } from '../crud/resource.ts'
import { findRow } from '../crud/store.ts'
import type { Database, Db } from '../db/database.ts'
import type { PostRow, PostTableName, Status } from '../db/schema.ts'
import { pageOf } from './page-params.ts'
import type { PostDefinition, RenderOptions } from './post-definition.ts'
import { withImage } from './post-image.ts'
import { createPost, removeForGood, updatePost } from './post-write.ts'

/** The five operations of a post-like resource. */
export const postOperations = <T extends PostTableName, R>(definition: PostDefinition<T, R>): Operations => ({
  list: (database, scope, values) => planPosts(database, scope, definition, values),
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
    if (options.isForced) {
      const answer = await tag(db, scope, definition, current, { isSingle: false })
      await removeForGood(db, scope, definition, current)
      return answer
    }
    if (current.status === 'trash') throw new ApiError(`${definition.name}-is-in-trash`)
    const row = await updatePost(db, scope, definition, current, { status: 'trash' })
    return tag(db, scope, definition, row, { isSingle: false })
  },
})

const planPosts = <T extends PostTableName, R>(
  database: Database,
  scope: Scope,
  definition: PostDefinition<T, R>,
  values: Values<ParamTable>,
): ListPlan => {
  const { page, perPage } = pageOf(scope, values)
  const adjustment = definition.list.adjust?.(values, scope) ?? {}
  const query: PageQuery<T> = {
    where: [
      isVisible<T>(definition.name, values['status'] as readonly Status[] | undefined),
      ...filterConditions<T>(definition.filters, values),
      ...(adjustment.where ?? []),
    ],
    order: adjustment.order ?? definition.list.order,
    page,
    perPage,
  }
  const { echo = {}, dropped = [] } = adjustment
  return { find: () => findIds<T>(database, scope, definition.name, query), page, perPage, echo, dropped }
}

/** What the caller may see in a list: without `status` everything readable outside the trash (contract B5.2). */
const isVisible = <T extends PostTableName>(table: T, statuses: readonly Status[] | undefined): Condition<T> =>
  condition(visibility[table], undefined, statuses?.join() ?? '') as unknown as Condition<T>

const visibleIn = (table: PostTableName) => {
  // The tables of posts share this column; the compiler sees one of them.
  const [one, status] = [table as 'event', `${table}.status` as 'event.status']
  return ({ caller }: Bound<undefined>, statuses: string): Where<'event'> =>
    (eb) => {
      // Who may not edit sees what is published and nothing else; asking twice would only mislead the planner.
      if (!hasRight(caller, 'edit')) return readable(caller, one)(eb)
      const kept = statuses ? eb(status, 'in', statuses.split(',') as Status[]) : eb(status, '<>', 'trash')
      return eb.and([readable(caller, one)(eb), kept])
    }
}

const visibility = { event: visibleIn('event'), venue: visibleIn('venue'), organizer: visibleIn('organizer') }

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
  const shown = await withImage(db, row)
  const relations = await definition.load(db, scope, [shown])
  const single = definition.render(scope, shown, relations, { isSingle: true })
  const record = options.isSingle ? single : definition.render(scope, shown, relations, options)
  return { record, etag: etagOf(JSON.stringify(single)) }
}
