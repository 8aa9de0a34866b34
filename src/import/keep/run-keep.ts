import { writeFileSync } from 'node:fs'
import { UserError } from '../../accounts/users.ts'
import { doneWithFindings, reasonOf } from '../../cli/faults.ts'
import { openBare } from '../../cli/open-database.ts'
import { createProgress } from '../../cli/progress.ts'
import type { Config } from '../../config.ts'
import { readStoredSettings, withStored } from '../../core/stored-settings.ts'
import type { Database } from '../../db/database.ts'
import { countText } from '../../lib/count-text.ts'
import { checkFiles } from '../../media/check-files.ts'
import { scopeOf } from '../item-readers.ts'
import type { Source } from '../open-source.ts'
import { plurals as recordPlurals } from '../record.ts'
import type { ImportFault } from '../result.ts'
import { LineFault } from './faults.ts'
import { type KeptCounts, restoreExport } from './restore.ts'

/** `kalends import FILE --keep-ids`: takes an export over into an empty calendar, as it is. */
export const importKept = async (
  config: Config,
  source: Source,
  {
    'dry-run': isDry = false,
    report,
  }: { readonly 'dry-run'?: boolean | undefined; readonly report?: string | undefined },
): Promise<number> => {
  if (!source.isFile) throw new UserError('--keep-ids takes an export of Kalends only as a file.')
  const write = (result: { counts: KeptCounts; remarks: ImportFault[]; faults: ImportFault[] }): void => {
    if (report !== undefined) writeFileSync(report, `${JSON.stringify(result, null, 2)}\n`)
  }
  const { database, isNew, close } = await openBare(config)
  try {
    if (isNew || !(await hasUsers(database))) tellNew(config)
    const caller = { id: 0, role: 'administrator' } as const
    const current = isNew ? config : withStored(config, await readStoredSettings(database))
    const context = scopeOf({ config: current, now: Date.now(), caller })
    const progress = createProgress(source.bytes, 'line')
    let [bytes, lines] = [0, 0]
    const onLine = (more: number): void => {
      bytes += more
      progress.advance(bytes, ++lines)
    }
    const told: string[] = []
    const tell = (text: string): void => void told.push(text)
    const counts = await restoreExport(database, context, source.read(), { isDry, isNew, onLine, tell })
    progress.finish(lines)
    for (const text of told) process.stderr.write(`${text}\n`)
    const findings = isDry ? [] : await checkFiles(database, config, { repair: false, move: false })
    for (const { text } of findings) process.stderr.write(`${text}\n`)
    process.stdout.write(
      `${isDry ? 'This was a dry run: nothing was changed. It would import' : 'Imported'} ${countsText(counts)}.\n`,
    )
    write({
      counts,
      remarks: told.map((message) => ({ message })),
      faults: findings.map(({ text }) => ({ message: text })),
    })
    return findings.length === 0 ? 0 : doneWithFindings
  } catch (error) {
    write({ counts: {}, remarks: [], faults: [faultOf(error)] })
    throw error
  } finally {
    await close()
  }
}

const faultOf = (error: unknown): ImportFault =>
  error instanceof LineFault ? { line: error.line, message: error.reason } : { message: reasonOf(error) }

const hasUsers = async ({ kysely }: Database): Promise<boolean> =>
  (await kysely.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/** Says that nobody has used the calendar yet: a mistyped directory would look like one. An address of PostgreSQL may hold a password. */
const tellNew = ({ database: place }: Config): void => {
  const name = place.kind === 'sqlite' ? place.path : 'the database of KALENDS_DATABASE'
  process.stderr.write(
    `There is no calendar in ${name} yet: this makes a new one. If you meant another, check KALENDS_DATA and KALENDS_DATABASE.\n`,
  )
}

const countsText = (counts: KeptCounts): string =>
  Object.entries(counts)
    .map(([kind, count]) => countText(count, kind, plurals[kind as keyof KeptCounts]))
    .join(', ') || 'nothing'

const plurals: { readonly [kind in keyof KeptCounts]: string } = {
  ...recordPlurals,
  user: 'users',
  series: 'series',
  setting: 'settings',
}
