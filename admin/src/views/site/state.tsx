import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatBytes, formatInstant, formatNumber, t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { LoadedState } from '../../ui/state.tsx'

/** How the server is, and what an administrator should do about it. */
export const StateView = () => {
  const loaded = useLoaded('', () => read<ServerState>('kalends/v1', 'state'))
  return (
    <>
      <Heading title={t('Server status')} />
      <LoadedState loaded={loaded}>
        {(state) => (
          <div class="stack state">
            <Warnings state={state} />
            <Facts state={state} />
          </div>
        )}
      </LoadedState>
    </>
  )
}

const Warnings = ({ state }: { readonly state: ServerState }) => {
  const warnings = warningsOf(state, Date.now())
  if (warnings.length === 0) return <p class="notice">{t('Everything is in order.')}</p>
  return (
    <section class="stack" aria-label={t('Warnings')}>
      {warnings.map(({ text, advice }) => (
        <p key={text} class="notice failed">
          <span>
            <strong>{text}</strong> {advice}
          </span>
        </p>
      ))}
    </section>
  )
}

const databaseNames: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const Facts = ({ state }: { readonly state: ServerState }) => {
  const { version, node, database, disk, data_directory, started, processes, last_backup } = state
  const facts: readonly (readonly [string, string])[] = [
    [t('Version of Kalends'), version],
    [t('Version of Node.js'), node],
    [t('Database'), database.version || (databaseNames[database.kind] ?? database.kind)],
    [t('Size of the database'), formatBytes(database.size)],
    [
      t('Disk'),
      disk
        ? t('{free} of {total} are free', { free: formatBytes(disk.free), total: formatBytes(disk.total) })
        : t('unknown'),
    ],
    [t('Data directory'), data_directory],
    [t('Last backup'), last_backup ? formatInstant(last_backup) : t('none yet')],
    [t('Running since'), formatInstant(started)],
    [t('Processes'), formatNumber(processes)],
  ]
  return (
    <dl class="facts card">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** `kalends/v1/state`. */
type ServerState = {
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
const warningsOf = ({ disk, database, last_backup }: ServerState, now: number): readonly Warning[] => {
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
