import type { Generated } from 'kysely'
import type {
  CredentialTable,
  IdempotencyTable,
  ImportItemTable,
  ImportTable,
  LinkTable,
  ReviewTable,
  RevisionTable,
  SessionTable,
  SourceTable,
  SubmissionTable,
  ThrottleTable,
  UserTable,
} from './schema-site.ts'

/**
 * The tables. Conventions: booleans are 0 and 1; date-times are texts `YYYY-MM-DD HH:MM:SS` (they sort as instants do), those
 * named `…_utc` in UTC, `date` and `modified` in the site's zone, `start_date` and `end_date` in the event's own zone.
 */
export type Schema = {
  /** One row for each event, venue, organizer, image and series: the sequence of ids that they share (contract B6.4). */
  record: { id: Generated<number>; kind: RecordKind }
  event: EventTable
  series: SeriesTable
  venue: VenueTable
  organizer: OrganizerTable
  event_venue: { event_id: number; venue_id: number; position: number }
  event_organizer: { event_id: number; organizer_id: number; position: number }
  term: TermTable
  event_term: { term_id: number; event_id: number }
  /** The searched text of a post or an image: its searchable fields, folded, with {@link lineSeparator} between them. */
  search_text: { record_id: number; text: string }
  /** The search index: the tokens of the texts of 1024 ids. `version` is a random number that changes with the block. */
  search_block: { number: number; version: number; records: Uint8Array; grams: Uint8Array; tokens: string }
  /** The records that have the tokens of a group; the id combines the number of the block and the position of the group. */
  search_list: { id: number; lists: Uint8Array }
  /** Records whose text has changed since their block was written. */
  search_pending: { record_id: number }
  image: ImageTable
  /** Files of images when the database stores them; `path` is below the root of the library. */
  media_file: { path: string; size: number }
  media_chunk: { path: string; position: number; bytes: Uint8Array }
  user: UserTable
  credential: CredentialTable
  /** When an application password was used last, to the minute; without a row it has not been used. */
  credential_use: { credential_id: number; used_utc: string }
  session: SessionTable
  link: LinkTable
  /** The persons whom an OpenID Connect provider knows. */
  identity: { issuer: string; subject: string; user_id: number; created_utc: string }
  idempotency: IdempotencyTable
  throttle: ThrottleTable
  revision: RevisionTable
  review: ReviewTable
  submission: SubmissionTable
  import: ImportTable
  /** The events, venues and organizers that an import over the network has created; of a series the first event. */
  import_record: { import_id: number; record_id: number; modified_utc: string; revision_id: number }
  import_item: ImportItemTable
  source: SourceTable
  /** The categories and tags that an import over the network has created. */
  import_term: { import_id: number; term_id: number }
  /** The change log in the order of commits, which triggers write. */
  change: {
    id: Generated<number>
    /** A random number that distinguishes changes with the same id, for example after restoring a backup. */
    token: Generated<number>
    kind: ChangeKind
    record_id: number
    /** For an event: its starts before and after the change, the earlier first; null means any time. */
    first_start: string | null
    last_start: string | null
    /** For an event: its facets before and after the change, separated by commas; null means any. See the type `EventRange`. */
    facets: string | null
  }
  /** The number of listed events for each status and day of the UTC start. Triggers maintain this and the following three tables. */
  event_day: { status: Status; day: string; n: number }
  term_listing: ListingTable & { term_id: number }
  venue_listing: ListingTable & { venue_id: number }
  organizer_listing: ListingTable & { organizer_id: number }
  setting: { name: string; value: string }
  /** Notes of the server, such as the time of the last backup. */
  note: { name: string; value: string }
  /** The slugs that lead to a record besides its own; triggers note those that are given up. */
  former_slug: { kind: SluggedKind; slug: string; record_id: number; position: Generated<number> }
  migration: { name: string; applied_utc: string }
}

/** Never occurs in a folded text, in which all white space is a space. */
export const lineSeparator = '\u2028'

/** The statuses of post-like records (contract B5.1). */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const

/** A status of a post-like record. */
export type Status = (typeof statuses)[number]

/** The sorts of records that share one sequence of ids. */
export type RecordKind = 'event' | 'venue' | 'organizer' | 'image' | 'series'

/** The kinds of changes in the change log; `count` is the counter of a term, `user` includes the credentials of a user, and `setting` changes what every page shows. */
export const changeKinds = ['event', 'venue', 'organizer', 'image', 'term', 'count', 'user', 'setting'] as const

/** A kind of change in the change log. */
export type ChangeKind = (typeof changeKinds)[number]

/** The tables of post-like resources. */
export const postTables = ['event', 'venue', 'organizer'] as const

/** One of {@link postTables}. */
export type PostTableName = (typeof postTables)[number]

/** A row of one of those tables. */
export type PostRow<T extends PostTableName> = Pick<Schema, PostTableName>[T]

/** The two taxonomies. */
export type Taxonomy = 'category' | 'tag'

/** What has a slug in its address; an event may be a series. */
export type SluggedKind = PostTableName | Taxonomy

