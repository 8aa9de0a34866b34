import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SluggedKind, Status, Taxonomy } from '../db/schema.ts'

/**
 * Notes that these slugs lead to another record from now on, into which theirs were merged; what led to those leads there too. The slug of a
 * record that is not public stays unknown.
 */
export const noteMerged = async (
  { kysely, dialect }: Db,
  kind: SluggedKind,
  merged: readonly { readonly id: number; readonly slug: string; readonly status?: Status }[],
  into: number,
): Promise<void> => {
  const ids = merged.map(({ id }) => id)
  const target = { record_id: into, position: 0 }
  await kysely
    .updateTable('former_slug')
    .set(target)
    .where('kind', '=', kind)
    .where((eb) => dialect.isIn(eb.ref('record_id'), ids))
    .execute()
  const known = merged.filter(({ status = 'publish' }) => status === 'publish')
  if (known.length === 0) return
  await kysely
    .insertInto('former_slug')
    .values(known.map(({ slug }) => ({ kind, slug, ...target })))
    .onConflict((conflict) => conflict.columns(['kind', 'slug']).doUpdateSet(target))
    .execute()
}

/** What has slugs of a kind, and whether the one named `owner` is public. */
type Owners = { readonly owners: RawBuilder<unknown>; readonly isPublic: RawBuilder<unknown> }

const recordsOf = (table: 'venue' | 'organizer'): Owners => ({
  owners: sql.table(table),
  isPublic: sql`owner.status = 'publish'`,
})

const termsOf = (taxonomy: Taxonomy): Owners => ({
  owners: sql`(select id, slug from term where taxonomy = ${taxonomy})`,
  isPublic: sql`1 = 1`,
})

const ownersOf: Readonly<Record<SluggedKind, Owners>> = {
  // A series is public where one of its occurrences is.
  event: {
    owners: sql`(select id, slug from event union all select id, slug from series)`,
    isPublic: sql`exists (select 1 from event where (event.id = owner.id or event.series_id = owner.id) and event.status = 'publish')`,
  },
  venue: recordsOf('venue'),
  organizer: recordsOf('organizer'),
  category: termsOf('category'),
  tag: termsOf('tag'),
}

/**
 * The present slug of the record to which a former slug leads (contract B7.6); undefined where it leads to none, or is the present slug of
 * a public record. One that is not public changes nothing, so that nobody learns of it, or takes an address by sending something in.
 */
export const findPresentSlug = async ({ kysely }: Db, kind: SluggedKind, slug: string): Promise<string | undefined> => {
  const { owners, isPublic } = ownersOf[kind]
  const { rows } = await sql<{ slug: string }>`
    select present.slug from former_slug join ${owners} as present on present.id = former_slug.record_id
    where former_slug.kind = ${kind} and former_slug.slug = ${slug}
      and not exists (select 1 from ${owners} as owner where owner.slug = ${slug} and ${isPublic})`.execute(kysely)
  return rows[0]?.slug
}

/**
 * Returns what removes the present slugs of these series and occurrences, which were not public, from the former ones: a change may publish
 * them before it gives them new slugs. What was noted earlier stays.
 */
export const keepSecret = async (
  { kysely, dialect }: Db,
  hidden: readonly { readonly id: number; readonly slug: string }[],
): Promise<() => Promise<void>> => {
  const slugs = dialect.encodeTexts(hidden.map(({ slug }) => slug))
  const isOfEvents = sql<boolean>`kind = 'event' and ${dialect.isInTexts(sql.ref('slug'), sql`${slugs}`)}`
  const noted = await kysely.selectFrom('former_slug').selectAll().where(isOfEvents).execute()
  return async () => {
    await kysely.deleteFrom('former_slug').where(isOfEvents).execute()
    if (noted.length > 0) await kysely.insertInto('former_slug').values(noted).execute()
  }
}
