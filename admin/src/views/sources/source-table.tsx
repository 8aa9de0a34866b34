import { formatInstant, fromServer, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { intervalName, sourceState } from './source-texts.ts'
import { isBeingRead, type Source } from './sources-api.ts'

/** The sources, and what can be done with each. */
export const SourceTable = ({
  sources,
  onRead,
  onRuns,
  onChange,
  onRemove,
}: {
  readonly sources: readonly Source[]
  readonly onRead: (source: Source) => void
  readonly onRuns: (source: Source) => void
  readonly onChange: (source: Source) => void
  readonly onRemove: (source: Source) => void
}) => (
  <Table
    columns={[
      { key: 'name', name: t('Source'), kind: 'header', show: ({ name }) => <span class="file-name">{name}</span> },
      { key: 'every', name: t('How often'), show: ({ every }) => intervalName(every) },
      {
        key: 'state',
        name: t('Status'),
        show: (source) => (
          <>
            <span class={source.state === 'active' ? 'badge publish' : 'badge pending'}>
              {isBeingRead(source) ? t('is being read') : sourceState(source)}
            </span>
            {source.message && source.state !== 'waiting' && <p class="hint">{fromServer(source.message)}</p>}
          </>
        ),
      },
      {
        key: 'next',
        name: t('Next time'),
        show: (source) =>
          source.state === 'waiting' || source.state === 'stopped' || isBeingRead(source)
            ? ''
            : formatInstant(source.next),
      },
      {
        key: 'actions',
        name: t('Actions'),
        kind: 'actions',
        show: (source) => {
          const { name } = source
          return (
            <>
              <Button
                isBusy={isBeingRead(source)}
                aria-label={t('Read now: {name}', { name })}
                onClick={() => onRead(source)}
              >
                {t('Read now')}
              </Button>
              <Button kind="quiet" aria-label={t('Show the runs of {name}', { name })} onClick={() => onRuns(source)}>
                {t('Runs')}
              </Button>
              <Button kind="quiet" aria-label={t('Change {name}', { name })} onClick={() => onChange(source)}>
                {t('Change')}
              </Button>
              <Button kind="danger" aria-label={t('Remove {name}', { name })} onClick={() => onRemove(source)}>
                {t('Remove')}
              </Button>
            </>
          )
        },
      },
    ]}
    rows={sources}
    keyOf={({ id }) => id}
  />
)
