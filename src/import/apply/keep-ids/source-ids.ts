import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { UserError } from '../../../accounts/users.ts'
import type { Config } from '../../../config.ts'
import type { Database, Db } from '../../../db/database.ts'
import { errorText } from '../../../lib/error-text.ts'
import { findItems } from '../../match/import-items.ts'
import { makeTemporary } from '../../read/files.ts'
import { readLines } from '../../read/formats/ndjson.ts'
import {
  type ImportRecord,
  importedKinds,
  type JsonRecord,
  plurals,
  type ReadOptions,
  type ReadRecords,
  type UnreadPart,
} from '../../read/record.ts'

type Part = ImportRecord | JsonRecord | UnreadPart

/** Parts of the source after which the import is asked whether it goes on. */
const portion = 512

/** A record of the source that wants to keep its id. */
type Owner = { readonly name: string } & Pick<ImportRecord, 'kind' | 'place' | 'externalId'>

/** What is known of the ids of a source. */
type Ids = {
  /** Which record has an id: terms have ids of their own. */
  readonly owners: { readonly record: Map<number, Owner>; readonly term: Map<number, Owner> }
  /** How many records of each kind have none. */
  readonly without: Map<ImportRecord['kind'], number>
  /** Whether the reading was stopped before the end of the source. */
  isCut: boolean
}

/**
 * Reads a source to its end before anything is imported, and returns a reader of what it has: all ids have to be known first, so that records
 * without one get others, and a fault leaves the calendar as it is. From then on the calendar gives larger ids.
 * @throws UserError for a source with two records of one id, or one that breaks off; NotEmpty for a calendar that this source has not filled.
 */
export const reserveIds = async (
  database: Database,
  read: ReadRecords,
  reading: ReadOptions,
  {
    config,
    source,
    isDry,
    goesOn,
  }: {
    readonly config: Pick<Config, 'dataDirectory'>
    readonly source: string
    readonly isDry: boolean
    readonly goesOn: (bytes: number) => boolean | Promise<boolean>
  },
): Promise<ReadRecords> => {
  const ids: Ids = { owners: { record: new Map(), term: new Map() }, without: new Map(), isCut: false }
  await requireOwn(database, source)
  const directory = await makeTemporary(config)
  const path = join(directory.path, 'records')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const line of writeParts(read, reading, ids, goesOn)) await file.write(`${line}\n`)
  } finally {
    await file.close()
  }
  // Nothing is imported of a part, whose other ids are not known.
  if (ids.isCut) directory.remove()
  if (ids.isCut) return async function* () {}
  if (isDry) await requireFree(database, source, ids)
  else
    await database.transact(async (db) => {
      await requireOwn(db, source)
      await requireFree(db, source, ids)
      const last = { record: findLargest(ids.owners.record), term: findLargest(ids.owners.term) }
      await raiseCounters(db, last)
    })
  return async function* (_, onBytes) {
    for await (const line of readLines(createReadStream(path))) {
      const { bytes, part }: { bytes: number; part: Part } = JSON.parse(line)
      onBytes(bytes / 2)
      yield part
    }
    directory.remove()
  }
}

/** The parts of a source as lines, with the bytes that were read for each. */
async function* writeParts(
  read: ReadRecords,
  reading: ReadOptions,
  ids: Ids,
  goesOn: (bytes: number) => boolean | Promise<boolean>,
): AsyncGenerator<string> {
  let [count, bytes, all] = [0, 0, 0]
  const parts = read(reading, (more) => {
    bytes += more
    all += more
  })
  try {
    for await (const part of parts) {
      ids.isCut = count++ % portion === 0 && !(await goesOn(all / 2))
      if (ids.isCut) return
      if (!('fault' in part)) addId(ids, part)
      yield JSON.stringify({ bytes, part })
      bytes = 0
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`The source broke off: ${errorText(error)} Nothing was imported.`)
  }
  const told = importedKinds.flatMap((kind) =>
    ids.without.has(kind) ? [`${ids.without.get(kind)} ${plurals[kind]}`] : [],
  )
  const fault = `It has no ids of ${told.join(', ')}: they got new ones.`
  if (told.length > 0)
    yield JSON.stringify({ bytes, part: { place: 'the source', fault, isExpected: true } satisfies UnreadPart })
}

const isTerm = (kind: string): boolean => kind === 'category' || kind === 'tag'

