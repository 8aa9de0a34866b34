import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { blankOf, searchTextsOf } from '../../core/fields.ts'
import type { Values } from '../../core/params.ts'
import { mayRead } from '../../core/policy.ts'
import { findRow } from '../../core/store.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow } from '../../db/schema.ts'
import type { PostChange, PostDefinition } from '../shared/post-definition.ts'
import { pageUrl } from '../shared/post-record.ts'
import { readCost, showCost } from './cost.ts'
import { decideDates } from './dates.ts'
import { eventFields } from './fields.ts'
import { eventFilters } from './filters.ts'
import { writeLinks } from './links.ts'
import { planEventsBy } from './list.ts'
import { renderEvent } from './record.ts'
import { type EventRelations, loadRelations } from './relations.ts'

/** Events: what the calendar is for. */
export const eventDefinition: PostDefinition<'event', EventRelations, typeof eventFields, typeof eventFilters> = {
  name: 'event',
  titleField: 'title',
  fields: eventFields,
  filters: eventFilters,
  plan: planEventsBy(eventFilters),
  reusesNamesakes: false,
  blank: blankOf(eventFields),
  prepare: (context, values, current) => ({
    ...decideDates(context, values, current),
    ...(current ? keepShown(context, values, current) : {}),
  }),
  afterWrite: async (db, context, changes) => {
    for (const change of changes) await refuseParent(db, context, change)
    await writeLinks(db, context, changes)
  },
  searchFields: searchTextsOf(eventFields),
  load: (db: Db, context: RequestContext, rows) => loadRelations(db, context, rows),
  render: renderEvent,
}

/** Cost and website are shown otherwise than they are stored; who writes back what was read changes neither (contract B6.2). */
const keepShown = (
  context: RequestContext,
  values: Values<typeof eventFields>,
  current: PostRow<'event'>,
): Partial<PostRow<'event'>> => {
  const { cost } = showCost(current.cost, context.config.currency)
  return {
    ...(values.cost === readCost(cost)?.stored ? { cost: current.cost, is_free: current.is_free } : {}),
    ...(current.website === null && values.website === pageUrl(context, 'event', current) ? { website: null } : {}),
  }
}

/** A parent is an event that the caller may read, and no event is its own ancestor (contract B4.8). */
const refuseParent = async (
  db: Db,
  context: RequestContext,
  { id, after, before }: PostChange<'event'>,
): Promise<void> => {
  const parent = after?.parent_id ?? null
  if (parent === null || parent === before?.parent_id) return
  const row = await findRow(db, 'event', 'id', parent)
  if (!row || !mayRead(context.caller, row)) {
    throw invalidParams(new Map([['post_parent', `No event that you may read has the id ${parent}.`]]))
  }
  const { rows } = await sql<{ id: number }>`
    with recursive above (id) as (
      select cast(${parent} as bigint) union select event.parent_id from event join above on event.id = above.id)
    select id from above where id = ${id}`.execute(db.kysely)
  if (rows.length > 0) throw invalidParams(new Map([['post_parent', 'An event cannot lie below itself.']]))
}
