import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import type { IncomingImage } from '../../core/intake.ts'
import { mayEdit } from '../../core/policy.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { eventDefinition } from '../events/definition.ts'
import { requireEditable } from '../shared/editable.ts'
import { findEditable } from '../shared/post.ts'
import { findByEvent, hasRoomForPicture, insertSubmission, maxPreviewBytes } from './stored.ts'

/** Most pictures for the events of one author that are kept at once, and most bytes of them. */
const [maxOfAuthor, maxBytesOfAuthor] = [50, 128 * 1024 * 1024]

/** The event that waits for a review, and the precondition of the request. */
export type Addressed = { readonly id: number; readonly ifMatch: string | undefined }

/** A picture as it is stored until the review: the file in full size and, for those who look at it, in a small one. */
type Files = { readonly name: string; readonly picture: Buffer; readonly preview: Buffer | null }

/** Reads the files of an uploaded image that are kept. */
export const readPictureFiles = async ({ name, renditions }: IncomingImage): Promise<Files> => {
  const [small] = renditions
    .filter(({ filesize }) => filesize <= maxPreviewBytes)
    .sort((one, other) => other.width - one.width)
  const preview = small ? await readFile(small.file) : null
  return { name, picture: await readFile(renditions[0].file), preview }
}

/**
 * Keeps a picture with an event until its review: it is in no library and has no address before the event is published or scheduled. Of a series,
 * it is with all dates that wait and that the caller may change. It takes the place of one that was sent before.
 * @throws ApiError if the event does not wait for a review or has an image, or too many pictures are kept.
 */
export const keepPicture = async (
  db: Db,
  context: RequestContext,
  addressed: Addressed,
  files: Files,
): Promise<void> => {
  const event = await requireWaiting(db, context, addressed)
  if (event.image_id !== null) throw notTaken('The event has an image: take it away before you send another.')
  const dates = await findDates(db, context, event)
  await removeSent(db, dates)
  const payload = JSON.stringify({ author: event.author_id })
  await requireRoom(db, payload, files.picture.length)
  const submission_id = await insertSubmission(db, randomBytes(32).toString('base64url'), {
    state: 'picture',
    is_confirmed: 0,
    name: '',
    email: '',
    language: '',
    network_hash: '',
    created_utc: context.stamp().utc,
    payload,
    replaces_id: null,
    picture_name: files.name,
    picture: files.picture,
    preview: files.preview,
  })
  await db.kysely.updateTable('submission').set({ event_id: event.id }).where('id', '=', submission_id).execute()
  await setSubmission(db, dates, submission_id)
}

/** Removes the picture that waits with an event and the other dates of its series. @throws ApiError if the event does not wait for a review. */
export const removePicture = async (db: Db, context: RequestContext, addressed: Addressed): Promise<void> =>
  removeSent(db, await findDates(db, context, await requireWaiting(db, context, addressed)))

/** The small picture that waits with an event; null for none. @throws ApiError if the caller may not change the event. */
export const readWaitingPicture = async (db: Db, context: RequestContext, id: number): Promise<Uint8Array | null> => {
  const { submission_id } = await requireEditable(db, context, 'event', id)
  if (submission_id === null) return null
  const query = db.kysely.selectFrom('submission').select('preview').where('id', '=', submission_id)
  return (await query.executeTakeFirst())?.preview ?? null
}

type Row = Pick<StoredPost<'event'>, 'id' | 'submission_id'>

const notTaken = (message?: string): ApiError => new ApiError('kalends_picture_not_taken', message ? { message } : {})

const isWaiting = ({ status }: Pick<StoredPost<'event'>, 'status'>): boolean =>
  status === 'draft' || status === 'pending'

/** @throws ApiError if the event does not wait, the caller may not change it, it is another version, or a visitor has submitted it. */
const requireWaiting = async (
  db: Db,
  context: RequestContext,
  { id, ifMatch }: Addressed,
): Promise<StoredPost<'event'>> => {
  // No record has an id that JSON cannot represent exactly.
  const key = { column: 'id', value: Number.isSafeInteger(id) ? id : 0 } as const
  const { row } = await findEditable(db, context, eventDefinition, key, ifMatch)
  if (row.status === 'trash') throw new ApiError('event-is-in-trash')
  const sent = await findByEvent(db, row)
  if (!isWaiting(row) || (sent && sent.state !== 'picture')) throw notTaken()
  return row
}

/** The event and the other dates of its series that wait, may be changed by the caller, and were submitted by no visitor. */
const findDates = async ({ kysely }: Db, { caller }: RequestContext, event: StoredPost<'event'>): Promise<Row[]> => {
  if (event.series_id === null) return [event]
  const rows = await kysely
    .selectFrom('event')
    .leftJoin('submission', 'submission.id', 'event.submission_id')
    .select(['event.id', 'event.submission_id'])
    .select(['event.status', 'event.author_id', 'event.trashed_from', 'submission.state'])
    .where('event.series_id', '=', event.series_id)
    .execute()
  return rows.filter((row) => isWaiting(row) && mayEdit(caller, row) && (row.state ?? 'picture') === 'picture')
}

const setSubmission = async ({ kysely, dialect }: Db, rows: readonly Row[], submission_id: number | null) => {
  const ids = rows.map(({ id }) => id)
  await kysely
    .updateTable('event')
    .set({ submission_id })
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .execute()
}

/** Takes the pictures away from some dates. One that another date still has is kept for that. */
const removeSent = async (db: Db, rows: readonly Row[]): Promise<void> => {
  const sent = [...new Set(rows.flatMap(({ submission_id }) => submission_id ?? []))]
  if (sent.length === 0) return
  await setSubmission(db, rows, null)
  await db.kysely
    .deleteFrom('submission')
    .where((eb) => db.dialect.isIn(eb.ref('id'), sent))
    .where('state', '=', 'picture')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('event').select('event.id').whereRef('event.submission_id', '=', 'submission.id'))),
    )
    .execute()
}

/** Pictures count for the author whom their payload names, whatever has become of the events. */
const requireRoom = async (db: Db, payload: string, bytes: number): Promise<void> => {
  const { pictures, size } = await db.kysely
    .selectFrom('submission')
    .select(sql<number>`count(*)`.as('pictures'))
    .select(sql<number>`coalesce(sum(length(picture)), 0)`.as('size'))
    .where('state', '=', 'picture')
    .where('payload', '=', payload)
    .where('picture', 'is not', null)
    .executeTakeFirstOrThrow()
  const isFull = Number(pictures) >= maxOfAuthor || Number(size) + bytes > maxBytesOfAuthor
  if (isFull || !(await hasRoomForPicture(db, bytes)))
    throw notTaken('Too many pictures wait for a review. Ask for one first.')
}
