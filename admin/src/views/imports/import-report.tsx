import { adminPath } from '../../api/root.ts'
import { t, tn } from '../../texts.ts'
import { Table } from '../../ui/table.tsx'
import { recordPath } from '../record-path.ts'
import { type Import, isUnfinished, type KeptRecord, type LineFault } from './imports-api.ts'
import { stateName } from './state-name.ts'

/** The progress or the result of an import: numbers, and the reason for each skipped line. */
export const ImportReport = ({ report }: { readonly report: Import }) => {
  const { id, state, file, done, lines, created, unchanged, failed, faults, message, result } = report
  return (
    <section class="card stack" aria-label={t('Report of import {id}', { id })}>
      <div class="row title">
        <h2>{t('Import {id}', { id })}</h2>
        <span class="badge" role="status">
          {stateName(report)}
        </span>
      </div>
      {isUnfinished(report) && <Progress report={report} />}
      {file && <p class="hint">{file}</p>}
      {message && <p class="fault">{message}</p>}
      <ul class="numbers">
        <li>{t('{done} of {lines} lines read', { done: Math.min(done, lines), lines })}</li>
        <li>{tn('{count} event created', '{count} events created', created)}</li>
        {unchanged > 0 && <li>{tn('{count} event unchanged', '{count} events unchanged', unchanged)}</li>}
        <li>{tn('{count} line left out', '{count} lines left out', failed)}</li>
      </ul>
      {faults.length > 0 && <Faults faults={faults} failed={failed} />}
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

const Progress = ({ report: { state, done, lines, result } }: { readonly report: Import }) =>
  state === 'undoing' ? (
    <progress
      value={result ? result.removed + result.kept : 0}
      max={result?.total || 1}
      aria-label={t('Undoing the import')}
    />
  ) : (
    <progress value={done} max={lines} aria-label={t('Importing the events')} />
  )

const Faults = ({ faults, failed }: { readonly faults: readonly LineFault[]; readonly failed: number }) => (
  <Table
    caption={t('Lines that were left out')}
    columns={[
      { key: 'line', name: t('Line'), kind: 'header', show: ({ line }) => line ?? '–' },
      { key: 'reason', name: t('Reason'), show: ({ message }) => message },
    ]}
    rows={faults}
    keyOf={({ line, message }) => `${line} ${message}`}
  >
    {failed > faults.length && (
      <p class="hint more">{tn('… and {count} more.', '… and {count} more.', failed - faults.length)}</p>
    )}
  </Table>
)

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
