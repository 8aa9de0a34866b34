import type { JsonObject } from '../../lib/json.ts'
import {
  address,
  globalIds,
  id,
  image,
  jsonLd,
  object,
  optional,
  publication,
  text,
  type ValueOf,
} from '../shared/record-schema.ts'

const maybe = optional(text)

const parts = {
  id,
  ...publication,
  author: optional(publication.author),
  url: address,
  organizer: text,
  description: maybe,
  excerpt: maybe,
  slug: text,
  image: optional(image),
  phone: maybe,
  website: maybe,
  email: maybe,
  ...globalIds,
}

/** An organizer in lists, in answers to writes and inside events (F2.3). */
export const organizerRecord = object('Organizer', 'organizer.record', parts)

/** An organizer read by itself, or inside an event that is. */
export const singleOrganizerRecord = object('SingleOrganizer', 'organizer.record', { ...parts, json_ld: jsonLd })

/** How organizers are answered. */
export const organizerSchemas = { item: organizerRecord.schema, single: singleOrganizerRecord.schema }

/** What {@link organizerSchemas} describe. */
export type OrganizerRecord = ValueOf<typeof organizerRecord> & { readonly json_ld?: JsonObject }
