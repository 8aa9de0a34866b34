import { countText } from '../lib/count-text.ts'
import { importedKinds, plurals } from './record.ts'
import { type Counts, type ImportFault, placeText, type Result } from './result.ts'

/** Most faults, and most remarks, that are printed; the summary counts all. */
const shown = 20

const names: readonly (keyof Counts)[] = ['created', 'updated', 'unchanged', 'skipped', 'failed']

/** Prints what came of an import: faults and remarks on standard error, the counts on standard output. `part` is what its source has one after the other, `report` the file that gets all of them. */
export const tellResult = (
  result: Result,
  { isDry, part, report }: { readonly isDry: boolean; readonly part: string; readonly report: string | undefined },
): void => {
  tell(result.remarks, report)
  tell(result.faults, report)
  const lines = saysMore(result) ? countLines(result) : []
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
const saysMore = ({ counts }: Result): boolean =>
  importedKinds.some((kind) => kind !== 'event' && counts[kind]) ||
  names.some((name) => name !== 'created' && name !== 'failed' && (counts.event?.[name] ?? 0) > 0)

const countLines = (result: Result): string[] =>
  importedKinds.flatMap((kind) => {
    const counts = result.counts[kind]
    if (!counts) return []
    const parts = names.flatMap((name) => (counts[name] > 0 ? [`${counts[name]} ${name}`] : []))
    return [`${plurals[kind]}: ${parts.join(', ')}`]
  })

const tell = (faults: readonly ImportFault[], report: string | undefined): void => {
  for (const fault of faults.slice(0, shown)) process.stderr.write(`${placeText(fault)}${fault.message}\n`)
  const more = faults.length - shown
  const place = report === undefined ? '; --report FILE writes all of them' : `; all are in ${report}`
  if (more > 0) process.stderr.write(`… and ${more} more${place}.\n`)
}
