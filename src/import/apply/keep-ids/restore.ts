import { UserError } from '../../../accounts/users.ts'
import type { RequestContext } from '../../../core/context.ts'
import { isFontName, readFontText } from '../../../core/font-files.ts'
import { isInvalid } from '../../../core/params.ts'
import { isSettingName, siteSettings } from '../../../core/site-settings.ts'
import { type StoredName, storeSettings } from '../../../core/stored-settings.ts'
import type { Database, Db } from '../../../db/database.ts'
import { migrateIn } from '../../../db/migrate.ts'
import { indexPending } from '../../../db/search-upkeep.ts'
import { insertAll, type NewRows } from '../../../db/statement.ts'
import { errorText } from '../../../lib/error-text.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../lib/json.ts'
import { readRecurrence, type SeriesRow } from '../../../resources/events/series/times.ts'
import { readLines } from '../../read/formats/ndjson.ts'
import { addUnknown, describeUnknown, findUnknown, type UnknownMembers } from '../../read/items.ts'
import { type ImportedKind, importedKinds } from '../../read/record.ts'
import {
  findReferences,
  formerSlugKey,
  type LineRow,
  linkRows,
  listKeys,
  type Parents,
  type Reference,
  readLinks,
  readList,
  requireNoCircle,
  requireThere,
  requireUnused,
} from './references.ts'
import { type AnyRow, atLine, KeptFault, makeRow, quote, readKept, readSlug, recordKinds } from './rows.ts'
import { isKeptId, NotEmpty, raiseCounters, withIds } from './source-ids.ts'
import { type FirstUser, giveCredentials, removeFirstUser, restoreUser, type UserLines } from './users.ts'

/** How many records of each kind were taken over. */
export type KeptCounts = { [kind in ImportedKind | 'user' | 'series' | 'setting']?: number }

/** Records whose rows are inserted together. */
const portion = 200

/** A line of an export. */
type Line = { readonly number: number; readonly object: JsonObject }

/** An export that is being taken over. */
type Restoring = {
  readonly db: Db
  readonly context: RequestContext
  readonly counts: KeptCounts
  readonly tell: (text: string) => void
  /** The parents of events and of terms, which may come later. */
  readonly parents: Parents
  readonly terms: Parents
  readonly userLines: UserLines
  readonly unknown: UnknownMembers
  last: { record: number; term: number; user: number }
  /** Whether a user of the export has come. */
  hasUsers: boolean
  /** The user of the first start, until all users of the export are known. */
  first?: FirstUser | undefined
}

/**
 * Takes an export over with all its ids, in one transaction: all of it or nothing. `onLine` is called with the bytes of each line, `tell` with
 * what is to be told of users and of members that are not imported.
 * @throws NotEmpty, or LineFault with the line that is none of an export.
 */
export const restoreExport = async (
  database: Database,
  context: RequestContext,
  source: AsyncIterable<Uint8Array>,
  {
    isDry,
    isNew = false,
    onLine,
    tell,
  }: {
    readonly isDry: boolean
    /** The database has no schema yet: it gets it with the records, or not at all. */
    readonly isNew?: boolean
    readonly onLine: (bytes: number) => void
    readonly tell: (text: string) => void
  },
): Promise<KeptCounts> => {
  const counts: KeptCounts = {}
  const dry = new Error('Nothing is kept of a dry run.')
  await database
    .transact(async (db) => {
      if (isNew) await migrateIn(db, context.now())
      await requireEmpty(db)
      const work: Restoring = {
        db,
        context,
        counts,
        tell,
        parents: new Map(),
        terms: new Map(),
        userLines: new Map(),
        unknown: new Map(),
        last: { record: 0, term: 0, user: 0 },
        hasUsers: false,
      }
      await restoreLines(work, source, onLine)
      await replaceFirstUser(work)
      await setParents(work)
      await raiseCounters(db, work.last)
      await db.dialect.replan(db.kysely)
      for (const text of describeUnknown(work.unknown)) tell(text)
      if (isDry) throw dry
    })
    .catch((error) => {
      if (error !== dry) throw error
    })
  if (!isDry) await indexPending(database)
  return counts
}

