/** Whose slugs are: ids by slug, 0 where nobody has it. */
export type SlugOwners = Map<string, number>

/** Reads who has one of some slugs. */
export type ReadOwners = (
  slugs: readonly string[],
) => Promise<readonly { readonly id: number; readonly slug: string }[]>

/** The slug with a number, the first without one. */
type SlugAt = (n: number) => string

/** The first slugs, which are looked up at once. */
export const near = 10

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
export const freeSlug = async (id: number, slugAt: SlugAt, owners: SlugOwners, read: ReadOwners): Promise<string> => {
  const slugs: string[] = []
  for (let n = 1; n <= near; n++) slugs.push(slugAt(n))
  await learnOwners(owners, slugs, read)
  for (const slug of slugs) if ((owners.get(slug) || id) === id) return slug
  const isTaken = async (n: number): Promise<boolean> => {
    const slug = slugAt(n)
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
  return slugAt(free)
}
