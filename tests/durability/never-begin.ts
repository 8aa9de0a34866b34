import { DatabaseSync } from 'node:sqlite'

// Preloaded into a server (`--import`): nothing is a transaction, each statement is committed by itself.

const prepare = DatabaseSync.prototype.prepare
DatabaseSync.prototype.prepare = function (text) {
  return prepare.call(this, /^(begin|savepoint|release|commit)/.test(text) ? 'select 1 where false' : text)
}
