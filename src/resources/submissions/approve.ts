import type { RequestContext } from '../../core/context.ts'
import { isPublicStatus, server } from '../../core/policy.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { Status } from '../../db/schema.ts'
import { submittedImage } from '../../media/submitted.ts'
import { organizerDefinition } from '../organizers/resource.ts'
import { type ImageInput, settleImage } from '../shared/image-input.ts'
import { postOperations, removeForGood } from '../shared/post.ts'
import { venueDefinition } from '../venues/resource.ts'
import { findByEvent } from './stored.ts'

/** The rows of an event on which its approval depends. */
type Approved = Pick<StoredPost<'event'>, 'id' | 'submission_id' | 'status' | 'image_id'>

/** What is approved with an event. */
export type Approval = {
  /** The picture, if the event has none yet. */
  readonly image: ImageInput | undefined
  /** Gives the picture to the other dates that were not public before and are now, and have none. */
  readonly finish: () => Promise<void>
}

/**
 * Makes public what was submitted with an event, when a write is about to publish it: its new venues and organizers. From then on, or when it
 * becomes private, its person cannot withdraw it.
 * Returns its picture, which until then is in no library and is kept no longer; undefined where nothing was submitted, or it is not published.
 * @param sent the image that the write itself sends, which takes precedence; null for none.
 */
export const approveParts = async (
  db: Db,
  context: RequestContext,
  row: Approved,
  { status, image: sent }: { readonly status?: Status | undefined; readonly image?: ImageInput | null | undefined },
): Promise<Approval | undefined> => {
  if (!(isPublicStatus(status) || status === 'private')) return undefined
  const submission = await findByEvent(db, row)
  if (!submission) return undefined
  const { id } = submission
  if (submission.was_taken === 0)
    await db.kysely.updateTable('submission').set({ was_taken: 1 }).where('id', '=', id).execute()
  if (!isPublicStatus(status)) return undefined
  if (!isPublicStatus(row.status)) await publishParts(db, context, await findNewParts(db, row.id))
  const url = submittedImage(id)
  const known = await db.kysely.selectFrom('image').select('id').where('source_url', '=', url).executeTakeFirst()
  if (!submission.has_picture && !known) return undefined
  const input = { url, key: url, id: known?.id }
  const isDecided = sent !== undefined || isPublicStatus(row.status)
  const waiting = sent === undefined ? await findWithoutImage(db, id) : []
  await db.kysely.updateTable('submission').set({ picture: null, preview: null }).where('id', '=', id).execute()
  return {
    image: isDecided || row.image_id !== null ? undefined : input,
    finish: async () => {
      const { kysely, dialect } = db
      const given = kysely
        .selectFrom('event')
        .select('id')
        .where((eb) => dialect.isIn(eb.ref('id'), waiting))
        .where('status', 'in', ['publish', 'future'])
        .where('image_id', 'is', null)
      if (waiting.length === 0 || !(await given.limit(1).executeTakeFirst())) return
      const image_id = await settleImage(db, context, input)
      await kysely.updateTable('event').set({ image_id }).where('id', 'in', given).execute()
    },
  }
}

/** The dates of a submission that have no image and are not public. */
const findWithoutImage = async ({ kysely }: Db, submissionId: number): Promise<number[]> => {
  const rows = await kysely
    .selectFrom('event')
    .select('id')
    .where('submission_id', '=', submissionId)
    .where('image_id', 'is', null)
    .where('status', 'not in', ['publish', 'future'])
    .execute()
  return rows.map(({ id }) => id)
}

const publishParts = async (db: Db, context: RequestContext, parts: NewParts): Promise<void> => {
  for (const { id } of parts.venue) await publishVenue(db, context, { column: 'id', value: id }, published, {})
  for (const { id } of parts.organizer) await publishOrganizer(db, context, { column: 'id', value: id }, published, {})
}

const published = { status: 'publish' } as const

const publishVenue = postOperations(venueDefinition).update
const publishOrganizer = postOperations(organizerDefinition).update

type Part = { readonly id: number; readonly title: string }

/** The venues and organizers that came with a submitted event, and wait with it. */
export type NewParts = { readonly venue: readonly Part[]; readonly organizer: readonly Part[] }

const waiting = ['draft', 'pending'] as const

/** Finds what nobody has written of the venues and organizers of an event, and nobody has published. */
export const findNewParts = async ({ kysely }: Db, eventId: number): Promise<NewParts> => ({
  venue: await kysely
    .selectFrom('venue')
    .innerJoin('event_venue', 'event_venue.venue_id', 'venue.id')
    .select(['venue.id', 'venue.title'])
    .where('event_venue.event_id', '=', eventId)
    .where('venue.author_id', '=', server.id)
    .where('venue.status', 'in', waiting)
    .execute(),
  organizer: await kysely
    .selectFrom('organizer')
    .innerJoin('event_organizer', 'event_organizer.organizer_id', 'organizer.id')
    .select(['organizer.id', 'organizer.title'])
    .where('event_organizer.event_id', '=', eventId)
    .where('organizer.author_id', '=', server.id)
    .where('organizer.status', 'in', waiting)
    .execute(),
})

/** Removes those of them to which no event links any more. */
export const removeUnusedParts = async (db: Db, context: RequestContext, parts: NewParts): Promise<void> => {
  const { kysely } = db
  for (const venue of parts.venue) {
    const link = kysely.selectFrom('event_venue').select('event_id').where('venue_id', '=', venue.id)
    if (!(await link.executeTakeFirst())) await removeForGood(db, context, 'venue', venue)
  }
  for (const organizer of parts.organizer) {
    const link = kysely.selectFrom('event_organizer').select('event_id').where('organizer_id', '=', organizer.id)
    if (!(await link.executeTakeFirst())) await removeForGood(db, context, 'organizer', organizer)
  }
}
