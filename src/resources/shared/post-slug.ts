import { asListed, freeSlug } from '../../core/store.ts'
import type { Db } from '../../db/database.ts'
import type { PostTable, PostTableName } from '../../db/schema.ts'
import { slugify, withEnding } from '../../lib/slug.ts'
import { rowsBy } from '../../query/statement-cache.ts'

const trashSuffix = '__trashed'

/** The slug without the mark of the trash. */
const withoutTrash = (slug: string): string => {
  const plain = slug.replace(/(?<!-)-*__trashed(?:-\d+)?$/, '')
  return plain === slug ? slug : withoutTrash(plain)
}

/** The slug that was sent or, where that is `''` or undefined, the one of the title; '' where nothing of them can stand in a slug. */
export const plainSlug = (requested: string | undefined, title: string): string =>
  // The mark belongs to the trash alone: what is sent, or titled so, does not get it.
  withoutTrash(requested ?? '') || withoutTrash(slugify(title))

/** Who wants a slug, and which, as {@link plainSlug} made it. */
export type SlugWish = { readonly id: number; readonly status: PostTable['status']; readonly plain: string }

const readOwners = rowsBy(
  (kysely, { isText }, table) =>
    kysely
      .selectFrom(asListed(table))
      .select(['id', 'slug'])
      .where((eb) => isText(eb.ref('slug'), ({ slugs }) => slugs)),
  ({ table }: { readonly table: PostTableName; readonly slugs: readonly string[] }) => table,
)

/**
 * The slugs of records (contract B7.6, B10): each gets the one that it wishes, with the first number that is free in the table and
 * among those before it. Records in the trash carry `__trashed`, so that their plain slug is free again.
 */
export const decideSlugs = async (db: Db, table: PostTableName, wishes: readonly SlugWish[]): Promise<string[]> => {
  const bases = wishes.map(({ id, plain, status }) => {
    const base = plain || `${table}-${id}`
    return { id, base, first: status === 'trash' ? withEnding(base, trashSuffix) : base }
  })
  const first = bases.map((wish) => wish.first)
  const owners = new Map<string, number | undefined>()
  const findOwners = async (slugs: readonly string[]): Promise<void> => {
    for (const slug of slugs) owners.set(slug, undefined)
    for (const { id, slug } of await readOwners(db, { table, slugs })) owners.set(slug, id)
  }
  await findOwners(first)
  const slugs: string[] = []
  for (const { id, base, first } of bases) {
    const isTaken = async (slug: string): Promise<boolean> => {
      if (!owners.has(slug)) await findOwners([slug])
      const owner = owners.get(slug)
      return owner !== undefined && owner !== id
    }
    const numbered = first === base ? undefined : (_: string, n: number) => withEnding(base, `${trashSuffix}-${n}`)
    const slug = await freeSlug(first, isTaken, numbered)
    owners.set(slug, id)
    slugs.push(slug)
  }
  return slugs
}

/** The slug of a changed record: it keeps the one that it has unless another is sent, or it goes to the trash or comes back. */
export const keepSlug = async (
  db: Db,
  table: PostTableName,
  current: Pick<PostTable, 'slug' | 'status'>,
  { id, status, title }: Pick<PostTable, 'id' | 'status' | 'title'>,
  requested: string | undefined,
): Promise<string> => {
  if (requested === undefined && (current.status === 'trash') === (status === 'trash')) return current.slug
  const [slug = ''] = await decideSlugs(db, table, [{ id, status, plain: plainSlug(requested ?? current.slug, title) }])
  return slug
}
