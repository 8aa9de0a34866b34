import { useEffect, useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/fault.tsx'
import { CheckField } from '../../ui/field.tsx'
import { ColumnFields } from './column-fields.tsx'
import type { ImportOptions } from './import-options.ts'
import { type Origin, sendImport } from './imports-api.ts'
import { readColumns } from './read-columns.ts'
import { RecordOptionFields } from './record-option-fields.tsx'

/** What was chosen, and how it is to be imported. */
export type Draft = { readonly origin: Origin; readonly options: ImportOptions }

/** Shows what was chosen, asks for the options, and sends it: first for a look, then to import it. */
export const ImportDraft = ({
  draft: { origin, options },
  isBusy,
  isLookedAt,
  onOptions,
  onSent,
  onClose,
}: {
  readonly draft: Draft
  /** One file is imported at a time. */
  readonly isBusy: boolean
  /** A dry run with these options has shown what would happen. */
  readonly isLookedAt: boolean
  readonly onOptions: (changed: Partial<ImportOptions>) => void
  readonly onSent: (id: number, isDry: boolean) => void
  readonly onClose: () => void
}) => {
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState('')
  const columns = useColumns(origin)
  const send = async (isDry: boolean): Promise<void> => {
    setFault('')
    setProgress(0)
    try {
      onSent((await sendImport(origin, options, isDry, setProgress)).id, isDry)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setProgress(undefined)
  }
  const isSending = progress !== undefined
  return (
    <section class="card stack" aria-label={t('What is imported')}>
      <h2 class="file-title">{'file' in origin ? origin.file.name : origin.url}</h2>
      <Fault text={fault} />
      {isSending && <progress value={progress} max={1} aria-label={t('Uploading the file')} />}
      <details>
        <summary>{t('Options')}</summary>
        <div class="stack">
          <RecordOptionFields options={options} onChange={onOptions} />
          <CheckField
            label={t('Update what was imported before and has changed since')}
            checked={options.update}
            onChecked={(update) => onOptions({ update })}
          />
        </div>
      </details>
      {columns.length > 0 && (
        <details>
          <summary>{t('Columns of the table')}</summary>
          <ColumnFields columns={columns} map={options.map} onMap={(map) => onOptions({ map })} />
        </details>
      )}
      <div class="actions">
        <Button kind={isLookedAt ? 'plain' : 'primary'} isBusy={isBusy || isSending} onClick={() => send(true)}>
          {t('Look first')}
        </Button>
        {isLookedAt && (
          <Button kind="primary" isBusy={isBusy || isSending} onClick={() => send(false)}>
            {t('Import these records')}
          </Button>
        )}
        <Button disabled={isSending} onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
      {!isLookedAt && <p class="hint">{t('Shows what would be imported. Nothing is changed yet.')}</p>}
    </section>
  )
}

/** The titles of the columns of a table; none for another file. */
const useColumns = (origin: Origin): readonly string[] => {
  const [columns, setColumns] = useState<readonly string[]>([])
  useEffect(() => {
    let isLast = true
    setColumns([])
    if ('file' in origin)
      readColumns(origin.file).then(
        (found) => isLast && setColumns(found),
        // The server reports a file that cannot be read.
        () => undefined,
      )
    return () => {
      isLast = false
    }
  }, [origin])
  return columns
}
