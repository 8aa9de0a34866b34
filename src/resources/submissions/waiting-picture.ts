import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { nowText } from '../../lib/time-zone.ts'
import type { IncomingImage } from '../../media/intake.ts'
import { requireEditable } from '../shared/editable.ts'
import { findByEvent, findRoom, insertSubmission, maxPreviewBytes, type Submission } from './stored.ts'

/** Most pictures of the events of one author that wait at once, and most bytes of them. */
const [maxOfAuthor, maxBytesOfAuthor] = [50, 128 * 1024 * 1024]

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
 * The event that waits for a review, and what was sent with it.
 * @throws ApiError if it does not wait, the caller may not change it, or a visitor has submitted it.
 */
const requireWaiting = async (
  db: Db,
  context: RequestContext,
  id: number,
): Promise<{ readonly event: StoredPost<'event'>; readonly sent: Submission | undefined }> => {
  const event = await requireEditable(db, context, 'event', id)
  if (event.status === 'trash') throw new ApiError('event-is-in-trash')
  const sent = await findByEvent(db, event)
  const isWaiting = event.status === 'draft' || event.status === 'pending'
  if (!isWaiting || (sent && sent.state !== 'picture')) throw new ApiError('kalends_picture_not_taken')
  return { event, sent }
}

/**
 * Keeps a picture with an event until its review: it is in no library and has no address before the event is published. Of a series, all dates
 * have it. It takes the place of one that was sent before.
 * @throws ApiError if the event does not wait for a review, or too many pictures wait.
 */
export const keepPicture = async (db: Db, context: RequestContext, id: number, files: Files): Promise<void> => {
  const { event, sent } = await requireWaiting(db, context, id)
  if (sent) await removeSent(db, sent)
  await requireRoom(db, event.author_id, files.picture.length)
  const submission_id = await insertSubmission(db, randomBytes(32).toString('base64url'), {
    state: 'picture',
    is_confirmed: 0,
    name: '',
    email: '',
    language: '',
    network_hash: '',
    created_utc: nowText(context.now()),
    payload: '',
    replaces_id: null,
    picture_name: files.name,
    picture: files.picture,
    preview: files.preview,
  })
  await db.kysely.updateTable('submission').set({ event_id: event.id }).where('id', '=', submission_id).execute()
  const dates = db.kysely.updateTable('event').set({ submission_id })
  const { id: own, series_id } = event
  await (series_id === null ? dates.where('id', '=', own) : dates.where('series_id', '=', series_id)).execute()
}

/** Removes the picture that waits with an event, if there is one. @throws ApiError as {@link keepPicture} does. */
export const removePicture = async (db: Db, context: RequestContext, id: number): Promise<void> => {
  const { sent } = await requireWaiting(db, context, id)
  if (sent) await removeSent(db, sent)
}

/** The small picture that waits with an event; null for none. @throws ApiError if the caller may not change the event. */
export const readPreview = async (db: Db, context: RequestContext, id: number): Promise<Uint8Array | null> => {
  const { submission_id } = await requireEditable(db, context, 'event', id)
  if (submission_id === null) return null
  const query = db.kysely.selectFrom('submission').select('preview').where('id', '=', submission_id)
  return (await query.executeTakeFirst())?.preview ?? null
}

const removeSent = async ({ kysely }: Db, { id }: Submission): Promise<void> => {
  await kysely.updateTable('event').set({ submission_id: null }).where('submission_id', '=', id).execute()
  await kysely.deleteFrom('submission').where('id', '=', id).execute()
}

const requireRoom = async (db: Db, authorId: number, bytes: number): Promise<void> => {
  const { pictures, size } = await db.kysely
    .selectFrom('submission')
    .innerJoin('event', 'event.id', 'submission.event_id')
    .select(sql<number>`count(*)`.as('pictures'))
    .select(sql<number>`coalesce(sum(length(submission.picture)), 0)`.as('size'))
    .where('submission.state', '=', 'picture')
    .where('event.author_id', '=', authorId)
    .where('event.status', 'in', ['pending', 'draft'])
    .executeTakeFirstOrThrow()
  const isFull = Number(pictures) >= maxOfAuthor || Number(size) + bytes > maxBytesOfAuthor
  if (isFull || (await findRoom(db, bytes)) === 'pictures')
    throw new ApiError('kalends_picture_not_taken', {
      message: 'Too many pictures wait for a review. Ask for one first.',
    })
}
