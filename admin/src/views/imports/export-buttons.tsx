import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { fetchExport } from './imports-api.ts'

/** Saves the whole calendar as a file. */
export const ExportButtons = () => {
  const [isBusy, setBusy] = useState(false)
  const save = async (format: 'ndjson' | 'csv'): Promise<void> => {
    setBusy(true)
    try {
      const address = URL.createObjectURL(await fetchExport(format))
      Object.assign(document.createElement('a'), { href: address, download: `calendar.${format}` }).click()
      // The browser has begun to save it by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch (error) {
      notifyFault(error)
    }
    setBusy(false)
  }
  return (
    <section class="stack">
      <h2>{t('Export')}</h2>
      <p class="hint">
        {t(
          'NDJSON has everything, also drafts and private records, and can be imported again. CSV is a table of the events.',
        )}
      </p>
      <div class="actions">
        <Button isBusy={isBusy} onClick={() => save('ndjson')}>
          {t('Export everything as NDJSON')}
        </Button>
        <Button isBusy={isBusy} onClick={() => save('csv')}>
          {t('Export the events as CSV')}
        </Button>
      </div>
    </section>
  )
}
