import { formatBytes, formatInstant, t } from '../../texts.ts'

/** `kalends/v1/state`. */
export type ServerState = {
  readonly version: string
  readonly node: string
  readonly database: { readonly kind: string; readonly size: number; readonly version: string }
  readonly disk: { readonly free: number; readonly total: number } | null
  readonly data_directory: string
  readonly started: string
  readonly processes: number
  readonly last_backup: string | null
}

/** What is not as it should be, and what to do. */
type Warning = { readonly text: string; readonly advice: string }

/** A disk that is nearly full: in bytes, and as a share. */
const leastFree = 1_000_000_000
const leastShare = 0.05

const weekMilliseconds = 7 * 86_400_000

/** What an administrator should look after; `now` is in epoch milliseconds. */
export const warningsOf = ({ disk, database, last_backup }: ServerState, now: number): readonly Warning[] => {
  const warnings: Warning[] = []
  if (disk && (disk.free < leastFree || disk.free < disk.total * leastShare)) {
    warnings.push({
      text: t('The disk is nearly full: {free} are free.', { free: formatBytes(disk.free) }),
      advice: t(
        'Remove files that nobody needs, or move the data directory to a larger disk. Nothing can be saved once the disk is full.',
      ),
    })
  } else if (disk && disk.free < database.size * 2) {
    warnings.push({
      text: t('There is little room for a backup on the disk.'),
      advice: t('Write backups to another disk.'),
    })
  }
  const advice = t(
    'Have the server make one every day, with the command “kalends backup FILE” (in a clone: “npm run -s kalends -- backup FILE”), and keep the files on another machine.',
  )
  if (last_backup === null) warnings.push({ text: t('There is no backup yet.'), advice })
  else if (now - Date.parse(last_backup) > weekMilliseconds)
    warnings.push({ text: t('The last backup is of {date}.', { date: formatInstant(last_backup) }), advice })
  return warnings
}
