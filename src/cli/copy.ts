import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { UserError } from '../accounts/users.ts'
import { type Config, readDatabase } from '../config.ts'
import { isNotRemoved } from '../core/removed-user.ts'
import { copyDatabase, countRows } from '../db/copy.ts'
import type { Database } from '../db/database.ts'
import { countText } from '../lib/count-text.ts'
import { errorCode } from '../lib/error-text.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './faults.ts'
import { openDatabase } from './open-database.ts'
import { createProgress } from './progress.ts'

/**
 * `kalends copy FROM TO`: a whole calendar from one database to another, between SQLite and PostgreSQL or within one of them, with ids,
 * secrets and times unchanged, compared row by row at the end. Files of images stay where they are.
 */
export const copy = async (config: Config, args: readonly string[]): Promise<number> => {
  const [fromName = '', toName = ''] = readArguments('copy', args, ['FROM', 'TO'], {}).positionals
  const [from, to] = [readAddress(fromName, 'FROM'), readAddress(toName, 'TO')]
  const source = await openDatabase({ ...config, database: from }, { mustExist: true })
  try {
    const target = await openDatabase({ ...config, database: to })
    try {
      await requireEmpty(target, to, 'Copy only into an empty database.')
      const rows = await copyRows(source, target)
      process.stdout.write(`Copied ${rows} rows and compared each of them.\n`)
      return 0
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * Refuses a database that has data.
 * @throws UserError with its place, what it has, and `remedy`. An address of PostgreSQL may hold a password, and is not shown.
 */
export const requireEmpty = async (target: Database, place: Config['database'], remedy: string): Promise<void> => {
  if ((await countRows(target)) === 0) return
  const { rows } = await sql<{ users: number; events: number }>`
    select (select count(*) from "user" where ${isNotRemoved()}) as users, (select count(*) from event) as events`.execute(
    target.kysely,
  )
  const [{ users, events } = { users: 0, events: 0 }] = rows
  const name = place.kind === 'sqlite' ? place.path : 'The database'
  const content = `${countText(Number(users), 'user')} and ${countText(Number(events), 'event')}`
  throw new UserError(`${name} already has data: ${content}. ${remedy}`)
}

/** Copies all rows into an empty database, and reports its progress; returns how many there are. */
export const copyRows = async (source: Database, target: Database): Promise<number> => {
  const rows = await countRows(source)
  // Each row is written, and then compared.
  const progress = createProgress(rows * 2, 'row')
  let done = 0
  await copyDatabase(source, target, (count) => {
    done += count
    progress.advance(done, Math.min(done, rows))
  })
  progress.finish(rows)
  return rows
}

/** Reads an address, or `@FILE`, a file that has it: other users of the host see the arguments of a program. */
const readAddress = (text: string, name: string): Config['database'] => {
  const given = text.startsWith('@') ? readFileOf(text.slice(1), name) : text
  const address = readDatabase(given)
  if (!('fault' in address)) return address
  throw new UsageError(`${name}: ${address.fault} @FILE reads the address from a file.`)
}

const readFileOf = (path: string, name: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`${name}: the file ${path} cannot be read (${errorCode(error)}).`)
  }
}
