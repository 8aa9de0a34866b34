import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { noteMerged } from '../../core/former-slugs.ts'
import type { TermRow } from '../../core/params.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { findPost, findPosts, type StoredPost } from '../../core/stored-post.ts'
import { positiveInteger, wordOf } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import type { LinkedTable } from '../../db/schema.ts'
import { eventDefinition } from '../events/definition.ts'
import type { EventLinks } from '../events/links.ts'
import { organizers } from '../organizers/resource.ts'
import { noExternalId } from '../shared/external-id.ts'
import { recordTerm } from '../shared/history.ts'
import { updatePost } from '../shared/post.ts'
import { removeTerm } from '../shared/term.ts'
import { venues } from '../venues/resource.ts'
import { boundedIds } from './bounded-ids.ts'
import { planMerge } from './merged-terms.ts'

/** Most records that one merge takes. */
const maxMerged = 50

/** Events that are changed before other requests are answered. */
const portion = 10

/** The kinds of records that are merged, as the interface names them. */
export const mergeKind = wordOf('venues', 'organizers', 'tags', 'categories')

const mergeFields = {
  kind: { type: mergeKind, isRequired: true },
  into: { type: positiveInteger(), isRequired: true },
  from: { type: boundedIds(maxMerged, 'records'), isRequired: true },
}

type Merge = { readonly into: number; readonly from: readonly number[] }

const fault = (name: string, message: string) => invalidParams(new Map([[name, message]]))

const merge = async ({ database, context, values }: SiteRequest<typeof mergeFields>): Promise<SiteResponse> => {
  const { kind = 'venues', into = 0, from: sent = [] } = values
  const from = [...new Set(sent)]
  if (from.includes(into)) throw fault('from', 'A record cannot be merged into itself.')
  const events = await database.transact((db) => {
    if (kind === 'venues') return mergePosts(db, context, 'venue', { into, from })
    if (kind === 'organizers') return mergePosts(db, context, 'organizer', { into, from })
    return mergeTerms(db, context, kind, { into, from })
  })
  return { body: { into, merged: from.length, events } }
}

const mergePosts = async (
  db: Db,
  context: RequestContext,
  table: LinkedTable,
  { into, from }: Merge,
): Promise<number> => {
  const target = await findPost(db, table, 'id', into)
  if (!target || target.status === 'trash')
    throw fault('into', `There is no ${table} outside the trash with the id ${into}.`)
  const found = (await findPosts(db, table, from)).filter(({ status }) => status !== 'trash')
  const known = new Set(found.map(({ id }) => id))
  refuseMissing(
    table,
    from.filter((id) => !known.has(id)),
  )
  const { rows: ids } = await sql<{ event_id: number }>`select distinct event_id from ${sql.table(`event_${table}`)}
    where ${db.dialect.isIn(sql.ref(`${table}_id`), from)} order by event_id`.execute(db.kysely)
  const targets = new Map(from.map((id) => [id, target]))
  const member = table === 'venue' ? 'venues' : 'organizers'
  await changeEvents(
    db,
    context,
    ids.map(({ event_id }) => event_id),
    (links) => ({
      [table]: replace<StoredPost<LinkedTable>>(links[member], targets),
    }),
  )
  const { remove, update } = (table === 'venue' ? venues : organizers).operations
  const external = target.external_id === '' ? found.find(({ external_id }) => external_id !== '') : undefined
  if (external) {
    // The other system finds the record that is left: an update there would bring back the one that was merged (contract C4.1).
    const { id, source, external_id } = external
    await update(db, context, { column: 'id', value: id }, noExternalId, {})
    await update(db, context, { column: 'id', value: into }, { source, external_id }, {})
  }
  for (const id of from) await remove(db, context, { column: 'id', value: id }, {})
  // In the trash they have given up their slugs.
  await noteMerged(db, table, found, into)
  return ids.length
}

const mergeTerms = async (
  db: Db,
  context: RequestContext,
  kind: 'tags' | 'categories',
  { into, from }: Merge,
): Promise<number> => {
  const taxonomy = kind === 'tags' ? 'tag' : 'category'
  const rows = await db.kysely
    .selectFrom('term')
    .selectAll()
    .where((eb) => db.dialect.isIn(eb.ref('id'), [into, ...from]))
    .where('taxonomy', '=', taxonomy)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const target = known.get(into)
  if (!target) throw fault('into', `No ${taxonomy} has the id ${into}.`)
  refuseMissing(
    taxonomy,
    from.filter((id) => !known.has(id)),
  )
  const { targets, moved } = await planMerge(db, from, target)
  const gone = [...targets.keys()]
  const ids = await db.kysely
    .selectFrom('event_term')
    .select('event_id')
    .distinct()
    .where((eb) => db.dialect.isIn(eb.ref('term_id'), gone))
    .orderBy('event_id')
    .execute()
  await changeEvents(
    db,
    context,
    ids.map(({ event_id }) => event_id),
    ({ terms }) => ({
      [kind]: replace<TermRow>(
        terms.filter((term) => term.taxonomy === taxonomy),
        targets,
      ),
    }),
  )
  for (const [parent_id, rows] of moved) {
    const children = rows.map(({ id }) => id)
    const update = db.kysely.updateTable('term').set({ parent_id })
    await update.where((eb) => db.dialect.isIn(eb.ref('id'), children)).execute()
  }
  // The undo of an import keeps a term with which something was done since.
  const takers = new Map([...targets.values()].map((row) => [row.id, row]))
  for (const row of takers.values()) await recordTerm(db, context, 'updated', row)
  for (const id of gone) {
    // The parent may have been one of those that are gone.
    const row = await db.kysely.selectFrom('term').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) continue
    // What leads to a term goes with it.
    await noteMerged(db, taxonomy, [row], targets.get(id)?.id ?? into)
    await removeTerm(db, context, row)
  }
  return ids.length
}

const refuseMissing = (name: string, missing: readonly number[]): void => {
  if (missing.length > 0)
    throw fault('from', `No ${name} outside the trash has the id ${missing.slice(0, 5).join(', ')}.`)
}

/** The linked records, with each target once in the place of the first that is merged into it. */
const replace = <R extends { readonly id: number }>(linked: readonly R[], targets: ReadonlyMap<number, R>) => {
  const kept = new Map<number, R>()
  for (const row of linked) {
    const present = targets.get(row.id) ?? row
    kept.set(present.id, present)
  }
  return [...kept.values()].map((row) => ({ id: row.id, row }))
}

/** Changes events one by one, as their own route does, so that the history has each. */
const changeEvents = async (
  db: Db,
  context: RequestContext,
  ids: readonly number[],
  valuesFor: (links: EventLinks) => object,
): Promise<void> => {
  for (const [at, id] of ids.entries()) {
    if (at % portion === portion - 1) await nextTurn()
    const row = await findPost(db, 'event', 'id', id)
    if (!row) continue
    const links = await eventDefinition.links.load(db, id)
    await updatePost(db, context, eventDefinition, { row, links }, { ...valuesFor(links) })
  }
}

/** Makes one record of several: their events move to it (contract C7). */
export const mergesDocument: SiteDocument = {
  path: '/merges',
  endpoints: [endpoint({ methods: ['POST'], params: mergeFields, right: 'edit-others', answer: merge })],
}