const replaceFirstUser = async ({ db, first, last, tell }: Restoring): Promise<void> => {
  if (!first) return
  const heir = await giveCredentials(db, first)
  last.user = Math.max(last.user, heir.id)
  if (heir.isOther)
    tell(
      `Nobody had set this calendar up: ${heir.name} takes the place of its first user ${first.user.name}. The application password and the link that the first start has printed are now those of ${heir.name}.`,
    )
}

/** Later lines may have the parents of earlier ones. */
const setParents = async ({ db, parents, terms }: Restoring): Promise<void> => {
  const place = 'links.parent'
  const wanted = [...parents].map(([, { line, parent }]) => ({ line, place, table: 'event', id: parent }) as const)
  await requireThere(db, wanted, '')
  requireNoCircle(place, parents)
  for (const [id, { parent: parent_id }] of parents)
    await db.kysely.updateTable('event').set({ parent_id }).where('id', '=', id).execute()
  // Tags have none.
  const taxonomy = 'category'
  const own = [...terms].flatMap(([id, { line, parent }]) =>
    [id, parent].map((one) => ({ line, place: 'kept.parent_id', table: 'term', taxonomy, id: one }) as const),
  )
  await requireThere(db, own, '')
  requireNoCircle('kept.parent_id', terms)
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
    if (lines.length > 0) await restoreGroup(work, lines).catch((error) => refuse(work, lines, error))
  }
  let number = 0
  for await (const text of readLines(source)) {
    number++
    onLine(Buffer.byteLength(text) + 1)
    if (text.trim() === '') continue
    const object = atLine(number, () => parseLine(text))
    const own = kindOf(object)
    if (own !== kind || group.length >= portion) await flush()
    kind = own
    group.push({ number, object })
  }
  await flush()
}

/** What no check of the lines has found, the database refuses. */
const refuse = ({ db }: Restoring, lines: readonly Line[], error: unknown): never => {
  if (!db.dialect.isRefusal(error)) throw error
  const [first, last] = [lines[0]?.number, lines.at(-1)?.number]
  throw new UserError(
    `${first === last ? `line ${first}` : `lines ${first} to ${last}`}: the database does not take them: ${errorText(error)}. Nothing was imported.`,
  )
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

const restoreGroup = async (work: Restoring, lines: readonly Line[]): Promise<void> => {
  const kind = kindOf(lines[0]?.object ?? {})
  if (kind === 'user') await restoreUsers(work, lines)
  else if (kind === 'setting') await restoreSettings(work, lines)
  else if (kind === 'series') await restoreSeries(work, lines)
  else {
    const known = importedKinds.find((one) => one === kind)
    if (known) await restoreRecords(work, known, lines)
    else
      atLine(lines[0]?.number ?? 0, () => {
        const known = ['setting', 'user', ...importedKinds].join(', ')
        throw new KeptFault(`kind: ${quote(kind)} is unknown; there are ${known}.`)
      })
  }
}

const count = ({ counts }: Restoring, kind: keyof KeptCounts, by: number): void => {
  counts[kind] = (counts[kind] ?? 0) + by
}

const idOf = (value: Json | undefined): number => {
  if (isKeptId(value)) return value
  throw new KeptFault(`It has no id that can be kept: ${quote(value)} is not a whole number from 1 to 10^15.`)
}

const restoreRecords = async (work: Restoring, kind: ImportedKind, lines: readonly Line[]): Promise<void> => {
  const { db, context, last } = work
  const { table, searchText } = recordKinds[kind]
  const rows: LineRow[] = []
  const former: LineRow[] = []
  const references: Reference[] = []
  for (const { number, object } of lines)
    atLine(number, () => {
      const { payload, kept, links } = object
      if (!isJsonObject(payload) || !isJsonObject(kept))
        throw new KeptFault('It is of an older export, which has no ids to keep.')
      addUnknown(work.unknown, kind, findUnknown(kind, payload))
      const id = idOf(object['id'])
      const row: AnyRow = { id, ...makeRow(context, kind, payload, kept) }
      rows.push({ line: number, row })
      references.push(...findReferences(row, number))
      if (table === 'term') noteParent(work.terms, row['parent_id'], { line: number, id })
      const { parent, own } = readLinks(kind, links, row, number)
      noteParent(work.parents, parent, { line: number, id })
      references.push(...own)
      former.push(...readFormerSlugs(kind, object, number, id))
      const counter = table === 'term' ? 'term' : 'record'
      last[counter] = Math.max(last[counter], id)
    })
  for (const key of listKeys(kind)) await requireUnused(db, key, rows)
  await requireUnused(db, formerSlugKey, former)
  await requireThere(db, references)
  const columns = Object.keys(rows[0]?.row ?? {})
  // The rows of a statement have the same columns in the same order.
  const even = rows.map(({ row }) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])))
  const inserts: unknown[] = [
    ...(table === 'term' ? [] : [{ table: 'record', rows: even.map(({ id }) => ({ id, kind })) }]),
    { table, rows: even },
    ...(searchText
      ? [{ table: 'search_text', rows: even.map((row) => ({ record_id: row['id'], text: searchText(row) })) }]
      : []),
    ...linkRows(rows, references),
    { table: 'former_slug', rows: former.map(({ row }) => row) },
  ]
  // The compiler does not know of which table the rows are.
  await insertAll(db, inserts as NewRows[])
  count(work, kind, rows.length)
}

