import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RequestContext } from '../core/context.ts'
import { asListed } from '../core/store.ts'
import type { Database, Db } from '../db/database.ts'
import type { HistoryKind, PostTableName } from '../db/schema.ts'
import { removeForGood } from '../resources/shared/post-write.ts'
import { removeCreatedTerms, type TermCreated, termsCreatedBy } from './undo-terms.ts'

/** A record that stays. */
type Kept = { readonly id: number; readonly kind: HistoryKind; readonly title: string }

/** What undoing an import removed, and what it kept because somebody has changed it, or links to it, since. */
export type Undone = { removed: number; kept: number; readonly records: Kept[] }

/** Records that share a transaction. */
const portion = 20

/** Most kept records that are named. */
const maxNamed = 100

type Created = {
  readonly id: number
  readonly title: string
  readonly isEdited: boolean
}

/**
 * Removes what an import has created, a portion at a time: first the events, then the venues, organizers, categories and tags that
 * no event has any more.
 */
export const undoImport = async (database: Database, context: RequestContext, importId: number): Promise<Undone> => {
  const undone: Undone = { removed: 0, kept: 0, records: [] }
  // The history tells them by the records of the import, which are gone at the end.
  const terms = await termsCreatedBy(database, importId)
  for (const table of ['event', 'venue', 'organizer'] as const) {
    let after = 0
    for (;;) {
      const rows = await database.transact((db) => undoPortion(db, context, { importId, table, after }, undone))
      after = rows.at(-1)?.id ?? after
      if (rows.length < portion) break
      await nextTurn()
    }
  }
  await undoTerms(database, context, terms, undone)
  return undone
}

const undoTerms = async (
  database: Database,
  context: RequestContext,
  terms: readonly TermCreated[],
  undone: Undone,
): Promise<void> => {
  for (let at = 0; at < terms.length; at += portion) {
    const some = terms.slice(at, at + portion)
    const kept = await database.transact((db) => removeCreatedTerms(db, context, some))
    undone.removed += some.length - kept.length
    for (const { id, name, taxonomy } of kept) keep(undone, { id, kind: taxonomy, title: name })
    await nextTurn()
  }
}

const keep = (undone: Undone, record: Kept): void => {
  undone.kept++
  if (undone.records.length < maxNamed) undone.records.push(record)
}

type Place = { readonly importId: number; readonly table: PostTableName; readonly after: number }

const undoPortion = async (db: Db, context: RequestContext, place: Place, undone: Undone): Promise<Created[]> => {
  const { table } = place
  const rows = await readCreated(db, place)
  for (const row of rows) {
    if (row.isEdited || (table !== 'event' && (await isLinked(db, table, row.id)))) {
      keep(undone, { id: row.id, kind: table, title: row.title })
      continue
    }
    await removeForGood(db, context, table, row)
    undone.removed++
  }
  return rows
}

const readCreated = async ({ kysely }: Db, { importId, table, after }: Place): Promise<Created[]> => {
  const post = asListed(table)
  const rows = await kysely
    .selectFrom('import_record')
    .innerJoin(post, `${post}.id`, 'import_record.record_id')
    .select([`${post}.id`, `${post}.title`, `${post}.modified_utc`, 'import_record.modified_utc as imported_utc'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('revision')
            .select('revision.id')
            .whereRef('revision.record_id', '=', 'import_record.record_id')
            .where('revision.payload', 'is not', null)
            .where('revision.action', '<>', 'created'),
        )
        .as('is_edited'),
    )
    .where('import_record.import_id', '=', importId)
    .where('import_record.record_id', '>', after)
    .orderBy('import_record.record_id')
    .limit(portion)
    .execute()
  return rows.map(({ id, title, modified_utc, imported_utc, is_edited }) => ({
    id,
    title,
    isEdited: modified_utc !== imported_utc || Boolean(is_edited),
  }))
}

const isLinked = async ({ kysely }: Db, table: 'venue' | 'organizer', id: number): Promise<boolean> => {
  const link = table === 'venue' ? 'event_venue' : 'event_organizer'
  const found = kysely
    .selectFrom(link as 'event_venue')
    .select('event_id')
    .where(`${table}_id` as 'venue_id', '=', id)
  return (await found.limit(1).executeTakeFirst()) !== undefined
}
