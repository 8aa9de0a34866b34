import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatBytes, formatInstant, formatNumber, t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { type ServerState, warningsOf } from './state-warnings.ts'

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
