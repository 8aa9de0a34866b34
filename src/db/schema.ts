import type { Generated } from 'kysely'

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
  second_factor: SecondFactorTable
  passkey: PasskeyTable
  /** The recovery codes that were not used yet, as hashes. */
  recovery_code: { code_hash: string; user_id: number }
  link: LinkTable
  /** The persons whom an OpenID Connect provider knows. */
  identity: { issuer: string; subject: string; user_id: number; created_utc: string }
  idempotency: IdempotencyTable
  throttle: ThrottleTable
  revision: RevisionTable
  review: ReviewTable
  /** The events of which it was noted that they wait for review; they go once their authors were told what became of them. */
  awaited_review: { event_id: number }
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
  /** The latest change of each record, which triggers write; see {@link FollowedKind}. */
  latest_change: {
    kind: FollowedKind
    record_id: number
    /** The id of the entry in the change log. */
    number: number
    /** 1 from the first time at which lists show the record to everybody. */
    published: number
  }
  /** One row: what identifies the numbers of changes, and the number up to which removed records were forgotten. */
  change_epoch: { id: 1; epoch: string; forgotten: number }
  /** The last number of each day in UTC. */
  change_day: { day: string; number: number }
  /** Changed records whose events have yet to get a number: those with ids greater than `after_id`. */
  pending_link: { kind: ShownKind; record_id: number; after_id: number }
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

/** The roles of users (contract B5.1). */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
/** A role that a user can have. */
export type Role = (typeof roles)[number]

/** The statuses of post-like records (contract B5.1). */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const

/** A status of a post-like record. */
export type Status = (typeof statuses)[number]

/** The sorts of records that share one sequence of ids. */
export type RecordKind = 'event' | 'venue' | 'organizer' | 'image' | 'series'

/** The kinds of changes in the change log; `count` is the counter of a term, `user` includes the credentials of a user, `setting` changes what every page shows, and
 * `number` gives records new numbers without changing them. */
export const changeKinds = [
  'event',
  'venue',
  'organizer',
  'image',
  'term',
  'count',
  'user',
  'setting',
  'number',
] as const

/** A kind of change in the change log. */
export type ChangeKind = (typeof changeKinds)[number]

/** The kinds of records whose changes programs can follow. */
export const followedKinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const

/** One of {@link followedKinds}. */
export type FollowedKind = (typeof followedKinds)[number]

/** The kinds of records that others show: their changes are changes of these too. */
export const shownKinds = ['venue', 'organizer', 'term', 'image'] as const

/** One of {@link shownKinds}. */
export type ShownKind = (typeof shownKinds)[number]

/** The tables of post-like resources. */
export const postTables = ['event', 'venue', 'organizer'] as const

/** One of {@link postTables}. */
export type PostTableName = (typeof postTables)[number]

/** The tables of those that events link to. */
export type LinkedTable = Exclude<PostTableName, 'event'>

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
  /** The least price of the cost, -1 where none is known, null until it was read; see `resources/events/price.ts`. */
  least_price: number | null
  /** The currency of the least price as it is written in the cost; empty where none is. */
  price_currency: string
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
export type LinkTarget = 'term' | LinkedTable

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

/** How soon somebody who reviews can be told of what waits. */
export const reviewMails = ['now', 'daily', 'never'] as const

/** One of {@link reviewMails}. */
export type ReviewMail = (typeof reviewMails)[number]

/** The columns of users. */
export type UserTable = {
  id: Generated<number>
  name: string
  name_key: string
  email: string
  role: string
  /** The argon2id hash of the password for browser log-ins, or null: the REST roots never accept that password. */
  password_hash: string | null
  created_utc: string
  /** Unique; users of older versions with other characters in their names have `user-ID`. */
  slug: string
  /** The display name; `name` is the name for logging in. */
  display_name: string
  /** The shown name folded to lower case. */
  display_key: string
  first_name: string
  last_name: string
  url: string
  description: string
  /** The language of messages; '' for that of the site. */
  language: Generated<string>
  /** How soon somebody who reviews is told of what waits, by mail. */
  review_mail: Generated<ReviewMail>
  /** Whether somebody is told what becomes of the own events that wait for review. */
  own_mail: Generated<number>
  /** Whether an administrator is told of sources that fail and backups that are old. */
  trouble_mail: Generated<number>
}

