import { hash } from 'node:crypto'
import { ApiError, invalidParams } from '../core/errors.ts'
import type { WriteWork } from '../core/run-write.ts'
import { nowText } from '../lib/time-zone.ts'
import type { RestRequest } from './types.ts'

/** The response of a write, stored for repeated requests. */
export type WriteResponse = {
  readonly status: number
  readonly location: string
  readonly etag: string
  readonly body: string
}

/** Hours for which a response is stored; after that the key may be used again. */
const keptHours = 24

/**
 * Makes a write that runs once for each Idempotency-Key (contract B7.8). The response is stored in the transaction of the write. A refused
 * write is not stored and may be sent again.
 * @throws ApiError `rest_invalid_param` for a key of another form; the write throws `rest_idempotency_key_reused` when the key was used for
 * another request.
 */
export const writeOnce = (
  key: string,
  { method, url, body, uploaded }: RestRequest,
  write: WriteWork<WriteResponse>,
): WriteWork<WriteResponse> => {
  if (!/^[!-~]{1,255}$/.test(key)) {
    throw invalidParams(new Map([['Idempotency-Key', 'It must be 1 to 255 visible ASCII characters.']]))
  }
  const sent = [JSON.stringify(body?.all ?? null), ...(uploaded?.digest === undefined ? [] : [uploaded.digest])]
  // Repeated requests are recognized by the hash of method, path and body.
  const fingerprint = hash('sha256', JSON.stringify([method, url, ...sent]), 'base64url')
  return async (db, context) => {
    const [userId, now] = [context.caller.id, context.now()]
    const oldest = nowText(now - keptHours * 3_600_000)
    await db.kysely.deleteFrom('idempotency').where('created_utc', '<', oldest).execute()
    const known = await db.kysely
      .selectFrom('idempotency')
      .selectAll()
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (known) {
      if (known.fingerprint !== fingerprint) throw new ApiError('rest_idempotency_key_reused')
      return { status: known.status, location: known.location, etag: known.etag, body: known.body }
    }
    const answer = await write(db, context)
    await db.kysely
      .insertInto('idempotency')
      .values({ user_id: userId, key, fingerprint, ...answer, created_utc: nowText(now) })
      .execute()
    return answer
  }
}
