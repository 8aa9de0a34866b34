import type { ComponentChildren } from 'preact'
import { formatTime, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import type { RecordForm } from './record-fields.tsx'
import type { RecordFormState } from './use-record-form.ts'

type Props<F extends RecordForm, B extends object> = {
  readonly page: RecordFormState<F, B>
  /** The fields beside the form. */
  readonly children: ComponentChildren
}

/** Whether and when a record is public, and the button that saves. */
export const PublishBox = <F extends RecordForm, B extends object>({ page, children }: Props<F, B>) => {
  const { isBusy, isReadOnly, isChanged, stored } = page
  return (
    <aside class="card stack" aria-label={t('Publication')}>
      <fieldset class="unframed" disabled={isReadOnly}>
        {children}
      </fieldset>
      {!isReadOnly && (
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('Save')}
        </Button>
      )}
      {isChanged && stored && <Button onClick={page.discard}>{t('Discard the changes')}</Button>}
      <p class="hint" role="status">
        {statusText(page)}
      </p>
    </aside>
  )
}

const statusText = ({
  isChanged,
  autosaved,
  unsent,
}: Pick<RecordFormState<RecordForm, object>, 'isChanged' | 'autosaved' | 'unsent'>) => {
  if (unsent) return t('Not saved: {reason}', { reason: unsent })
  if (autosaved && 'fault' in autosaved)
    return t('The draft is not saved: {reason} What you typed is kept in this browser.', { reason: autosaved.fault })
  if (isChanged) return t('Not saved yet.')
  return autosaved ? t('Saved as a draft at {time}.', { time: formatTime(autosaved.at) }) : ''
}
