import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { addUser, listUsers, showSecret } from '../accounts/users.ts'
import { buildApp } from '../app.ts'
import { type Config, unknownSettings } from '../config.ts'
import type { Context } from '../context.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { openSqlite } from '../db/dialects/sqlite.ts'
import { migrate } from '../db/migrate.ts'
import { createLog } from '../lib/log.ts'

/** Opens the database of the settings, with its schema brought up to date. */
export const openDatabase = async (config: Config): Promise<Database> => {
  mkdirSync(config.dataDirectory, { recursive: true })
  mkdirSync(dirname(config.databasePath), { recursive: true })
  const database = openSqlite(config.databasePath)
  await migrate(database, Date.now())
  return database
}

/** Serves until a signal asks to stop; answers the exit code. */
export const serve = async (config: Config): Promise<number> => {
  const log = createLog(config.logLevel, (line) => process.stderr.write(line))
  for (const name of unknownSettings(process.env)) log.warn('there is no such setting', { name })
  const database = await openDatabase(config)
  const context: Context = { config, database, clock: Date.now, log }
  await createFirstUser(database)
  const app = await buildApp(context)
  const stopped = stopOnSignal(async () => {
    // Requests in flight are finished; a client that does not read its answer cannot hold the server up (OPERATION).
    setTimeout(() => app.server.closeAllConnections(), 4000).unref()
    await app.close()
    await database.close()
  })
  const address = await app.listen({ host: config.host, port: config.port })
  log.info('listening', { address, database: database.version, public: config.publicUrl })
  await stopped
  log.info('stopped')
  return 0
}

/** Nobody could log in to a calendar without users: the first start makes an administrator (OPERATION). */
const createFirstUser = async (database: Database): Promise<void> => {
  const created = await inTransaction(database, async (db) => {
    const users = await listUsers(db)
    return users.length > 0 ? undefined : addUser(db, { name: 'admin', role: 'administrator' }, Date.now())
  })
  if (!created) return
  process.stdout.write(
    `The calendar has no users yet; an administrator was created. The password is shown only now.\n` +
      `  user name:            admin\n` +
      `  application password: ${showSecret(created.secret)}\n`,
  )
}

/** Resolves when everything is closed. A launcher that dies without a word sends a signal too: see `scripts/follow-launcher.mjs`. */
const stopOnSignal = (close: () => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    let isStopping = false
    const stop = (): void => {
      if (isStopping) return
      isStopping = true
      close().then(resolve, reject)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
