import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Selectable } from 'kysely'
import { ApiError } from '../core/errors.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../core/site-document.ts'
import type { Db } from '../db/database.ts'
import type { ImportTable } from '../db/schema.ts'
import type { Json, JsonObject } from '../lib/json.ts'
import { ownNamespace } from '../lib/links.ts'
import { isoOf, nowText } from '../lib/time-zone.ts'
import { fileOf, receiveFile } from './files.ts'
import { wakeImports } from './runner.ts'
import { type Undone, undoImport } from './undo.ts'

/** Most imports that are listed. */
const maxListed = 100

type Shown = Selectable<ImportTable> & { readonly user_name: string | null }

const select = ({ kysely }: Db) =>
  kysely
    .selectFrom('import')
    .leftJoin('user', 'user.id', 'import.user_id')
    .selectAll('import')
    .select('user.display_name as user_name')

const show = (row: Shown): JsonObject => ({
  id: row.id,
  state: row.state,
  lines: row.lines,
  done: row.done,
  created: row.created,
  unchanged: row.unchanged,
  failed: row.failed,
  faults: JSON.parse(row.faults) as Json,
  message: row.message,
  started: row.started_utc && isoOf(row.started_utc),
  finished: row.finished_utc && isoOf(row.finished_utc),
  user: { id: row.user_id, name: row.user_name ?? '' },
  ...(row.result === null ? {} : { result: JSON.parse(row.result) as Json }),
})

const requireImport = async (db: Db, sent: string | undefined): Promise<Shown> => {
  const id = Number(sent)
  const row = Number.isSafeInteger(id) ? await select(db).where('import.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new ApiError('rest_import_not_found', { message: `There is no import with the id ${sent}.` })
  return row
}

const isUnfinished = ({ state }: Pick<Shown, 'state'>): boolean => state === 'waiting' || state === 'running'

const refuseSecond = async ({ kysely }: Db): Promise<void> => {
  const found = kysely.selectFrom('import').select('id').where('state', 'in', ['waiting', 'running'])
  const other = await found.limit(1).executeTakeFirst()
  if (!other) return
  const message = `Import ${other.id} is not finished. One file is imported at a time: send yours when it is done.`
  throw new ApiError('rest_import_conflict', { message })
}

const createImport = async ({ database, context, stream }: SiteRequest): Promise<SiteResponse> => {
  const { config, caller, now, links } = context
  if (!stream || !/^application\/(?:x-)?ndjson\b/i.test(stream.type)) {
    const message = 'Send the file as the body, with Content-Type: application/x-ndjson.'
    throw new ApiError('rest_unsupported_media_type', { message })
  }
  await refuseSecond(database)
  const { path, lines } = await receiveFile(config, stream.body, stream.length)
  try {
    const id = await database.transact(async (db) => {
      await refuseSecond(db)
      const row = { ...blank, user_id: caller.id, lines, created_utc: nowText(now()) }
      const { id } = await db.kysely.insertInto('import').values(row).returning('id').executeTakeFirstOrThrow()
      // The transaction may run again.
      if (existsSync(path)) await rename(path, fileOf(config, id))
      return id
    })
    wakeImports(database)
    return {
      body: { id, state: 'waiting' },
      status: 202,
      headers: { location: links.api(`imports/${id}`, ownNamespace) },
    }
  } finally {
    await rm(path, { force: true })
  }
}

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
  const rows = await select(database).orderBy('import.id', 'desc').limit(maxListed).execute()
  return { body: rows.map(show) }
}

const readImport = async ({ database, names }: SiteRequest): Promise<SiteResponse> => ({
  body: show(await requireImport(database, names['id'])),
})

const removeImport = async ({ database, context, names }: SiteRequest): Promise<SiteResponse> => {
  const row = await requireImport(database, names['id'])
  if (isUnfinished(row)) throw new ApiError('rest_import_conflict', { message: 'The import is not finished yet.' })
  if (row.state === 'undone') throw new ApiError('rest_import_conflict', { message: 'The import was undone already.' })
  const result: Undone = await undoImport(database, context, row.id)
  await database.transact(async ({ kysely }) => {
    const undone = { state: 'undone', result: JSON.stringify(result) } as const
    await kysely.updateTable('import').set(undone).where('id', '=', row.id).execute()
  })
  return { body: show(await requireImport(database, names['id'])) }
}

const right = 'administer'

/** Imports over the network, for administrators (contract C7). */
export const importDocuments: readonly SiteDocument[] = [
  {
    path: '/imports',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: listImports }),
      endpoint({ methods: ['POST'], params: {}, right, takesStream: true, answer: createImport }),
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
