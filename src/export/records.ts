import { sql } from 'kysely'
import type { RequestContext } from '../core/context.ts'
import { readStoredPayload } from '../core/fields.ts'
import { fontName } from '../core/font-files.ts'
import { type StoredPost, selectPosts } from '../core/stored-post.ts'
import { readStoredSettings } from '../core/stored-settings.ts'
import type { Database } from '../db/database.ts'
import type { PostTableName, SluggedKind, Status } from '../db/schema.ts'
import { runStatement } from '../db/statement.ts'
import { encodeText, keptColumns, recordKinds } from '../import/apply/keep-ids/rows.ts'
import { type ExternalLinks, type ImportedKind, type ImportRecord, isLinked } from '../import/read/record.ts'
import type { JsonObject } from '../lib/json.ts'
import { writeRecurrence } from '../recurrence/recurrence.ts'
import {
  findSeries,
  isOccurrence,
  type Occurrence,
  readOccurrences,
  readOwnFields,
  readTemplate,
} from '../resources/events/series/stored.ts'
import { datesAt, readRecurrence, type SeriesRow } from '../resources/events/series/times.ts'
import { userColumns } from '../resources/wordpress/user-record.ts'

/** A user or a setting of the site. */
export type SiteRecord = { readonly kind: 'user' | 'setting'; readonly id?: number; readonly payload: JsonObject }

/** A record of an export. */
export type ExportRecord = ImportRecord | SiteRecord

/** What is exported. */
export type ExportOptions = {
  /** Only events with one of these statuses. */
  readonly statuses: readonly Status[]
  /** Only events that end on this day or later, `YYYY-MM-DD`, UTC. */
  readonly since?: string | undefined
  /** Occurrences that differ from their series are to be events of their own: its rule excepts them. */
  readonly areChangesApart?: boolean
}

/** Records that are read at once. */
const portion = 200

/**
 * Reads the whole calendar as neutral records, each after those that it refers to: settings, users, images, categories, tags, venues,
 * organizers, events. Series come as one event with a recurrence, followed by their occurrences. It takes constant memory.
 */
export async function* exportRecords(
  database: Database,
  context: RequestContext,
  options: ExportOptions,
): AsyncGenerator<ExportRecord> {
  const users = await readUsers(database)
  const writer: Writer = { context, authors: new Map(users.map(({ id, name }) => [id, name])) }
  yield* exportSettings(database)
  for (const { id, ...payload } of users) yield { kind: 'user', id, payload }
  yield* exportImages(database, context)
  yield* exportTerms(database, context)
  for (const table of ['venue', 'organizer'] as const) {
    const former = await readFormerSlugs(database, table)
    for await (const row of rowsOf(database, table)) yield { ...recordOf(writer, table, row, {}), ...former(row.id) }
  }
  // A series comes with the first of its occurrences that is wanted.
  const series = new Set<number>()
  const former = await readFormerSlugs(database, 'event')
  for await (const row of exportedEvents(database, options))
    for await (const record of exportEvent(database, writer, row, { series, options }))
      yield { ...record, ...former(record.id ?? 0) }
}

/** The events of an export in the order of their ids. */
export async function* exportedEvents(database: Database, options: ExportOptions): AsyncGenerator<StoredPost<'event'>> {
  for await (const row of rowsOf(database, 'event')) if (isWanted(row, options)) yield row
}

const isWanted = (
  { status, end_utc }: Pick<StoredPost<'event'>, 'status' | 'end_utc'>,
  { statuses, since }: ExportOptions,
): boolean => statuses.includes(status) && (since === undefined || end_utc.slice(0, 10) >= since)

/** What all records of an export need. */
type Writer = { readonly context: RequestContext; readonly authors: ReadonlyMap<number, string> }

/** The users without their secrets, also those who were removed: records keep the ids of their authors. */
const readUsers = ({ kysely }: Database) => kysely.selectFrom('user').select(userColumns).orderBy('id').execute()

/** What administrators have set; what only programs need, such as keys, stays. */
async function* exportSettings(database: Database): AsyncGenerator<ExportRecord> {
  const { values, fonts } = await readStoredSettings(database)
  for (const [name, value] of values) yield { kind: 'setting', payload: { name, value } }
  for (const { face, bytes } of fonts)
    yield { kind: 'setting', payload: { name: fontName(face), value: bytes.toString('base64') } }
}

/** Reads what leads to each record of a kind besides its own slug. */
const readFormerSlugs = async (
  { kysely }: Database,
  kind: SluggedKind,
): Promise<(id: number) => Pick<ImportRecord, 'merged'>> => {
  const rows = kysely.selectFrom('former_slug').select(['slug', 'record_id']).where('kind', '=', kind)
  const slugs = new Map<number, string[]>()
  for (const { slug, record_id } of await rows.orderBy('position').orderBy('slug').execute())
    slugs.set(record_id, [...(slugs.get(record_id) ?? []), slug])
  return (id) => {
    const merged = slugs.get(id)
    return merged ? { merged } : {}
  }
}

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

async function* exportImages({ kysely }: Database, context: RequestContext): AsyncGenerator<ImportRecord> {
  const images = await kysely.selectFrom('image').selectAll().orderBy('id').execute()
  for (const image of images) {
    const { id, path, title, caption, alt_text, description } = image
    yield {
      kind: 'image',
      id,
      externalId: String(id),
      place: `image ${id}`,
      payload: {
        url: context.links.media(path),
        ...written(context, 'image', { title, caption, alt_text, description }),
      },
      kept: keptColumns('image', image),
    }
  }
}

