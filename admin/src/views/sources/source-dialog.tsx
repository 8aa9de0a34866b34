import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { SelectField, UrlField } from '../../ui/field.tsx'
import { webAddress } from '../imports/import-file.tsx'
import { usualOptions } from '../imports/import-options.ts'
import { RecordOptionFields } from '../imports/record-option-fields.tsx'
import { intervalOptions, vanishedNames } from './source-texts.ts'
import { type Source, type SourceFields, type Vanished, writeSource } from './sources-api.ts'

/** Asks for a new source, or for changes of one. */
export const SourceDialog = ({
  source,
  onClose,
  onWritten,
}: {
  readonly source: Source | undefined
  readonly onClose: () => void
  readonly onWritten: (written: Source) => void
}) => {
  const [fields, setFields] = useState<SourceFields>(fieldsOf(source))
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = (changed: Partial<SourceFields>): void => setFields({ ...fields, ...changed })
  const submit = (event: Event): void => {
    event.preventDefault()
    setBusy(true)
    writeSource(source?.id, { ...fields, url: webAddress(fields.url) }).then(onWritten, (error: Error) => {
      setFault(error.message)
      setBusy(false)
    })
  }
  return (
    <Dialog title={source ? t('Change the source') : t('Add a source')} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Fault text={fault} />
        <UrlField
          label={t('Address')}
          hint={t('Of a calendar (iCalendar), a table, or a site with The Events Calendar or Kalends.')}
          value={fields.url}
          onValue={(url) => change({ url })}
        />
        <SelectField
          label={t('How often')}
          value={String(fields.every)}
          options={intervalOptions(fields.every)}
          onValue={(every) => change({ every: Number(every) })}
        />
        <SelectField
          label={t('Events that are no longer there')}
          value={fields.vanished}
          options={Object.entries(vanishedNames).map(([name, text]) => [name, text()] as const)}
          onValue={(vanished) => change({ vanished: vanished as Vanished })}
        />
        <RecordOptionFields options={fields} onChange={change} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {source ? t('Save') : t('Add a source')}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const fieldsOf = (source: Source | undefined): SourceFields => {
  const { url = '', every = 3600, vanished = 'cancel_then_trash', ...options } = source ?? {}
  const { status, category, images, timezone } = { ...usualOptions, ...options }
  return { url, every, vanished, status, category, images: images === 'copy' ? '' : images, timezone }
}
