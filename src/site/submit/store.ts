import type { FastifyRequest } from 'fastify'
import type { JsonObject } from '../../lib/json.ts'
import { nowText } from '../../lib/time-zone.ts'
import { stateOfSubmission } from '../../resources/submissions/state.ts'
import {
  evictUnconfirmed,
  findByToken,
  findOwn,
  findRefusal,
  findRoom,
  insertSubmission,
  type Refusal,
  readFiles,
  type Submission,
} from '../../resources/submissions/stored.ts'
import { createSubmitted, withdrawSubmission } from '../../resources/submissions/submit.ts'
import type { PageContext } from '../page-context.ts'
import { createPayload } from './check.ts'
import type { SentForm } from './read-form.ts'
import { hashNetwork, tokenOfStamp } from './stamp.ts'

/** Thrown to undo an event that was created only to see that it can be. */
class TrialEnded extends Error {}

/** A picture in full size, and a small one that does not move. */
export type Pictures = { readonly picture: Buffer | null; readonly preview: Buffer | null }

/** What is known of a form besides its entries. */
type Terms = {
  readonly pictures: Pictures
  readonly replaced: Submission | undefined
  readonly isConfirmed: boolean
}

/** A submission that is stored, and the token of its secret link. */
export type Stored = { readonly id: number; readonly token: string; readonly isRepeated: boolean }

/**
 * Stores a submission: as an event that waits for a review or, where the address has to be confirmed first, as what was sent.
 * A form that is sent several times is stored once. `other`: it was sent before with other entries; `decided`: what it replaces is no longer sent back.
 */
export const store = async (
  context: PageContext,
  request: FastifyRequest,
  { entries, picture, stamp, replaces }: SentForm,
  { pictures, replaced, isConfirmed }: Terms,
): Promise<Stored | Refusal | 'other' | 'decided'> => {
  const { app, config, translator, request: own } = context
  const { database, clock } = app
  const now = clock()
  const network_hash = await hashNetwork(database, request.ip)
  const payload = createPayload(entries)
  const sentText = JSON.stringify(entries)
  const token = await tokenOfStamp(database, stamp)
  const waits = config.mail !== undefined && !isConfirmed
  const sender = { networkHash: network_hash, email: entries.email }
  if (waits) {
    const refusal = await findRefusal(database, sender, now)
    // What was sent already is answered as it was.
    if (refusal && !(await findOwn(database, token))) return refusal
    await tryPayload(context, payload)
  }
  return database.transact(async (db) => {
    const earlier = await findOwn(db, token)
    if (earlier) return earlier.payload === sentText ? { id: earlier.id, token, isRepeated: true } : 'other'
    const current = replaced && (await findByToken(db, replaces))
    if (replaced && !(current && (await stateOfSubmission(db, current)).kind === 'returned')) return 'decided'
    const refusal =
      (await findRefusal(db, sender, now)) ?? (waits ? undefined : await findRoom(db, pictures.picture?.length ?? 0))
    if (refusal) return refusal
    const kept = current && !picture ? await readFiles(db, current.id) : undefined
    if (current && !waits) await withdrawSubmission(db, own, current)
    const id = await insertSubmission(db, token, {
      state: waits ? 'unconfirmed' : 'open',
      is_confirmed: isConfirmed ? 1 : 0,
      name: entries.name,
      email: entries.email,
      language: translator.language,
      network_hash,
      created_utc: nowText(now),
      payload: sentText,
      replaces_id: current?.id ?? null,
      picture_name: picture?.name ?? '',
      ...pictures,
      ...kept,
    })
    if (!waits) {
      const event_id = await createSubmitted(db, own, payload, id)
      await db.kysely.updateTable('submission').set({ event_id }).where('id', '=', id).execute()
    }
    if (waits) await evictUnconfirmed(db)
    return { id, token, isRepeated: false }
  })
}

/** Creates an event and undoes it. @throws ApiError what its creation does. */
const tryPayload = async ({ app, request }: PageContext, payload: JsonObject): Promise<void> => {
  try {
    await app.database.transact(async (db) => {
      await createSubmitted(db, request, payload, null)
      throw new TrialEnded()
    })
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error
  }
}