/** The values of a payload in the form in which they are read as what they are. */
const written = (
  context: RequestContext,
  kind: ImportedKind,
  values: Readonly<Record<string, unknown>>,
): JsonObject => {
  const { fields } = recordKinds[kind]
  const texts = Object.entries(values).map(([name, value]) => [name, encodeText(context, fields[name], value)])
  // Every value of a column is text, a number or a list of offers.
  return Object.fromEntries(texts) as JsonObject
}

async function* exportTerms(database: Database, context: RequestContext): AsyncGenerator<ImportRecord> {
  const { kysely } = database
  const terms = await kysely.selectFrom('term').selectAll().orderBy('id').execute()
  const former = { category: await readFormerSlugs(database, 'category'), tag: await readFormerSlugs(database, 'tag') }
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
  for (const term of terms.sort((a, b) => depth(a) - depth(b))) {
    const { id, taxonomy, name, slug, description, parent_id } = term
    yield {
      kind: taxonomy,
      id,
      externalId: String(id),
      place: `${taxonomy} ${id}`,
      payload: written(context, taxonomy, { name, slug, description }),
      ...(parent_id > 0 && { links: { parent: String(parent_id) } }),
      kept: keptColumns(taxonomy, term),
      ...former[taxonomy](id),
    }
  }
}

const recordOf = (
  { context, authors }: Writer,
  kind: PostTableName,
  row: StoredPost<PostTableName>,
  links: ExternalLinks,
): ImportRecord => {
  const { fields } = recordKinds[kind]
  const payload = Object.entries(readStoredPayload(fields, row, {})).filter(([name, value]) => {
    const field = fields[name]
    // `date_utc` says the same as `date`, wherever it is read.
    return field && !isLinked(field) && name !== 'date' && (value ?? '') !== ''
  })
  const author = authors.get(row.author_id)
  const image = row.image_id === null ? {} : { image: String(row.image_id) }
  const all = { ...links, ...image }
  return {
    kind,
    id: row.id,
    externalId: String(row.id),
    place: `${kind} ${row.id}`,
    payload: written(context, kind, Object.fromEntries(payload)),
    kept: keptColumns(kind, row),
    ...(author !== undefined && { author }),
    ...(Object.keys(all).length > 0 && { links: all }),
  }
}

async function* exportEvent(
  database: Database,
  writer: Writer,
  row: StoredPost<'event'>,
  { series: exported, options }: { readonly series: Set<number>; readonly options: ExportOptions },
): AsyncGenerator<ImportRecord> {
  const own = recordOf(writer, 'event', row, await linksOf(database, row, options))
  if (!isOccurrence(row)) return yield own
  const [series, template] = await Promise.all([
    findSeries(database, 'id', row.series_id),
    readTemplate(database, row.series_id),
  ])
  if (!series || !template) return yield own
  const of = `series ${series.id}`
  if (!exported.has(series.id)) {
    exported.add(series.id)
    const occurrences = await readOccurrences(database, series.id)
    const templateLinks = await linksOf(database, template, options)
    yield exportSeries(writer, { series, occurrences, template }, templateLinks, options)
  }
  const { slug, ...payload } = own.payload
  const occurrence = { of, start: row.recurrence_id, ...(readOwnFields(row).length === 0 && { follows: true }) }
  yield { ...own, payload, kept: { ...own.kept, slug: slug ?? '' }, occurrence }
}

/**
 * The event of which a series is made: its first date, and the rule. An import without ids takes the payload: its rule excepts the occurrences that are in
 * the trash or left out, since it would give them again, and it is in the trash where no other is left.
 */
const exportSeries = (
  writer: Writer,
  {
    series,
    occurrences,
    template,
  }: {
    readonly series: SeriesRow
    readonly occurrences: readonly Occurrence[]
    readonly template: StoredPost<'event'>
  },
  links: ExternalLinks,
  { statuses, areChangesApart }: ExportOptions,
): ImportRecord => {
  const row = { ...template, ...datesAt(series, series.start_date), slug: series.slug }
  const record = recordOf(writer, 'event', row, links)
  const isGiven = (one: Occurrence): boolean =>
    one.status !== 'trash' && statuses.includes(one.status) && !(areChangesApart && readOwnFields(one).length > 0)
  const given = new Set(occurrences.filter(isGiven).map(({ recurrence_id }) => recurrence_id))
  const excepted = occurrences.flatMap(({ recurrence_id: local }) =>
    given.has(local) ? [] : [{ local, isDay: false }],
  )
  const recurrence = readRecurrence(series)
  const payload = {
    ...record.payload,
    recurrence:
      excepted.length === 0
        ? series.recurrence
        : writeRecurrence({ ...recurrence, exdate: [...recurrence.exdate, ...excepted] }),
    ...(given.size === 0 && { status: 'trash' }),
  }
  const of = `series ${series.id}`
  const { id, ...kept } = series
  return { ...record, id, externalId: of, place: of, payload, kept }
}

const linksOf = async (
  { kysely }: Database,
  { id, parent_id }: StoredPost<'event'>,
  options: ExportOptions,
): Promise<ExternalLinks> => {
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
  if (parent_id === null) return filled
  const parent = await kysely
    .selectFrom('event')
    .select(['status', 'end_utc'])
    .where('id', '=', parent_id)
    .executeTakeFirst()
  // One that is left out is no parent there.
  return { ...filled, ...(parent && isWanted(parent, options) && { parent: String(parent_id) }) }
}
