import cluster from 'node:cluster'
import { addressOfLink, createLink, findUnfinishedSetup } from '../accounts/links.ts'
import { showSecret } from '../accounts/secrets.ts'
import { addUser, listUsers } from '../accounts/users.ts'
import { buildApp } from '../app.ts'
import { type Config, withPort } from '../config.ts'
import type { AppContext } from '../core/context.ts'
import type { Database } from '../db/database.ts'
import { errorText } from '../lib/error-text.ts'
import { createLog, type Log, writeToStandardError } from '../lib/log.ts'
import { unknownSettings } from '../settings.ts'
import { readArguments } from './arguments.ts'
import { prepareDrain } from './drain.ts'
import { StartError } from './faults.ts'
import { openDatabase } from './open-database.ts'
import { runWorkers } from './workers.ts'

/** Serves until a signal asks to stop, in the configured number of processes; returns the exit code. */
export const serve = async (config: Config, args: readonly string[]): Promise<number> => {
  readArguments('serve', args, [], {})
  const stopAsked = waitForSignal()
  const log = createLog(config.logLevel, writeToStandardError())
  if (config.workers > 1 && cluster.isPrimary) return runWorkers(config.workers, stopAsked, log)
  try {
    return await serveHere(config, stopAsked, log)
  } finally {
    // The channel to the parent process would keep this process running.
    cluster.worker?.disconnect()
  }
}

const serveHere = async (config: Config, stopAsked: Promise<void>, log: Log): Promise<number> => {
  for (const name of unknownSettings(process.env)) log.warn({ name }, 'there is no such setting')
  const database = await openDatabase(config, { mayUpgrade: true })
  for (const warning of database.warnings) log.warn(warning)
  try {
    await serveUntil(stopAsked, { config, database, clock: Date.now, log })
  } finally {
    await database.close()
  }
  log.info('stopped')
  return 0
}

/** Serves until asked to stop: requests in flight are finished, but no client can delay the exit. */
const serveUntil = async (stopAsked: Promise<void>, given: AppContext): Promise<void> => {
  const app: { -readonly [name in keyof AppContext]: AppContext[name] } = { ...given }
  const server = await buildApp(app)
  const drain = prepareDrain(server.server, app.config.stopSeconds)
  try {
    const address = await server.listen({ host: app.config.host, port: app.config.port }).catch((error) => {
      throw new StartError(`it cannot listen on KALENDS_HOST and KALENDS_PORT: ${errorText(error)}`)
    })
    // With port 0, the port is known only now.
    app.config = withPort(app.config, Number(new URL(address).port || 80))
    // The password is shown only once the start has succeeded.
    await createFirstUser(app)
    app.database.failFast()
    const { version } = app.database
    app.log.info({ address, database: version, public: app.config.publicUrl, pid: process.pid }, 'listening')
    await stopAsked
    await drain()
  } finally {
    // Also if the start fails after the port was opened, because the open port would keep the process running.
    await server.close()
  }
}

/** A calendar without users could not be used: the first start creates an administrator, with a link to set the calendar up. */
const createFirstUser = async ({ database, config, clock }: AppContext): Promise<void> => {
  const now = clock()
  const created = await database.transact(async (db) => {
    if ((await listUsers(db)).length > 0) return undefined
    const { id, secret } = await addUser(db, { name: 'admin', role: 'administrator' }, now)
    return { secret, token: (await createLink(db, { kind: 'setup', userId: id }, now)).token }
  })
  if (!created) return remindOfSetup(database)
  process.stdout.write(
    `The calendar has no users yet; an administrator was created. The password is shown only now.\n` +
      `  user name:            admin\n` +
      `  application password: ${showSecret(created.secret)}\n` +
      `  set up in a browser:  ${addressOfLink(config.publicUrl, created.token)}\n`,
  )
}

/** Prints how to get a new set-up link until it has been used; only in the first of several processes. */
const remindOfSetup = async (database: Database): Promise<void> => {
  if ((cluster.worker?.id ?? 1) > 1) return
  const user = await findUnfinishedSetup(database)
  if (user)
    process.stdout.write(`Nobody has set this calendar up yet; for a new link: kalends user reset ${user.name}\n`)
}

/**
 * Resolves at the first signal that asks to stop, also one that comes while the server starts. A launcher that ends without
 * a signal causes one too: see `scripts/follow-launcher.mjs`.
 */
const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
