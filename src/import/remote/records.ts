import type { FieldTable } from '../../core/fields.ts'
import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import { eventFields } from '../../resources/events/fields.ts'
import { organizerFields } from '../../resources/organizers/fields.ts'
import { venueFields } from '../../resources/venues/fields.ts'
import { type ExternalLinks, type ImportedKind, type ImportRecord, isLinked } from '../record.ts'
import { isBlank, isLost } from '../unknown-members.ts'

/** Fields that only make sense at the site itself; `date_utc` says the same as `date`, wherever it is read. */
const leftOut: readonly string[] = ['date', 'external_id', 'source']

const fieldsOf = { event: eventFields, venue: venueFields, organizer: organizerFields } as const

/** Turns an event, a venue or an organizer, as the interface answers it, into a record to import. */
export const recordOfPost = (kind: 'event' | 'venue' | 'organizer', record: JsonObject): ImportRecord => {
  const payload: Record<string, Json> = {}
  for (const [name, field] of Object.entries<FieldTable[string]>(fieldsOf[kind])) {
    const value = record[name]
    if (value !== undefined && value !== null && !isLinked(field) && !leftOut.includes(name)) payload[name] = value
  }
  // What is not imported stays in sight: it is named.
  for (const [name, value] of Object.entries(record))
    if (isLost(kind, name, value) && !isBlank(value)) payload[name] = value
  // Those of venues and organizers are no fields, but kept.
  if (typeof record['slug'] === 'string') payload['slug'] = record['slug']
  // A slug of the trash is not free for the next one.
  if (record['status'] === 'trash') delete payload['slug']
  const links = linksOf(kind, record)
  return { kind, ...identify(kind, record), payload, ...(Object.keys(links).length > 0 && { links }) }
}

/** Turns a category or a tag into a record to import. */
export const recordOfTerm = (kind: 'category' | 'tag', record: JsonObject): ImportRecord => {
  const { name = '', slug = '', description = '', parent } = record
  const isBelow = kind === 'category' && typeof parent === 'number' && parent > 0
  return {
    kind,
    ...identify(kind, record),
    payload: { name, slug, description },
    ...(isBelow && { links: { parent: String(parent) } }),
  }
}

/** The image of a record, in its original size; undefined for a record without one. */
export const imageOf = ({ image }: JsonObject): ImportRecord | undefined => {
  if (!isJsonObject(image)) return undefined
  const { id, url } = image
  if (typeof url !== 'string' || url === '') return undefined
  return {
    kind: 'image',
    externalId: String(id ?? url),
    place: `image ${String(id ?? url)}`,
    payload: { url },
    ...(typeof id === 'number' && { id }),
  }
}

const identify = (kind: ImportedKind, { id }: JsonObject) => ({
  externalId: String(id),
  place: `${kind} ${String(id)}`,
  ...(typeof id === 'number' && { id }),
})

const linksOf = (kind: ImportedKind, record: JsonObject): ExternalLinks => {
  const image = imageOf(record)?.externalId
  if (kind !== 'event') return { ...(image !== undefined && { image }) }
  const ids = (name: string): readonly string[] => idsOf(record[name])
  return {
    venue: ids('venue'),
    organizer: ids('organizer'),
    categories: ids('categories'),
    tags: ids('tags'),
    ...(image !== undefined && { image }),
  }
}

/** The ids of linked records; sites answer one object, a list, or an empty list. */
const idsOf = (value: Json | undefined): readonly string[] => {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((one) => (isJsonObject(one) && one['id'] !== undefined ? [String(one['id'])] : []))
}
