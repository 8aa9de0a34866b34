import { asListed, freeSlug } from '../crud/store.ts'
import type { Db } from '../db/database.ts'
import type { PostTable, PostTableName } from '../db/schema.ts'
import { slugify, withEnding } from '../lib/slug.ts'

const trashSuffix = '__trashed'

/** The slug without the mark of the trash. */
const withoutTrash = (slug: string): string => slug.replace(/(-*__trashed(-\d+)?)+$/, '')

/** What decides a slug. */
export type SlugWish = {
  readonly id: number
  readonly title: string
  readonly status: PostTable['status']
  /** The slug that was sent, `''` for "make it anew", undefined for "keep it". */
  readonly requested: string | undefined
  readonly current: Pick<PostTable, 'slug' | 'status'> | undefined
}

/**
 * The slug of a record (contract B7.6, B10): the one asked for or made from the title, with the first free number; records in
 * the trash carry `__trashed`, so that their plain slug is free again.
 */
export const decideSlug = async (db: Db, table: PostTableName, wish: SlugWish): Promise<string> => {
  const { current, requested } = wish
  const staysInPlace = current && requested === undefined && (current.status === 'trash') === (wish.status === 'trash')
  if (staysInPlace) return current.slug
  const kept = current && requested === undefined ? current.slug : requested
  // The mark belongs to the trash alone: what is sent, or titled so, does not get it.
  const plain = withoutTrash(kept ?? '') || withoutTrash(slugify(wish.title)) || `${table}-${wish.id}`
  const isTaken = async (slug: string): Promise<boolean> => {
    const owner = await db.kysely.selectFrom(asListed(table)).select('id').where('slug', '=', slug).executeTakeFirst()
    return owner !== undefined && owner.id !== wish.id
  }
  if (wish.status !== 'trash') return freeSlug(plain, isTaken)
  return freeSlug(withEnding(plain, trashSuffix), isTaken, (_, n) => withEnding(plain, `${trashSuffix}-${n}`))
}
