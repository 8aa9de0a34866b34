import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

// Preloaded into a server (`--import`): its transactions do not keep other writers waiting.

const prepare = DatabaseSync.prototype.prepare
DatabaseSync.prototype.prepare = function (text) {
  return prepare.call(this, text === 'begin immediate' ? 'begin' : text)
}

const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
Object.assign(pg.Client.prototype, {
  query: function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | pg.QueryConfig]
    const text = typeof asked === 'string' ? asked : asked.text
    return query.apply(this, text.includes('pg_advisory_xact_lock') ? ['select 1'] : args)
  },
})
