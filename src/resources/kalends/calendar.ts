import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { isInvalid } from '../../core/params.ts'
import { hasRight, mayEdit, readable } from '../../core/policy.ts'
import type { DocumentReaders } from '../../core/resource.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { dateText, idList, readMoment, searchText } from '../../core/types.ts'
import type { PostRow } from '../../db/schema.ts'
import { resolveMoment } from '../../lib/date-text.ts'
import type { Json } from '../../lib/json.ts'
import { searchWords } from '../../lib/text.ts'
import { selectInBackground } from '../../query/in-background.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { anyStatus, unTrashed } from './any-status.ts'

/** Most events of an answer. */
const maxEvents = 2000

const calendarParams = {
  start_date: { type: dateText, isRequired: true },
  end_date: { type: dateText, isRequired: true },
  status: { type: anyStatus },
  categories: { type: idList },
  tags: { type: idList },
  venue: { type: idList },
  organizer: { type: idList },
  search: { type: searchText },
}

const instantOf = ({ now, zone }: RequestContext, name: string, text: string): string => {
  const moment = readMoment(text, { now, zone })
  const resolved = isInvalid(moment) ? undefined : resolveMoment(moment, zone)
  if (!resolved) throw invalidParams(new Map([[name, 'The date is outside the years 0 to 9999.']]))
  return resolved.utc
}

type Condition = RawBuilder<SqlBool>

/** The conditions on the events of the span. Each is tested for the events that an index finds in it. */
const conditionsOf = ({ database: { dialect }, context, values }: SiteRequest<typeof calendarParams>): Condition[] => {
  const { status = unTrashed, categories, tags, venue, organizer, search } = values
  const [start, end] = (['start_date', 'end_date'] as const).map((name) => instantOf(context, name, values[name] ?? ''))
  const id = sql.ref<number>('event.id')
  const isLinked = (table: string, column: string, ids: readonly number[]): Condition =>
    sql`exists (select 1 from ${sql.table(table)} as link where link.event_id = ${id}
      and ${dialect.isIn(dialect.compared(sql.ref(`link.${column}`)), ids)})`
  // Events of a category are those of the categories below it, too.
  const isInCategories = (ids: readonly number[]): Condition =>
    sql`exists (select 1 from event_term as link where link.event_id = ${id} and ${dialect.compared(sql.ref('link.term_id'))} in (
      with recursive below (id) as (select term.id from term where ${dialect.isIn(sql.ref('term.id'), ids)}
        union select term.id from term join below on term.parent_id = below.id) select id from below))`
  const contains = (word: string): Condition =>
    sql`exists (select 1 from search_text where record_id = ${id}
      and ${dialect.contains(sql.ref('search_text.text'), sql<string>`cast(${word} as text)`)})`
  return [
    sql`event.status in (${sql.join(status.map((one) => sql.lit(one)))})`,
    sql`event.start_utc < ${end}`,
    sql`event.end_utc >= ${start}`,
    sql`${readable(context.caller, 'event')()}`,
    ...(categories ? [isInCategories(categories)] : []),
    ...(tags ? [isLinked('event_term', 'term_id', tags)] : []),
    ...(venue ? [isLinked('event_venue', 'venue_id', venue)] : []),
    ...(organizer ? [isLinked('event_organizer', 'organizer_id', organizer)] : []),
    ...searchWords(search ?? '').map(contains),
  ]
}

const columns = [
  'id',
  'title',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'timezone',
  'all_day',
  'status',
  'event_status',
  'author_id',
  'trashed_from',
  'series_id',
  'submission_id',
] as const satisfies readonly (keyof PostRow<'event'>)[]

type Row = Pick<PostRow<'event'>, (typeof columns)[number]> & {
  readonly venue: string | null
  readonly author: string | null
  readonly categories: string | null
  readonly total: number
}

const readRows = async (question: SiteRequest<typeof calendarParams>): Promise<Row[]> => {
  const { database, context } = question
  const names = [...columns, 'venue', 'author', 'categories', 'total'] as const
  const group =
    database.dialect.name === 'sqlite'
      ? sql`group_concat(term.id)`
      : sql`string_agg(cast(term.id as text), ',' order by term.id)`
  // The page is cut before anything is looked up for its rows.
  const query = sql<Row>`with listed as (
      select ${sql.join(columns.map((name) => sql.ref(`event.${name}`)))}, count(*) over () as total
      from event where ${sql.join(conditionsOf(question), sql` and `)}
      order by event.start_utc, event.id limit ${sql.lit(maxEvents)})
    select ${sql.join(columns.map((name) => sql.ref(`listed.${name}`)))},
      (select venue.title from event_venue join venue on venue.id = event_venue.venue_id
        where event_venue.event_id = listed.id and ${readable(context.caller, 'venue')()}
        order by event_venue.position limit 1) as venue,
      (select author.display_name from ${sql.table('user')} as author where author.id = listed.author_id) as author,
      (select ${group} from event_term cross join term
        where term.id = event_term.term_id and event_term.event_id = listed.id and term.taxonomy = 'category') as categories,
      listed.total from listed order by listed.start_utc, listed.id`
  return selectInBackground(question, names, query)
}

/** Records that are put together before other requests are answered. */
const perTurn = 25

/** The ETags of single reads, for `If-Match`. */
const readEtags = async (
  read: DocumentReaders['event'],
  { caller }: RequestContext,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const etags = new Map<number, string>()
  for (let at = 0; at < ids.length; at += perTurn) {
    if (at > 0) await nextTurn()
    const some = ids.slice(at, at + perTurn)
    const documents = await read(caller, some, true)
    // One that was removed just now leaves its place empty, so that the places of the others are not known.
    if (documents.length !== some.length) continue
    for (const [index, { tag }] of documents.entries()) etags.set(some[index] ?? 0, `"${tag}"`)
  }
  return etags
}

const showCalendar = async (question: SiteRequest<typeof calendarParams>): Promise<SiteResponse> => {
  const { context, documents } = question
  const rows = await readRows(question)
  const ids = rows.map(({ id }) => id)
  const mayReview = hasRight(context.caller, 'edit-others')
  const etags = await readEtags(documents.event, context, ids)
  const events = rows.map(
    (row): Json => ({
      id: row.id,
      title: row.title,
      start_date: row.start_date,
      end_date: row.end_date,
      utc_start_date: row.start_utc,
      utc_end_date: row.end_utc,
      timezone: row.timezone,
      all_day: row.all_day === 1,
      status: row.status,
      ...(row.event_status === 'scheduled' ? {} : { event_status: row.event_status }),
      venue: row.venue ?? '',
      author: { id: row.author_id, name: row.author ?? '' },
      categories: row.categories ? row.categories.split(',').map(Number) : [],
      etag: etags.get(row.id) ?? '',
      may_edit: mayEdit(context.caller, row),
      ...(row.series_id === null ? {} : { series: row.series_id }),
      ...(row.submission_id !== null && mayReview ? { submitted: true } : {}),
    }),
  )
  return { body: { events, total: Number(rows[0]?.total ?? 0) } }
}

/** The events of a span of time as a calendar shows them, to those who may edit (contract C7). */
export const calendarDocument: SiteDocument = {
  path: '/calendar',
  endpoints: [
    endpoint({
      methods: ['GET'],
      params: calendarParams,
      right: 'edit',
      refuseUnknown: refuseUnknownBy(calendarParams),
      answer: showCalendar,
    }),
  ],
}