const readFormerSlugs = (kind: ImportedKind, { merged }: JsonObject, line: number, id: number): LineRow[] => {
  if (merged !== undefined && kind === 'image') throw new KeptFault('merged: images have no slugs.')
  return readList('merged', merged).map((slug) => ({
    line,
    row: { kind, slug: readSlug('merged', slug), record_id: id },
  }))
}

const noteParent = (parents: Parents, parent: unknown, { line, id }: { line: number; id: number }): void => {
  if (typeof parent === 'number' && parent > 0) parents.set(id, { line, parent })
}

const restoreSeries = async (work: Restoring, lines: readonly Line[]): Promise<void> => {
  const { db, last } = work
  const former: LineRow[] = []
  const rows = lines.map(({ number, object }) =>
    atLine(number, () => {
      const id = idOf(object['id'])
      former.push(...readFormerSlugs('event', object, number, id))
      last.record = Math.max(last.record, id)
      // The columns have the types that were checked.
      const row = { ...readKept('series', isJsonObject(object['kept']) ? object['kept'] : {}), id } as SeriesRow
      try {
        readRecurrence(row)
      } catch (error) {
        throw new KeptFault(
          `kept.recurrence: ${quote(row.recurrence)} is no recurrence of RFC 5545. ${errorText(error)}`,
        )
      }
      return { line: number, row }
    }),
  )
  for (const key of listKeys('series')) await requireUnused(db, key, rows)
  await requireUnused(db, formerSlugKey, former)
  const inserts: unknown[] = [
    { table: 'record', rows: rows.map(({ row: { id } }) => ({ id, kind: 'series' })) },
    { table: 'series', rows: rows.map(({ row }) => row) },
    { table: 'former_slug', rows: former.map(({ row }) => row) },
  ]
  // The compiler does not know of which table the rows are.
  await insertAll(db, inserts as NewRows[])
  count(work, 'series', rows.length)
}

const restoreUsers = async (work: Restoring, lines: readonly Line[]): Promise<void> => {
  const { db, last, tell } = work
  if (!work.first && !work.hasUsers) work.first = await removeFirstUser(db)
  work.hasUsers = true
  for (const { number, object } of lines) {
    const { payload } = object
    const id = atLine(number, () => idOf(object['id']))
    const told = await restoreUser(db, work.userLines, {
      line: number,
      id,
      payload: isJsonObject(payload) ? payload : {},
    })
    if (told !== undefined) tell(told)
    last.user = Math.max(last.user, id)
  }
  count(work, 'user', lines.length)
}

const restoreSettings = async (work: Restoring, lines: readonly Line[]): Promise<void> => {
  const values = new Map<StoredName, Json>()
  for (const { number, object } of lines)
    atLine(number, () => {
      const { name, value = null } = isJsonObject(object['payload']) ? object['payload'] : {}
      if (typeof name !== 'string' || !(isSettingName(name) || isFontName(name)))
        throw new KeptFault(`There is no setting ${quote(name)}.`)
      const read = isFontName(name) ? readFontText(value) : siteSettings[name].type.read(value ?? null, work.context)
      if (isInvalid(read)) throw new KeptFault(`${name}: ${read.invalid}`)
      values.set(name, read ?? null)
    })
  await storeSettings(work.db, values)
  count(work, 'setting', values.size)
}
