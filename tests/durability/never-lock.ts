import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

// Preloaded into a server (`--import`): its transactions do not keep other writers waiting.

const prepare = DatabaseSync.prototype.prepare
DatabaseSync.prototype.prepare = function (text) {
  return prepare.call(this, text === 'begin immediate' ? 'begin' : text)
}

/** The first transaction of a server looks after the schema: two that start at once would stumble over each other, and prove nothing. */
let isStarting = true

const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
Object.assign(pg.Client.prototype, {
  query: function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | pg.QueryConfig]
    const text = typeof asked === 'string' ? asked : asked.text
    const isLock = text.includes('pg_advisory_xact_lock') && !isStarting
    if (text.includes('pg_advisory_xact_lock')) isStarting = false
    return query.apply(this, isLock ? ['select 1'] : args)
  },
})
