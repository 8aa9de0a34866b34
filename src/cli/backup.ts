import { existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { openSqlite } from '../db/dialects/sqlite.ts'
import { findFaults } from './check.ts'
import { openDatabase } from './serve.ts'

/**
 * `kalends backup FILE`: one read transaction writes the whole database, so that the copy is of one moment and holds every
 * write acknowledged before it; the copy is checked, and appears under its name only when it is complete.
 */
export const backup = async (config: Config, [file]: readonly string[]): Promise<number> => {
  if (file === undefined) throw new Error('"backup" needs the name of the file to write.')
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never overwrites.`)
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  const database = await openDatabase(config)
  try {
    await sql`vacuum into ${draft}`.execute(database.kysely)
  } finally {
    await database.close()
  }
  const copy = openSqlite(draft)
  const faults = await findFaults(copy).finally(() => copy.close())
  if (faults.length > 0) {
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    return 1
  }
  const handle = await open(draft, 'r')
  await handle.sync()
  await handle.close()
  await rename(draft, file)
  process.stdout.write(`Wrote ${file}.\n`)
  return 0
}
