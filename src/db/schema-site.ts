import type { Generated } from 'kysely'
import type { PostTableName, Taxonomy } from './schema.ts'

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
] as const

/** An action in the history of a record. */
export type RevisionAction = (typeof revisionActions)[number]

/** The columns of the history: an action on a record, and the resulting version. */
export type RevisionTable = {
  id: Generated<number>
  record_id: number
  kind: HistoryKind
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
}

/** The decisions of reviewers. */
export const reviewDecisions = ['approve', 'return', 'reject'] as const

/** The columns of reviews. */
export type ReviewTable = {
  id: Generated<number>
  event_id: number
  user_id: number
  date_utc: string
  decision: (typeof reviewDecisions)[number]
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
}
