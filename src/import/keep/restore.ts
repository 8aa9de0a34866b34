import { isEmail, keyOfName, UserError } from '../../accounts/users.ts'
import type { RequestContext } from '../../core/context.ts'
import { isInvalid } from '../../core/params.ts'
import { roles } from '../../core/policy.ts'
import { removedRole } from '../../core/removed-user.ts'
import { isSettingName, type SettingName, siteSettings } from '../../core/site-settings.ts'
import { storeSettings } from '../../core/stored-settings.ts'
import type { Database, Db } from '../../db/database.ts'
import { indexPending } from '../../db/search-upkeep.ts'
import { insertAll, type NewRows } from '../../db/write-rows.ts'
import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import { readUrl } from '../../lib/url.ts'
import { recurrenceOf, type SeriesRow } from '../../resources/events/series/times.ts'
import type { userColumns } from '../../resources/wordpress/user-record.ts'
import { readLines } from '../formats/ndjson.ts'
import { type ImportedKind, importedKinds } from '../record.ts'
import { isKeptId, NotEmpty, raiseCounters, withIds } from './counters.ts'
import { type AnyRow, checkKept, KeptFault, keepings, rowOf } from './kept.ts'

/** How many records of each kind were taken over. */
export type KeptCounts = { [kind in ImportedKind | 'user' | 'series' | 'setting']?: number }

/** Records whose rows are inserted together. */
const portion = 200

/** A line of an export. */
type Line = { readonly number: number; readonly object: JsonObject }

/** What waits until the portion is full, or other rows come that it refers to or that refer to it. */
type Restoring = {
  readonly db: Db
  readonly context: RequestContext
  readonly counts: KeptCounts
  readonly users: ReadonlySet<number>
  /** The parents of events, which may come later. */
  readonly parents: [id: number, parent: number][]
  last: { record: number; term: number; user: number }
}

/**
 * Takes an export over with all its ids, in one transaction: all of it or nothing. `onLine` is called with the bytes of each line.
 * @throws NotEmpty, or UserError with the line that is none of an export.
 */
export const restoreExport = async (
  database: Database,
  context: RequestContext,
  source: AsyncIterable<Uint8Array>,
  { isDry, onLine }: { readonly isDry: boolean; readonly onLine: (bytes: number) => void },
): Promise<KeptCounts> => {
  const counts: KeptCounts = {}
  const dry = new Error('Nothing is kept of a dry run.')
  await database
    .transact(async (db) => {
      await requireEmpty(db)
      const users = await db.kysely.selectFrom('user').select('id').execute()
      const work: Restoring = {
        db,
        context,
        counts,
        users: new Set(users.map(({ id }) => id)),
        parents: [],
        last: { record: 0, term: 0, user: 0 },
      }
      await restoreLines(work, source, onLine)
      for (const [id, parent_id] of work.parents)
        await db.kysely
          .updateTable('event')
          .set({ parent_id })
          .where('id', '=', id)
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('event as parent').select('id').where('id', '=', parent_id)),
          )
          .execute()
      await raiseCounters(db, work.last)
      await db.dialect.replan(db.kysely)
      if (isDry) throw dry
    })
    .catch((error) => {
      if (error !== dry) throw error
    })
  if (!isDry) await indexPending(database)
  return counts
}

const requireEmpty = async ({ kysely }: Db): Promise<void> => {
  for (const table of ['record', 'term'] as const)
    if (await kysely.selectFrom(table).select('id').limit(1).executeTakeFirst())
      throw new NotEmpty('The calendar already has records; --keep-ids is only for an empty one.')
}

const restoreLines = async (
  work: Restoring,
  source: AsyncIterable<Uint8Array>,
  onLine: (bytes: number) => void,
): Promise<void> => {
  let group: Line[] = []
  let kind: unknown
  const flush = async (): Promise<void> => {
    const lines = group
    group = []
    if (lines.length > 0) await restoreGroup(work, lines)
  }
  let number = 0
  for await (const text of readLines(source)) {
    number++
    onLine(Buffer.byteLength(text) + 1)
    if (text.trim() === '') continue
    const object = at(number, () => parseLine(text))
    const own = kindOf(object)
    if (own !== kind || group.length >= portion) await flush()
    kind = own
    group.push({ number, object })
  }
  await flush()
}

