import { asListed } from '../../core/store.ts'
import type { Db } from '../../db/database.ts'
import type { PostTable, PostTableName } from '../../db/schema.ts'
import { runStatement } from '../../db/statement.ts'
import { slugify, withEnding } from '../../lib/slug.ts'
import { freeSlug, learnOwners, type ReadOwners, type SlugAt, type SlugOwners } from './free-slug.ts'

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

/**
 * The slugs of records (contract B7.6, B10): each gets the one that it wishes, with the first number that is free in the table and
 * among those before it. Records in the trash carry `__trashed`, so that their plain slug is free again.
 */
export const decideSlugs = async (db: Db, table: PostTableName, wishes: readonly SlugWish[]): Promise<string[]> => {
  const owners: SlugOwners = new Map()
  const read: ReadOwners = (slugs) => readOwners(db, table, slugs)
  const ways: SlugAt[] = []
  for (const wish of wishes) ways.push(slugsOf(table, wish))
  // Of many records nearly all get the slug that they wish; the numbers of one are looked up together with it.
  if (ways.length > 1) await learnOwners(owners, [...new Set(ways.map((slugAt) => slugAt(1)))], read)
  const slugs: string[] = []
  for (const [index, { id }] of wishes.entries()) {
    const slugAt = ways[index] as SlugAt
    const first = slugAt(1)
    const slug = owners.get(first) === 0 ? first : await freeSlug(id, slugAt, owners, read)
    owners.set(slug, id)
    slugs.push(slug)
  }
  return slugs
}

const slugsOf = (table: PostTableName, { id, plain, status }: SlugWish): SlugAt => {
  const base = plain || `${table}-${id}`
  const ending = status === 'trash' ? trashSuffix : ''
  return (n) => {
    const numbered = n === 1 ? ending : `${ending}-${n}`
    return numbered === '' ? base : withEnding(base, numbered)
  }
}

const readOwners = (
  db: Db,
  table: PostTableName,
  slugs: readonly string[],
): Promise<{ readonly id: number; readonly slug: string }[]> => {
  const { dialect, kysely } = db
  const build = () =>
    kysely
      .selectFrom(asListed(table))
      .select(['id', 'slug'])
      .where((eb) => dialect.isInTexts(eb.ref('slug'), eb.val('')))
  return runStatement(db, `slugs ${table}`, build, [dialect.encodeTexts(slugs)])
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
