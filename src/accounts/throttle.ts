import { createHash } from 'node:crypto'

/** Limits failed attempts to log in, by account and by address, without ever refusing a right credential. */
export type Throttle = {
  /** Notes a failed attempt; answers the seconds to wait when there were too many, else 0. */
  readonly fail: (keys: readonly string[], now: number) => number
  /** A success clears the account, so that its owner's typing errors do not add up. */
  readonly succeed: (account: string) => void
}

type Bucket = { level: number; at: number }

/** Failures that are answered plainly before the throttle speaks. */
const burst = 10

/** Milliseconds in which one failure is forgotten. */
const drain = 6000

const maxBuckets = 10_000

/** A leaky bucket for each key, in a bounded table. */
export const createThrottle = (): Throttle => {
  const buckets = new Map<string, Bucket>()
  const fill = (sent: string, now: number): number => {
    const key = hashKey(sent)
    const known = buckets.get(key)
    const level = known ? Math.max(0, known.level - (now - known.at) / drain) : 0
    buckets.delete(key)
    const next = Math.min(level + 1, 2 * burst)
    buckets.set(key, { level: next, at: now })
    const oldest = buckets.size > maxBuckets ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
    return next > burst ? Math.ceil(((next - burst) * drain) / 1000) : 0
  }
  return {
    fail: (keys, now) => Math.max(...keys.map((key) => fill(key, now))),
    succeed: (account) => void buckets.delete(hashKey(account)),
  }
}

/** Names are as long as whoever sends them likes; the table keeps a few bytes of each. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22)
