import { createReadStream, createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listUsers, type User, UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import { readStoredSettings, withStored } from '../core/stored-settings.ts'
import type { Database } from '../db/database.ts'
import { withIds } from '../import/apply/keep-ids/source-ids.ts'
import { makeTemporary } from '../import/read/files.ts'
import {
  explainUnknown,
  type Format,
  type FormatName,
  formats,
  isFormatName,
  readRecords,
  recogniseFormat,
  siteFormat,
} from '../import/read/formats/list.ts'
import { looksLikeSite, openSite, openSource, type Source } from '../import/read/open-source.ts'
import { createImportContext, type ImportSettings } from '../import/read/readers.ts'
import { importedKinds, plurals, type ReadRecords } from '../import/read/record.ts'
import { type ImportOptions, importSource } from '../import/run/import-source.ts'
import { readMap } from '../import/run/options.ts'
import { type Counts, countAll, type ImportFault, newResult, placeText, type Result } from '../import/run/result.ts'
import { describeDifference, verifyImport } from '../import/run/verify.ts'
import { countText } from '../lib/count-text.ts'
import { errorText } from '../lib/error-text.ts'
import { createLog, writeToStandardError } from '../lib/log.ts'
import { isDay } from '../lib/time-zone.ts'
import { createLibrary } from '../media/library.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './faults.ts'
import { checkCommonOptions, checkWord } from './import-options.ts'
import { importWithIds } from './import-with-ids.ts'
import { openDatabase } from './open-database.ts'
import { createProgress } from './progress.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const options = {
  format: text,
  'dry-run': flag,
  update: flag,
  status: text,
  author: text,
  category: text,
  since: text,
  images: text,
  timezone: text,
  source: text,
  map: text,
  report: text,
  'credentials-file': text,
  'keep-ids': flag,
  verify: flag,
} as const

/** The exit code of a program that was interrupted from the keyboard: 128 and the number of SIGINT. */
const interrupted = 130

/**
 * `kalends import FILE|URL`: brings the records of a file or an address into the calendar, as the first administrator; bad ones are reported
 * and left out. What was imported before is found again, so the same command continues an import that was cut off.
 */
