import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { Fault } from '../../ui/fault.tsx'
import { sendImport } from './imports-api.ts'

/** Takes a file, dropped or chosen, and sends it. */
export const ImportFile = ({
  isBusy,
  onSent,
}: {
  /** One file is imported at a time. */
  readonly isBusy: boolean
  readonly onSent: (id: number) => void
}) => {
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState('')
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (!file || isBusy || progress !== undefined) return
    setFault('')
    setProgress(0)
    try {
      onSent((await sendImport(file, setProgress)).id)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setProgress(undefined)
  }
  return (
    <>
      <Fault text={fault} />
      {progress !== undefined && <progress value={progress} max={1} aria-label={t('Uploading the file')} />}
      <DropArea
        button={t('Choose a file of events')}
        isPrimary
        isBusy={isBusy || progress !== undefined}
        accept=".ndjson,.jsonl,application/x-ndjson"
        hint={
          isBusy
            ? t('One file is imported at a time. Send the next one when this one is done.')
            : t('NDJSON: one event on each line, as JSON. The file can be dropped here.')
        }
        onFiles={take}
      />
    </>
  )
}
