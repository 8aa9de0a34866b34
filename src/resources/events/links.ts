import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { ImageWanted } from '../../core/intake.ts'
import { readLinkedRows } from '../../core/named-rows.ts'
import type { ParamTable, TermRow, Values } from '../../core/params.ts'
import { mayRead, requireRight } from '../../core/policy.ts'
import { findPost, type StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { LinkedTable, PostRow, Taxonomy } from '../../db/schema.ts'
import { nameKey } from '../../lib/text.ts'
import { organizerDefinition } from '../organizers/resource.ts'
import { type LinkInput, matchTerm, type TermInput } from '../shared/nested-input.ts'
import { type BegunPost, beginPost, createPost, findNamesake } from '../shared/post.ts'
import type { LinkSteps, PostDefinition, PostWrite, SettledWrite } from '../shared/post-definition.ts'
import { insertTerm, type TermValues, termRights } from '../shared/term.ts'
import { venueDefinition } from '../venues/resource.ts'

/** All that an event links to, whoever may see it; venues and organizers in their order. */
export type EventLinks = {
  readonly venues: readonly StoredPost<'venue'>[]
  readonly organizers: readonly StoredPost<'organizer'>[]
  readonly terms: readonly TermRow[]
}

/** A new event links to nothing yet. */
const noLinks: EventLinks = { venues: [], organizers: [], terms: [] }

/** Reads what an event links to. */
export const loadLinks = async (db: Db, eventId: number): Promise<EventLinks> => {
  const ids = [eventId, eventId, eventId]
  const { venue, organizer, term } = await readLinkedRows(db, 'links of event', partsOfEvent, ids)
  return { venues: venue, organizers: organizer, terms: term }
}

const partsOfEvent = () => {
  const linked = (table: 'venue' | 'organizer' | 'term') =>
    sql`${sql.table(table)} join ${sql.table(`event_${table}`)} as link on ${sql.ref(`link.${table}_id`)} = ${sql.ref(`${table}.id`)}
      where link.event_id = ${0}`
  const order = sql`link.position`
  return {
    venue: { from: linked('venue'), order },
    organizer: { from: linked('organizer'), order },
    term: { from: linked('term') },
  }
}

/** What an event is to link to; what the payload says nothing of stays as it is `present`. */
export type LinkPlan = {
  readonly present: EventLinks
  readonly venue: readonly PlannedRecord<'venue'>[] | undefined
  readonly organizer: readonly PlannedRecord<'organizer'>[] | undefined
  readonly terms: PlannedTerms
}

/** What a payload may say of links. */
type LinkValues = {
  readonly post_parent?: number | null
  readonly venue?: readonly LinkInput<'venue'>[]
  readonly organizer?: readonly LinkInput<'organizer'>[]
  readonly categories?: readonly TermInput[]
  readonly tags?: readonly TermInput[]
}

/** The links of events: to a parent, to venues and organizers in their order, and to terms. */
export const eventLinks: LinkSteps<'event', EventLinks, LinkPlan> = {
  idsOf: ({ venues, organizers, terms }) => {
    const ids: { readonly [name in 'venue' | 'organizer' | 'categories' | 'tags']: number[] } = {
      venue: [],
      organizer: [],
      categories: [],
      tags: [],
    }
    for (const { id } of venues) ids.venue.push(id)
    for (const { id } of organizers) ids.organizer.push(id)
    for (const { id, taxonomy } of terms) ids[taxonomy === 'category' ? 'categories' : 'tags'].push(id)
    // Terms have no order: two states that have the same ones do not differ in them.
    ids.categories.sort((a, b) => a - b)
    ids.tags.sort((a, b) => a - b)
    return ids
  },
  load: loadLinks,
  plan: async (db, context, values: Values<ParamTable>, current) => {
    const { post_parent, venue, organizer, categories, tags }: LinkValues = values
    const present = current?.links ?? noLinks
    if (post_parent) await requireReadableParent(db, context, post_parent, current?.row)
    const plan = {
      present,
      venue: venue && planRecords(context, venueDefinition, venue, present.venues),
      organizer: organizer && planRecords(context, organizerDefinition, organizer, present.organizers),
      terms: { category: categories, tag: tags },
    }
    if (categories || tags) requireTermRights(context, plan.terms)
    if (plan.venue) seekNamesakes(db, context, venueDefinition, plan.venue)
    if (plan.organizer) seekNamesakes(db, context, organizerDefinition, plan.organizer)
    return plan
  },
  settle: async (db, context, writes) => {
    const venues: { event_id: number; venue_id: number; position: number }[] = []
    const organizers: { event_id: number; organizer_id: number; position: number }[] = []
    const terms: { event_id: number; term_id: number }[] = []
    const created: TermRow[] = []
    const settled: SettledWrite<'event', EventLinks>[] = []
    for (const write of writes) {
      const { id, plan } = write
      const { present, venue, organizer, terms: planned } = plan
      // What is `present` unchanged is the same list as before.
      const isAboutTerms = planned.category !== undefined || planned.tag !== undefined
      const links: EventLinks = {
        venues: venue ? await settleRecords(db, context, venueDefinition, venue, present.venues) : present.venues,
        organizers: organizer
          ? await settleRecords(db, context, organizerDefinition, organizer, present.organizers)
          : present.organizers,
        terms: isAboutTerms ? await settleTerms(db, context, planned, present.terms, created) : present.terms,
      }
      if (write.before && (venue || organizer || isAboutTerms)) await removeChangedLinks(db, id, present, links)
      if (links.venues !== present.venues)
        for (const [position, { id: venue_id }] of links.venues.entries())
          venues.push({ event_id: id, venue_id, position })
      if (links.organizers !== present.organizers)
        for (const [position, { id: organizer_id }] of links.organizers.entries())
          organizers.push({ event_id: id, organizer_id, position })
      if (links.terms !== present.terms)
        for (const { id: term_id } of links.terms)
          if (!hasId(present.terms, term_id)) terms.push({ event_id: id, term_id })
      settled.push({ row: write.after, links: { ...links, terms: countedTerms(write, links.terms) } })
    }
    return {
      settled,
      rows: [
        { table: 'event_venue', rows: venues },
        { table: 'event_organizer', rows: organizers },
        { table: 'event_term', rows: terms },
      ],
    }
  },
}

/** A parent is an event that the caller may read, and no event is its own ancestor (contract B4.8). */
const requireReadableParent = async (
  db: Db,
  context: RequestContext,
  parent: number,
  current: PostRow<'event'> | undefined,
): Promise<void> => {
  if (parent === current?.parent_id) return
  const row = await findPost(db, 'event', 'id', parent)
  if (!row || !mayRead(context.caller, row)) {
    throw invalidParams(new Map([['post_parent', `No event that you may read has the id ${parent}.`]]))
  }
  // Nothing lies below a new event.
  if (current) await requireNotBelow(db, parent, [current.id])
}

/** @throws ApiError `rest_invalid_param` where a parent is one of these events, or lies below one of them. */
export const requireNotBelow = async (
  { kysely, dialect }: Db,
  parent: number,
  ids: readonly number[],
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    with recursive above (id) as (
      select cast(${parent} as bigint) union select event.parent_id from event join above on event.id = above.id)
    select id from above where ${dialect.isIn(sql.ref('id'), ids)} limit 1`.execute(kysely)
  if (rows.length > 0) throw invalidParams(new Map([['post_parent', 'An event cannot be below itself.']]))
}

/** Venues and organizers are linked anew, since their order may be another one. */
const removeChangedLinks = async (db: Db, id: number, present: EventLinks, links: EventLinks): Promise<void> => {
  const { kysely, dialect } = db
  if (present.venues.length > 0 && links.venues !== present.venues)
    await kysely.deleteFrom('event_venue').where('event_id', '=', id).execute()
  if (present.organizers.length > 0 && links.organizers !== present.organizers)
    await kysely.deleteFrom('event_organizer').where('event_id', '=', id).execute()
  const removed: number[] = []
  for (const term of present.terms) if (!hasId(links.terms, term.id)) removed.push(term.id)
  if (removed.length === 0) return
  await kysely
    .deleteFrom('event_term')
    .where('event_id', '=', id)
    .where((eb) => dialect.isIn(eb.ref('term_id'), removed))
    .execute()
}

/** The terms with the counters that triggers give them; they count published events. */
const countedTerms = (
  { before, after, plan }: PostWrite<'event', LinkPlan>,
  terms: readonly TermRow[],
): readonly TermRow[] => {
  const counted: TermRow[] = []
  for (const term of terms) {
    const was = before?.status === 'publish' && hasId(plan.present.terms, term.id) ? 1 : 0
    const is = after.status === 'publish' ? 1 : 0
    counted.push(was === is ? term : { ...term, count: term.count + is - was })
  }
  return counted
}

/** A venue or an organizer that an event will link to: one that exists, or one to be created. */
export type PlannedRecord<T extends LinkedTable> = StoredPost<T> | NewRecord<T>

/** A record to be created, unless the namesake that is being looked for is found. */
type NewRecord<T extends LinkedTable> = BegunPost<T> & { namesake?: Promise<StoredPost<T> | undefined> }

/**
 * Settles what a payload links.
 * @throws ApiError `rest_forbidden` for a new record that the caller may not create, `rest_invalid_param` for one that is not there to
 * be linked: the caller may not read it, or it lies in the trash.
 */
const planRecords = <T extends LinkedTable>(
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  inputs: readonly LinkInput<T>[],
  present: readonly StoredPost<T>[],
): readonly PlannedRecord<T>[] => {
  const planned: PlannedRecord<T>[] = []
  const hidden: number[] = []
  for (const input of inputs) {
    if ('create' in input) planned.push(beginNested(context, definition, input.create))
    else if (!input.row) hidden.push(input.id)
    else {
      const isMissing = input.row.status === 'trash' || !mayRead(context.caller, input.row)
      if (isMissing && !hasId(present, input.id)) hidden.push(input.id)
      planned.push(input.row)
    }
  }
  if (hidden.length === 0) return planned
  const { name } = definition
  throw invalidParams(new Map([[name, `No ${name} that you may read has the id ${hidden.join(', ')}.`]]))
}

/** Begins to look for the namesakes of records that are to be created, together with what is asked next. */
const seekNamesakes = <T extends LinkedTable>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  planned: readonly PlannedRecord<T>[],
): void => {
  const names = new Set<string>()
  for (const one of planned) {
    if (!('sent' in one) || one.values['image'] !== undefined) continue
    const name = nameKey(String(one.values[definition.titleField]))
    // One of the same name may be created before it.
    if (names.has(name)) continue
    names.add(name)
    one.namesake = findNamesake(db, context, definition, one, undefined)
    // Avoids an unhandled rejection if another statement fails first.
    one.namesake.catch(() => undefined)
  }
}

const beginNested = <T extends LinkedTable>(
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  values: Values<ParamTable>,
): BegunPost<T> => {
  try {
    return beginPost(context, definition, values)
  } catch (error) {
    throw error instanceof ImageWanted ? new ImageWanted(error.url, definition.name) : error
  }
}

/** Whether one of the rows has the id. */
const hasId = (rows: readonly { readonly id: number }[], id: number): boolean => {
  for (const row of rows) if (row.id === id) return true
  return false
}

/** The records that an event links to from now on; those that do not exist yet are created, under the same policy as on their own routes. */
const settleRecords = async <T extends LinkedTable>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  planned: readonly PlannedRecord<T>[],
  present: readonly StoredPost<T>[],
): Promise<readonly StoredPost<T>[]> => {
  const rows: StoredPost<T>[] = []
  for (const one of planned) {
    const row = 'sent' in one ? (await createPost(db, context, definition, one, { namesake: one.namesake })).row : one
    if (!hasId(rows, row.id)) rows.push(row)
  }
  // Links that the caller cannot see are kept (contract B5.3, B7.2).
  for (const [position, row] of present.entries())
    if (!mayRead(context.caller, row) && !hasId(rows, row.id)) rows.splice(position, 0, row)
  // Equal links are not written again.
  const isSame = rows.length === present.length && rows.every(({ id }, at) => id === present[at]?.id)
  return isSame ? present : rows
}

/** The categories and tags that the payload of an event names; undefined where it says nothing of them. */
export type PlannedTerms = { readonly [T in Taxonomy]: readonly TermInput[] | undefined }

const taxonomies = ['category', 'tag'] as const satisfies readonly Taxonomy[]

/** @throws ApiError `rest_forbidden` where a term would have to be created by a caller who may not. */
const requireTermRights = ({ caller }: RequestContext, planned: PlannedTerms): void => {
  for (const taxonomy of taxonomies) {
    for (const input of planned[taxonomy] ?? [])
      if (!('id' in input)) requireRight(caller, termRights[taxonomy], `You may not create a ${taxonomy}.`)
  }
}

/** The terms of an event from now on; those that do not exist yet are created, and join `created`. */
const settleTerms = async (
  db: Db,
  context: RequestContext,
  planned: PlannedTerms,
  present: readonly TermRow[],
  created: TermRow[],
): Promise<readonly TermRow[]> => {
  const terms = new Map<number, TermRow>()
  for (const term of present) if (planned[term.taxonomy] === undefined) terms.set(term.id, term)
  for (const taxonomy of taxonomies) {
    for (const input of planned[taxonomy] ?? []) {
      const term = 'id' in input ? input.row : await findOrCreate(db, context, taxonomy, { input, created })
      if (term) terms.set(term.id, term)
    }
  }
  return [...terms.values()]
}

/** Another input of the same payload may have made it. */
const findOrCreate = async (
  db: Db,
  context: RequestContext,
  taxonomy: Taxonomy,
  { input, created }: { readonly input: Exclude<TermInput, { readonly id: number }>; readonly created: TermRow[] },
): Promise<TermRow> => {
  const values: TermValues = 'named' in input ? { name: input.named } : input.create
  const known = matchTerm(created, taxonomy, values)
  if (known) return known
  const term = await insertTerm(db, context, taxonomy, values)
  created.push(term)
  return term
}
