import type { Db } from '../../db/database.ts'
import type { Status } from '../../db/schema.ts'
import type { Submission } from './stored.ts'

export type { Submission } from './stored.ts'

/**
 * What has become of a submission: its address is not confirmed yet, it waits for a review, was sent back, will be public from a date on, is
 * public, is no longer or not shown though staff had taken it, was rejected, or was withdrawn.
 */
export type SubmissionKind =
  | 'unconfirmed'
  | 'waiting'
  | 'returned'
  | 'accepted'
  | 'published'
  | 'hidden'
  | 'rejected'
  | 'withdrawn'

/** The state of a submission, with the public event, and the note of the reviewer, '' for none. */
export type SubmissionState = {
  readonly kind: SubmissionKind
  readonly event?: { readonly slug: string } | undefined
  readonly note: string
  /** Its events, which its person may remove; undefined where they may not. */
  readonly withdrawable?: readonly SubmittedEvent[] | undefined
}

/** An event of a submission. */
export type SubmittedEvent = {
  readonly id: number
  readonly slug: string
  readonly status: Status
  readonly series_id: number | null
}

/** Finds out what has become of a submission: of all its events, since editors may have decided on some of them only. */
export const stateOfSubmission = async (db: Db, submission: Submission): Promise<SubmissionState> => {
  const { state } = submission
  if (state === 'unconfirmed' || state === 'withdrawn')
    return { kind: state, note: '', withdrawable: state === 'unconfirmed' ? [] : undefined }
  const events = await findEvents(db, submission)
  const review = await findReview(db, events)
  const kind = kindOf(submission, events, review?.decision)
  const isAnswered = kind === 'returned' || (kind === 'rejected' && review?.decision === 'reject')
  const isOwn = submission.was_taken === 0 && events.length > 0 && events.every(({ status }) => isWaiting(status))
  return {
    kind,
    event: events.find(({ status }) => status === 'publish'),
    note: isAnswered ? (review?.note ?? '') : '',
    withdrawable: isOwn ? events : undefined,
  }
}

const isWaiting = (status: Status): boolean => status === 'pending' || status === 'draft'

const kindOf = (
  { was_taken }: Submission,
  events: readonly SubmittedEvent[],
  decision: string | undefined,
): SubmissionKind => {
  const has = (sought: Status): boolean => events.some(({ status }) => status === sought)
  if (has('publish')) return 'published'
  if (has('future')) return 'accepted'
  const left = events.filter(({ status }) => status !== 'trash')
  // Where none is left, somebody has removed them, perhaps for good.
  if (left.length === 0) return 'rejected'
  if (was_taken === 1 || !left.every(({ status }) => isWaiting(status))) return 'hidden'
  return !has('pending') && decision === 'return' ? 'returned' : 'waiting'
}

/** The last decision on any of some events; on a series it is noted at the occurrence at which it was made. */
const findReview = async ({ kysely, dialect }: Db, events: readonly SubmittedEvent[]) =>
  kysely
    .selectFrom('review')
    .select(['decision', 'note'])
    .where('decision', '<>', 'comment')
    .where((eb) =>
      dialect.isIn(
        eb.ref('event_id'),
        events.map(({ id }) => id),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** All dates of the event. */
const findEvents = ({ kysely }: Db, { id }: Submission): Promise<SubmittedEvent[]> =>
  kysely
    .selectFrom('event')
    .select(['id', 'slug', 'status', 'series_id'])
    .where('submission_id', '=', id)
    .orderBy('id')
    .execute()