/** The columns of application passwords. */
export type CredentialTable = {
  id: Generated<number>
  user_id: number
  uuid: string
  /** The name that its owner gave it. */
  label: string
  /** The id of the program that asked for it, a UUID or ''. */
  app_id: string
  /** SHA-256 of the application password: 142 random bits need no slow hash. */
  secret_hash: string
  created_utc: string
}

/** The columns of browser sessions. */
export type SessionTable = {
  token_hash: string
  user_id: number
  uuid: string
  created_utc: string
  expires_utc: string
  /** When it was used last, to the minute; null when it has not been used since the log-in. */
  used_utc: string | null
  /** The browser in a few words. */
  client: string
  /** Whether the person has shown a second factor, or came through a provider. */
  has_second_factor: number
}

/** The columns of passkeys. */
export type PasskeyTable = {
  credential_id: string
  user_id: number
  uuid: string
  label: string
  /** The public key (COSE) in base64url. */
  public_key: string
  counter: number
  /** When the challenge of the last log-in was made: no earlier one is accepted. */
  challenge_ms: number
  created_utc: string
  used_utc: string | null
}

/** The columns of authenticator apps. */
export type SecondFactorTable = {
  user_id: number
  /** The secret of RFC 6238 in base32; '' for a user who has passkeys alone. */
  secret: string
  /** 0 until a first code has come. */
  is_confirmed: number
  created_utc: string
  /** The time step of the last code, which is accepted once. */
  last_step: number
  /** Wrong codes since the last right one, and when the last of them came, in epoch milliseconds. */
  failures: number
  failed_ms: number
}

/** The columns of links for set-up, invitations and new passwords. */
export type LinkTable = {
  id: Generated<number>
  /** SHA-256 of the token: 256 random bits need no slow hash. */
  token_hash: string
  kind: 'setup' | 'invitation' | 'reset'
  /** The role and e-mail address of the user that an invitation creates; '' for other links. */
  role: string
  email: string
  /** The user of the link; null for an invitation. */
  user_id: number | null
  created_utc: string
  /** Null for a link that lasts until it is used. */
  expires_utc: string | null
  /** The user who has made it; null for the program itself and its commands. */
  created_by: number | null
}

/** The responses of writes that were sent with an `Idempotency-Key` (contract B7.8). */
export type IdempotencyTable = {
  user_id: number
  key: string
  /** SHA-256 of method, path and body: another request under the same key is refused. */
  fingerprint: string
  status: number
  location: string
  etag: string
  body: string
  created_utc: string
}

/** How full the bucket of an account or an address was after its last failed attempt to log in, at `failed_ms` since the epoch. */
export type ThrottleTable = { key_hash: string; level: number; failed_ms: number }

/** The kinds of records whose history is kept. */
export type HistoryKind = PostTableName | Taxonomy

/** What can be done to a record. */
export const revisionActions = [
  'created',
  'updated',
  'autosaved',
  'published',
  'trashed',
  'restored',
  'deleted',
  'factor_removed',
] as const

/** An action in the history of a record. */
export type RevisionAction = (typeof revisionActions)[number]

/** The columns of the history: an action on a record, and the resulting version. */
export type RevisionTable = {
  id: Generated<number>
  record_id: number
  /** `user` for what somebody else did to how a user logs in. */
  kind: HistoryKind | 'user'
  /** 0 if the server did it: it published a scheduled record. */
  user_id: number
  date_utc: string
  /** '' for the version before the first recorded change, which no action created. */
  action: RevisionAction | ''
  title: string
  /** Names of fields, separated by commas. */
  changed: string
  /** The version as a JSON payload, which restores it when sent back; null if none is kept. */
  payload: string | null
  /** The name of the change of many records to which it belongs; null if it stands alone. */
  change_name: string | null
}

/** The decisions of reviewers. */
export const reviewDecisions = ['approve', 'return', 'reject'] as const

/** The columns of reviews. */
export type ReviewTable = {
  id: Generated<number>
  event_id: number
  user_id: number
  date_utc: string
  /** `comment` for what editors and the author wrote to each other without a decision. */
  decision: (typeof reviewDecisions)[number] | 'comment'
  note: string
  /** 1 for the note of a returned event until its author submits it again. */
  is_open: number
}

