import type { Log } from './log.ts'

/** Milliseconds without a further fault after which an outage counts as over. */
const quiet = 10_000

/** An outage of which the log has one line: its faults since, and what ends it. */
type Outage = { readonly count: number; readonly end: NodeJS.Timeout }

const outages = new WeakMap<Log, Map<string, Outage>>()

/**
 * Logs a fault that many requests meet at once, such as a database that is away: once with its details when it begins, and once, with the number of
 * faults, when there was none for a while.
 */
export const logOutage = (log: Log, message: string, details: Readonly<Record<string, unknown>>): void => {
  const own = outages.get(log) ?? new Map<string, Outage>()
  outages.set(log, own)
  const known = own.get(message)
  if (known) clearTimeout(known.end)
  else log.error(details, message)
  const count = (known?.count ?? 0) + 1
  const end = setTimeout(() => {
    own.delete(message)
    log.info({ failed: count, fault: message }, 'no request has failed so for ten seconds')
  }, quiet).unref()
  own.set(message, { count, end })
}
