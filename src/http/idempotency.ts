import { createHash } from 'node:crypto'
import { ApiError, invalidParams } from '../core/errors.ts'
import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'

/** The response of a write, stored for repeated requests. */
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

/** Hours for which a response is stored; after that the key may be used again. */
export const keptHours = 24

/** Returns a hash by which repeated requests are recognized: of method, path and body. */
export const fingerprintOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Checks the form of an Idempotency-Key.
 * @throws ApiError `rest_invalid_param`.
 */
export const requireKey = (key: string): string => {
  if (/^[!-~]{1,255}$/.test(key)) return key
  throw invalidParams(new Map([['Idempotency-Key', 'It must be 1 to 255 visible ASCII characters.']]))
}

/**
 * Runs a write once for each key (contract B7.8). The response is stored in the transaction of the write. A refused write is not stored and
 * may be sent again.
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
