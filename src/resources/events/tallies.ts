import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { QuerySource } from '../../query/condition.ts'
import { inBackground } from '../../query/in-background.ts'

/** What events are counted by. */
export const tallied = ['categories', 'tags', 'venue', 'organizer'] as const

/** What events are counted by. */
export type Tallied = (typeof tallied)[number]

/** How many of some events have a category, tag, venue or organizer, by its id; those without any are missing. */
export type Tally = ReadonlyMap<number, number>

/** Each category with those above it, and with itself. */
const above = sql`with recursive above (id, ancestor) as (
    select id, id from term where taxonomy = 'category'
    union select above.id, term.parent_id from above join term on term.id = above.ancestor where term.parent_id > 0
  )`

/** As in the filter of that name, an event of a category is one of the categories above it too. */
const ofCategories = (isListed: RawBuilder<SqlBool>) => sql`
  ${above}
  select ancestor, count(distinct event_id) from event_term join above on above.id = event_term.term_id
  where ${isListed} group by ancestor`

/** Categories are counted too, which costs less than to leave them out. */
const ofTags = (isListed: RawBuilder<SqlBool>) =>
  sql`select term_id, count(*) from event_term where ${isListed} group by term_id`

const ofLinked = (name: 'venue' | 'organizer') => (isListed: RawBuilder<SqlBool>) =>
  sql`
  select ${sql.ref(`${name}_id`)}, count(*) from ${sql.table(`event_${name}`)} where ${isListed} group by 1`

const queries = { categories: ofCategories, tags: ofTags, venue: ofLinked('venue'), organizer: ofLinked('organizer') }

/** Whether one of the public events of a category, tag, venue or organizer is in lists. */
const isInLists = (kind: 'term' | 'venue' | 'organizer', id: RawBuilder<unknown>) => sql<SqlBool>`
  exists (select 1 from ${sql.table(`${kind}_listing`)} as listed where ${sql.ref(`listed.${kind}_id`)} = ${id} and listed.status = 'publish')`

/** Whether all public events of a venue or an organizer are hidden from lists, of which it has some. */
export const isHidden = (kind: 'venue' | 'organizer'): RawBuilder<SqlBool> => {
  const [links, id] = [sql.table(`event_${kind}`), sql.ref(`${kind}.id`)]
  return sql<SqlBool>`(not ${isInLists(kind, sql`${id}`)} and exists (select 1 from ${links} as link
    join event on event.id = link.event_id where ${sql.ref(`link.${kind}_id`)} = ${id} and event.status = 'publish'))`
}

const inLists = {
  categories: (isOne: RawBuilder<SqlBool>) => sql`
    ${above} select distinct ancestor from above where ${isOne} and ${isInLists('term', sql`above.id`)}`,
  tags: (isOne: RawBuilder<SqlBool>) => sql`select id from term where ${isOne} and ${isInLists('term', sql`term.id`)}`,
  venue: (isOne: RawBuilder<SqlBool>) =>
    sql`select id from venue where ${isOne} and ${isInLists('venue', sql`venue.id`)}`,
  organizer: (isOne: RawBuilder<SqlBool>) =>
    sql`select id from organizer where ${isOne} and ${isInLists('organizer', sql`organizer.id`)}`,
}

/** Those of some categories, tags, venues or organizers of which lists show an event to the public: it is not hidden from them. */
export const findInLists = async (
  { kysely, dialect, query }: Database,
  by: Tallied,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const id = sql.ref(by === 'categories' ? 'ancestor' : 'id')
  const statement = inLists[by](dialect.isIn(id, [])).compile(kysely)
  const rows = await query(statement.sql, [dialect.encodeIds(ids)])
  return new Set(rows.map(([found]) => Number(found)))
}

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
