import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { ApiError } from '../../core/errors.ts'
import {
  type BodyStream,
  endpoint,
  type SiteDocument,
  type SiteRequest,
  type SiteResponse,
} from '../../core/site-document.ts'
import { bool, someText, text, userId, wordOf } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import type { ImportState } from '../../db/schema.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { ownNamespace } from '../../lib/links.ts'
import { cleanText, foldBlanks } from '../../lib/text.ts'
import { nowText, toIso } from '../../lib/time-zone.ts'
import { findImportFile, readHead, receiveFile } from '../read/files.ts'
import { explainUnknown, importFormatNames, isFormatName, recogniseFormat } from '../read/formats/list.ts'
import { nameSource } from '../read/open-source.ts'
import { startUndo } from '../undo/undo.ts'
import type { ImportOptions } from './import-source.ts'
import { addressFormat, findUnfinished, type Job } from './jobs.ts'
import { columnMap, dayText, feedAddress, readMap, zoneName } from './options.ts'
import { wakeImports } from './runner.ts'

/** Most imports that are listed. */
const maxListed = 100

type Shown = Job & { readonly user_name: string | null }

const select = ({ kysely }: Db) =>
  kysely
    .selectFrom('import')
    .leftJoin('user', 'user.id', 'import.user_id')
    .selectAll('import')
    .select('user.display_name as user_name')

const show = (row: Shown): JsonObject => ({
  id: row.id,
  state: row.state,
  file: row.file_name,
  format: row.format,
  ...showDryRun(row.options),
  lines: row.lines,
  done: row.done,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  skipped: row.skipped,
  failed: row.failed,
  faults: parse(row.faults),
  report: parse(row.report),
  message: row.message,
  started: row.started_utc && toIso(row.started_utc),
  finished: row.finished_utc && toIso(row.finished_utc),
  user: { id: row.user_id, name: row.user_name ?? '' },
  ...(row.result === null ? {} : { result: parse(row.result) }),
})

/** Whether nothing was kept of it. */
const showDryRun = (options: string): JsonObject => {
  const { isDry = false } = JSON.parse(options)
  return isDry ? { dry_run: true } : {}
}

