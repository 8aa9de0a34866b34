import { sql } from 'kysely'
import type { Site } from '../core/context.ts'
import type { FieldTable } from '../core/fields.ts'
import type { StoredPost } from '../core/stored-post.ts'
import { selectPosts } from '../core/stored-post.ts'
import type { Database } from '../db/database.ts'
import type { PostTableName, Status } from '../db/schema.ts'
import { runStatement } from '../db/statement.ts'
import type { ExternalLinks, ImportRecord } from '../import/record.ts'
import type { JsonObject } from '../lib/json.ts'
import { eventDefinition } from '../resources/events/definition.ts'
import { findSeries, isOccurrence, ownFieldsOf, readTemplate } from '../resources/events/series/stored.ts'
import { datesAt, type SeriesRow } from '../resources/events/series/times.ts'
import { organizerDefinition } from '../resources/organizers/definition.ts'
import { payloadOf } from '../resources/shared/post-payload.ts'
import { venueDefinition } from '../resources/venues/definition.ts'

/** What is exported. */
export type ExportOptions = {
  /** Only events with one of these statuses; by default all but those in the trash. */
  readonly statuses?: readonly Status[] | undefined
  /** Only events that end on this day or later, `YYYY-MM-DD`, UTC. */
  readonly since?: string | undefined
}

/** Records that are read at once. */
const portion = 200

/**
 * Reads the whole calendar as neutral records, each after those that it refers to: images, categories, tags, venues, organizers, events. Series
 * come as one event with a recurrence, followed by the occurrences that differ from it. It takes constant memory.
 */
export async function* exportRecords(
  database: Database,
  { links }: Site,
  options: ExportOptions,
): AsyncGenerator<ImportRecord> {
  const authors = await readAuthors(database)
  yield* exportImages(database, links.media)
  yield* exportTerms(database)
  for (const table of ['venue', 'organizer'] as const) {
    const { fields } = table === 'venue' ? venueDefinition : organizerDefinition
    for await (const row of rowsOf(database, table)) yield recordOf(table, fields, row, authors, {})
  }
  // A series comes with the first of its occurrences that is wanted.
  const series = new Set<number>()
  for await (const row of rowsOf(database, 'event'))
    if (isWanted(row, options)) yield* exportEvent(database, row, authors, series)
}

const isWanted = ({ status, end_utc }: StoredPost<'event'>, { statuses, since }: ExportOptions): boolean =>
  (statuses ? statuses.includes(status) : status !== 'trash') && (since === undefined || end_utc.slice(0, 10) >= since)

async function* rowsOf<T extends PostTableName>(database: Database, table: T): AsyncGenerator<StoredPost<T>> {
  for (let last = 0; ; ) {
    const rows = await selectAfter(database, table, last)
    yield* rows
    const { id } = rows.at(-1) ?? {}
    if (id === undefined) return
    last = id
  }
}

const selectAfter = async <T extends PostTableName>(
  database: Database,
  table: T,
  last: number,
): Promise<readonly StoredPost<T>[]> => {
  const id = sql.ref(`${table}.id`)
  const build = () =>
    selectPosts(database, table).where(sql<boolean>`${id} > ${0}`).orderBy(id).limit(sql<number>`${portion}`)
  return runStatement<StoredPost<T>>(database, `export ${table}`, build, [last, portion])
}

type Authors = ReadonlyMap<number, string>

