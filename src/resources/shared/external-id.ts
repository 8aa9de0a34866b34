import { type SqlBool, sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { ApiError, invalidParams } from '../../core/errors.ts'
import { fieldsFor } from '../../core/fields.ts'
import { membersFor, optionalMember } from '../../core/members.ts'
import { text as textPart } from '../../core/parts.ts'
import { mayRead } from '../../core/policy.ts'
import { findPost } from '../../core/stored-post.ts'
import { externalIdText, sourceName } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import { asListed } from '../../db/listed-table.ts'
import type { PostRow, PostTable, PostTableName } from '../../db/schema.ts'
import { runStatement } from '../../db/statement.ts'
import { filter, idsBy } from '../../query/condition.ts'

/**
 * The id that a record has in another system, and the name of that system; both are empty for a record without one. A pair is unique among
 * the records of a kind, those in the trash too, where a series counts as one event: all its occurrences have the same pair, as those of
 * iCalendar have the same UID (contract C4.1).
 */
export type ExternalId = Pick<PostTable, 'source' | 'external_id'>

/** The columns of a record that no other system knows. */
export const noExternalId: ExternalId = { source: '', external_id: '' }

const { field } = fieldsFor<PostTable>()
const { stored } = membersFor<PostTable>()

/** The fields of an external id (contract C4.1). */
export const externalIdFields = {
  source: field({
    type: sourceName,
    empty: '',
    outlivesImport: true,
    column: 'source',
    about:
      'Name of the system that the record comes from, such as `museum-cms`, in at most 200 characters; requires `external_id`. An empty value clears it.',
    inRecord: optionalMember(
      textPart,
      'Name of the system that the record comes from; absent when there is none.',
      stored('source', { omitsEmpty: true }),
    ),
    extension: 'C4.1',
  }),
  external_id: field({
    type: externalIdText,
    empty: '',
    outlivesImport: true,
    column: 'external_id',
    about:
      'Id of the record in the system that `source` names, in at most 500 characters; requires `source`. No other record of the same kind may have both. An empty value clears it.',
    inRecord: optionalMember(
      textPart,
      'Id of the record in the system that `source` names; absent when there is none.',
      stored('external_id', { omitsEmpty: true }),
    ),
    extension: 'C4.1',
  }),
}

/** The filters of lists by external ids (contract C4.1). */
export const externalIdFilters = <T extends PostTableName>(table: T) => {
  const source = sql.ref<string>(`${table}.source`)
  return {
    source: filter<T, string>({
      type: sourceName,
      about: 'Only records that come from this system.',
      extension: 'C4.1',
      isCheap: true,
      where: ({ param }) => {
        const name = param((sent) => sent)
        // The index has only records with a source.
        return () => sql<SqlBool>`(${source} = ${name} and ${source} <> '')`
      },
    }),
    external_id: filter<T, string, undefined, readonly number[]>({
      type: externalIdText,
      about: 'Only records with this id in the system that they come from; usually sent with `source`.',
      extension: 'C4.1',
      isCheap: true,
      key: 'event',
      isKey: true,
      lookUp: idsBy<string>(
        (kysely, { param }) =>
          kysely
            .selectFrom(asListed(table))
            .select(sql.ref<number>(`${table}.id`).as('id'))
            .where(
              sql.ref<string>(`${table}.external_id`),
              '=',
              param((sent) => sent),
            )
            .where(sql.ref<string>(`${table}.external_id`), '<>', sql.lit('')),
        { kinds: [table] },
      ),
      where:
        ({ isIn }) =>
        () =>
          isIn(sql.ref<number>(`${table}.id`), (ids) => ids),
    }),
  }
}

/** A record that has an external id: of a series, the occurrence with the lowest id. */
export type FoundExternal = { readonly id: number; readonly series_id: number | null }

/**
 * Finds the records of a table that have these ids in a source, by the external ids, with one statement. Whether the caller may read them is
 * not asked; records in the trash are found too.
 */
export const findExternalIds = async (
  db: Db,
  table: PostTableName,
  source: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, FoundExternal>> => {
  if (externalIds.length === 0) return new Map()
  const { dialect, kysely } = db
  const seriesId = table === 'event' ? sql<number | null>`max(series_id)` : sql<null>`null`
  const build = () =>
    kysely
      .selectFrom(asListed(table))
      .select((eb) => ['external_id', eb.fn.min('id').as('id'), seriesId.as('series_id')])
      .where((eb) => dialect.isInTexts(eb.ref('external_id'), eb.val('')))
      .where('external_id', '<>', sql.lit(''))
      .where('source', '=', '')
      .groupBy('external_id')
  const rows = await runStatement<FoundExternal & { readonly external_id: string }>(
    db,
    `external ids ${table}`,
    build,
    [dialect.encodeTexts(externalIds), source],
  )
  return new Map(rows.map(({ external_id, id, series_id }) => [external_id, { id: Number(id), series_id }]))
}

/** Finds the id of the record with an external id; 0 for none, and of a series that of the occurrence with the lowest id. */
export const findExternalId = async (
  db: Db,
  table: PostTableName,
  { source, external_id }: ExternalId,
): Promise<number> => (await findExternalIds(db, table, source, [external_id])).get(external_id)?.id ?? 0

/** A record that is to be written: a new one has no `id` yet. */
type Wanting = ExternalId & { readonly id?: number; readonly series_id?: number | null }

/**
 * Requires that the external ids of records that are written are whole, and that no other record has them.
 * @throws ApiError `rest_invalid_param` for one half of a pair, `duplicate_external_id` for one in use: `data.id` names the record that has
 * it, where the caller may read that one.
 */
export const requireFreeExternalIds = async (
  db: Db,
  context: RequestContext,
  table: PostTableName,
  wanting: readonly Wanting[],
): Promise<void> => {
  const bySource = new Map<string, Map<string, Wanting>>()
  for (const one of wanting) {
    const { source, external_id } = one
    if (source === '' && external_id === '') continue
    requireWhole(one)
    const ids = bySource.get(source) ?? new Map<string, Wanting>()
    if (ids.has(external_id)) throw duplicate(table, one)
    bySource.set(source, ids.set(external_id, one))
  }
  for (const [source, ids] of bySource) {
    for (const [external_id, found] of await findExternalIds(db, table, source, [...ids.keys()])) {
      const own = ids.get(external_id)
      if (!own || own.id === found.id || (found.series_id !== null && found.series_id === own.series_id)) continue
      const owner = await findPost(db, table, 'id', found.id)
      throw duplicate(table, own, owner && mayRead(context.caller, owner) ? owner : undefined)
    }
  }
}

const requireWhole = ({ source, external_id }: ExternalId): void => {
  if ((source === '') === (external_id === '')) return
  const [missing, sent] = source === '' ? ['source', 'external_id'] : ['external_id', 'source']
  const fault = `${sent} has no meaning alone: send ${missing} too, or clear both with empty values.`
  throw invalidParams(new Map([[missing, fault]]))
}

/** What is in use is named with the id of its record, unless the caller may not know that. */
const duplicate = (
  table: PostTableName,
  { source, external_id }: ExternalId,
  owner?: Pick<PostRow<PostTableName>, 'id'>,
): ApiError => {
  const pair = `the external_id ${JSON.stringify(external_id)} of the source ${JSON.stringify(source)}`
  return owner
    ? new ApiError('duplicate_external_id', {
        message: `The ${table} ${owner.id} has ${pair}: update that one.`,
        data: { id: owner.id },
      })
    : new ApiError('duplicate_external_id', { message: `Another ${table} has ${pair}.` })
}
