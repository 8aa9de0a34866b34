import { createHash } from 'node:crypto'
import { ApiError, invalidParams } from '../core/errors.ts'
import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'

/** The answer of a write, as it is kept for a repeated request. */
export type WriteResponse = {
  readonly status: number
  readonly location: string
  readonly etag: string
  readonly body: string
}

/** A POST with an Idempotency-Key. */
export type KeyedRequest = {
  readonly key: string
  readonly userId: number
  readonly fingerprint: string
  readonly now: number
}

/** Hours after which an answer is forgotten, and the key may be used again. */
export const keptHours = 24

/** What makes two requests the same: method, path and body. */
export const fingerprintOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** @throws ApiError `rest_invalid_param` for a key that cannot be kept. */
export const requireKey = (key: string): string => {
  if (/^[!-~]{1,255}$/.test(key)) return key
  throw invalidParams(new Map([['Idempotency-Key', 'It must be 1 to 255 visible ASCII characters.']]))
}

/**
 * Does a write once for each key (contract B7.8): the answer is stored in the transaction of the write, so that there is
 * never the one without the other. A refused write is not kept; it may be sent again.
 * @throws ApiError `rest_idempotency_key_reused` when the key was used for another request.
 */
export const once = async (
  db: Db,
  { key, userId, fingerprint, now }: KeyedRequest,
  write: () => Promise<WriteResponse>,
): Promise<WriteResponse> => {
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
  const answer = await write()
  await db.kysely
    .insertInto('idempotency')
    .values({ user_id: userId, key, fingerprint, ...answer, created_utc: nowText(now) })
    .execute()
  return answer
}
