import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { Fault } from '../../ui/fault.tsx'
import { sendImport } from './imports-api.ts'

const example = [
  '{"title": "Summer fair", "start_date": "2027-06-12 14:00", "end_date": "2027-06-12 18:00", "venue": {"venue": "Town hall", "city": "Springfield"}, "categories": ["Fairs"]}',
  '{"title": "Flea market", "start_date": "2027-06-13", "end_date": "2027-06-13", "all_day": true, "cost": "Free", "tags": ["outdoor"]}',
].join('\n')

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
      <details>
        <summary>{t('What a file looks like')}</summary>
        <p>
          {t(
            'Each line is one event. It needs a title, a start and an end; the rest can be left out. Venues, organizers, categories and tags that exist are used, others are created.',
          )}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard scrolls it. */}
        <pre class="example" tabIndex={0}>
          {example}
        </pre>
      </details>
    </>
  )
}
