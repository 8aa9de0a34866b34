import { existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { openSqlite } from '../db/dialects/sqlite.ts'
import { readArguments } from './arguments.ts'
import { findFaults } from './check.ts'
import { openDatabase } from './serve.ts'

/**
 * `kalends backup FILE`: one read transaction writes the whole database, so that the copy is of one moment and holds every
 * write acknowledged before it; the copy is checked, and appears under its name only when it is complete.
 */
export const backup = async (config: Config, args: readonly string[]): Promise<number> => {
  const [file = ''] = readArguments('backup', args, ['FILE'], {}).positionals
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never overwrites.`)
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  try {
    const faults = await writeCopy(config, draft)
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    if (faults.length > 0) return 1
    await rename(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  process.stdout.write(`Wrote ${file}.\n`)
  return 0
}

/** Answers what is wrong with the copy; one without faults is on the disk. */
const writeCopy = async (config: Config, path: string): Promise<string[]> => {
  const database = await openDatabase(config, { mustExist: true })
  await sql`vacuum into ${path}`.execute(database.kysely).finally(() => database.close())
  const copy = openSqlite(path)
  const faults = await findFaults(copy).finally(() => copy.close())
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
  return faults
}
