import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { AppContext } from '../../src/core/context.ts'
import type { Caches } from '../../src/http/types.ts'
import { createSchedule } from '../../src/jobs/publish-scheduled.ts'
import { createLog } from '../../src/lib/log.ts'
import { createCaches } from '../../src/process-caches.ts'
import { type Ask, askOf, type Calendar, withFront } from '../support/calendar.ts'

/** Servers over one database, each with a connection and a memory of its own as if it were a process of its own, and one without memory. */
export type Servers = {
  readonly asks: readonly Ask[]
  /** Answers from the database alone. */
  readonly askDatabase: Ask
  readonly close: () => Promise<void>
}

/** Puts a fault into the memory of a server. */
export type Fault = (reading: Caches, context: AppContext) => Caches

/** Caches so small that much has to leave them. */
const environment = {
  KALENDS_PUBLIC_URL: 'http://calendar.test',
  KALENDS_ANSWER_CACHE: '1',
  KALENDS_RECORD_CACHE: '1',
}

/** Starts `count` servers on the database of a calendar; `clock` is that of all of them. */
export const startServers = async (
  calendar: Calendar,
  count: number,
  clock: () => number,
  fault: Fault = (reading) => reading,
): Promise<Servers> => {
  const apps: FastifyInstance[] = []
  const contexts: AppContext[] = []
  const open = async (): Promise<AppContext> => {
    const log = createLog('silent', () => undefined)
    const context = { config: readConfig(environment), database: await calendar.connect(), clock, log }
    contexts.push(context)
    return context
  }
  const start = async (context: AppContext, reading: Caches): Promise<FastifyInstance> => {
    const app = await buildApp(context, reading)
    apps.push(app)
    return app
  }
  const asks: Ask[] = []
  for (let at = 0; at < count; at++) {
    const context = await open()
    asks.push(askOf(withFront(await start(context, fault(createCaches(context), context))), calendar.secrets))
  }
  const opened = await open()
  const plain = { ...opened, config: { ...opened.config, recordCache: 0, answerCache: 0 } }
  return {
    asks,
    // The router alone: it has nothing of its own in memory.
    askDatabase: askOf(await start(plain, forgetful(plain)), calendar.secrets),
    close: async () => {
      for (const app of apps) await app.close()
      for (const { database } of contexts) await database.close()
    },
  }
}

/** A memory without room, at a version that never comes again. */
const forgetful = (context: AppContext): Caches => {
  const { database } = context
  const reading = createCaches({ ...context, config: { ...context.config, recordCache: 0, answerCache: 0 } })
  let version = 0
  return {
    ...reading,
    sync: async (now) => {
      await createSchedule(database, reading.changeFeed)(now)
      return --version
    },
    credentials: { find: () => undefined, learn: (_, recognise) => recognise() },
  }
}
