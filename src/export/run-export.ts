import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readArguments } from '../cli/arguments.ts'
import { UsageError } from '../cli/faults.ts'
import { openDatabase } from '../cli/open-database.ts'
import type { Config } from '../config.ts'
import { readStoredSettings, withStored } from '../core/stored-settings.ts'
import { statuses } from '../db/schema.ts'
import { isDay } from '../import/option-types.ts'
import { namesOf } from '../lib/json.ts'
import { exportFormats, writeExport } from './formats.ts'

const text = { type: 'string' } as const

/** `kalends export FILE`: writes the whole calendar as NDJSON, or its events as iCalendar or CSV; the server may run. */
export const exportCalendar = async (config: Config, args: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments('export', args, ['FILE'], { status: text, since: text })
  const [file = ''] = positionals
  const name = namesOf(exportFormats).find((one) => file.replace(/\.jsonl$/, '.ndjson').endsWith(`.${one}`))
  if (!name) throw new UsageError(`${file}: its name must end with .ndjson, .ics or .csv.`)
  const { since } = values
  if (since !== undefined && !isDay(since))
    throw new UsageError(`--since ${since}: it must be a date such as 2026-01-31.`)
  const wanted = values.status?.split(',')
  const known = statuses.filter((status) => wanted?.includes(status))
  if (wanted && known.length < wanted.length)
    throw new UsageError(`--status ${values.status}: known are ${statuses.join(', ')}.`)
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
    await pipeline(counted(pieces), createWriteStream(file, { mode: 0o600 }))
    process.stdout.write(`Wrote ${count} ${name === 'ics' ? 'parts' : 'lines'} to ${file}.\n`)
    return 0
  } finally {
    await database.close()
  }
}
