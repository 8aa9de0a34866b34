import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { eventFields } from '../events/event-fields.tsx'
import { labelOf } from '../history/versions.ts'
import type { SeriesPlace } from './series-place.ts'

/** In which fields an occurrence differs from its series, in words. */
export const ownFieldsInWords = (names: readonly string[]): string =>
  names.map((name) => (name === 'start_date' ? t('When') : labelOf(eventFields, name))).join(', ')

/** Shows that an occurrence differs from its series, and can undo that. */
export const ExceptionNotice = ({
  place: { series, ownFields },
  mayChange,
  onTakeBack,
}: {
  readonly place: SeriesPlace
  readonly mayChange: boolean
  readonly onTakeBack: () => Promise<void>
}) => {
  const [isBusy, setBusy] = useState(false)
  if (ownFields.length === 0) return null
  const takeBack = (): void => {
    setBusy(true)
    onTakeBack()
      .then(() => notify(t('This event is as its series again.')), notifyFault)
      .finally(() => setBusy(false))
  }
  return (
    <div class="notice">
      <span>{t('This event differs from its series: {fields}.', { fields: ownFieldsInWords(ownFields) })}</span>
      {mayChange && series && (
        <Button isBusy={isBusy} onClick={takeBack}>
          {t('Make it as its series again')}
        </Button>
      )}
    </div>
  )
}
