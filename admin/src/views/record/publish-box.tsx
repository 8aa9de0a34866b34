import type { ComponentChildren } from 'preact'
import type { Status } from '../../api/calendar.ts'
import { siteClock } from '../../api/root.ts'
import { mayPublish } from '../../api/session.ts'
import { formatTime, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import type { RecordForm } from './form.ts'
import type { RecordFormState } from './use-record-form.ts'

type Props<F extends RecordForm, B extends object> = {
  readonly page: RecordFormState<F, B>
  /** What only some kinds of records have. */
  readonly children?: ComponentChildren
}

/** Contributors submit for review; others publish (contract F5.10). */
const choices = (status: Status): readonly Status[] => {
  const all: Status[] = mayPublish() ? ['draft', 'pending', 'publish', 'future', 'private'] : ['draft', 'pending']
  return all.includes(status) ? all : [status, ...all]
}

/** A record that is scheduled becomes public tomorrow morning, unless a time to come was chosen before. */
const proposal = (status: string, date: string): { readonly date?: string } =>
  status === 'future' && date <= siteClock(Date.now())
    ? { date: `${siteClock(Date.now() + 86_400_000).slice(0, 10)}T09:00` }
    : {}

/** Whether and when a record is public, and the button that saves. */
export const PublishBox = <F extends RecordForm, B extends object>({ page, children }: Props<F, B>) => {
  const { form, change, faults, isBusy, isReadOnly, isChanged, stored } = page
  return (
    <aside class="card stack" aria-label={t('Publication')}>
      <fieldset class="unframed" disabled={isReadOnly}>
        <SelectField
          label={t('Status')}
          value={form.status}
          error={faults['status']}
          options={choices(form.status).map((status) => [status, statusName(status)] as const)}
          onValue={(status) => change({ status: status as Status, ...proposal(status, form.date) })}
        />
        {form.status === 'future' && (
          <TextField
            name="date"
            label={t('Becomes public on')}
            type="datetime-local"
            value={form.date}
            error={faults['date']}
            onValue={(date) => change({ date })}
          />
        )}
        {children}
        <TextField
          label={t('Slug (URL)')}
          hint={t('If empty, it is made from the title.')}
          value={form.slug}
          error={faults['slug']}
          onValue={(slug) => change({ slug })}
        />
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
