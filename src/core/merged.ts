import type { Db } from '../db/database.ts'

/** The records that have pages of their own, and are merged. */
export type MergedKind = 'venue' | 'organizer'

/** Notes that the pages of these slugs have gone to another record; what was merged into them before goes there too. */
export const noteMerged = async (
  { kysely, dialect }: Db,
  kind: MergedKind,
  merged: readonly { readonly id: number; readonly slug: string }[],
  into: number,
): Promise<void> => {
  const ids = merged.map(({ id }) => id)
  await kysely
    .updateTable('merged')
    .set({ into_id: into })
    .where('kind', '=', kind)
    .where((eb) => dialect.isIn(eb.ref('into_id'), ids))
    .execute()
  await kysely
    .insertInto('merged')
    .values(merged.map(({ slug }) => ({ kind, slug, into_id: into })))
    .onConflict((conflict) => conflict.columns(['kind', 'slug']).doUpdateSet({ into_id: into }))
    .execute()
}

/** The id of the record that has taken in the one with this slug; undefined where there was none. */
export const findMerged = async ({ kysely }: Db, kind: MergedKind, slug: string): Promise<number | undefined> => {
  const rows = kysely.selectFrom('merged').select('into_id').where('kind', '=', kind).where('slug', '=', slug)
  return (await rows.executeTakeFirst())?.into_id
}
