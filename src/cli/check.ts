import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { checkDerived } from '../db/derived-tables.ts'
import { errorText } from '../lib/error-text.ts'
import { checkFiles } from '../media/check-files.ts'
import { readArguments } from './arguments.ts'
import { openDatabase } from './open-database.ts'

/**
 * `kalends check`: prints one line for each problem; exit code 1 when any is left. `--repair` removes files without an image, and
 * rebuilds derived tables and counters; `--move-images` moves the files of images into the store that the settings name.
 */
export const check = async (config: Config, args: readonly string[]): Promise<number> => {
  const { values } = readArguments('check', args, [], options)
  const { repair = false, 'move-images': move = false } = values
  const database = await openDatabase(config, { mustExist: true })
  try {
    const faults = await findFaults(database)
    // With a damaged database, it is unknown which files have no image.
    const others =
      faults.length > 0
        ? []
        : [...(await checkDerived(database, repair)), ...(await checkFiles(database, config, { repair, move }))]
    for (const line of [...faults, ...others.map(({ text }) => text)]) process.stdout.write(`${line}\n`)
    const isSound = faults.length === 0 && others.every(({ isMended }) => isMended)
    if (isSound) process.stdout.write('The database is intact.\n')
    return isSound ? 0 : 1
  } finally {
    await database.close()
  }
}

const options = { repair: { type: 'boolean' }, 'move-images': { type: 'boolean' } } as const

/** Returns the problems of a database: damage of its file, and wrong references. */
export const findFaults = async (db: Db): Promise<string[]> => {
  const damage = await db.dialect.findDamage(db.kysely).catch((error) => [`The file is damaged: ${errorText(error)}.`])
  // Queries on a damaged file may fail, and their results mean nothing.
  if (damage.length > 0) return damage
  return [
    ...(await db.dialect.findDangling(db.kysely)),
    ...(await parentFaults(db)),
    ...(await recordFaults(db)),
    ...(await imageFaults(db)),
  ]
}

/** The parent of a term is 0 or a term, which a foreign key cannot express. */
const parentFaults = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: number; parent_id: number }>`
    select id, parent_id from term where parent_id <> 0 and parent_id not in (select id from term)`.execute(db.kysely)
  return rows.map(({ id, parent_id }) => `term row ${id} refers to a missing term ${parent_id}.`)
}

const recordFaults = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: number; kind: string }>`
    select record.id, record.kind from record
    where record.id not in (select id from event)
      and record.id not in (select id from venue)
      and record.id not in (select id from organizer)
      and record.id not in (select id from image)
      and record.id not in (select id from series)`.execute(db.kysely)
  return rows.map(({ id, kind }) => `The id ${id} is reserved for a missing ${kind}.`)
}

/** Records that name an image that does not exist; the first schema had no foreign key for it. */
const imageFaults = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ kind: string; id: number; image_id: number }>`
    select kind, id, image_id from (
      select 'event' as kind, id, image_id from event
      union all select 'venue', id, image_id from venue
      union all select 'organizer', id, image_id from organizer) as post
    where image_id is not null and image_id not in (select id from image)`.execute(db.kysely)
  return rows.map(({ kind, id, image_id }) => `The ${kind} ${id} shows a missing image ${image_id}.`)
}
