import { formatInstant, formatNumber, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Import } from './imports-api.ts'
import { stateName } from './state-name.ts'

/** The last imports. */
export const ImportTable = ({
  imports,
  isBusy,
  onShow,
  onUndo,
}: {
  readonly imports: readonly Import[]
  /** One import is undone at a time. */
  readonly isBusy: boolean
  readonly onShow: (id: number) => void
  readonly onUndo: (one: Import) => void
}) => (
  <Table
    columns={[
      { key: 'id', name: t('Import'), kind: 'header', show: ({ id }) => id },
      { key: 'file', name: t('File'), show: ({ file }) => <span class="file-name">{file}</span> },
      { key: 'when', name: t('When'), show: ({ started }) => (started ? formatInstant(started) : '') },
      { key: 'by', name: t('By'), show: ({ user }) => user.name },
      { key: 'state', name: t('Status'), show: (one) => <span class="badge">{stateName(one)}</span> },
      { key: 'created', name: t('Created'), show: ({ created }) => formatNumber(created) },
      { key: 'failed', name: t('Left out'), show: ({ failed }) => formatNumber(failed) },
      {
        key: 'actions',
        name: t('Actions'),
        kind: 'actions',
        show: (one) => (
          <>
            <Button
              kind="quiet"
              aria-label={t('Show the report of import {id}', { id: one.id })}
              onClick={() => onShow(one.id)}
            >
              {t('Report')}
            </Button>
            {!isBusy && one.state !== 'undone' && one.created > 0 && (
              <Button aria-label={t('Undo import {id}', { id: one.id })} onClick={() => onUndo(one)}>
                {t('Undo')}
              </Button>
            )}
          </>
        ),
      },
    ]}
    rows={imports}
    keyOf={({ id }) => id}
  />
)
