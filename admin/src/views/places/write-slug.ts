import { write } from '../../api/site.ts'

/** The payload of the form; the calendar API does not accept slugs of venues and organizers. */
type Slugged<B> = B & { readonly slug?: string }

/** The fields of a form without the slug, and the slug. */
export const takeSlug = <B extends object>(body: Slugged<B>): readonly [fields: B, slug: string | undefined] => {
  const { slug, ...fields } = body
  // TypeScript does not recognize a generic type without one of its properties.
  return [fields as unknown as B, slug]
}

/** Writes the slug of a venue or an organizer, which only `wp/v2` accepts; returns whether there was one to write. */
export const writeSlug = async (
  kind: 'venue' | 'organizer',
  id: number,
  slug: string | undefined,
): Promise<boolean> => {
  if (slug) await write('POST', 'wp/v2', `tribe_${kind}/${id}`, { body: { slug } })
  return Boolean(slug)
}
