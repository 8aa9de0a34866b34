import { write } from '../../api/site.ts'

/** Writes the slug of a venue or an organizer, which only `wp/v2` accepts; returns whether there was one to write. */
export const writeSlug = async (
  kind: 'venue' | 'organizer',
  id: number,
  slug: string | undefined,
): Promise<boolean> => {
  if (slug) await write('POST', 'wp/v2', `tribe_${kind}/${id}`, { body: { slug } })
  return Boolean(slug)
}
