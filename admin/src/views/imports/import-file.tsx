import { useRef, useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
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
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState('')
  const [isOver, setOver] = useState(false)
  const take = async (file: File | undefined): Promise<void> => {
    setOver(false)
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
    <fieldset
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer?.files[0])
      }}
    >
      <legend>{t('File of events')}</legend>
      <Fault text={fault} />
      {progress !== undefined && <progress value={progress} max={1} aria-label={t('Uploading the file')} />}
      <div class="actions">
        <Button kind="primary" isBusy={isBusy || progress !== undefined} onClick={() => input.current?.click()}>
          {t('Choose a file')}
        </Button>
      </div>
      <input
        ref={input}
        class="hidden"
        type="file"
        accept=".ndjson,.jsonl,application/x-ndjson"
        aria-label={t('File of events')}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          take(file)
          // The same file can be chosen again when it was mended.
          currentTarget.value = ''
        }}
      />
      <p class="hint">
        {isBusy
          ? t('One file is imported at a time. Send the next one when this one is done.')
          : t('NDJSON: one event on each line, as JSON. The file can be dropped here.')}
      </p>
    </fieldset>
  )
}
