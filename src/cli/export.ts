import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import { readStoredSettings, withStored } from '../core/stored-settings.ts'
import { statuses } from '../db/schema.ts'
import { exportFormats, writeExport } from '../export/formats.ts'
import { countText } from '../lib/count-text.ts'
import { errorCode } from '../lib/error-text.ts'
import { memberNames } from '../lib/json.ts'
import { isDay } from '../lib/time-zone.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './faults.ts'
import { openDatabase } from './open-database.ts'

const text = { type: 'string' } as const

/** `kalends export FILE`: writes the whole calendar as NDJSON, or its events as iCalendar or CSV; the server may run. */
export const exportCalendar = async (config: Config, args: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments('export', args, ['FILE'], {
    status: text,
    since: text,
    force: { type: 'boolean' },
  })
  const [file = ''] = positionals
  const name = memberNames(exportFormats).find((one) => file.replace(/\.jsonl$/, '.ndjson').endsWith(`.${one}`))
  if (!name) throw new UsageError(`${file}: its name must end with .ndjson, .ics or .csv.`)
  // The calendar is not read for nothing.
  if (!values.force && existsSync(file)) throw taken(file)
  const { since } = values
  if (since !== undefined && !isDay(since))
    throw new UsageError(`--since ${since}: it must be a date such as 2026-01-31.`)
  const wanted = values.status?.split(',')
  const known = statuses.filter((status) => wanted?.includes(status))
  if (wanted && known.length < wanted.length)
    throw new UsageError(`--status ${values.status}: known are ${statuses.join(', ')}.`)
  if (name === 'ics' && wanted && !known.includes('publish'))
    throw new UsageError('A calendar (.ics) has published events alone; .ndjson and .csv have those of every status.')
  const database = await openDatabase(config, { mustExist: true })
  try {
    const current = withStored(config, await readStoredSettings(database))
    const pieces = writeExport(name, database, current, { ...(wanted && { statuses: known }), since })
    let count = 0
    const counted = async function* (all: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const piece of all) {
        count++
        yield piece
      }
    }
    const flags = values.force ? 'w' : 'wx'
    await pipeline(counted(pieces), createWriteStream(file, { mode: 0o600, flags })).catch((error) => {
      if (errorCode(error) === 'EEXIST') throw taken(file)
      // Faults of the system have a path; others are ours.
      throw error instanceof Error && 'path' in error
        ? new UserError(`${file} cannot be written (${errorCode(error)}).`)
        : error
    })
    process.stdout.write(`Wrote ${countText(count, name === 'ics' ? 'part' : 'line')} to ${file}.\n`)
    return 0
  } finally {
    await database.close()
  }
}

const taken = (file: string): UserError =>
  new UserError(`${file} already exists. Give another name, or --force to overwrite it.`)
