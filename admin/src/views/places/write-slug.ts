import { write } from '../../api/site.ts'

/** What the form sends; the interface of the calendar takes no slug of venues and organizers. */
type Slugged<B> = B & { readonly slug?: string }

/** The fields of a form without the slug, and the slug. */
export const takeSlug = <B extends object>(body: Slugged<B>): readonly [fields: B, slug: string | undefined] => {
  const { slug, ...fields } = body
  // Without one property a type is not seen to be what it was.
  return [fields as unknown as B, slug]
}

/** Writes the slug of a venue or an organizer, which only `wp/v2` takes, and says whether there was one to write. */
export const writeSlug = async (
  kind: 'venue' | 'organizer',
  id: number,
  slug: string | undefined,
): Promise<boolean> => {
  if (slug) await write('POST', 'wp/v2', `tribe_${kind}/${id}`, { body: { slug } })
  return Boolean(slug)
}
