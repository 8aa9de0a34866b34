import type { Selectable } from 'kysely'
import { ApiError, invalidParams } from '../../../core/errors.ts'
import { invalid, type ParamType, type Values } from '../../../core/params.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../../core/site-document.ts'
import { someText, text, wordOf } from '../../../core/types.ts'
import { type ImportTable, vanishedWays } from '../../../db/schema.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../lib/json.ts'
import { ownNamespace } from '../../../lib/links.ts'
import { toIso } from '../../../lib/time-zone.ts'
import { nameSource } from '../../read/open-source.ts'
import { feedAddress, optionalMap, optionalZone, readMap } from '../options.ts'
import { wakeImports } from '../runner.ts'
import {
  addSource,
  changeSource,
  dueAtOnce,
  findNextTime,
  intervals,
  readInterval,
  removeSource,
  requireSource,
  type Source,
} from './stored.ts'

/** Most runs that are listed. */
const maxRuns = 100

const interval: ParamType<number> = {
  schema: { type: ['integer', 'string'] },
  index: { type: 'string' },
  read: (raw) => {
    const seconds = typeof raw === 'number' && Number.isInteger(raw) ? raw : readInterval(String(raw))
    return seconds !== undefined && seconds >= intervals.shortest && seconds <= intervals.longest
      ? seconds
      : invalid('It must be a time from 60s to 30d, such as 30m, 1h or 1d.')
  },
}

/** What may be written of a source. */
const sourceFields = {
  url: { type: feedAddress },
  name: { type: someText(200) },
  every: { type: interval },
  status: { type: wordOf('', 'publish', 'draft', 'pending', 'private') },
  category: { type: text(200) },
  timezone: { type: optionalZone },
  images: { type: wordOf('copy', 'no') },
  map: { type: optionalMap },
  vanished: { type: wordOf(...vanishedWays) },
}

type SourceValues = Values<typeof sourceFields>

/** The options of an import among the values, for the column. */
const collectOptions = ({ status, category, timezone, images, map }: SourceValues): JsonObject => ({
  ...(status !== undefined && { status }),
  ...(category !== undefined && { category }),
  ...(timezone !== undefined && { timezone }),
  ...(images !== undefined && { images }),
  ...(map !== undefined && { map: readMap(map) ?? '' }),
})

const merge = (before: string, values: SourceValues): string => {
  const merged = Object.entries({ ...readObject(before), ...collectOptions(values) })
  return JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== '')))
}

const readObject = (json: string): JsonObject => {
  const value: unknown = JSON.parse(json)
  return isJsonObject(value) ? value : {}
}

const show = (source: Source): JsonObject => ({
  id: source.id,
  url: source.url,
  name: source.name,
  every: source.every,
  ...readObject(source.options),
  vanished: source.vanished,
  state: source.state,
  message: source.message,
  failures: source.failures,
  is_running: source.lease_utc !== null,
  next: toIso(source.next_utc),
})

const list = async ({ database }: SiteRequest): Promise<SiteResponse> => {
  const rows = await database.kysely.selectFrom('source').selectAll().orderBy('id').execute()
  return { body: rows.map(show) }
}

const create = async ({ database, context, values }: SiteRequest<typeof sourceFields>): Promise<SiteResponse> => {
  const { url, every = 3600, vanished = 'cancel_then_trash' } = values
  if (!url)
    throw new ApiError('rest_missing_callback_param', {
      message: 'Missing parameter(s): url',
      data: { params: ['url'] },
    })
  const row = {
    user_id: context.caller.id,
    url,
    name: values.name ?? nameSource(url),
    every,
    options: merge('{}', values),
    vanished,
  }
  const added = await database.transact((db) => addSource(db, row, context.now()))
  wakeImports(database)
  const location = context.links.api(`sources/${added.id}`, ownNamespace)
  return { body: show(added), status: 201, headers: { location } }
}

const readSourceId = ({ names }: Pick<SiteRequest, 'names'>): number => Number(names['id'])

