import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { addUser } from '../src/accounts/users.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openSqlite } from '../src/db/dialects/sqlite.ts'
import { migrate } from '../src/db/migrate.ts'
import { createLog } from '../src/lib/log.ts'

/*
 * A server for bench/writes.ts, on a new file: `writes-server.ts MAX-SHARED FLUSH-MILLISECONDS`. Each commit takes so many milliseconds
 * longer, as on a disk whose flush takes them. It says its address and a password in one line of JSON, and ends with its standard input.
 */
const [maxShared = 1, flush = 0] = process.argv.slice(2).map(Number)

const run = StatementSync.prototype.run
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  if (this.sourceSQL === 'commit' && flush > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, flush)
  return Reflect.apply(run, this, values)
} as typeof run

const directory = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
const database = openSqlite(join(directory, 'kalends.sqlite'), { maxShared })
await migrate(database, Date.now())
const user = { name: 'admin', role: 'administrator' } as const
const { secret } = await database.transact((db) => addUser(db, user, Date.now()))
const config = readConfig({ KALENDS_DATA: directory })
const log = createLog('error', (line) => process.stderr.write(line))
const app = await buildApp({ config, database, clock: Date.now, log })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ address, secret })}\n`)
process.stdin.resume().once('end', async () => {
  await app.close()
  await database.close()
  rmSync(directory, { recursive: true })
})
