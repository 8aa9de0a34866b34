import type { NotNull } from 'kysely'
import type { Site } from '../../../core/context.ts'
import { type Caller, readable } from '../../../core/policy.ts'
import { type Document, type ReadDocuments, readDocument } from '../../../core/resource.ts'
import type { Database } from '../../../db/database.ts'
import type { ChangeKind } from '../../../db/schema.ts'
import { hashTag } from '../../../lib/tag.ts'
import type { EventRecord } from '../record.ts'
import { type OccurrenceFacts, seriesRecord } from './record.ts'
import type { SeriesRow } from './times.ts'

/** The kinds of changes that may change what a series shows: its occurrences, and what these link to. */
export const seriesKinds: readonly ChangeKind[] = ['event', 'venue', 'organizer', 'term', 'count', 'image']

/** Most exceptions that the record of a series names. */
const mostExceptions = 100

/** Makes the reader of series; callers see the occurrences that they may read, and no series without any. */
export const createSeriesDocuments =
  (site: () => Site, database: Pick<Database, 'kysely' | 'dialect'>, readEvents: ReadDocuments): ReadDocuments =>
  async (caller, ids) => {
    if (ids.length === 0) return []
    const [rows, occurrences] = await Promise.all([readSeries(database, ids), readReadable(database, caller, ids)])
    const documents: Document[] = []
    for (const id of ids) {
      const row = rows.find((one) => one.id === id)
      const own = occurrences.filter(({ series_id }) => series_id === id)
      const [first, last] = [own[0], own.at(-1)]
      if (!row || !first || !last) continue
      const plain = own.findLast(({ own_fields }) => own_fields === '') ?? last
      const [event] = await readEvents(caller, [plain.id])
      if (!event) continue
      const template = readDocument<EventRecord>(event)
      const exceptions = own.filter(({ own_fields }) => own_fields !== '').slice(0, mostExceptions)
      const shown = { ...row, title: plain.title, template, count: own.length, first, last, exceptions }
      const bytes = Buffer.from(seriesRecord.render(shown, site()))
      documents.push({ id, bytes, tag: hashTag(bytes), flags: event.flags, links: event.links, dependsOn: seriesKinds })
    }
    return documents
  }

const readSeries = (
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  ids: readonly number[],
): Promise<SeriesRow[]> =>
  kysely
    .selectFrom('series')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .execute()

/** The readable occurrences of series outside of the trash, in the order of their starts. */
const readReadable = async (
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  caller: Caller,
  ids: readonly number[],
): Promise<(OccurrenceFacts & { readonly title: string })[]> => {
  const rows = await kysely
    .selectFrom('event')
    .select(['id', 'series_id', 'start_date', 'start_utc', 'recurrence_id', 'own_fields', 'title'])
    .where((eb) => dialect.isIn(eb.ref('series_id'), ids))
    .where('status', '<>', 'trash')
    .where(readable(caller, 'event'))
    .orderBy('start_utc')
    .orderBy('id')
    // Occurrences have both; other events have neither.
    .$narrowType<{ series_id: NotNull; recurrence_id: NotNull }>()
    .execute()
  return rows
}
