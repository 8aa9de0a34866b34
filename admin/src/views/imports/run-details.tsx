import type { ComponentChildren } from 'preact'
import { formatLocal, formatNumber, fromServer, t, tn } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'
import { Table } from '../../ui/table.tsx'
import {
  type Action,
  actions,
  type Counts,
  countsByKind,
  type ImportFault,
  type ImportRun,
  importedKinds,
  kindName,
  kindsName,
  type PreviewRecord,
} from './imports-api.ts'

const actionNames: Readonly<Record<Action, () => string>> = {
  created: () => t('New'),
  updated: () => t('Updated'),
  unchanged: () => t('Unchanged'),
  skipped: () => t('Skipped'),
  failed: () => t('With faults'),
}

/** What came of the records of an import or of a run of a source: numbers of each kind, the first records, faults and remarks. */
export const RunDetails = ({ run }: { readonly run: ImportRun }) => {
  const { faults, failed, report } = run
  const { remarks = [], preview = [] } = report
  return (
    <>
      <CountTable run={run} />
      {preview.length > 0 && <Preview records={preview} />}
      {faults.length > 0 && (
        <FaultTable caption={t('What was left out')} faults={faults}>
          {failed > faults.length && (
            <p class="hint more">{tn('… and {count} more.', '… and {count} more.', failed - faults.length)}</p>
          )}
        </FaultTable>
      )}
      {remarks.length > 0 && (
        <details>
          <summary>{tn('{count} remark', '{count} remarks', remarks.length)}</summary>
          <FaultTable caption={t('Remarks')} faults={remarks} />
        </details>
      )}
    </>
  )
}

const CountTable = ({ run }: { readonly run: ImportRun }) => {
  const rows = countsByKind(run)
  if (rows.length === 0) return run.state === 'done' ? <p>{t('There is nothing to import in it.')}</p> : null
  return (
    <Table
      columns={[
        { key: 'kind', name: t('Kind'), kind: 'header', show: ({ kind }) => kindsName(kind) },
        ...actions.map((action) => ({
          key: action,
          name: actionNames[action](),
          // A phone shows no empty cells.
          show: ({ own }: { readonly own: Counts }) => (own[action] > 0 ? formatNumber(own[action]) : ''),
        })),
      ]}
      rows={rows}
      keyOf={({ kind }) => kind}
    />
  )
}

const Preview = ({ records }: { readonly records: readonly PreviewRecord[] }) => (
  <Table
    caption={t('The first records')}
    columns={[
      { key: 'title', name: t('Title'), kind: 'header', show: ({ title }) => plainText(title) || t('(no title)') },
      { key: 'kind', name: t('Kind'), show: ({ kind }) => kindName(kind) },
      { key: 'start', name: t('Start'), show: ({ start_date }) => (start_date ? showStart(start_date) : '') },
      { key: 'action', name: t('Status'), show: ({ action }) => <span class="badge">{actionNames[action]()}</span> },
    ]}
    rows={importedKinds.flatMap((kind) => records.filter((one) => one.kind === kind))}
    keyOf={(one) => records.indexOf(one)}
  />
)

/** Days without a time begin at midnight. */
const showStart = (start: string): string => formatLocal(start, !/ (?!00:00)/.test(start))

const FaultTable = ({
  caption,
  faults,
  children,
}: {
  readonly caption: string
  readonly faults: readonly ImportFault[]
  readonly children?: ComponentChildren
}) => (
  <Table
    caption={caption}
    columns={[
      {
        key: 'place',
        name: faults.some(({ place }) => place !== undefined) ? t('Where in the file') : t('Line'),
        kind: 'header',
        show: ({ line, place }) => line ?? (place === undefined ? '–' : fromServer(place)),
      },
      { key: 'reason', name: t('Reason'), show: ({ message }) => fromServer(message) },
    ]}
    rows={faults}
    keyOf={(fault) => faults.indexOf(fault)}
  >
    {children}
  </Table>
)