/** The columns of submissions: events that visitors have submitted without an account, and pictures that wait for a review. */
export type SubmissionTable = {
  id: Generated<number>
  /** SHA-256 of the token of the secret link: 256 random bits need no slow hash. */
  token_hash: string
  /**
   * `unconfirmed` until the link in a message was followed; from `open` on it is an event. `picture` for the event of somebody with an account, who
   * has sent only a picture.
   */
  state: 'unconfirmed' | 'open' | 'withdrawn' | 'picture'
  /** Whether the link in a message was followed, which shows that the address belongs to the person. */
  is_confirmed: number
  /** The person who submitted it. '' for one who withdrew. */
  name: string
  email: string
  /** The language of the form, in which the person gets messages. */
  language: string
  /** A keyed hash of the network from which it came, '' after a day. */
  network_hash: string
  created_utc: string
  /** What was sent by the form, as JSON; '' when it was withdrawn. */
  payload: string
  /** The event, for a series the first one; it may have been removed. All its dates name the submission. */
  event_id: number | null
  /** 1 once an event of it was public or private. */
  was_taken: Generated<number>
  /** 1 once the person was told that an event of it is public. */
  is_told: Generated<number>
  /** The submission that was sent back and is sent again by this one. */
  replaces_id: number | null
  /** The title of the picture, and its file in full size and in a small one; both JPEG, PNG, GIF, WebP or AVIF. */
  picture_name: string
  picture: Uint8Array | null
  preview: Uint8Array | null
}

/** The states of an import. */
export type ImportState = 'waiting' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'

/** The columns of imports over the network. */
export type ImportTable = {
  id: Generated<number>
  user_id: number
  state: ImportState
  lines: number
  /** Lines that were read so far. */
  done: number
  created: number
  unchanged: number
  failed: number
  /** The first faults as JSON: `[{line, message}]`. */
  faults: string
  /** Why it failed; '' unless it did. */
  message: string
  created_utc: string
  started_utc: string | null
  finished_utc: string | null
  /** When the process that runs it last reported to be alive. */
  beat_utc: string | null
  /** The result of undoing it, as JSON. */
  result: string | null
  /** The name of the file; '' where the client has sent none. */
  file_name: Generated<string>
  /** The user who requested to undo it. */
  undo_user_id: number | null
  /** The name of the reader of the file. */
  format: Generated<string>
  /** What was asked for, as JSON. */
  options: Generated<string>
  updated: Generated<number>
  skipped: Generated<number>
  /** The counts of each kind of record and, of a dry run, the first records, as JSON. */
  report: Generated<string>
  /** The source that was read; null for a file. */
  source_id: number | null
}

/** The columns of what imports know of the records of their sources. */
export type ImportItemTable = {
  source: string
  kind: 'image' | 'category' | 'tag' | 'venue' | 'organizer' | 'event' | 'occurrence'
  /** The id of the record at the source; `#` and a hash of its content where it has none. */
  external_id: string
  /** What the record became here. */
  record_id: number
  /** A hash of the record at the source, which tells whether it has changed there. */
  hash: string
  /** When an import wrote it last; another `modified_utc` of the record means that it was edited since. */
  modified_utc: string
  /** The number of the last run that met it. */
  seen_run: number
}

/** What becomes of an event that is no longer at its source: nothing, it is cancelled, it is cancelled and a day later trashed, or trashed. */
export const vanishedWays = ['keep', 'cancel', 'cancel_then_trash', 'trash'] as const

/** The columns of calendars that are read again at an interval. */
export type SourceTable = {
  id: Generated<number>
  /** The administrator who added it, as whom it is read. */
  user_id: number
  url: string
  /** The source of its records, in which their external ids are unique. */
  name: string
  /** Seconds between two readings. */
  every: number
  /** What an import is asked for, as JSON. */
  options: string
  vanished: (typeof vanishedWays)[number]
  /** `waiting` for somebody to confirm that most of its events are gone; `stopped` after too many failures. */
  state: 'active' | 'failing' | 'waiting' | 'stopped'
  /** Why it is in this state; '' for an active one. */
  message: string
  /** The headers of the last answer, which make the next request conditional. */
  etag: string
  last_modified: string
  failures: number
  /** 1 when somebody has confirmed that most of its events are gone. */
  is_confirmed: number
  created_utc: string
  /** When it is read next. */
  next_utc: string
  /** When the process that reads it was alive last; null while none does. */
  lease_utc: string | null
  /** The state of which administrators were told last. */
  told_state: Generated<SourceTable['state']>
}
