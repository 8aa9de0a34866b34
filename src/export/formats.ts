import type { Config } from '../config.ts'
import { newRequestContext, type RequestContext } from '../core/context.ts'
import type { Database } from '../db/database.ts'
import { type Status, statuses } from '../db/schema.ts'
import { writeList } from '../import/read/formats/csv-payload.ts'
import { ownFields } from '../import/read/formats/csv-titles.ts'
import type { ImportRecord } from '../import/read/record.ts'
import { isJsonObject, type Json, type JsonObject } from '../lib/json.ts'
import { writeICalendar } from './icalendar.ts'
import { type ExportOptions, type ExportRecord, exportRecords, type SiteRecord } from './records.ts'

/** The formats in which a calendar is exported. */
export const exportFormats = {
  ndjson: {
    type: 'application/x-ndjson; charset=UTF-8',
    write: (...of) => writeNdjson(exportRecords(...of)),
    statuses,
  },
  csv: {
    type: 'text/csv; charset=UTF-8',
    write: (database, context, options) =>
      writeCsv(exportRecords(database, context, { ...options, areChangesApart: true })),
    statuses: statuses.filter((status) => status !== 'trash'),
  },
  // A calendar has no drafts.
  ics: { type: 'text/calendar; charset=UTF-8', write: writeICalendar, statuses: ['publish'] },
} as const satisfies {
  readonly [name: string]: {
    readonly type: string
    /** The statuses of events that it has unless others are asked for. */
    readonly statuses: readonly Status[]
    readonly write: (database: Database, context: RequestContext, options: ExportOptions) => AsyncGenerator<string>
  }
}

/** Writes an export, with all that an administrator may see. */
export const writeExport = (
  format: ExportFormat,
  database: Database,
  config: Config,
  { statuses: wanted, since }: Partial<ExportOptions>,
): AsyncGenerator<string> => {
  const { write, statuses: usual } = exportFormats[format]
  const caller = { id: 0, role: 'administrator' } as const
  const context = newRequestContext({ config, now: Date.now(), version: 0, caller, language: 'en' })
  return write(database, context, { statuses: wanted ?? usual, since })
}

const isOfSite = (record: ExportRecord): record is SiteRecord => record.kind === 'user' || record.kind === 'setting'

/** The name of a format. */
export type ExportFormat = keyof typeof exportFormats

/** NDJSON: each record with its kind, its id, what it links to, and the payload that creates it. */
async function* writeNdjson(records: AsyncIterable<ExportRecord>): AsyncGenerator<string> {
  for await (const record of records) {
    const { kind, id, payload } = record
    const { externalId, author, links, occurrence, kept, merged } = isOfSite(record)
      ? ({} as Partial<ImportRecord>)
      : record
    yield `${JSON.stringify({ kind, id, external_id: externalId, author, links, occurrence, payload, kept, merged })}\n`
  }
}

/** The columns that tables begin with: programs may read them by their place. */
const firstColumns = [
  ...['external_id', 'title', 'start_date', 'end_date', 'timezone', 'all_day', 'status'],
  ...['event_status', 'event_status_reason', 'attendance_mode', 'virtual_url', 'categories', 'tags', 'cost', 'website'],
  ...['description', 'excerpt', 'slug', 'image', 'featured', 'recurrence'],
]

/** The columns of the table, by the names of the interface: what an import reads again (docs/import.md). Other fields of events come last. */
const columns = [
  ...new Set([
    ...firstColumns,
    ...(['venue', 'organizer'] as const).flatMap((kind) =>
      [kind, ...ownFields[kind].keys()].map((name) => `${kind}.${name}`),
    ),
    ...ownFields.event.keys(),
  ]),
]

/** What of other records stands in the row of an event. */
type Known = { readonly [kind in 'image' | 'category' | 'tag' | 'venue' | 'organizer']: Map<string, JsonObject> }

/**
 * CSV (RFC 4180): a row for each event, with its venue and its organizers. A series is one row with its rule, which excepts the occurrences that differ:
 * they are rows of their own, unless they are in the trash. The mark at the beginning tells Excel that it is UTF-8.
 */
async function* writeCsv(records: AsyncIterable<ExportRecord>): AsyncGenerator<string> {
  const known: Known = {
    image: new Map(),
    category: new Map(),
    tag: new Map(),
    venue: new Map(),
    organizer: new Map(),
  }
  yield `\ufeff${rowOf(columns)}`
  for await (const record of records) {
    if (isOfSite(record)) continue
    const { kind, externalId = '', payload, occurrence } = record
    if (kind !== 'event') known[kind].set(externalId, payload)
    else if (!occurrence?.follows && (occurrence || !isEmptySeries(record)))
      yield rowOf(columns.map((column) => cellOf(column, record, known)))
  }
}

/** A series without an occurrence that is like it has no row. */
const isEmptySeries = ({ payload }: ImportRecord): boolean =>
  payload['recurrence'] !== undefined && payload['status'] === 'trash'

const cellOf = (column: string, { payload, links = {}, externalId }: ImportRecord, known: Known) => {
  const linked = (kind: keyof Known, ids: readonly string[] = [], name: string): string =>
    writeList(ids.map((id) => textOf(known[kind].get(id)?.[name])))
  const [table, field] = column.split('.')
  if (field !== undefined && table === 'venue') return textOf(known.venue.get(links.venue?.[0] ?? '')?.[field])
  if (field !== undefined) {
    const { organizer: [only, ...others] = [] } = links
    // One organizer has the cells as they are; of several each cell is a list, in the same order.
    if (field !== 'organizer' && others.length === 0) return textOf(known.organizer.get(only ?? '')?.[field])
    const texts = linked('organizer', links.organizer, field)
    return /[^; ]/.test(texts) ? texts : ''
  }
  if (column === 'categories') return linked('category', links.categories, 'name')
  if (column === 'tags') return linked('tag', links.tags, 'name')
  if (column === 'image') return textOf(known.image.get(links.image ?? '')?.['url'])
  if (column === 'external_id') return externalId ?? ''
  return textOf(payload[column])
}

const textOf = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ''
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

/** A formula would be run by the program that opens the table (CWE-1236): an apostrophe before it makes it a text. */
const rowOf = (values: readonly string[]): string => `${values.map((value) => quoted(defused(value))).join(',')}\r\n`

const defused = (value: string): string =>
  /^'?[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value

const quoted = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
