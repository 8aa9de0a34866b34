import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QuerySource } from '../../query/condition.ts'
import { inBackground } from '../../query/in-background.ts'

/** What events are counted by. */
export const tallied = ['categories', 'tags', 'venue', 'organizer'] as const

/** What events are counted by. */
export type Tallied = (typeof tallied)[number]

/** How many of some events have a category, tag, venue or organizer, by its id; those without any are missing. */
export type Tally = ReadonlyMap<number, number>

/** As in the filter of that name, an event of a category is one of the categories above it too. */
const ofCategories = (isListed: RawBuilder<SqlBool>) => sql`
  with recursive above (id, ancestor) as (
    select id, id from term where taxonomy = 'category'
    union select above.id, term.parent_id from above join term on term.id = above.ancestor where term.parent_id > 0
  )
  select ancestor, count(distinct event_id) from event_term join above on above.id = event_term.term_id
  where ${isListed} group by ancestor`

/** Categories are counted too, which costs less than to leave them out. */
const ofTags = (isListed: RawBuilder<SqlBool>) =>
  sql`select term_id, count(*) from event_term where ${isListed} group by term_id`

const ofLinked = (name: 'venue' | 'organizer') => (isListed: RawBuilder<SqlBool>) =>
  sql`
  select ${sql.ref(`${name}_id`)}, count(*) from ${sql.table(`event_${name}`)} where ${isListed} group by 1`

const queries = { categories: ofCategories, tags: ofTags, venue: ofLinked('venue'), organizer: ofLinked('organizer') }

/** How many later dates of their series the public sees in lists, by the ids of some occurrences; the last ones of their series are missing. */
export const tallyLater = async (
  { database }: Pick<QuerySource, 'database'>,
  ids: readonly number[],
): Promise<Tally> => {
  if (ids.length === 0) return new Map()
  const { kysely, dialect } = database
  const query = sql`select shown.id, count(*) from event shown join event on event.series_id = shown.series_id
    and event.status = 'publish' and event.hide_from_listings = 0 and event.start_utc > shown.start_utc
    where ${dialect.isIn(sql.ref('shown.id'), [])} group by shown.id`
  const rows = await database.query(query.compile(kysely).sql, [dialect.encodeIds(ids)])
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]))
}

/** Counts the events with these ids by their categories, tags, venues or organizers, in the background. */
export const tallyEvents = async (
  source: Pick<QuerySource, 'database' | 'context'>,
  by: Tallied,
  ids: readonly number[],
): Promise<Tally> => {
  if (ids.length === 0) return new Map()
  const { kysely, dialect } = source.database
  const query = queries[by](dialect.isIn(sql.ref('event_id'), [])).compile(kysely)
  const rows = await inBackground(source)(query.sql, [dialect.encodeIds(ids)])
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]))
}
