import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { ApiError, invalidParams } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import type { ParamTable, TermRow, Values } from '../../core/params.ts'
import { type Right, requireRight } from '../../core/policy.ts'
import type { ListPlan, Operations, RecordKey, Tagged } from '../../core/resource.ts'
import type { Database, Db } from '../../db/database.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { runStatement } from '../../db/statement.ts'
import { strongEtag } from '../../lib/tag.ts'
import { foldText, nameKey, slugify } from '../../lib/text.ts'
import { condition, filterConditions, type Rule } from '../../query/condition.ts'
import { findIds, type Order, type PageQuery } from '../../query/find-ids.ts'
import { recordTerm } from './history.ts'
import { readPaging } from './page-params.ts'
import type { readSitePage } from './site-lists.ts'
import { freeSlug, learnOwners, type ReadOwners, type SlugOwners } from './slugs.ts'
import { newTermFragment, termBytes, termContent, termRecords } from './term-record.ts'

/** What categories and tags differ in. */
export type TermDefinition = {
  readonly taxonomy: Taxonomy
  readonly filters: ParamTable
  /** Who may create, change and delete them (F0.9). */
  readonly writeRight: Right
  /** The page of a list, where that is not found as in other lists of the interface. */
  readonly paging?: typeof readSitePage
}

/** The values of a payload. */
export type TermValues = {
  readonly name?: string
  readonly description?: string
  readonly slug?: string
  /** 0 for the root. */
  readonly parent?: number
  /** Of a category, written below `wp/v2`; empty for none. */
  readonly color?: string
}

/** The five operations of a term-like resource. */
export const termOperations = (definition: TermDefinition): Operations => ({
  list: (database, context, values) => planTerms(database, context, definition, values),
  read: async ({ documents }, context, key) => {
    const [document] = await documents[definition.taxonomy](context.caller, [Number(key.value)], true)
    if (document) return document
    throw notFound(definition.taxonomy, key)
  },
  create: async (db, context, values, assigned) => {
    requireRight(context.caller, definition.writeRight, `You may not create a ${definition.taxonomy}.`)
    const row = await insertTerm(db, context, definition.taxonomy, values, assigned?.id)
    return { id: row.id, ...tag(context, row, true) }
  },
  update: async (db, context, key, values, { ifMatch }) => {
    const current = await findWritable(db, context, definition, key, ifMatch)
    const updated = await updateTerm(db, current, values)
    const changed = termFields.filter((name) => updated[columnOf(name)] !== current[columnOf(name)])
    if (changed.length > 0) await recordTerm(db, context, 'updated', updated, changed)
    return tag(context, updated, true)
  },
  remove: async (db, context, key, { ifMatch }) => {
    const current = await findWritable(db, context, definition, key, ifMatch)
    await removeTerm(db, context, current)
    return tag(context, current, false)
  },
})

const termFields = ['name', 'slug', 'description', 'parent', 'color'] as const

const columnOf = (name: (typeof termFields)[number]) => (name === 'parent' ? 'parent_id' : name)

const tag = (context: RequestContext, row: TermRow, isSingle: boolean): Tagged => {
  const { color, taxonomy } = row
  const fragment = newTermFragment(row, termRecords[taxonomy].render(row, context))
  const single = termBytes(fragment)
  return { bytes: isSingle ? single : fragment.bytes, etag: strongEtag(termContent(single, row)), more: { color } }
}

const planTerms = (
  database: Database,
  context: RequestContext,
  definition: TermDefinition,
  values: Values<ParamTable>,
): ListPlan => {
  const paging = definition.paging?.(values) ?? readPaging(context, values)
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
    find: (dependency) => findIds({ database, context, dependency }, 'term', query),
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
  const included: readonly number[] | undefined = values['include']
  if (by === 'include' && included) return [[{ placesOf: included }, direction]]
  return [
    [orders.get(by) ?? 'name_key', direction],
    ['id', direction],
  ]
}

/**
 * Finds a term.
 * @throws ApiError of the resource where there is none with the key.
 */
export const findTermOr404 = async (db: Db, taxonomy: Taxonomy, key: RecordKey): Promise<TermRow> => {
  const row = await db.kysely
    .selectFrom('term')
    .selectAll()
    .where('id', '=', Number(key.value))
    .where('taxonomy', '=', taxonomy)
    .executeTakeFirst()
  if (row) return row
  throw notFound(taxonomy, key)
}

const notFound = (taxonomy: Taxonomy, { value }: RecordKey): ApiError =>
  new ApiError(`rest-${taxonomy}-not-found`, { message: `There is no ${taxonomy} with the id ${value}.` })

const findWritable = async (
  db: Db,
  context: RequestContext,
  definition: TermDefinition,
  key: RecordKey,
  ifMatch: string | undefined,
): Promise<TermRow> => {
  requireRight(context.caller, definition.writeRight)
  const row = await findTermOr404(db, definition.taxonomy, key)
  requireMatch(ifMatch, tag(context, row, true).etag)
  return row
}

/** Who may write terms (F0.9). */
export const termRights: { readonly [T in Taxonomy]: Right } = { category: 'publish', tag: 'edit-others' }

/**
 * Creates a term, also one that an event names; the caller has checked the right. An import may give its `id`.
 * @throws ApiError `term_exists` for the name of a sibling, `duplicate_term_slug` for a slug in use (contract B10).
 */
