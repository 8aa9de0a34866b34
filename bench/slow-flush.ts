import { DatabaseSync, StatementSync } from 'node:sqlite'

/*
 * Preloaded into a server, as `NODE_OPTIONS=--import=…`: each commit takes SLOW_FLUSH milliseconds longer, as on a disk whose flush
 * takes them, and keeps the process meanwhile, as SQLite does.
 */

const clock = new Int32Array(new SharedArrayBuffer(4))

const waitAtCommit = (text: string): void => {
  if (text === 'commit') Atomics.wait(clock, 0, 0, Number(process.env['SLOW_FLUSH']))
}

const { run } = StatementSync.prototype
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  waitAtCommit(this.sourceSQL)
  return Reflect.apply(run, this, values)
} as typeof run

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
  waitAtCommit(text)
  return Reflect.apply(exec, this, [text])
}