const parseLine = (text: string): JsonObject => {
  let object: unknown
  try {
    object = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new KeptFault('It is not JSON.')
  }
  if (isJsonObject(object) && isJsonObject(object['payload'])) return object
  throw new KeptFault(`It is no line of "kalends export". ${withIds}`)
}

/** A series and its occurrences are events of an export; the row of a series has the recurrence. */
const kindOf = ({ kind, kept }: JsonObject): unknown =>
  kind === 'event' && isJsonObject(kept) && kept['recurrence'] !== undefined ? 'series' : kind

/** @throws UserError that names the line, for a KeptFault. */
const at = <T>(number: number, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof KeptFault ? new UserError(`line ${number}: ${error.message} Nothing was imported.`) : error
  }
}

const restoreGroup = async (work: Restoring, lines: readonly Line[]): Promise<void> => {
  const kind = kindOf(lines[0]?.object ?? {})
  if (kind === 'user') for (const line of lines) await restoreUser(work, line)
  else if (kind === 'setting') await restoreSettings(work, lines)
  else if (kind === 'series') await restoreSeries(work, lines)
  else {
    const known = importedKinds.find((one) => one === kind)
    if (known) await restoreRecords(work, known, lines)
    else
      at(lines[0]?.number ?? 0, () => {
        throw new KeptFault('Its kind is unknown.')
      })
  }
}

const count = ({ counts }: Restoring, kind: keyof KeptCounts, by: number): void => {
  counts[kind] = (counts[kind] ?? 0) + by
}

const idOf = (value: Json | undefined): number => {
  if (isKeptId(value)) return value
  throw new KeptFault('It has no id that can be kept.')
}

const restoreRecords = async (work: Restoring, kind: ImportedKind, lines: readonly Line[]): Promise<void> => {
  const { db, context, last } = work
  const { table, searchText } = keepings[kind]
  const rows: Record<string, unknown>[] = []
  const links = new Map<string, AnyRow[]>()
  const merged: AnyRow[] = []
  for (const { number, object } of lines)
    at(number, () => {
      const { payload, kept, links: sent } = object
      if (!isJsonObject(payload) || !isJsonObject(kept))
        throw new KeptFault('It is of an older export, which has no ids to keep.')
      const id = idOf(object['id'])
      const row: Record<string, unknown> = { id, ...rowOf(context, kind, payload, kept) }
      if (kind === 'event') {
        const parent = isJsonObject(sent) ? sent['parent'] : undefined
        if (parent !== undefined) work.parents.push([id, idOf(Number(parent))])
        for (const [name, own] of linksOf(id, sent)) links.set(name, [...(links.get(name) ?? []), ...own])
      }
      rows.push(row)
      for (const slug of listOf(object['merged']))
        merged.push({ kind, slug: checkKept('slug', slug ?? null), into_id: id })
      const counter = table === 'term' ? 'term' : 'record'
      last[counter] = Math.max(last[counter], id)
    })
  const columns = Object.keys(rows[0] ?? {})
  // The rows of a statement have the same columns in the same order.
  const even = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])))
  const inserts: unknown[] = [
    ...(table === 'term' ? [] : [{ table: 'record', rows: even.map(({ id }) => ({ id, kind })) }]),
    { table, rows: even },
    ...(searchText
      ? [{ table: 'search_text', rows: even.map((row) => ({ record_id: row['id'], text: searchText(row) })) }]
      : []),
    ...[...links].map(([name, own]) => ({ table: name, rows: own })),
    { table: 'merged', rows: merged },
  ]
  // The compiler does not know of which table the rows are.
  await insertAll(db, inserts as NewRows[])
  count(work, kind, rows.length)
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** The rows of the links of an event. */
const linksOf = (event_id: number, links: Json | undefined): [string, AnyRow[]][] => {
  if (!isJsonObject(links)) return []
  const ids = (name: string): number[] => listOf(links[name]).map((id) => idOf(Number(id)))
  return [
    ['event_venue', ids('venue').map((venue_id, position) => ({ event_id, venue_id, position }))],
    ['event_organizer', ids('organizer').map((organizer_id, position) => ({ event_id, organizer_id, position }))],
    ['event_term', [...ids('categories'), ...ids('tags')].map((term_id) => ({ event_id, term_id }))],
  ]
}