const read = async (request: SiteRequest): Promise<SiteResponse> => ({
  body: show(await requireSource(request.database, readSourceId(request))),
})

/** Under another name nothing that came from it would be found again, and everything would be created twice. */
const keptName = ({ name }: Source): string =>
  `It must stay ${name}: by this name, what came from the source is found again. For another name, remove the source and add it anew.`

const update = async (request: SiteRequest<typeof sourceFields>): Promise<SiteResponse> => {
  const { database, context, values } = request
  const { url, name, every, vanished } = values
  const changed = await database.transact(async (db) => {
    const source = await requireSource(db, readSourceId(request))
    if (name !== undefined && name !== source.name) throw invalidParams(new Map([['name', keptName(source)]]))
    const columns = {
      // The administrator who changes it last is the one as whom it is read.
      user_id: context.caller.id,
      options: merge(source.options, values),
      ...(url && { url, etag: '', last_modified: '' }),
      ...(every !== undefined && { every }),
      ...(vanished !== undefined && { vanished }),
      state: 'active',
      message: '',
      failures: 0,
      next_utc: findNextTime(source, context.now()),
    } as const
    await changeSource(db, source.id, columns)
    return requireSource(db, source.id)
  })
  wakeImports(database)
  return { body: show(changed) }
}

const remove = async (request: SiteRequest): Promise<SiteResponse> => {
  const removed = await request.database.transact(async (db) => {
    const source = await requireSource(db, readSourceId(request))
    await removeSource(db, source.id)
    return source
  })
  return { body: { deleted: true, previous: show(removed) } }
}

/** Reads a source at once; `isConfirmed` although most of its events are gone. */
const startBy =
  (isConfirmed: boolean) =>
  async (request: SiteRequest): Promise<SiteResponse> => {
    const { database, context } = request
    const started = await database.transact(async (db) => {
      const source = await requireSource(db, readSourceId(request))
      await changeSource(db, source.id, dueAtOnce(source, context.now(), isConfirmed))
      return requireSource(db, source.id)
    })
    wakeImports(database)
    return { body: show(started), status: 202 }
  }

type Run = Selectable<ImportTable>

const showRun = (run: Run): JsonObject => ({
  id: run.id,
  state: run.state,
  message: run.message,
  created: run.created,
  updated: run.updated,
  unchanged: run.unchanged,
  skipped: run.skipped,
  failed: run.failed,
  faults: parse(run.faults),
  report: parse(run.report),
  started: run.started_utc && toIso(run.started_utc),
  finished: run.finished_utc && toIso(run.finished_utc),
})

const parse = (json: string): Json => JSON.parse(json)

const listRuns = async (request: SiteRequest): Promise<SiteResponse> => {
  const { id } = await requireSource(request.database, readSourceId(request))
  const { kysely } = request.database
  const runs = kysely.selectFrom('import').selectAll().where('source_id', '=', id)
  const rows = await runs.orderBy('id', 'desc').limit(maxRuns).execute()
  return { body: rows.map(showRun) }
}

const right = 'administer'

/** Calendars that are read again at an interval, for administrators (contract C4.4). */
export const sourceDocuments: readonly SiteDocument[] = [
  {
    path: '/sources',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: list }),
      endpoint({ methods: ['POST'], params: sourceFields, right, isJsonOnly: true, answer: create }),
    ],
  },
  {
    path: '/sources/{id}',
    pathParam: 'id',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: read }),
      endpoint({ methods: ['PUT', 'PATCH'], params: sourceFields, right, isJsonOnly: true, answer: update }),
      endpoint({ methods: ['DELETE'], params: {}, right, answer: remove }),
    ],
  },
  {
    path: '/sources/{id}/runs',
    pathParam: 'id',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: listRuns }),
      endpoint({ methods: ['POST'], params: {}, right, answer: startBy(false) }),
    ],
  },
  {
    path: '/sources/{id}/confirm',
    pathParam: 'id',
    endpoints: [endpoint({ methods: ['POST'], params: {}, right, answer: startBy(true) })],
  },
]