/** @throws UserError for an id that cannot be kept, or that another record has. */
const addId = (ids: Ids, part: ImportRecord | JsonRecord): void => {
  const { kind, id, place, externalId = '' } = part
  if (id === undefined) {
    ids.without.set(kind, (ids.without.get(kind) ?? 0) + 1)
    return
  }
  if (!isKeptId(id)) throw new UserError(`${place}: its id ${id} cannot be kept. ${nothing}`)
  const owners = ids.owners[isTerm(kind) ? 'term' : 'record']
  const name = isTerm(kind) ? `${kind} ${externalId}` : kind
  const other = owners.get(id)?.name ?? name
  if (other !== name)
    throw new UserError(
      `${place} has the id ${id} in the source, and so has another record (${other}): both cannot keep it. ${nothing}`,
    )
  owners.set(id, { name, kind, place, externalId })
}

const nothing = 'Nothing was imported. Without --keep-ids, all records get new ids.'

const findLargest = (owners: ReadonlyMap<number, unknown>): number => {
  let last = 0
  for (const id of owners.keys()) last = Math.max(last, id)
  return last
}

/** Most ids that are looked up at once. */
const most = 1000

/**
 * What the calendar has already under an id of the source has to be the record that an earlier run of the source has made.
 * @throws UserError that names both.
 */
const requireFree = async (db: Db, source: string, { owners }: Ids): Promise<void> => {
  for (const [table, own] of Object.entries(owners)) {
    const wanted = [...own.keys()]
    for (let at = 0; at < wanted.length; at += most) {
      const isWanted = db.dialect.isIn(sql.ref('id'), wanted.slice(at, at + most))
      const kind = sql.ref(table === 'term' ? 'taxonomy' : 'kind')
      const { rows } = await sql<{ id: number; kind: string }>`
        select id, ${kind} as kind from ${sql.table(table)} where ${isWanted}`.execute(db.kysely)
      await requireKnown(db, source, own, rows)
    }
  }
}

const requireKnown = async (
  db: Db,
  source: string,
  owners: ReadonlyMap<number, Owner>,
  rows: readonly { readonly id: number; readonly kind: string }[],
): Promise<void> => {
  for (const kind of importedKinds) {
    const own = rows.flatMap(({ id, kind: here }) => {
      const owner = owners.get(Number(id))
      return owner?.kind === kind ? [{ id, here, ...owner }] : []
    })
    const keys = own.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
    const met = await findItems(db, source, kind, keys)
    const [other] = own.filter(({ externalId = '' }) => !met.has(externalId))
    if (other)
      throw new UserError(
        `${other.place} has the id ${other.id} in the source, and so has a record of this calendar (${other.here}), which is another one. ${nothing}`,
      )
  }
}

/**
 * Only a calendar that was empty keeps ids: it is still, or this source has filled it. What was made since has ids after those of the source.
 * @throws NotEmpty
 */
const requireOwn = async ({ kysely }: Db, source: string): Promise<void> => {
  // Events, venues and organizers that were imported without their ids have others there. What has no id at all is remembered by a hash.
  const { rows } = await sql`
    select 1 from (select id from record union all select id from term) as one
    where not exists (select 1 from import_item where source = ${source})
      or exists (
        select 1 from import_item where source = ${source} and kind in ('event', 'venue', 'organizer')
          and external_id <> cast(record_id as text) and external_id not like '#%')
    limit 1`.execute(kysely)
  if (rows.length > 0)
    throw new NotEmpty(
      `The calendar already has records; --keep-ids is only for an empty one, or for one with records of the source "${source}" that have kept their ids.`,
    )
}

/** Which sources can be taken over with their ids. */
export const withIds =
  '--keep-ids takes a file that "kalends export" has written, the export of WordPress (WXR), or a live site: others have no ids.'

/** Whether a record can keep an id: many more can follow. */
export const isKeptId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 1 && Number(id) <= 1e15

/** The calendar has records already, or other users than the export. */
export class NotEmpty extends UserError {}

/** Makes new records get ids after the largest ones that are kept, by table. */
export const raiseCounters = async (
  { dialect, kysely }: Db,
  largest: { readonly [table in 'record' | 'term' | 'user']?: number },
): Promise<void> => {
  const known = await dialect.readCounters(kysely)
  const counters = Object.entries(largest).map(([name, id]) => [name, Math.max(id, known.get(name) ?? 0)] as const)
  await dialect.writeCounters(kysely, new Map(counters.filter(([, id]) => id > 0)))
}