const restoreSeries = async (work: Restoring, lines: readonly Line[]): Promise<void> => {
  const { db, last } = work
  const rows = lines.map(({ number, object }) =>
    at(number, () => {
      const kept = isJsonObject(object['kept']) ? object['kept'] : {}
      const id = idOf(object['id'])
      last.record = Math.max(last.record, id)
      const columns = Object.entries(kept).map(([name, value]) => [
        name,
        // It has several lines, and is read as a rule.
        name === 'recurrence' ? String(value) : checkKept(name, value),
      ])
      const row: SeriesRow = { ...Object.fromEntries(columns), id }
      try {
        recurrenceOf(row)
      } catch {
        throw new KeptFault('Its recurrence cannot be read.')
      }
      return row
    }),
  )
  await insertAll(db, [
    { table: 'record', rows: rows.map(({ id }) => ({ id, kind: 'series' as const })) },
    { table: 'series', rows },
  ])
  count(work, 'series', rows.length)
}

/** A user who is there already with the same id and name keeps the password. */
const restoreUser = async (work: Restoring, { number, object }: Line): Promise<void> => {
  const { db, last } = work
  const [id, row] = at(number, () => {
    const { payload } = object
    return [idOf(object['id']), userRow(isJsonObject(payload) ? payload : {})] as const
  })
  const isRemoved = row.role === removedRole
  const name_key = isRemoved ? `:removed:${id}` : keyOfName(row.name)
  const full = { ...row, name_key, display_key: isRemoved ? '' : keyOfName(row.display_name) }
  const same = await db.kysely
    .selectFrom('user')
    .select(['id', 'name_key'])
    .where((eb) => eb.or([eb('id', '=', id), eb('name_key', '=', name_key), eb('slug', '=', row.slug)]))
    .execute()
  if (same.some((one) => one.id !== id || one.name_key !== name_key))
    throw new NotEmpty(
      `The calendar has the user ${same[0]?.name_key} with the id ${same[0]?.id}, and the export has ${row.name} with ${id}: remove the users here, or add the same ones in the same order.`,
    )
  if (same.length > 0) await db.kysely.updateTable('user').set(full).where('id', '=', id).execute()
  else
    await db.kysely
      .insertInto('user')
      .values({ id, ...full, password_hash: null })
      .execute()
  last.user = Math.max(last.user, id)
  count(work, 'user', 1)
}

const knownRoles: readonly string[] = [...roles, removedRole]

const userRow = (payload: JsonObject) => {
  const text = (name: (typeof userColumns)[number]): string => {
    const value = payload[name]
    if (typeof value === 'string' && !/\p{Cc}/u.test(value.replace(/[\r\n\t]/g, ''))) return value
    throw new KeptFault(`${name} is missing, or no text.`)
  }
  const row = {
    name: text('name'),
    email: text('email'),
    role: text('role'),
    created_utc: text('created_utc'),
    slug: text('slug'),
    display_name: text('display_name'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    url: text('url'),
    description: text('description'),
  }
  if (!knownRoles.includes(row.role)) throw new KeptFault(`${row.role} is no role.`)
  if (row.email !== '' && !isEmail(row.email)) throw new KeptFault(`${row.email} is no e-mail address.`)
  if (row.url !== '' && readUrl(row.url) === undefined) throw new KeptFault(`${row.url} is no address.`)
  return row
}

const restoreSettings = async (work: Restoring, lines: readonly Line[]): Promise<void> => {
  const values = new Map<SettingName, Json>()
  for (const { number, object } of lines)
    at(number, () => {
      const { name, value = null } = isJsonObject(object['payload']) ? object['payload'] : {}
      if (typeof name !== 'string' || !isSettingName(name)) throw new KeptFault(`There is no setting ${String(name)}.`)
      const read = siteSettings[name].type.read(value ?? null, work.context)
      if (isInvalid(read)) throw new KeptFault(`${name}: ${read.invalid}`)
      values.set(name, read ?? null)
    })
  await storeSettings(work.db, values)
  count(work, 'setting', values.size)
}
