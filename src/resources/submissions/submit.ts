import type { RequestContext } from '../../core/context.ts'
import { imageLimit } from '../../core/image-file.ts'
import { lookUpRows } from '../../core/named-rows.ts'
import { readParams } from '../../core/params.ts'
import { server, submitter } from '../../core/policy.ts'
import { findPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { removePictures } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { events } from '../events/resource.ts'
import { type Submission, type SubmittedEvent, stateOfSubmission } from './state.ts'
import { findLatest, findRoom } from './stored.ts'

/** Most bytes that the dates of a submitted event have in all (contract C3.2). */
const maxSubmitted = 256 * 1024

/**
 * Creates the event of a payload, which then waits for a review. Nobody is its author. All its dates name the submission. Returns its id.
 * @throws ApiError what the creation of an event does.
 */
export const createSubmitted = async (
  db: Db,
  context: RequestContext,
  payload: JsonObject,
  submissionId: number | null,
): Promise<number> => {
  const own: RequestContext = { ...context, caller: submitter, copies: { left: maxSubmitted } }
  const { fields, checks } = events
  const values = await readParams(
    fields,
    { one: payload, all: payload },
    own,
    { db, lookUp: lookUpRows },
    {
      requireAll: true,
      check: checks?.fields,
    },
  )
  const { description }: { readonly description?: string } = values
  const shown = description === undefined ? {} : { description: removePictures(description) }
  const { id } = await events.operations.create(db, own, { ...values, ...shown, status: 'pending' })
  const row = await findPost(db, 'event', 'id', id)
  await db.kysely
    .updateTable('event')
    .set({ submission_id: submissionId })
    .where((eb) => eb.or([eb('id', '=', id), eb('series_id', '=', row?.series_id ?? 0)]))
    .execute()
  return id
}

/** Makes an event of a submission whose address was confirmed; one that is an event already stays as it is. */
export const confirmSubmission = async (
  db: Db,
  context: RequestContext,
  submission: Submission,
  payload: JsonObject,
): Promise<void> => {
  if (submission.state !== 'unconfirmed') return
  // What was sent back goes only now that something else takes its place.
  const replaced = submission.replaces_id === null ? undefined : await findLatest(db, submission.replaces_id)
  const kind = replaced && (await stateOfSubmission(db, replaced)).kind
  if (replaced && (kind === 'returned' || (kind === 'waiting' && replaced.id !== submission.replaces_id)))
    await withdrawSubmission(db, context, replaced)
  else if (replaced && replaced.id !== submission.replaces_id && kind !== 'withdrawn') {
    // Another form that took its place is decided upon: a second event of the same would be one too many.
    await forget(db, submission.id)
    return
  }
  const event_id = await createSubmitted(db, context, payload, submission.id)
  // One secret link leads on to the next.
  const changed = { state: 'open', is_confirmed: 1, event_id, ...(replaced && { replaces_id: replaced.id }) } as const
  // Where no more pictures are kept, the event waits without one.
  const hasRoom = !submission.has_picture || (await findRoom(db, imageLimit)) === undefined
  await db.kysely
    .updateTable('submission')
    .set({ ...changed, ...(!hasRoom && { picture: null, preview: null }) })
    .where('id', '=', submission.id)
    .execute()
}

/**
 * Takes back what was submitted, at the wish of its person: the event goes for good unless it was ever public or private, or was rejected, and so
 * do the name and the address. Returns whether it could be taken back.
 */
export const withdrawSubmission = async (db: Db, context: RequestContext, submission: Submission): Promise<boolean> => {
  const own: RequestContext = { ...context, caller: server }
  const { withdrawable } = await stateOfSubmission(db, submission)
  if (!withdrawable) return false
  // One event of each series stands for all of it.
  const isFirst = ({ series_id }: SubmittedEvent, at: number): boolean =>
    series_id === null || withdrawable.findIndex((one) => one.series_id === series_id) === at
  for (const { id } of withdrawable.filter(isFirst)) {
    await events.operations.remove(db, own, { column: 'id', value: id }, { isForced: true, scope: 'all' })
  }
  await forget(db, submission.id)
  return true
}

/** Keeps of a submission only that there was one. */
const forget = async ({ kysely }: Db, id: number): Promise<void> => {
  await kysely
    .updateTable('submission')
    .set({ state: 'withdrawn', name: '', email: '', payload: '', picture_name: '', picture: null, preview: null })
    .where('id', '=', id)
    .execute()
}
