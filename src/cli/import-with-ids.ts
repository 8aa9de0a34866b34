import { writeFileSync } from 'node:fs'
import { UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import { readStoredSettings, withStored } from '../core/stored-settings.ts'
import type { Database } from '../db/database.ts'
import { type KeptCounts, restoreExport } from '../import/apply/keep-ids/restore.ts'
import { LineFault } from '../import/apply/keep-ids/rows.ts'
import type { Source } from '../import/read/open-source.ts'
import { createImportContext } from '../import/read/readers.ts'
import { plurals as recordPlurals } from '../import/read/record.ts'
import type { ImportFault } from '../import/run/result.ts'
import { countText } from '../lib/count-text.ts'
import { errorText } from '../lib/error-text.ts'
import { checkFiles } from '../media/check-files.ts'
import { doneWithFindings } from './faults.ts'
import { openBare } from './open-database.ts'
import { createProgress } from './progress.ts'

/** `kalends import FILE --keep-ids`: takes an export over into an empty calendar, as it is. */
export const importWithIds = async (
  config: Config,
  source: Source,
  {
    'dry-run': isDry = false,
    report,
  }: { readonly 'dry-run'?: boolean | undefined; readonly report?: string | undefined },
): Promise<number> => {
  if (!source.isFile) throw new UserError('--keep-ids takes an export of Kalends only as a file.')
  const writeReport = (result: { counts: KeptCounts; remarks: ImportFault[]; faults: ImportFault[] }): void => {
    if (report !== undefined) writeFileSync(report, `${JSON.stringify(result, null, 2)}\n`)
  }
  const { database, isNew, close } = await openBare(config)
  try {
    if (isNew || !(await hasUsers(database))) announceNew(config)
    const caller = { id: 0, role: 'administrator' } as const
    const current = isNew ? config : withStored(config, await readStoredSettings(database))
    const context = createImportContext({ config: current, now: Date.now(), caller })
    const progress = createProgress(source.bytes, 'line')
    let [bytes, lines] = [0, 0]
    const onLine = (more: number): void => {
      bytes += more
      progress.advance(bytes, ++lines)
    }
    const messages: string[] = []
    const tell = (text: string): void => void messages.push(text)
    const counts = await restoreExport(database, context, source.read(), { isDry, isNew, onLine, tell })
    progress.finish(lines)
    for (const text of messages) process.stderr.write(`${text}\n`)
    const findings = isDry ? [] : await checkFiles(database, config, { repair: false, move: false })
    for (const { text } of findings) process.stderr.write(`${text}\n`)
    process.stdout.write(
      `${isDry ? 'This was a dry run: nothing was changed. It would import' : 'Imported'} ${writeCounts(counts)}.\n`,
    )
    writeReport({
      counts,
      remarks: messages.map((message) => ({ message })),
      faults: findings.map(({ text }) => ({ message: text })),
    })
    return findings.length === 0 ? 0 : doneWithFindings
  } catch (error) {
    writeReport({ counts: {}, remarks: [], faults: [describeFault(error)] })
    throw error
  } finally {
    await close()
  }
}

const describeFault = (error: unknown): ImportFault =>
  error instanceof LineFault ? { line: error.line, message: error.reason } : { message: errorText(error) }

const hasUsers = async ({ kysely }: Database): Promise<boolean> =>
  (await kysely.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/** Says that nobody has used the calendar yet: a mistyped directory would look like one. An address of PostgreSQL may hold a password. */
const announceNew = ({ database: place }: Config): void => {
  const name = place.kind === 'sqlite' ? place.path : 'the database of KALENDS_DATABASE'
  process.stderr.write(
    `There is no calendar in ${name} yet: this makes a new one. If you meant another, check KALENDS_DATA and KALENDS_DATABASE.\n`,
  )
}

const writeCounts = (counts: KeptCounts): string =>
  Object.entries(counts)
    .map(([kind, count]) => countText(count, kind, plurals[kind as keyof KeptCounts]))
    .join(', ') || 'nothing'

const plurals: { readonly [kind in keyof KeptCounts]: string } = {
  ...recordPlurals,
  user: 'users',
  series: 'series',
  setting: 'settings',
}
