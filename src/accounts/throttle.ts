import { createHash } from 'node:crypto'
import { ApiError } from '../core/errors.ts'
import type { Database, Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { clientNetwork, clientSite } from '../lib/client-network.ts'

/** What is counted by itself for an address; log-ins without a purpose. */
export type Purpose = 'log-in' | 'submit' | 'forgotten'

/** A failed log-in, or another attempt that is counted: the client address, if it counts, and the account, if one was named. */
export type Failure = {
  readonly address?: string
  readonly purpose?: Purpose
  readonly account?: string | undefined
}

/** Failures after which clients are asked to wait. */
const burst = 10

/** The most failures that a bucket holds. */
const capacity = 2 * burst

/** Milliseconds after which a bucket holds one failure less. */
const drain = 6000

const maxBuckets = 10_000

/**
 * How much a failure fills the bucket of a /48 network of IPv6, which may be that of one client with very many /64 networks, or of a town: it holds
 * eight times as many failures, and forgets them eight times as fast.
 */
const shareOfSite = 1 / 8

/**
 * Records a failed attempt in a leaky bucket of the account and one of the address, for all processes on the database; returns the
 * seconds to wait when there were too many, otherwise 0. Failures beyond a full bucket are not written: twenty failures from one
 * address, and then one every six seconds, are the most writes that it causes. A correct credential is never refused.
 */
export const noteFailure = async (
  database: Database,
  { address, purpose, account }: Failure,
  now: number,
): Promise<number> => {
  const shares = new Map(address === undefined ? [] : sharesOfAddress(address, purpose))
  if (account !== undefined) shares.set(keyOfAccount(account), 1)
  const keys = [...shares.keys()]
  if ((await readBuckets(database, keys)).some((bucket) => isFull(bucket, now))) return waitOf(capacity)
  return database.transact(async (db) => {
    const known = new Map((await readBuckets(db, keys)).map((bucket) => [bucket.key_hash, bucket]))
    const levels = keys.map((key) => Math.min(levelOf(known.get(key), now) + (shares.get(key) ?? 1), capacity))
    await db.kysely
      .insertInto('throttle')
      .values(keys.map((key_hash, at) => ({ key_hash, level: levels[at] ?? 0, failed_ms: now })))
      .onConflict((conflict) =>
        conflict.column('key_hash').doUpdateSet((eb) => ({
          level: eb.ref('excluded.level'),
          failed_ms: eb.ref('excluded.failed_ms'),
        })),
      )
      .execute()
    if (known.size < keys.length) await forgetOld(db, now)
    return waitOf(Math.max(...levels))
  })
}

/**
 * Seconds until a password from this address is compared again; 0 while its bucket has room. The bucket of the account never counts
 * here: otherwise one person could lock out another.
 */
export const waitOfAddress = (db: Db, address: string, now: number, purpose?: Purpose): Promise<number> =>
  waitOfBuckets(
    db,
    sharesOfAddress(address, purpose).map(([key]) => key),
    now,
  )

/** The same for an account for which only its owner can cause failures. */
export const waitOfAccount = (db: Db, account: string, now: number): Promise<number> =>
  waitOfBuckets(db, [keyOfAccount(account)], now)

const waitOfBuckets = async (db: Db, keys: readonly string[], now: number): Promise<number> => {
  const full = (await readBuckets(db, keys)).filter((bucket) => isFull(bucket, now))
  const levels = full.map((bucket) => levelOf(bucket, now))
  return full.length === 0 ? 0 : Math.ceil(((Math.max(...levels) - (capacity - 1)) * drain) / 1000)
}

/** Makes the error after too many failed attempts, with the seconds to wait. */
export const tooManyAttempts = (seconds: number): ApiError =>
  new ApiError('rest_too_many_attempts', { headers: { 'retry-after': String(seconds) } })

/** Whether a log-in to an account has failed since the last one that succeeded: a column for the query that looks the account up. */
export const hasFailed = (db: Db, account: string) =>
  db.kysely.selectFrom('throttle').select('key_hash').where('key_hash', '=', keyOfAccount(account)).as('has_failed')

/** A success clears the account, so that its owner's typing errors do not add up. */
export const forgetFailures = async (db: Db, account: string): Promise<void> => {
  await db.kysely.deleteFrom('throttle').where('key_hash', '=', keyOfAccount(account)).execute()
}

type Bucket = Schema['throttle']

const readBuckets = (db: Db, keys: readonly string[]): Promise<Bucket[]> =>
  db.kysely.selectFrom('throttle').selectAll().where('key_hash', 'in', keys).execute()

/** The current number of failures in a bucket; a failure that was written before an earlier one does not reduce it. */
const levelOf = (bucket: Bucket | undefined, now: number): number =>
  bucket ? Math.max(0, bucket.level - Math.max(now - bucket.failed_ms, 0) / drain) : 0

/** A bucket with a time in the future, from before the clock was set back, counts as not full and is written again. */
const isFull = (bucket: Bucket, now: number): boolean => bucket.failed_ms <= now && levelOf(bucket, now) > capacity - 1

const waitOf = (level: number): number => (level > burst ? Math.ceil(((level - burst) * drain) / 1000) : 0)

/** Removes the buckets that are empty by now and, beyond `maxBuckets`, those that were unused for longest. */
const forgetOld = async ({ kysely }: Db, now: number): Promise<void> => {
  await kysely
    .deleteFrom('throttle')
    .where((eb) => {
      const surplus = eb.selectFrom('throttle').select('failed_ms').orderBy('failed_ms', 'desc').offset(maxBuckets)
      return eb.or([eb('failed_ms', '<', now - capacity * drain), eb('failed_ms', '<=', surplus.limit(1))])
    })
    .execute()
}

/** The buckets of an address, and how much an attempt fills each. */
const sharesOfAddress = (address: string, purpose: Purpose = 'log-in'): (readonly [key: string, share: number])[] => {
  const site = clientSite(address)
  const keyOf = (network: string): string => hashKey(`${purpose}:${network}`)
  return [[keyOf(clientNetwork(address)), 1], ...(site === undefined ? [] : [[keyOf(site), shareOfSite] as const])]
}

const keyOfAccount = (account: string): string => hashKey(`account:${account}`)

/** Clients may send names of any length; the table stores only a few bytes of a hash. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22)
