import type { Db } from '../../db/database.ts'
import type { Status } from '../../db/schema.ts'
import type { Submission } from './stored.ts'

export type { Submission } from './stored.ts'

/**
 * What has become of a submission: its address is not confirmed yet, it waits for a review, was sent back, will be public from a date on, is
 * public, was rejected, or was withdrawn.
 */
export type SubmissionKind =
  | 'unconfirmed'
  | 'waiting'
  | 'returned'
  | 'accepted'
  | 'published'
  | 'rejected'
  | 'withdrawn'

/** The state of a submission, with its event and the note of the reviewer, '' for none. */
export type SubmissionState = {
  readonly kind: SubmissionKind
  readonly event?: { readonly id: number; readonly slug: string; readonly title: string }
  readonly note: string
}

/** Finds out what has become of a submission. */
export const stateOfSubmission = async (db: Db, submission: Submission): Promise<SubmissionState> => {
  const { state } = submission
  if (state !== 'open') return { kind: state, note: '' }
  const event = await findEvent(db, submission)
  // Somebody has removed it for good.
  if (!event) return { kind: 'rejected', note: '' }
  const review = await db.kysely
    .selectFrom('review')
    .select(['decision', 'note'])
    .where('event_id', '=', event.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const kind = kindOf(event.status, review?.decision)
  const isAnswered = (kind === 'returned' && review?.decision === 'return') || review?.decision === 'reject'
  return { kind, event, note: isAnswered && kind !== 'published' ? review.note : '' }
}

const kindOf = (status: Status, decision: string | undefined): SubmissionKind => {
  if (status === 'publish') return 'published'
  if (status === 'future') return 'accepted'
  if (status === 'trash') return 'rejected'
  return status === 'draft' && decision === 'return' ? 'returned' : 'waiting'
}

/** The event, or the first one of its series that is left. */
const findEvent = ({ kysely }: Db, { event_id, series_id }: Submission) =>
  kysely
    .selectFrom('event')
    .select(['id', 'slug', 'title', 'status'])
    .where((eb) =>
      eb.or([eb('id', '=', event_id ?? 0), ...(series_id === null ? [] : [eb('series_id', '=', series_id)])]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