export const importEvents = async (config: Config, args: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments('import', args, ['FILE|URL'], options)
  checkOptions(values)
  const map = values.map === undefined ? undefined : readMap(values.map)
  const address = positionals[0] ?? ''
  const source = await openSource(address, config)
  const isSite = values.format === siteFormat || (values.format === undefined && looksLikeSite(source))
  const keepsIds = values['keep-ids'] ?? false
  if (keepsIds && !isSite) {
    const format = findFormat(source, values.format)
    if (format === 'ndjson') {
      refuseWithIds({ ...values, format: undefined, report: undefined, 'dry-run': undefined, 'keep-ids': undefined })
      return importWithIds(config, source, values)
    }
    if (format !== 'wxr') throw new UserError(`${source.name} is ${formats[format].label}. ${withIds}`)
  }
  if (values.verify && !isSite) throw new UsageError('--verify compares with a live site, and this is none.')
  const site = isSite ? await openSite(address, config, values['credentials-file']) : undefined
  const database = await openDatabase(config, { mustExist: true })
  const log = createLog(config.logLevel, writeToStandardError())
  const library = createLibrary({ config, database, clock: Date.now, log })
  try {
    const { read, part } = site ? { ...site, part: 'record' } : await createReader(config, source, values.format)
    const users = await listUsers(database)
    const settings = await readSettings(config, database, users)
    const wanted: ImportOptions = {
      source: values.source ?? site?.name ?? source.name,
      updates: values.update ?? !source.isFile,
      isDry: values['dry-run'] ?? false,
      status: values.status,
      category: values.category,
      author: findAuthor(users, values.author),
      since: values.since,
      images: values.images === 'no' ? 'no' : 'copy',
      timezone: values.timezone,
      map,
    }
    const result = newResult()
    const reporting = { isDry: wanted.isDry === true, part, report: values.report }
    const progress = createProgress(source.bytes, 'record')
    let isStopped = false
    // The batch in progress is finished; pressing the keys again ends the program at once.
    process.once('SIGINT', () => {
      isStopped = true
    })
    const onBatch = (bytes: number): boolean => {
      if (!isStopped) progress.advance(bytes, countAll(result))
      return !isStopped
    }
    const running = { runId: Date.now(), result, onBatch, keepsIds }
    const writeReport = (): void => {
      if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify(result, null, 2)}\n`)
    }
    await importSource({ database, library, settings }, read, wanted, running).catch((error) => {
      // If the database becomes unavailable in the middle, what was imported so far stays.
      if (hasBegun(result)) printResult(result, reporting)
      result.faults.push({ message: errorText(error) })
      writeReport()
      throw error
    })
    if (isStopped) process.stderr.write('\nThe import was stopped. The same command goes on where it was.\n')
    else progress.finish(countAll(result))
    printResult(result, reporting)
    writeReport()
    if (isStopped) return interrupted
    const isVerified =
      !values.verify ||
      !site ||
      (await verifySite({ database, settings }, site.read, { ...wanted, keepsIds, report: values.report }, result))
    return result.faults.length === 0 && isVerified ? 0 : 1
  } finally {
    await library.close()
    await database.close()
  }
}

const hasBegun = ({ counts, faults, remarks }: Result): boolean =>
  Object.keys(counts).length + faults.length + remarks.length > 0

/** Reads the site again, prints each difference, and returns whether the contract explains all of them. */
const verifySite = async (
  { database, settings }: { readonly database: Database; readonly settings: ImportSettings },
  read: ReadRecords,
  { report, ...wanted }: ImportOptions & { readonly report: string | undefined; readonly keepsIds: boolean },
  result: Result,
): Promise<boolean> => {
  const records = read({ timezone: settings.config.zone.name }, () => undefined)
  const progress = createProgress(0, 'record')
  const to = { database, context: createImportContext(settings), source: wanted.source, asked: wanted }
  const verification = await verifyImport(to, records, (compared) => progress.advance(0, compared))
  const { compared, differences } = verification
  progress.finish(compared)
  for (const difference of differences) process.stdout.write(`${describeDifference(difference)}\n`)
  const unexplained = differences.filter(({ clause }) => clause === undefined).length
  process.stdout.write(
    `Compared ${countText(compared, 'record')}: ${countText(differences.length, 'difference')}, of which the contract explains ${differences.length - unexplained}.\n`,
  )
  if (report !== undefined) writeFileSync(report, `${JSON.stringify({ ...result, verification }, null, 2)}\n`)
  return unexplained === 0
}

type Options = ReturnType<typeof readArguments<typeof options>>['values']

/** @throws UsageError for an option with a value that it cannot have. */
const checkOptions = ({ since, format, 'keep-ids': keepsIds, ...common }: Options): void => {
  checkCommonOptions(common)
  checkWord('format', format, [...Object.keys(formats), siteFormat])
  if (since !== undefined && !isDay(since))
    throw new UsageError(`--since ${since}: it must be a date such as 2026-01-31.`)
  if (common.verify && common['dry-run'])
    throw new UsageError('--verify compares what was imported; a dry run imports nothing.')
  const { update, status, category, map } = common
  if (keepsIds) refuseWithIds({ update, status, category, map, since })
}

/** @throws UsageError for an option that was given. */
const refuseWithIds = (options: Readonly<Record<string, unknown>>): void => {
  const [changing] = Object.entries(options).filter(([, value]) => value !== undefined)
  if (changing)
    throw new UsageError(`--keep-ids takes everything over as it is: --${changing[0]} cannot be given with it.`)
}

/**
 * The format of a source: the one that was named, or the one that it looks like.
 * @throws UserError that says what the source is instead.
 */
const findFormat = ({ head, type, name }: Source, wanted: string | undefined): FormatName => {
  const found = wanted ?? recogniseFormat({ bytes: head, contentType: type, fileName: name })
  if (!isFormatName(found)) throw new UserError(`${name}: ${explainUnknown(found === 'html' ? found : 'unknown')}`)
  return found
}

/** What reads a source, and the noun of what it has one after the other. */
type Reader = { readonly read: ReadRecords; readonly part: string }

/** The reader of a source; what an address answers becomes a file where it has to be read several times. */
const createReader = async (config: Config, source: Source, wanted: string | undefined): Promise<Reader> => {
  const format: Format = formats[findFormat(source, wanted)]
  const { part } = format
  if (source.isFile || !format.passes) return { read: readRecords(format, source), part }
  const directory = await makeTemporary(config)
  const path = join(directory.path, 'source')
  await pipeline(source.read(), createWriteStream(path, { mode: 0o600 }))
  return { read: readRecords(format, { read: () => createReadStream(path), isFile: true }), part }
}

const findAuthor = (users: readonly User[], name: string | undefined): number | undefined => {
  if (name === undefined) return undefined
  const user = users.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!user) throw new UserError(`There is no user named ${name}.`)
  return user.id
}

const readSettings = async (config: Config, database: Database, users: readonly User[]): Promise<ImportSettings> => {
  const admin = users.find(({ role }) => role === 'administrator')
  if (!admin)
    throw new UserError('There is no administrator yet: add one with "kalends user add NAME --role administrator".')
  const current = withStored(config, await readStoredSettings(database))
  return { config: current, now: Date.now(), caller: { id: admin.id, role: 'administrator' } }
}

/** Most faults, and most remarks, that are printed; the summary counts all. */
const shown = 20

const names: readonly (keyof Counts)[] = ['created', 'updated', 'unchanged', 'skipped', 'failed']

/** Prints what came of an import: faults and remarks on standard error, the counts on standard output. `part` is what its source has one after the other, `report` the file that gets all of them. */
const printResult = (
  result: Result,
  { isDry, part, report }: { readonly isDry: boolean; readonly part: string; readonly report: string | undefined },
): void => {
  printFaults(result.remarks, report)
  printFaults(result.faults, report)
  const lines = needsCounts(result) ? countLines(result) : []
  const { created = 0, updated = 0 } = result.counts.event ?? {}
  const events = countText(created + updated, 'event')
  const failed = countText(result.faults.length, part)
  lines.push(
    isDry
      ? `This was a dry run: nothing was changed. It would import ${events}; ${failed} would fail.`
      : `Imported ${events}; ${failed} failed.`,
  )
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Whether the counts say more than the last line: there are other records than events, or some were neither created nor refused. */
const needsCounts = ({ counts }: Result): boolean =>
  importedKinds.some((kind) => kind !== 'event' && counts[kind]) ||
  names.some((name) => name !== 'created' && name !== 'failed' && (counts.event?.[name] ?? 0) > 0)

const countLines = (result: Result): string[] =>
  importedKinds.flatMap((kind) => {
    const counts = result.counts[kind]
    if (!counts) return []
    const parts = names.flatMap((name) => (counts[name] > 0 ? [`${counts[name]} ${name}`] : []))
    return [`${plurals[kind]}: ${parts.join(', ')}`]
  })

const printFaults = (faults: readonly ImportFault[], report: string | undefined): void => {
  for (const fault of faults.slice(0, shown)) process.stderr.write(`${placeText(fault)}${fault.message}\n`)
  const more = faults.length - shown
  const place = report === undefined ? '; --report FILE writes all of them' : `; all are in ${report}`
  if (more > 0) process.stderr.write(`… and ${more} more${place}.\n`)
}
