import { findPresentSlug } from '../core/former-slugs.ts'
import type { SluggedKind } from '../db/schema.ts'
import { matchSlug } from '../lib/text.ts'
import type { PageContext } from './page-context.ts'
import { findTerm } from './terms.ts'

const addressed = /^\/((?:embed\/)?event|venue|organizer|events\/category|events\/tag)\/([^/]+)(\/.*)?$/i

const readable = {
  event: ({ records }: PageContext, slug: string) => records.events.bySlug(slug),
  venue: ({ records }: PageContext, slug: string) => records.venues.bySlug(slug),
  organizer: ({ records }: PageContext, slug: string) => records.organizers.bySlug(slug),
  category: (context: PageContext, slug: string) => findTerm(context, 'category', slug),
  tag: (context: PageContext, slug: string) => findTerm(context, 'tag', slug),
} as const satisfies Record<SluggedKind, unknown>

const kinds: Readonly<Record<string, SluggedKind>> = {
  event: 'event',
  'embed/event': 'event',
  venue: 'venue',
  organizer: 'organizer',
  'events/category': 'category',
  'events/tag': 'tag',
}

/**
 * The path at which the record or term of a path is now, whose slug has changed or which was merged into another one (contract B7.6);
 * undefined where the slug leads to nothing that the public may see.
 */
export const findPresentPath = async (context: PageContext, path: string): Promise<string | undefined> => {
  const [, place = '', slug = '', rest = '/'] = addressed.exec(path) ?? []
  const below = place.toLowerCase()
  const kind = kinds[below]
  const present = kind && (await findPresentSlug(context.app.database, kind, matchSlug(slug)))
  if (!kind || present === undefined) return undefined
  const isReadable = await readable[kind](context, present).then(Boolean, () => false)
  return isReadable ? `/${below}/${present}${rest}` : undefined
}
