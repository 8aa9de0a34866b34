import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readArguments } from '../cli/arguments.ts'
import { UsageError } from '../cli/faults.ts'
import { openDatabase } from '../cli/open-database.ts'
import type { Config } from '../config.ts'
import { siteOf } from '../core/request-context.ts'
import { readStoredSettings, withStored } from '../core/stored-settings.ts'
import { statuses } from '../db/schema.ts'
import { isDay } from '../import/option-types.ts'
import { exportFormats } from './formats.ts'
import { exportRecords } from './records.ts'

const text = { type: 'string' } as const

/** `kalends export FILE`: writes the whole calendar as NDJSON or CSV; the server may run. */
export const exportCalendar = async (config: Config, args: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments('export', args, ['FILE'], { status: text, since: text })
  const [file = ''] = positionals
  const name = file.endsWith('.csv') ? 'csv' : 'ndjson'
  if (!/\.(?:csv|ndjson|jsonl)$/.test(file)) throw new UsageError(`${file}: its name must end with .ndjson or .csv.`)
  const { since } = values
  if (since !== undefined && !isDay(since))
    throw new UsageError(`--since ${since}: it must be a date such as 2026-01-31.`)
  const wanted = values.status?.split(',')
  const known = statuses.filter((status) => wanted?.includes(status))
  if (wanted && known.length < wanted.length)
    throw new UsageError(`--status ${values.status}: known are ${statuses.join(', ')}.`)
  const database = await openDatabase(config, { mustExist: true })
  try {
    const site = siteOf(withStored(config, await readStoredSettings(database)))
    const records = exportRecords(database, site, { statuses: wanted ? known : exportFormats[name].statuses, since })
    let count = 0
    const counted = async function* (pieces: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const piece of pieces) {
        count++
        yield piece
      }
    }
    await pipeline(counted(exportFormats[name].write(records)), createWriteStream(file, { mode: 0o600 }))
    process.stdout.write(`Wrote ${count} lines to ${file}.\n`)
    return 0
  } finally {
    await database.close()
  }
}
