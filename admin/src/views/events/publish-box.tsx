import type { Status } from '../../api/calendar.ts'
import { session } from '../../api/session.ts'
import { formatTime, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import type { EventFormState } from './use-event-form.ts'

/** Contributors submit for review; others publish (contract F5.10). */
const choices = (status: Status): readonly Status[] => {
  const all: Status[] =
    session()?.role === 'contributor' ? ['draft', 'pending'] : ['draft', 'pending', 'publish', 'future', 'private']
  return all.includes(status) ? all : [status, ...all]
}

/** Whether and when the event is public, and the button that saves. */
export const PublishBox = ({ page }: { readonly page: EventFormState }) => {
  const { form, change, faults, isBusy, isChanged, stored } = page
  return (
    <aside class="card stack" aria-label={t('Publication')}>
      <SelectField
        label={t('Status')}
        value={form.status}
        error={faults['status']}
        options={choices(form.status).map((status) => [status, statusName(status)] as const)}
        onValue={(status) => change({ status: status as Status })}
      />
      {form.status === 'future' && (
        <TextField
          label={t('Becomes public on')}
          type="datetime-local"
          value={form.date}
          error={faults['date']}
          onValue={(date) => change({ date })}
        />
      )}
      <CheckField label={t('Featured')} checked={form.featured} onChecked={(featured) => change({ featured })} />
      <CheckField label={t('Sticky in the month')} checked={form.sticky} onChecked={(sticky) => change({ sticky })} />
      <CheckField label={t('Hidden from lists')} checked={form.hidden} onChecked={(hidden) => change({ hidden })} />
      <TextField
        label={t('Name in the address')}
        hint={t('Made from the title when it is empty.')}
        value={form.slug}
        error={faults['slug']}
        onValue={(slug) => change({ slug })}
      />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t('Save')}
      </Button>
      {isChanged && stored && <Button onClick={page.discard}>{t('Discard the changes')}</Button>}
      <p class="hint" role="status">
        {statusText(page)}
      </p>
    </aside>
  )
}

const statusText = ({ isChanged, autosaved }: EventFormState): string => {
  if (autosaved && 'fault' in autosaved)
    return t('The draft is not saved: {reason} What you typed is kept in this browser.', { reason: autosaved.fault })
  if (isChanged) return t('Not saved yet.')
  return autosaved ? t('Saved as a draft at {time}.', { time: formatTime(autosaved.at) }) : ''
}
