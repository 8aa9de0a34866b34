import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { AppContext } from '../core/context.ts'
import type { Caller } from '../core/policy.ts'
import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'

/** Callers by their Authorization headers. It is emptied when a user, a credential or a failed attempt is stored. */
export type CredentialCache = {
  readonly find: (header: string) => Caller | undefined
  /** Finds the caller of a header and caches it; errors are not cached. */
  readonly learn: (header: string, recognise: () => Promise<Caller>) => Promise<Caller>
}

/** Most cached callers. */
const maxKnown = 1000

/** Makes the cache; `note` is called with the caller of each request. */
export const createCredentialCache = (changeFeed: ChangeFeed, note: (caller: Caller) => void): CredentialCache => {
  // The keys are hashes of the headers, so that no secret stays in memory.
  const cache = new LRUCache<string, { readonly caller: Caller; readonly version: number }>({ max: maxKnown })
  return {
    find: (header) => {
      const known = cache.get(hash('sha256', header, 'base64'))
      if (!known || changeFeed.haveChanged(['user'], known.version)) return undefined
      note(known.caller)
      return known.caller
    },
    learn: async (header, recognise) => {
      const version = changeFeed.version
      const caller = await recognise()
      note(caller)
      cache.set(hash('sha256', header, 'base64'), { caller, version })
      return caller
    },
  }
}

/** Records when application passwords and sessions were last used. */
export type LastUses = {
  /** Records that a caller has sent a request. The request does not wait for the write. */
  readonly note: (caller: Caller) => void
  /** Writes the recorded uses, within a second; afterwards nothing is recorded. */
  readonly close: () => Promise<void>
}

/** Milliseconds after a write in which further uses of the same log-in are not written. */
const precision = 60_000

/** Milliseconds for which uses are collected before they are written together. */
const delay = 1000

/** Milliseconds that a stopping server waits for the last write: the database may be unavailable. */
const longestClose = 1000

/** Most log-ins whose last use is in memory; the uses of others are written again. */
const maxUses = 10_000

type LogIn = NonNullable<Caller['logIn']>

/** Makes the record of last uses of a process; each log-in is written at most once a minute. */
export const recordLastUses = ({ database, clock, log }: Pick<AppContext, 'database' | 'clock' | 'log'>): LastUses => {
  const known = new Map<string, number>()
  const pending = new Map<string, readonly [logIn: LogIn, at: number]>()
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  const write = async (): Promise<void> => {
    timer = undefined
    const uses = [...pending.values()]
    pending.clear()
    if (uses.length === 0) return
    await database
      .transact(async (db) => {
        for (const [logIn, at] of uses) await writeUse(db, logIn, nowText(at))
      })
      .catch((error) => {
        // A missing last use does no harm; requests report an unavailable database.
        if (!database.dialect.isUnavailable(error)) log.warn({ error }, 'last uses were not written')
      })
  }
  return {
    note: ({ logIn }) => {
      if (logIn === undefined || !isOpen) return
      const key = 'session' in logIn ? logIn.session : String(logIn.credential)
      const now = clock()
      const last = known.get(key)
      // After the clock was set back, uses must still be written.
      if (last !== undefined && Math.abs(now - last) < precision) return
      if (known.size >= maxUses) known.clear()
      known.set(key, now)
      pending.set(key, [logIn, now])
      timer ??= setTimeout(write, delay).unref()
    },
    close: async () => {
      isOpen = false
      clearTimeout(timer)
      const done = new AbortController()
      const tooLong = wait(longestClose, undefined, { signal: done.signal }).catch(() => undefined)
      await Promise.race([write().finally(() => done.abort()), tooLong])
    },
  }
}

/** Writes one use of a log-in that may have ended meanwhile. */
const writeUse = async ({ kysely }: Db, logIn: LogIn, used_utc: string): Promise<void> => {
  if ('session' in logIn) {
    await kysely.updateTable('session').set({ used_utc }).where('uuid', '=', logIn.session).execute()
    return
  }
  await kysely
    .insertInto('credential_use')
    .columns(['credential_id', 'used_utc'])
    .expression((eb) =>
      eb
        .selectFrom('credential')
        .select((inner) => ['id', inner.val(used_utc).as('used_utc')])
        .where('id', '=', logIn.credential),
    )
    .onConflict((conflict) => conflict.column('credential_id').doUpdateSet({ used_utc }))
    .execute()
}
