import type { Site } from '../../core/context.ts'
import { fieldMembers } from '../../core/fields.ts'
import { defineRecord, type RecordOf } from '../../core/record.ts'
import type { PostRow } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { type LinkedRendering, linkedEnd, linkedMembers, linkedStart } from '../shared/linked-record.ts'
import type { RenderOptions } from '../shared/post-definition.ts'
import { type Shown, showImageUrl } from '../shared/post-image.ts'
import { pageUrl, withoutEmpty } from '../shared/post-record.ts'
import { organizerFields } from './fields.ts'

type Row = Shown<PostRow<'organizer'>>

/** The organizer as schema.org data in plain text. Its type is Person, as with The Events Calendar (F2.7). */
export const organizationOf = (site: Site, row: Row): JsonObject => ({
  '@type': 'Person',
  name: row.title,
  ...withoutEmpty({ description: htmlToSummary(row.description) }),
  ...showImageUrl(site, row),
  url: pageUrl(site, 'organizer', row),
  ...withoutEmpty({ telephone: row.phone, email: row.email, sameAs: row.website }),
})

const members = { ...linkedMembers('organizer', organizationOf), ...fieldMembers(organizerFields) }

/** The record of an organizer, also within events (F2.3); empty members are left out. */
export const organizerRecord = defineRecord<Row, LinkedRendering>()('Organizer', members, [
  ...linkedStart,
  ...(['organizer', 'description', 'excerpt', 'slug', 'image', 'phone', 'website', 'email', '*', 'json_ld'] as const),
  ...linkedEnd,
])

/** The record of an organizer as a client receives it. */
export type OrganizerRecord = RecordOf<typeof members>

/** Renders an organizer; `isSingle` adds the members that only reads of one record show. */
export const renderOrganizer = (site: Site, row: Row, { isSingle }: RenderOptions): OrganizerRecord =>
  organizerRecord.render(row, { site, isSingle })
