import { formatInstant, formatNumber, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
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
  <div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Import')}</th>
          <th scope="col">{t('File')}</th>
          <th scope="col">{t('When')}</th>
          <th scope="col">{t('By')}</th>
          <th scope="col">{t('Status')}</th>
          <th scope="col">{t('Created')}</th>
          <th scope="col">{t('Left out')}</th>
          <th scope="col">{t('Actions')}</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <th scope="row">{one.id}</th>
            <td class="file-name">{one.file}</td>
            <td>{one.started ? formatInstant(one.started) : ''}</td>
            <td>{one.user.name}</td>
            <td>
              <span class="badge">{stateName(one)}</span>
            </td>
            <td>{formatNumber(one.created)}</td>
            <td>{formatNumber(one.failed)}</td>
            <td class="actions">
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
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