const readAuthors = async ({ kysely }: Database): Promise<Authors> => {
  const users = await kysely.selectFrom('user').select(['id', 'name']).execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

async function* exportImages({ kysely }: Database, urlOf: (path: string) => string): AsyncGenerator<ImportRecord> {
  const images = await kysely.selectFrom('image').selectAll().orderBy('id').execute()
  for (const { id, path, title, caption, alt_text, description } of images)
    yield {
      kind: 'image',
      id,
      externalId: String(id),
      place: `image ${id}`,
      payload: { url: urlOf(path), title, caption, alt_text, description },
    }
}

async function* exportTerms({ kysely }: Database): AsyncGenerator<ImportRecord> {
  const terms = await kysely.selectFrom('term').selectAll().orderBy('id').execute()
  const byId = new Map(terms.map((term) => [term.id, term]))
  const depths = new Map<number, number>()
  // Of a term whose parents run in a circle, those that were met already count as the highest.
  const depth = (term: (typeof terms)[number]): number => {
    const line = [term]
    const met = new Set([term.id])
    for (let one = byId.get(term.parent_id); one && !met.has(one.id) && !depths.has(one.id); ) {
      line.push(one)
      met.add(one.id)
      one = byId.get(one.parent_id)
    }
    for (const one of line.reverse()) if (!depths.has(one.id)) depths.set(one.id, (depths.get(one.parent_id) ?? 0) + 1)
    return depths.get(term.id) ?? 0
  }
  for (const { id, taxonomy, name, slug, description, parent_id } of terms.sort((a, b) => depth(a) - depth(b)))
    yield {
      kind: taxonomy,
      id,
      externalId: String(id),
      place: `${taxonomy} ${id}`,
      payload: { name, slug, description },
      ...(parent_id > 0 && { links: { parent: String(parent_id) } }),
    }
}

/** Fields that `links` has, or that another calendar decides. */
const leftOut = [
  'author',
  'image',
  'venue',
  'organizer',
  'categories',
  'tags',
  'post_parent',
  'recurrence',
  'scope',
  'date',
]

const recordOf = (
  kind: PostTableName,
  fields: FieldTable,
  row: StoredPost<PostTableName>,
  authors: Authors,
  links: ExternalLinks,
): ImportRecord => {
  // The name of a venue or an organizer is the field that links it to an event.
  const named = { event: 'title', venue: 'venue', organizer: 'organizer' }[kind]
  const payload = Object.entries({ ...payloadOf(fields, row, {}), [named]: row.title }).filter(
    ([name, value]) => (name === named || !leftOut.includes(name)) && (value ?? '') !== '',
  )
  const author = authors.get(row.author_id)
  const image = row.image_id === null ? {} : { image: String(row.image_id) }
  const all = { ...links, ...image }
  return {
    kind,
    id: row.id,
    externalId: String(row.id),
    place: `${kind} ${row.id}`,
    // Every value of a column is text, a number or a list of offers.
    payload: Object.fromEntries(payload) as JsonObject,
    ...(author !== undefined && { author }),
    ...(Object.keys(all).length > 0 && { links: all }),
  }
}

async function* exportEvent(
  database: Database,
  row: StoredPost<'event'>,
  authors: Authors,
  exported: Set<number>,
): AsyncGenerator<ImportRecord> {
  const links = await linksOf(database, row)
  const own = recordOf('event', eventDefinition.fields, row, authors, links)
  if (!isOccurrence(row)) return yield own
  const [series, template] = await Promise.all([
    findSeries(database, 'id', row.series_id),
    readTemplate(database, row.series_id),
  ])
  if (!series || !template) return yield own
  const of = `series ${series.id}`
  if (!exported.has(series.id)) {
    exported.add(series.id)
    yield await exportSeries(database, series, template, authors)
  }
  if (ownFieldsOf(row).length === 0) return
  const { slug: _, ...payload } = own.payload
  yield { ...own, payload, occurrence: { of, start: row.recurrence_id } }
}

/** The event of which a series is made: its first date, and the rule. */
const exportSeries = async (
  database: Database,
  series: SeriesRow,
  template: StoredPost<'event'>,
  authors: Authors,
): Promise<ImportRecord> => {
  const row = { ...template, ...datesAt(series, series.start_date), slug: series.slug }
  const record = recordOf('event', eventDefinition.fields, row, authors, await linksOf(database, template))
  const payload = { ...record.payload, recurrence: series.recurrence }
  return { ...record, id: series.id, externalId: `series ${series.id}`, place: `series ${series.id}`, payload }
}

const linksOf = async ({ kysely }: Database, { id, parent_id }: StoredPost<'event'>): Promise<ExternalLinks> => {
  const venues = kysely
    .selectFrom('event_venue')
    .select('venue_id as id')
    .where('event_id', '=', id)
    .orderBy('position')
  const organizers = kysely
    .selectFrom('event_organizer')
    .select('organizer_id as id')
    .where('event_id', '=', id)
    .orderBy('position')
  const terms = kysely
    .selectFrom('event_term')
    .innerJoin('term', 'term.id', 'event_term.term_id')
    .select(['term.id', 'term.taxonomy'])
    .where('event_id', '=', id)
    .orderBy('term.id')
  const found = await terms.execute()
  const idsOf = (rows: readonly { readonly id: number }[]): readonly string[] => rows.map((one) => String(one.id))
  const lists = {
    venue: idsOf(await venues.execute()),
    organizer: idsOf(await organizers.execute()),
    categories: idsOf(found.filter(({ taxonomy }) => taxonomy === 'category')),
    tags: idsOf(found.filter(({ taxonomy }) => taxonomy === 'tag')),
  }
  const filled = Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0))
  return { ...filled, ...(parent_id !== null && { parent: String(parent_id) }) }
}
