import type { Db } from '../../db/database.ts'
import { asListed } from '../../db/listed-table.ts'
import type { PostTable, PostTableName } from '../../db/schema.ts'
import { runStatement } from '../../db/statement.ts'
import { numberedSlug, numberedSlugs, slugify, withEnding } from '../../lib/text.ts'
import { wasNeverPublic } from './history.ts'

/** The owner of each slug: the id of a record, or 0 if no record has the slug. */
export type SlugOwners = Map<string, number>

/** Reads the owners of these slugs. */
export type ReadOwners = (
  slugs: readonly string[],
) => Promise<readonly { readonly id: number; readonly slug: string }[]>

/** The first slugs, which are looked up at once. */
const near = 10

/** Learns who has these slugs, as far as that is not known yet. */
export const learnOwners = async (owners: SlugOwners, slugs: readonly string[], read: ReadOwners): Promise<void> => {
  const unknown: string[] = []
  for (const slug of slugs) if (!owners.has(slug)) unknown.push(slug)
  if (unknown.length === 0) return
  for (const slug of unknown) owners.set(slug, 0)
  for (const { id, slug } of await read(unknown)) owners.set(slug, id)
}

/**
 * The first slug that nobody but the record with this id has: `base`, `base-2`, `base-3` … (contract B7.6). Past ten it doubles its step
 * until one is free, then halves back: the ten-thousandth namesake costs some twenty look-ups, not ten thousand.
 */
export const freeSlug = async (
  { id, base, mark = '' }: { readonly id: number; readonly base: string; readonly mark?: string },
  owners: SlugOwners,
  read: ReadOwners,
): Promise<string> => {
  const slugs = numberedSlugs(base, mark, near)
  await learnOwners(owners, slugs, read)
  for (const slug of slugs) if ((owners.get(slug) || id) === id) return slug
  const isTaken = async (n: number): Promise<boolean> => {
    const slug = numberedSlug(base, mark, n)
    await learnOwners(owners, [slug], read)
    return (owners.get(slug) || id) !== id
  }
  let taken = near
  let free = 2 * near
  while (await isTaken(free)) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (await isTaken(middle)) taken = middle
    else free = middle
  }
  return numberedSlug(base, mark, free)
}

const trashSuffix = '__trashed'

const trashMarks = /(?<!-)(?:-*__trashed(?:-\d+)?)+$/

/** The slug that was sent; if it is `''` or undefined, the slug of the title; '' if neither has a character that a slug may have. */
export const plainSlug = (requested: string | undefined, title: string): string =>
  // Only records in the trash may have the mark of the trash.
  (requested ?? '').replace(trashMarks, '') || slugify(title).replace(trashMarks, '')

/** A record that needs a slug, and the one that {@link plainSlug} returned for it; the id of a new record is 0 until it has one. */
export type SlugWish = { id: number; readonly status: PostTable['status']; readonly plain: string }

/**
 * The slugs of records (contract B7.6, B10): each gets the one that it wishes, with the first number that is free in the table and
 * among those before it. Records in the trash carry `__trashed`, so that their plain slug is free again.
 */
export const decideSlugs = async (
  db: Db,
  table: PostTableName,
  wishes: readonly SlugWish[],
  owners: SlugOwners = new Map(),
): Promise<string[]> => {
  const read: ReadOwners = (slugs) => readOwners(db, table, slugs)
  const bases: { readonly id: number; readonly base: string; readonly mark: string }[] = []
  const firsts: string[] = []
  for (const { id, status, plain } of wishes) {
    const [base, mark] = [plain || `${table}-${id}`, status === 'trash' ? trashSuffix : '']
    bases.push({ id, base, mark })
    firsts.push(numberedSlug(base, mark, 1))
  }
  // Of many records nearly all get the slug that they wish; the numbers of one are looked up together with it.
  if (firsts.length > 1) await learnOwners(owners, [...new Set(firsts)], read)
  const slugs: string[] = []
  for (const [index, wanted] of bases.entries()) {
    const first = firsts[index] ?? ''
    const isFree = owners.get(first) === 0
    const slug = isFree ? first : await freeSlug(wanted, owners, read)
    owners.set(slug, wanted.id)
    slugs.push(slug)
  }
  return slugs
}

