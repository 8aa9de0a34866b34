import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../core/context.ts'
import type { Caller } from '../core/policy.ts'
import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'

/** Keeps when application passwords and sessions were used last. */
export type LastUses = {
  /** Notes that a caller has sent a request. The request does not wait for what is written. */
  readonly note: (caller: Caller) => void
  /** Writes what is noted, within a second; afterwards nothing is noted any more. */
  readonly close: () => Promise<void>
}

/** Milliseconds within which further uses are not written. */
const precision = 60_000

/** Milliseconds in which uses are collected for one write. */
const delay = 1000

/** Milliseconds that a server which stops waits for the last write: the database may be away. */
const longestClose = 1000

/** Most log-ins whose last use is remembered; those that are forgotten are written again. */
const maxKnown = 10_000

type LogIn = NonNullable<Caller['logIn']>

const keyOf = (logIn: LogIn): string => ('session' in logIn ? logIn.session : String(logIn.credential))

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
        // A last use that is missing harms nobody; a database that is away is reported by requests.
        if (!database.dialect.isUnavailable(error)) log.warn({ error }, 'last uses were not written')
      })
  }
  return {
    note: ({ logIn }) => {
      if (logIn === undefined || !isOpen) return
      const [key, now] = [keyOf(logIn), clock()]
      const last = known.get(key)
      // A clock that was set back must not keep uses from being written.
      if (last !== undefined && Math.abs(now - last) < precision) return
      if (known.size >= maxKnown) known.clear()
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
