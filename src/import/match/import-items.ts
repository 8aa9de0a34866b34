import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ImportItemTable } from '../../db/schema.ts'
import { insertAll, runStatement } from '../../db/statement.ts'
import { storedId } from '../read/items.ts'

/** The kinds of records of which imports remember what became of them. */
export type StoredKind = ImportItemTable['kind']

/** What an import knows of a record that exists here. */
export type StoredItem = Pick<ImportItemTable, 'external_id' | 'record_id' | 'hash' | 'modified_utc' | 'seen_run'>

/** The hashes of items that are no longer at their source: if they come back, they have changed. */
export const vanishedHashes = { cancelled: 'vanished: cancelled', trashed: 'vanished: trashed' } as const

/** The items of a source with these ids whose records still exist, by the ids as they are given. */
export const findItems = async (
  db: Db,
  source: string,
  kind: StoredKind,
  externalIds: readonly string[],
): Promise<Map<string, StoredItem>> => {
  if (externalIds.length === 0) return new Map()
  const { dialect, kysely } = db
  const table = kind === 'category' || kind === 'tag' ? 'term' : 'record'
  const build = () =>
    kysely
      .selectFrom('import_item')
      .select(['external_id', 'record_id', 'hash', 'modified_utc', 'seen_run'])
      .where('source', '=', '')
      .where('kind', '=', kind)
      .where((eb) => dialect.isInTexts(eb.ref('external_id'), eb.val('')))
      .where(sql<boolean>`exists (select 1 from ${sql.table(table)} where id = import_item.record_id)`)
  // The key of an occurrence is longer than the stored id of its series, which it has.
  const stored = new Map(externalIds.map((id) => [kind === 'occurrence' ? id : storedId(id), id]))
  const parameters = [source, kind, dialect.encodeTexts([...stored.keys()])]
  const rows = await runStatement<StoredItem>(db, `import items of ${table}`, build, parameters)
  return new Map(rows.map((row) => [stored.get(row.external_id) ?? row.external_id, row]))
}

/** Stores items; one with the same id is replaced. */
export const storeItems = async (db: Db, rows: readonly ImportItemTable[]): Promise<void> => {
  if (rows.length > 0) await insertAll(db, [{ table: 'import_item', rows, key: ['source', 'kind', 'external_id'] }])
}

/** Forgets items. */
export const forgetItems = async (
  db: Db,
  rows: readonly Pick<ImportItemTable, 'source' | 'kind' | 'external_id'>[],
): Promise<void> => {
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const own = rows.filter((row) => row.kind === kind)
    const build = () =>
      db.kysely
        .deleteFrom('import_item')
        .where('source', '=', '')
        .where('kind', '=', kind)
        .where((eb) => db.dialect.isInTexts(eb.ref('external_id'), eb.val('')))
    const ids = db.dialect.encodeTexts(own.map(({ external_id }) => external_id))
    await runStatement(db, 'forget import items', build, [own[0]?.source, kind, ids])
  }
}

/** Marks items as seen by a run. */
export const markSeen = async (
  db: Db,
  source: string,
  kind: StoredKind,
  externalIds: readonly string[],
  run: number,
): Promise<void> => {
  if (externalIds.length === 0) return
  const list = db.dialect.encodeTexts(externalIds)
  await db.kysely
    .updateTable('import_item')
    .set({ seen_run: run })
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where(({ ref, val }) => db.dialect.isInTexts(ref('external_id'), val(list)))
    .execute()
}

/** When the records with these ids were changed last, by their ids; terms and images are not edited by imports alone, and have none. */
export const readModified = async (
  db: Db,
  kind: StoredKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0 || (kind !== 'event' && kind !== 'venue' && kind !== 'organizer' && kind !== 'occurrence'))
    return new Map()
  const table = kind === 'occurrence' ? 'event' : kind
  const { rows } = await sql<{ id: number; modified_utc: string }>`
    select id, modified_utc from ${sql.table(table)} where ${db.dialect.isIn(sql.ref('id'), ids)}`.execute(db.kysely)
  return new Map(rows.map(({ id, modified_utc }) => [id, modified_utc]))
}

/**
 * Changes events of a series as their source says. What had not been edited here before still counts as not edited, although a change of one
 * event can change others of the series with it.
 */
export const keepUnedited = async <T>(
  db: Db,
  source: string,
  seriesId: number | null,
  work: () => Promise<T>,
): Promise<T> => {
  if (seriesId === null) return work()
  const { rows } = await sql<{ kind: StoredKind; external_id: string }>`
    select import_item.kind, import_item.external_id from event join import_item on import_item.record_id = event.id
    where event.series_id = ${seriesId} and import_item.source = ${source}
      and import_item.kind in ('event', 'occurrence') and import_item.modified_utc = event.modified_utc
  `.execute(db.kysely)
  const result = await work()
  for (const { kind, external_id } of rows)
    await sql`update import_item
      set modified_utc = coalesce((select modified_utc from event where id = import_item.record_id), modified_utc)
      where source = ${source} and kind = ${kind} and external_id = ${external_id}`.execute(db.kysely)
  return result
}