const requireImport = async (db: Db, sent: string | undefined): Promise<Shown> => {
  const id = Number(sent)
  const row = Number.isSafeInteger(id) ? await select(db).where('import.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new ApiError('rest_import_not_found', { message: `There is no import with the id ${sent}.` })
  return row
}

/** One file is imported, or one import undone, at a time. */
const refuseSecond = async (db: Db, request: string): Promise<void> => {
  const other = await findUnfinished(db)
  if (!other) return
  const work = other.state === 'undoing' ? 'is being undone' : 'is not finished'
  throw new ApiError('rest_import_conflict', { message: `Import ${other.id} ${work}. ${request} when that is done.` })
}

const sendLater = 'One file is imported at a time: send yours'

/** What may be asked of an import, beside the file. */
const importParams = {
  url: { type: feedAddress },
  format: { type: wordOf(...importFormatNames) },
  source: { type: someText(200) },
  update: { type: bool },
  dry_run: { type: bool },
  status: { type: wordOf('publish', 'draft', 'pending', 'private') },
  category: { type: text(200) },
  author: { type: userId },
  since: { type: dayText },
  images: { type: wordOf('copy', 'no') },
  timezone: { type: zoneName },
  map: { type: columnMap },
}

const createImport = async (request: SiteRequest<typeof importParams>): Promise<SiteResponse> => {
  const { database, context, stream, values } = request
  await refuseSecond(database, sendLater)
  if (values.url) return startImport(request, { format: addressFormat, lines: 0, name: values.url })
  const isNdjson = /^application\/(?:x-)?(?:ndjson|jsonl)\b/i.test(stream?.type ?? '')
  if (!stream || (!isNdjson && !fileTypes.test(stream.type))) {
    const message =
      'Send the file as the body, with Content-Type: application/x-ndjson, text/calendar, text/csv or application/xml, or name an address with url in the query.'
    throw new ApiError('rest_unsupported_media_type', { message })
  }
  const { path, lines } = await receiveFile(context.config, stream.body, { length: stream.length, isNdjson })
  try {
    const beginning = { bytes: await readHead(path), contentType: stream.type, fileName: stream.fileName }
    const found = isNdjson ? 'ndjson' : (values.format ?? recogniseFormat(beginning))
    if (!isFormatName(found))
      throw new ApiError('rest_invalid_body', { message: explainUnknown(found === 'html' ? found : 'unknown') })
    return await startImport(request, { format: found, lines, name: readFileName(stream), path })
  } finally {
    await rm(path, { force: true })
  }
}

const fileTypes =
  /^(?:text\/(?:calendar|csv|tab-separated-values|xml)|application\/(?:xml|rss\+xml|csv|octet-stream))\b/i

type Received = { readonly format: string; readonly lines: number; readonly name: string; readonly path?: string }

/** Lets an import wait for the process that runs it. */
const startImport = async (
  { database, context, values }: SiteRequest<typeof importParams>,
  { format, lines, name, path }: Received,
): Promise<SiteResponse> => {
  const { config, caller, now, links } = context
  const { url, map, dry_run, update, source, format: _, ...others } = values
  const options: Partial<ImportOptions> = {
    ...others,
    ...(source !== undefined && { source }),
    ...(update !== undefined && { updates: update }),
    ...(dry_run !== undefined && { isDry: dry_run }),
    ...(map !== undefined && { map: readMap(map) }),
  }
  const id = await database.transact(async (db) => {
    await refuseSecond(db, sendLater)
    const file_name = url ? nameSource(url) : name
    const row = {
      ...blank,
      user_id: caller.id,
      lines,
      created_utc: nowText(now()),
      file_name,
      format,
      options: JSON.stringify({ ...options, ...(url && { url, updates: update ?? true }) }),
    }
    const { id } = await db.kysely.insertInto('import').values(row).returning('id').executeTakeFirstOrThrow()
    // The transaction may run again.
    if (path !== undefined && existsSync(path)) await rename(path, findImportFile(config, id))
    return id
  })
  wakeImports(database)
  return {
    body: { id, state: 'waiting' },
    status: 202,
    headers: { location: links.api(`imports/${id}`, ownNamespace) },
  }
}

/** Longest name of a file that is kept. */
const longestName = 200

const readFileName = ({ fileName }: BodyStream): string =>
  foldBlanks(cleanText(fileName.replace(/^.*[\\/]/, '')))
    .trim()
    .slice(0, longestName)
    .toWellFormed()

const blank = {
  state: 'waiting',
  done: 0,
  created: 0,
  unchanged: 0,
  failed: 0,
  faults: '[]',
  message: '',
  started_utc: null,
  finished_utc: null,
  beat_utc: null,
  result: null,
} as const

const listImports = async ({ database }: SiteRequest): Promise<SiteResponse> => {
  const files = select(database).where('import.source_id', 'is', null)
  const rows = await files.orderBy('import.id', 'desc').limit(maxListed).execute()
  return { body: rows.map(show) }
}

const readImport = async ({ database, names }: SiteRequest): Promise<SiteResponse> => ({
  body: show(await requireImport(database, names['id'])),
})

const removeImport = async ({ database, context, names }: SiteRequest): Promise<SiteResponse> => {
  await database.transact(async (db) => {
    const row = await requireImport(db, names['id'])
    const refusal = refusals[row.state]
    if (refusal !== undefined) throw new ApiError('rest_import_conflict', { message: refusal })
    await refuseSecond(db, 'Undo this one')
    await startUndo(db, row, context.caller.id)
  })
  wakeImports(database)
  return { body: show(await requireImport(database, names['id'])), status: 202 }
}

/** Why an import in one of these states is not undone. */
const refusals: Partial<Record<ImportState, string>> = {
  waiting: 'The import is not finished yet.',
  running: 'The import is not finished yet.',
  undoing: 'The import is being undone already.',
  undone: 'The import was undone already.',
}

const right = 'administer'

/** Imports over the network, for administrators (contract C7). */
export const importDocuments: readonly SiteDocument[] = [
  {
    path: '/imports',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: listImports }),
      endpoint({ methods: ['POST'], params: importParams, right, takesStream: true, answer: createImport }),
    ],
  },
  {
    path: '/imports/{id}',
    pathParam: 'id',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: readImport }),
      endpoint({ methods: ['DELETE'], params: {}, right, answer: removeImport }),
    ],
  },
]

const parse = (text: string): Json => JSON.parse(text)
