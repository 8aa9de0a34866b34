import type { Db } from '../../db/database.ts'

/** A submission with a public event of which its person does not know. */
export type Untold = {
  readonly id: number
  readonly email: string
  readonly language: string
  readonly title: string
  readonly slug: string
}

/** Most messages of one round. */
const mostAtOnce = 50

/** Finds submissions with a public event of which nobody has told their persons, whose addresses are known to be theirs. */
export const findUntold = async ({ kysely }: Db): Promise<readonly Untold[]> => {
  const rows = await kysely
    .selectFrom('submission')
    .innerJoin('event', 'event.submission_id', 'submission.id')
    .select(['submission.id', 'submission.email', 'submission.language', 'event.title', 'event.slug'])
    .where('submission.is_told', '=', 0)
    .where('submission.was_taken', '=', 1)
    .where('submission.is_confirmed', '=', 1)
    .where('submission.email', '<>', '')
    .where('event.status', '=', 'publish')
    .orderBy('submission.id')
    .orderBy('event.start_utc')
    .limit(mostAtOnce)
    .execute()
  // Of the dates of a series, the first one.
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((dates) => dates.slice(0, 1))
}

/** Claims to tell the person of a submission; false where another process has. */
export const claimUntold = async ({ kysely }: Db, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await kysely
    .updateTable('submission')
    .set({ is_told: 1 })
    .where('id', '=', id)
    .where('is_told', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
