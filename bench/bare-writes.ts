import { DatabaseSync } from 'node:sqlite'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openSqlite } from '../src/db/dialects/sqlite.ts'
import { createLog } from '../src/lib/log.ts'
import { askOf, withFront } from '../tests/support/calendar.ts'
import type { Calendar } from './calendars.ts'
import { type Plan, payloadAt } from './generate.ts'

/** A statement that changes rows, with its parameters. */
type Statement = readonly [sql: string, parameters: readonly unknown[]]

/** The changes of one event each, in the order of the events. */
export type Creates = readonly (readonly Statement[])[]

/** Creates `count` events on a calendar of SQLite, and returns the statements by which each has changed rows; what only reads is left out. */
export const recordCreates = async (
  { environment, secrets }: Calendar,
  plan: Plan,
  count: number,
): Promise<Creates> => {
  let statements: Statement[] = []
  const config = readConfig(environment)
  if (config.database.kind !== 'sqlite') throw new Error('Only the statements of SQLite are recorded.')
  const onStatement = (sql: string, parameters: readonly unknown[]): void => {
    if (/^\s*(?:insert|update|delete)/i.test(sql)) statements.push([sql, parameters])
  }
  const database = openSqlite(config.database.path, { onStatement })
  const log = createLog('error', (line) => void process.stderr.write(`${line}\n`))
  const app = withFront(await buildApp({ config, database, clock: Date.now, log }))
  const ask = askOf(app, secrets)
  const creates: Statement[][] = []
  for (let at = 0; at < count; at++) {
    statements = []
    const { status } = await ask('POST', '/events', { as: 'admin', body: payloadAt(plan, plan.events + at) })
    if (status !== 201) throw new Error(`A create is answered with ${status}.`)
    creates.push(statements)
  }
  await app.close()
  await database.close()
  return creates
}

/**
 * Repeats recorded creates on another copy of the same calendar, by nothing but SQLite with the settings of Kalends: each in one durable
 * transaction. Returns how many there were a second.
 */
export const repeatCreates = ({ environment }: Calendar, creates: Creates): number => {
  const config = readConfig(environment)
  if (config.database.kind !== 'sqlite') throw new Error('Only the statements of SQLite are repeated.')
  const connection = new DatabaseSync(config.database.path)
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -8192',
  )
  const prepared = new Map<string, ReturnType<typeof connection.prepare>>()
  for (const [sql] of creates.flat()) if (!prepared.has(sql)) prepared.set(sql, connection.prepare(sql))
  const [begin, commit] = [connection.prepare('begin immediate'), connection.prepare('commit')]
  const started = performance.now()
  for (const statements of creates) {
    begin.run()
    for (const [sql, parameters] of statements) prepared.get(sql)?.all(...(parameters as string[]))
    commit.run()
  }
  const seconds = (performance.now() - started) / 1000
  connection.close()
  return creates.length / seconds
}
