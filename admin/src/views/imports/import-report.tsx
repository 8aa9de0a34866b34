import { adminPath } from '../../api/root.ts'
import { fromServer, t, tn } from '../../texts.ts'
import { recordPath } from '../record-path.ts'
import { type Import, importName, isUnfinished, type KeptRecord, stateName } from './imports-api.ts'
import { RunDetails } from './run-details.tsx'

/** The progress or the result of an import, or what it would do. */
export const ImportReport = ({ report }: { readonly report: Import }) => {
  const { state, file, dry_run, done, lines, message, result } = report
  const name = importName(report)
  return (
    <section class="card stack" aria-label={t('Report of the import of {name}', { name })}>
      <div class="row title">
        <h2>{dry_run ? t('What would be imported') : t('Import of {name}', { name })}</h2>
        <span class="badge" role="status">
          {stateName(report)}
        </span>
      </div>
      {isUnfinished(report) && <Progress report={report} />}
      {dry_run && file && <p class="hint">{file}</p>}
      {message && <p class="fault">{fromServer(message)}</p>}
      {dry_run && state === 'done' && <p>{t('Nothing has been changed yet.')}</p>}
      {lines > 0 && !dry_run && <p>{t('{done} of {lines} lines read', { done: Math.min(done, lines), lines })}</p>}
      <RunDetails run={report} />
      {result && (
        <>
          <p>
            {tn('Undone: {count} record was removed.', 'Undone: {count} records were removed.', result.removed)}{' '}
            {result.kept === 0
              ? state === 'undone' && t('Nothing has stayed.')
              : tn(
                  '{count} record stays, since somebody has changed it or something else uses it:',
                  '{count} records stay, since somebody has changed them or something else uses them:',
                  result.kept,
                )}
          </p>
          {result.kept > 0 && <KeptList records={result.records} kept={result.kept} />}
        </>
      )}
    </section>
  )
}

const Progress = ({ report: { state, dry_run, done, lines, result } }: { readonly report: Import }) => {
  if (state === 'undoing')
    return (
      <progress
        value={result ? result.removed + result.kept : 0}
        max={result?.total || 1}
        aria-label={t('Undoing the import')}
      />
    )
  if (dry_run) return <progress aria-label={t('Reading the file')} />
  // Only lines are counted before they are read.
  return <progress {...(lines > 0 && { value: done, max: lines })} aria-label={t('Importing the events')} />
}

const KeptList = ({ records, kept }: { readonly records: readonly KeptRecord[]; readonly kept: number }) => (
  <ul>
    {records.map(({ id, kind, title }) => (
      <li key={`${kind} ${id}`}>
        <a href={`${adminPath}${recordPath(kind, id)}`}>{title}</a>
      </li>
    ))}
    {kept > records.length && <li>{tn('… and {count} more.', '… and {count} more.', kept - records.length)}</li>}
  </ul>
)