export const insertTerm = async (
  db: Db,
  context: RequestContext,
  taxonomy: Taxonomy,
  values: TermValues,
  id?: number,
): Promise<TermRow> => {
  const { name = '', description = '', parent: parent_id = 0, color = '' } = values
  const slug = await decideSlug(db, { taxonomy, id: 0, name, name_key: nameKey(name), parent_id }, values.slug ?? '')
  const own = id === undefined ? {} : { id }
  const row = { ...own, taxonomy, name, description, parent_id, count: 0, slug, color, ...termKeys(name, slug) }
  const build = () => db.kysely.insertInto('term').values(row).returningAll()
  const [inserted] = await runStatement(
    db,
    `insert term${id === undefined ? '' : ' with its id'}`,
    build,
    Object.values(row),
  )
  if (!inserted) throw new Error('The database does not return the term that it has inserted.')
  await recordTerm(db, context, 'created', inserted)
  return inserted
}

/** The columns of a term that follow from its name and its slug. */
export const termKeys = (name: string, slug: string): Pick<TermRow, 'name_key' | 'search_text'> => ({
  name_key: nameKey(name),
  search_text: `${foldText(name)}\n${slug}`,
})

const updateTerm = async (db: Db, current: TermRow, values: TermValues): Promise<TermRow> => {
  const { id, taxonomy } = current
  const { name = current.name, description = current.description, parent: parent_id = current.parent_id } = values
  const { color = current.color } = values
  if (values.parent !== undefined) await refuseLoop(db, id, values.parent)
  const name_key = nameKey(name)
  const isMoved = name_key !== current.name_key || parent_id !== current.parent_id
  const isChecked = isMoved || values.slug !== undefined
  const term = { taxonomy, id, name, name_key, parent_id }
  const slug = isChecked ? await decideSlug(db, term, values.slug, isMoved ? current.slug : undefined) : current.slug
  return db.kysely
    .updateTable('term')
    .set({ name, slug, parent_id, description, color, ...termKeys(name, slug) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What decides whether a term may be beside the others. */
type Placed = Pick<TermRow, 'taxonomy' | 'id' | 'name' | 'name_key' | 'parent_id'>

/** A category is never its own ancestor (contract B10). */
const refuseLoop = async (db: Db, id: number, parent: number): Promise<void> => {
  if (parent === 0) return
  const { rows } = await sql<{ id: number }>`
    with recursive above (id) as (
      select cast(${parent} as bigint) union select term.parent_id from term join above on term.id = above.id)
    select id from above where id = ${id}`.execute(db.kysely)
  if (rows.length > 0) throw invalidParams(new Map([['parent', 'A category cannot be below itself.']]))
}

/**
 * The slug of a term (contract B7.6, B10). One that was sent must be free; '' is made of the name, with the next free number; where
 * undefined was sent the term keeps its own.
 * @throws ApiError `term_exists` where a sibling has the name, `duplicate_term_slug` for a slug in use.
 */
const decideSlug = async (
  db: Db,
  term: Placed,
  sent: string | undefined,
  own: string | undefined = undefined,
): Promise<string> => {
  const kept = sent || (sent === undefined ? own : undefined)
  const read: ReadOwners = (slugs) => readBeside(db, term, slugs)
  const owners: SlugOwners = new Map()
  if (kept === undefined) {
    const base = slugify(term.name) || term.taxonomy
    return freeSlug({ id: term.id, base }, owners, read)
  }
  await learnOwners(owners, [kept], read)
  if ((owners.get(kept) || term.id) !== term.id) throw new ApiError('duplicate_term_slug')
  return kept
}

/** The terms with these slugs, and the one with the name below the same parent, of which there may be none but the term itself. */
const readBeside = async (db: Db, { taxonomy, id, name_key, parent_id }: Placed, slugs: readonly string[]) => {
  const { dialect, kysely } = db
  const terms = kysely.selectFrom('term').select(['id', 'slug', 'name_key', 'parent_id'])
  const build = () =>
    terms
      .where('taxonomy', '=', taxonomy)
      .where('name_key', '=', name_key)
      .where('parent_id', '=', parent_id)
      .unionAll(terms.where('taxonomy', '=', taxonomy).where((eb) => dialect.isInTexts(eb.ref('slug'), eb.val(''))))
  const parameters = [taxonomy, name_key, parent_id, taxonomy, dialect.encodeTexts(slugs)]
  const rows = await runStatement(db, 'terms beside', build, parameters)
  for (const row of rows) {
    if (row.id !== id && row.name_key === name_key && row.parent_id === parent_id)
      throw new ApiError('term_exists', { data: { term_id: row.id } })
  }
  return rows
}

/** Removes a term. Children move up to the parent (contract B7.7); the links of events go with the row. */
export const removeTerm = async (db: Db, context: RequestContext, row: TermRow): Promise<void> => {
  await db.kysely
    .updateTable('term')
    .set({ parent_id: row.parent_id })
    .where('parent_id', '=', row.id)
    .where('taxonomy', '=', row.taxonomy)
    .execute()
  await db.kysely.deleteFrom('term').where('id', '=', row.id).execute()
  await recordTerm(db, context, 'deleted', row)
}
