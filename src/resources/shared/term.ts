import { type Selectable, sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { ApiError, invalidParams } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import { type Right, requireRight } from '../../core/policy.ts'
import {
  filterConditions,
  type Key,
  type ListPlan,
  type Operations,
  type RecordJson,
  type Tagged,
} from '../../core/resource.ts'
import { freeSlug } from '../../core/store.ts'
import type { Database, Db } from '../../db/database.ts'
import type { Schema, Taxonomy } from '../../db/schema.ts'
import { foldText } from '../../lib/fold.ts'
import { slugify } from '../../lib/slug.ts'
import { etagOf } from '../../lib/tag.ts'
import { keyOf } from '../../lib/text.ts'
import { condition, type Rule } from '../../query/condition.ts'
import { findIds, type Order, type PageQuery } from '../../query/find-ids.ts'
import { pageOf } from './page-params.ts'
import type { sitePageOf } from './site-lists.ts'
import { renderTerm } from './term-record.ts'

/** A row of the table of terms. */
export type TermRow = Selectable<Schema['term']>

/** What categories and tags differ in. */
export type TermDefinition = {
  readonly taxonomy: Taxonomy
  readonly filters: ParamTable
  /** Who may create, change and delete them (F0.9). */
  readonly writeRight: Right
  /** The page of a list, where that is not found as in other lists of the interface. */
  readonly paging?: typeof sitePageOf
}

/** The values of a payload. */
export type TermValues = {
  readonly name?: string
  readonly description?: string
  readonly slug?: string
  /** 0 for the root. */
  readonly parent?: number
}

/** The five operations of a term-like resource. */
export const termOperations = (definition: TermDefinition): Operations => ({
  list: (database, context, values) => planTerms(database, context, definition, values),
  read: async (db, context, key) => tag(context, await findOr404(db, definition, key), { isSingle: true }),
  create: async (db, context, values) => {
    const row = await createTerm(db, context, definition, values as TermValues)
    return { id: row.id, ...tag(context, row, { isSingle: true }) }
  },
  update: async (db, context, key, values, { ifMatch }) => {
    const current = await findWritable(db, context, definition, key, ifMatch)
    return tag(context, await updateTerm(db, definition, current, values as TermValues), { isSingle: true })
  },
  remove: async (db, context, key, { ifMatch }) => {
    const current = await findWritable(db, context, definition, key, ifMatch)
    await removeTerm(db, current)
    return tag(context, current, { isSingle: false })
  },
})

const tag = (context: RequestContext, row: TermRow, options: { isSingle: boolean }): Tagged => {
  const single = renderTerm(context, row, { isSingle: true })
  const record: RecordJson = options.isSingle ? single : renderTerm(context, row, options)
  return { record, etag: etagOf(JSON.stringify(single)) }
}

const planTerms = (
  database: Database,
  context: RequestContext,
  definition: TermDefinition,
  values: Values<ParamTable>,
): ListPlan => {
  const paging = definition.paging?.(values) ?? pageOf(context, values)
  const isOfPost = values['event'] !== undefined || values['post'] !== undefined
  // `event` wins over `post`, and the terms of one record are listed however empty they are (F3.14).
  const { post, hide_empty, ...others } = values
  const asked = {
    ...others,
    ...(values['event'] === undefined && post !== undefined ? { post } : {}),
    ...(isOfPost ? {} : { hide_empty: hide_empty ?? true }),
  }
  const query: PageQuery<'term'> = {
    among: [condition(ofTaxonomy, definition.taxonomy)],
    where: filterConditions<'term'>(definition.filters, asked),
    order: termOrder(values),
    ...paging,
  }
  return {
    ...paging,
    find: (dependency) => findIds({ database, context, dependency: dependency }, 'term', query),
    echo: {},
    dropped: [],
  }
}

const ofTaxonomy: Rule<'term', Taxonomy, Taxonomy> = {
  shape: (taxonomy) => taxonomy,
  where: (_, taxonomy) => (eb) => eb('term.taxonomy', '=', taxonomy),
}

const orders = new Map<string, Order<'term'>[number][0]>([
  ['name', 'name_key'],
  ['id', 'id'],
  ['term_id', 'id'],
  ['slug', 'slug'],
  ['count', 'count'],
  ['description', 'description'],
  ['parent', 'parent_id'],
  ['term_group', 'id'],
])

/** By name unless asked otherwise; an unknown attribute is the name too, and every order but `asc` goes down (F3.14). */
const termOrder = (values: Values<ParamTable>): Order<'term'> => {
  const direction = String(values['order'] ?? 'asc').toLowerCase() === 'asc' ? 'asc' : 'desc'
  const by = String(values['orderby'] ?? 'name').toLowerCase()
  const included = values['include'] as readonly number[] | undefined
  if (by === 'include' && included) return [[{ placesOf: included }, direction]]
  return [
    [orders.get(by) ?? 'name_key', direction],
    ['id', direction],
  ]
}

const findOr404 = async (db: Db, { taxonomy }: TermDefinition, key: Key): Promise<TermRow> => {
  const row = await db.kysely
    .selectFrom('term')
    .selectAll()
    .where('id', '=', Number(key.value))
    .where('taxonomy', '=', taxonomy)
    .executeTakeFirst()
  if (row) return row
  throw new ApiError(`rest-${taxonomy}-not-found`, { message: `There is no ${taxonomy} with the id ${key.value}.` })
}

const findWritable = async (
  db: Db,
  context: RequestContext,
  definition: TermDefinition,
  key: Key,
  ifMatch: string | undefined,
): Promise<TermRow> => {
  requireRight(context.caller, definition.writeRight)
  const row = await findOr404(db, definition, key)
  requireMatch(ifMatch, tag(context, row, { isSingle: true }).etag)
  return row
}

/**
 * Creates a term, also one that an event names.
 * @throws ApiError `term_exists` for the name of a sibling, `duplicate_term_slug` for a slug in use (contract B10).
 */
export const createTerm = async (
  db: Db,
  context: RequestContext,
  { taxonomy, writeRight }: Pick<TermDefinition, 'taxonomy' | 'writeRight'>,
  values: TermValues,
): Promise<TermRow> => {
  requireRight(context.caller, writeRight, `You may not create a ${taxonomy}.`)
  const name = values.name ?? ''
  const parent_id = values.parent ?? 0
  const blank = { taxonomy, name, description: values.description ?? '', parent_id, count: 0 }
  await refuseSibling(db, { ...blank, id: 0 })
  const slug = await decideSlug(db, taxonomy, 0, name, values.slug)
  const columns = { ...blank, slug, name_key: keyOf(name), search_text: searchText(name, slug) }
  return db.kysely.insertInto('term').values(columns).returningAll().executeTakeFirstOrThrow()
}

const searchText = (name: string, slug: string): string => `${foldText(name)}\n${slug}`

const updateTerm = async (
  db: Db,
  { taxonomy }: TermDefinition,
  current: TermRow,
  values: TermValues,
): Promise<TermRow> => {
  const name = values.name ?? current.name
  const parent_id = values.parent ?? current.parent_id
  if (values.parent !== undefined) await refuseLoop(db, current.id, values.parent)
  const isMoved = keyOf(name) !== current.name_key || parent_id !== current.parent_id
  if (isMoved) await refuseSibling(db, { taxonomy, id: current.id, name, parent_id })
  const slug = values.slug === undefined ? current.slug : await decideSlug(db, taxonomy, current.id, name, values.slug)
  const columns = { name, slug, parent_id, description: values.description ?? current.description }
  return db.kysely
    .updateTable('term')
    .set({ ...columns, name_key: keyOf(name), search_text: searchText(name, slug) })
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A name occurs once below a parent (contract B10). */
const refuseSibling = async (
  db: Db,
  { taxonomy, id, name, parent_id }: Pick<TermRow, 'taxonomy' | 'id' | 'name' | 'parent_id'>,
): Promise<void> => {
  const sibling = await db.kysely
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', taxonomy)
    .where('name_key', '=', keyOf(name))
    .where('parent_id', '=', parent_id)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (sibling) throw new ApiError('term_exists', { data: { term_id: sibling.id } })
}

/** A category is never its own ancestor (contract B10). */
const refuseLoop = async (db: Db, id: number, parent: number): Promise<void> => {
  if (parent === 0) return
  const { rows } = await sql<{ id: number }>`
    with recursive above (id) as (
      select cast(${parent} as bigint) union select term.parent_id from term join above on term.id = above.id)
    select id from above where id = ${id}`.execute(db.kysely)
  if (rows.length > 0) throw invalidParams(new Map([['parent', 'A category cannot be below itself.']]))
}

/** The slug that was sent must be free; one made from the name takes the next free number (contract B7.6, B10). */
const decideSlug = async (
  db: Db,
  taxonomy: Taxonomy,
  id: number,
  name: string,
  requested: string | undefined,
): Promise<string> => {
  const isTaken = async (slug: string): Promise<boolean> => {
    const owner = await db.kysely
      .selectFrom('term')
      .select('id')
      .where('taxonomy', '=', taxonomy)
      .where('slug', '=', slug)
      .executeTakeFirst()
    return owner !== undefined && owner.id !== id
  }
  if (requested && (await isTaken(requested))) throw new ApiError('duplicate_term_slug')
  return requested || freeSlug(slugify(name) || taxonomy, isTaken)
}

/** Children move up to the parent (contract B7.7); the links of events go with the row. */
const removeTerm = async (db: Db, row: TermRow): Promise<void> => {
  await db.kysely
    .updateTable('term')
    .set({ parent_id: row.parent_id })
    .where('parent_id', '=', row.id)
    .where('taxonomy', '=', row.taxonomy)
    .execute()
  await db.kysely.deleteFrom('term').where('id', '=', row.id).execute()
}