/** The columns that events, venues and organizers share. */
export type PostTable = {
  id: number
  author_id: number
  status: Status
  /** The status before the record went to the trash; '' for records outside the trash. */
  trashed_from: Status | ''
  date: string
  /** Null while an unpublished record has no publication date; the record then shows zeros (F2.1). */
  date_utc: string | null
  modified: string
  modified_utc: string
  /** The title or name as plain text: entities decoded, no tags. */
  title: string
  /** The title in lower case, to find records with the same title (contract B7.5). */
  title_key: string
  /** The beginning of the title without case and accents, for ordering lists (contract C1.3). */
  title_order: string
  slug: string
  description: string
  excerpt: string
  image_id: number | null
  /** The system that the record comes from; '' for none (contract C4.1). */
  source: string
  /** The id of the record in that system; '' for none. All occurrences of a series have the same. */
  external_id: string
}

/** Whether an event takes place as planned, in the order of schema.org's `EventStatusType` (contract C2.1). */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const

/** One of {@link eventStatuses}. */
export type EventStatus = (typeof eventStatuses)[number]

/** How an event is attended (contract C2.2). */
export const attendanceModes = ['offline', 'online', 'mixed'] as const

/** One of {@link attendanceModes}. */
export type AttendanceMode = (typeof attendanceModes)[number]

/** Availabilities of an offer, the best first (contract C2.3). */
export const availabilities = ['in_stock', 'limited', 'pre_order', 'sold_out'] as const

/** One of {@link availabilities}. */
export type Availability = (typeof availabilities)[number]

/** The columns of events. */
export type EventTable = PostTable & {
  all_day: number
  start_date: string
  end_date: string
  start_utc: string
  end_utc: string
  timezone: string
  timezone_abbr: string
  /** The stored cost, see `resources/events/cost.ts`. */
  cost: string
  /** Whether the cost means that the event is free, see `resources/events/free.ts`. */
  is_free: number
  /** Null when none was ever sent: the record then shows the event's own page (contract B6.3). */
  website: string | null
  show_map: number
  show_map_link: number
  hide_from_listings: number
  sticky: number
  featured: number
  parent_id: number | null
  /** The series of which the event is an occurrence (contract C3.2). */
  series_id: number | null
  /** For an occurrence: its original start by the rule, as local time in the zone of the series. */
  recurrence_id: string | null
  /** For an occurrence: the names of the fields in which it differs from its series, separated by commas. */
  own_fields: string
  event_status: EventStatus
  event_status_reason: string
  /** For a rescheduled event: its previous start. */
  previous_start_utc: string | null
  attendance_mode: AttendanceMode
  virtual_url: string
  /** JSON, see `resources/events/offers.ts`; empty for none. */
  offers: string
  /** The best availability of the offers; empty without any. */
  availability: Availability | ''
  /** The submission from which the event comes. */
  submission_id: number | null
}

/** The columns of series of events. */
export type SeriesTable = {
  id: number
  /** No event has this slug: it leads to the next occurrence. */
  slug: string
  /** The lines RRULE, RDATE and EXDATE, see `recurrence/recurrence.ts`. */
  recurrence: string
  /** The first start (DTSTART), as local time in `timezone`. */
  start_date: string
  timezone: string
  all_day: number
  /** The duration of an occurrence in seconds: in local time for whole days, otherwise exact. */
  length: number
  /** The day up to which occurrences exist; empty if all of them do. */
  filled_until: string
  modified_utc: string
}

/** The tables that events link to. */
export type LinkTarget = 'term' | 'venue' | 'organizer'

/** A link of a listed event, with the columns by which lists are sorted and filtered; `id` is the id of the event. */
export type ListingTable = { status: Status; start_utc: string; id: number }

/** The columns of venues. */
export type VenueTable = PostTable & {
  address: string
  city: string
  country: string
  province: string
  state: string
  stateprovince: string
  zip: string
  phone: string
  website: string
  geo_lat: number | null
  geo_lng: number | null
  show_map: number
  show_map_link: number
}

/** The columns of organizers. */
export type OrganizerTable = PostTable & { phone: string; website: string; email: string }

/** The columns of categories and tags. */
export type TermTable = {
  id: Generated<number>
  taxonomy: Taxonomy
  name: string
  name_key: string
  slug: string
  description: string
  /** 0 for a term without a parent. */
  parent_id: number
  /** The number of published events with this term; the transaction that changes the events updates it. */
  count: number
  /** Name, slug and description folded for searching. */
  search_text: string
  /** The colour of a category, such as `#8c2f1b`; empty for none. */
  color: string
}

/** The columns of images. */
export type ImageTable = {
  id: number
  author_id: number
  date: string
  date_utc: string
  modified: string
  modified_utc: string
  /** Plain text, as the titles of posts. */
  title: string
  /** HTML, as `description`. */
  caption: string
  alt_text: string
  description: string
  /** The file of the full size below the root of the library: `2026/11/summer-fair-k3x9q2ab.jpg`. */
  path: string
  mime_type: string
  width: number
  height: number
  /** Bytes of the full size. */
  filesize: number
  /** The other sizes as JSON, by name: `{"medium": {"width", "height", "filesize"}}`; their files follow from `path`. */
  sizes: string
  /** The address from which the image was fetched; null for one that was uploaded. */
  source_url: string | null
}
