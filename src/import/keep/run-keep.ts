import { writeFileSync } from 'node:fs'
import { UserError } from '../../accounts/users.ts'
import { openDatabase } from '../../cli/open-database.ts'
import { createProgress } from '../../cli/progress.ts'
import type { Config } from '../../config.ts'
import { readStoredSettings, withStored } from '../../core/stored-settings.ts'
import { checkFiles } from '../../media/check-files.ts'
import { scopeOf } from '../item-readers.ts'
import type { Source } from '../open-source.ts'
import { plurals as recordPlurals } from '../report.ts'
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
  const database = await openDatabase(config)
  try {
    const caller = { id: 0, role: 'administrator' } as const
    const current = withStored(config, await readStoredSettings(database))
    const context = scopeOf({ config: current, now: Date.now(), caller })
    const progress = createProgress(source.bytes, 'lines')
    let [bytes, lines] = [0, 0]
    const onLine = (more: number): void => {
      bytes += more
      progress.advance(bytes, ++lines)
    }
    const counts = await restoreExport(database, context, source.read(), { isDry, onLine })
    progress.finish(lines)
    const findings = isDry ? [] : await checkFiles(database, config, { repair: false, move: false })
    for (const { text } of findings) process.stderr.write(`${text}\n`)
    process.stdout.write(
      `${isDry ? 'This was a dry run: nothing was changed. It would import' : 'Imported'} ${told(counts)}.\n`,
    )
    if (report !== undefined)
      writeFileSync(
        report,
        `${JSON.stringify({ counts, faults: findings.map(({ text }) => ({ message: text })) }, null, 2)}\n`,
      )
    return findings.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

const told = (counts: KeptCounts): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${count === 1 ? kind : (plurals[kind as keyof KeptCounts] ?? kind)}`)
    .join(', ') || 'nothing'

const plurals: { readonly [kind in keyof KeptCounts]: string } = {
  ...recordPlurals,
  user: 'users',
  series: 'series',
  setting: 'settings',
}
