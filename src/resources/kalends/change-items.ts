import { sql } from 'kysely'
import type { ChangePosition } from '../../core/change-position.ts'
import { ApiError } from '../../core/errors.ts'
import type { Database } from '../../db/database.ts'
import type { FollowedKind } from '../../db/schema.ts'
import { readStatement } from '../../db/statement.ts'

/** A record at the number of its latest change, and whether the reader may see it. */
export type Item = {
  readonly kind: FollowedKind
  readonly id: number
  readonly number: number
  readonly isShown: boolean
}

/** The items that are read: those after a number, of some kinds, as editors see them or as everybody does. */
export type Wanted = {
  readonly after: number
  readonly limit: number
  readonly kinds: readonly FollowedKind[]
  readonly isEdit: boolean
}

/** What everybody sees in lists, for each kind. */
const isListed: { readonly [kind in FollowedKind]: string } = {
  event: `exists (select 1 from event where id = record_id and status = 'publish' and hide_from_listings = 0)`,
  venue: `exists (select 1 from venue where id = record_id and status = 'publish')`,
  organizer: `exists (select 1 from organizer where id = record_id and status = 'publish')`,
  category: 'exists (select 1 from term where id = record_id)',
  tag: 'exists (select 1 from term where id = record_id)',
}

/** Reads the records with the least numbers after one. The public never learns of a record that it could not see. */
export const readItems = async (
  database: Database,
  { after, limit, kinds, isEdit }: Wanted,
): Promise<readonly Item[]> => {
  const parts = kinds.flatMap((kind) => (isEdit ? [1, 0] : [1]).map((published) => ({ kind, published })))
  const build = () => {
    const queries = parts.map(
      ({ kind, published }) => sql`select * from (select kind, record_id, number from latest_change
        where kind = ${sql.lit(kind)} and published = ${sql.lit(published)} and number > ${after}
        order by number limit ${limit}) as part`,
    )
    // The records that are gone are found out when their documents are read.
    const shown = isEdit
      ? sql`1`
      : sql`case ${sql.join(
          kinds.map((kind) => sql`when kind = ${sql.lit(kind)} and ${sql.raw(isListed[kind])} then 1`),
          sql` `,
        )} else 0 end`
    return sql`select kind, record_id, number, ${shown} as shown
      from (${sql.join(queries, sql` union all `)}) as page order by number limit ${limit}`
  }
  const parameters = [...parts.flatMap(() => [after, limit]), limit]
  const rows = await readStatement(database, `changes ${isEdit} ${kinds.join()}`, build, parameters)
  return rows.map(([kind, id, number, shown]) => ({
    kind: kinds.find((one) => one === kind) ?? 'event',
    id: Number(id),
    number: Number(number),
    isShown: Number(shown) === 1,
  }))
}

/** The place from which somebody follows: the number, the epoch that came with it, and the number at which reading from the beginning began. */
type Place = { readonly after: number; readonly reading: number; readonly epoch: string | undefined }

/**
 * Checks that a place is one in these changes.
 * @throws ApiError `kalends_changes_gone` for another epoch, and for a number from before deletions that have been forgotten;
 * `rest_invalid_param` for a number of the future.
 */
export const requireKnown = async (
  { kysely }: Database,
  position: ChangePosition,
  { after, reading, epoch }: Place,
): Promise<void> => {
  if (epoch !== undefined && epoch !== position.epoch) throw new ApiError('kalends_changes_gone')
  if (after === 0) return
  const { forgotten } = await kysely
    .selectFrom('change_epoch')
    .select('forgotten')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  if (reading < forgotten) throw new ApiError('kalends_changes_gone')
  if (after <= position.number) return
  const fault = `The newest change has the number ${position.number}: send the number of a page or list that you have read.`
  throw new ApiError('rest_invalid_param', { data: { params: { afterChangeNumber: fault } } })
}

/** Seconds after which a client that was refused may ask again. */
const retryAfter = 10

/** The error for a client of whom, or of all of whom, too many wait for changes. */
export const tooManyWait = (): ApiError =>
  new ApiError('rest_service_unavailable', {
    message: 'Too many clients wait for changes, here or in your network. Ask without waiting, or try again later.',
    headers: { 'retry-after': String(retryAfter) },
  })
