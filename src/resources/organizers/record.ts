import { fieldMembers } from '../../core/fields.ts'
import type { RecordOf } from '../../core/members.ts'
import { defineRecord } from '../../core/record.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { plainText } from '../../lib/text.ts'
import {
  linkedEnd,
  linkedFragments,
  linkedMembers,
  linkedStart,
  plainRecord,
  withoutEmpty,
} from '../shared/post-record.ts'
import { organizerFields } from './fields.ts'

const members = { ...linkedMembers('organizer'), ...fieldMembers(organizerFields) }

/** The record of an organizer, also within events (F2.3); empty members are left out. */
export const organizerRecord = defineRecord<StoredPost<'organizer'>>()('Organizer', members, [
  ...linkedStart,
  ...(['organizer', 'description', 'excerpt', 'slug', 'image', 'phone', 'website', 'email', '*', 'json_ld'] as const),
  ...linkedEnd,
])

/** The record of an organizer as a client receives it. */
export type OrganizerRecord = RecordOf<typeof members>

/** The organizer as schema.org data in plain text. Its type is Person, as with The Events Calendar (F2.7). */
const personOf = (organizer: OrganizerRecord): JsonObject => ({
  '@type': 'Person',
  name: plainText(organizer.organizer),
  ...withoutEmpty({
    description: htmlToSummary(organizer.description ?? ''),
    image: organizer.image?.url,
    url: organizer.url,
    telephone: plainText(organizer.phone ?? ''),
    email: plainText(organizer.email ?? ''),
    sameAs: organizer.website,
  }),
})

/** How organizers become fragments. */
export const organizerFragments = linkedFragments('organizer', organizerRecord, personOf)

/** The organizer with plain texts (contract C1.1). */
export const plainOrganizer = plainRecord(organizerRecord)
