import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { checkFiles, storeFile } from '../media/check-files.ts'
import { createFileStore } from '../media/file-store.ts'
import { createStores } from '../media/stores.ts'
import { readArguments } from './arguments.ts'
import { copyRows, requireEmpty } from './copy.ts'
import { doneWithFindings, OtherFileError, StartError } from './faults.ts'
import { openDatabase } from './open-database.ts'

/**
 * `kalends restore FILE`: copies a backup into the configured calendar, which must be empty, on either database;
 * also the backup of an older release. The backup stays as it is.
 */
export const restore = async (config: Config, args: readonly string[]): Promise<number> => {
  const [file = ''] = readArguments('restore', args, ['FILE'], {}).positionals
  if (!existsSync(file)) throw new UserError(`There is no ${file}.`)
  if (!statSync(file).isFile())
    throw new UserError(`${file} is a directory; give the file that "kalends backup" wrote.`)
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new UserError(
      `${file} is the database of a server, not a backup: its last changes are in ${file}-wal. Use "kalends backup" to make a backup of it.`,
    )
  }
  const target = await openDatabase(config)
  try {
    await requireEmpty(target, config.database, remedy)
    return await restoreInto(target, config, file)
  } finally {
    await target.close()
  }
}

const remedy =
  'Restore before the first start of the server, or set KALENDS_DATA or KALENDS_DATABASE to an empty directory or database.'

const restoreInto = async (target: Database, config: Config, file: string): Promise<number> => {
  // Opens a copy, because opening a database may change it, and updating its schema does.
  const directory = mkdtempSync(join(config.dataDirectory, '.restore-'))
  try {
    const path = join(directory, 'backup.sqlite')
    copyFileSync(file, path)
    const backup = { ...config, database: { kind: 'sqlite', path } } as const
    const source = await openDatabase(backup, { mayUpgrade: true, mustExist: true }).catch((error) => {
      if (error instanceof OtherFileError) throw new UserError(`${file} is not a Kalends backup.`)
      throw error instanceof StartError ? new StartError(`The backup ${file}: ${error.message}`) : error
    })
    const rows = await copyRows(source, target).finally(() => source.close())
    const files = await restoreFiles(target, config, `${file}.media`)
    const findings = await checkFiles(target, config, { repair: false, move: false })
    for (const { text } of findings) process.stderr.write(`${text}\n`)
    process.stdout.write(`Restored ${rows} rows and ${files} image files.\n`)
    return findings.length === 0 ? 0 : doneWithFindings
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Stores the files beside the backup in the configured store. */
const restoreFiles = async (target: Database, config: Config, directory: string): Promise<number> => {
  const backup = createFileStore(directory)
  const { chosen } = createStores(config)
  let files = 0
  for await (const path of backup.list(target)) {
    const found = await backup.open(target, path)
    if (!found) continue
    await storeFile(target, config, chosen, path, found)
    files++
  }
  return files
}
