import type { Site } from '../../core/context.ts'
import type { PostRow } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { showText } from '../../lib/text.ts'
import type { RenderOptions } from '../shared/post-definition.ts'
import { type Shown, showFeatured, showImageUrl } from '../shared/post-image.ts'
import { globalIds, pageUrl, showPublication, withoutEmpty } from '../shared/post-record.ts'
import type { OrganizerRecord } from './schema.ts'

type Row = Shown<PostRow<'organizer'>>

/** An organizer as it is answered, also inside an event (F2.3): what is empty is left out. */
export const renderOrganizer = (site: Site, row: Row, { isSingle }: RenderOptions): OrganizerRecord => ({
  id: row.id,
  ...showPublication(row),
  url: pageUrl(site, 'organizer', row),
  organizer: showText(row.title),
  ...withoutEmpty({ description: row.description, excerpt: row.excerpt }),
  slug: row.slug,
  ...showFeatured(site, row),
  ...withoutEmpty({
    phone: showText(row.phone),
    website: row.website,
    email: showText(row.email),
  }),
  ...(isSingle ? { json_ld: { '@context': 'http://schema.org', ...organizationOf(site, row) } } : {}),
  ...globalIds(site, row),
})

/** The organizer in schema.org's terms, in plain text; a Person as the peer says, since clients look for it (F2.7). */
export const organizationOf = (site: Site, row: Row): JsonObject => ({
  '@type': 'Person',
  name: row.title,
  ...withoutEmpty({ description: htmlToSummary(row.description) }),
  ...showImageUrl(site, row),
  url: pageUrl(site, 'organizer', row),
  ...withoutEmpty({ telephone: row.phone, email: row.email, sameAs: row.website }),
})