/** Reads who has the slugs that a record without an id may get, for {@link decideSlugs}; those without a plain slug wait for their ids. */
export const readSlugOwners = async (
  db: Db,
  table: PostTableName,
  wishes: readonly SlugWish[],
): Promise<SlugOwners> => {
  const owners: SlugOwners = new Map()
  const numbers = wishes.length > 1 ? 1 : near
  for (const { plain, status } of wishes) {
    const mark = status === 'trash' ? trashSuffix : ''
    if (plain !== '') for (const slug of numberedSlugs(plain, mark, numbers)) owners.set(slug, 0)
  }
  if (owners.size > 0) for (const { id, slug } of await readOwners(db, table, [...owners.keys()])) owners.set(slug, id)
  return owners
}

const readOwners = (
  db: Db,
  table: PostTableName,
  slugs: readonly string[],
): Promise<{ readonly id: number; readonly slug: string }[]> => {
  const { dialect, kysely } = db
  const owners = (from: 'event' | 'series') =>
    kysely
      .selectFrom(from)
      .select(['id', 'slug'])
      .where((eb) => dialect.isInTexts(eb.ref('slug'), eb.val('')))
  const list = dialect.encodeTexts(slugs)
  if (table !== 'event') return runStatement(db, `slugs ${table}`, () => owners(asListed(table)), [list])
  // The slug of a series leads to its next occurrence (contract C3.2).
  return runStatement(db, 'slugs event', () => owners('event').unionAll(owners('series')), [list, list])
}

/** The columns of a record on which its slug depends. */
type Slugged = Pick<PostTable, 'id' | 'slug' | 'title' | 'status' | 'trashed_from' | 'date_utc'>

/**
 * The slug of a changed record: it keeps the one that it has unless another is sent, it goes to the trash or comes back, or its slug was made
 * from a title that nobody was to see (contract B7.6).
 */
export const keepSlug = async (
  db: Db,
  table: PostTableName,
  current: Slugged,
  { id, status, title }: Pick<PostTable, 'id' | 'status' | 'title'>,
  requested: string | undefined,
): Promise<string> => {
  const isRenewed =
    requested === undefined &&
    title !== current.title &&
    isMadeOf(current.slug.replace(trashMarks, ''), current.title, `${table}-${id}`) &&
    isHidden(current) &&
    (isUndated(current) || (await wasNeverPublic(db, id)))
  if (requested === undefined && !isRenewed && (current.status === 'trash') === (status === 'trash'))
    return current.slug
  const wanted = isRenewed ? '' : (requested ?? current.slug)
  const [slug = ''] = await decideSlugs(db, table, [{ id, status, plain: plainSlug(wanted, title) }])
  return slug
}

/** Whether a slug is that of a title, with or without a number, and so was chosen by nobody; `unnamed` is that of a title without letters. */
export const isMadeOf = (slug: string, title: string, unnamed: string): boolean => {
  const base = plainSlug(undefined, title) || unnamed
  const [number] = /-\d+$/.exec(slug) ?? []
  return slug === base || (number !== undefined && slug === withEnding(base, number))
}

type Dated = Pick<PostTable, 'status' | 'trashed_from' | 'date_utc'>

/** Whether a record is neither public nor scheduled, and was not so when it went to the trash. */
export const isHidden = ({ status, trashed_from }: Dated): boolean => {
  const shown = status === 'trash' ? trashed_from : status
  return shown !== 'publish' && shown !== 'future'
}

/** Whether a record has no date of publication, as only drafts have that were never public. */
export const isUndated = ({ date_utc }: Dated): boolean => date_utc === null
