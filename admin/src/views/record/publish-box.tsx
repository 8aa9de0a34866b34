import type { ComponentChildren } from 'preact'
import type { Status } from '../../api/calendar.ts'
import { mayPublish } from '../../api/session.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import type { Faults, RecordForm } from './form.ts'

type Props = {
  readonly form: RecordForm
  readonly change: (changed: Partial<RecordForm>) => void
  readonly faults: Faults
  readonly isBusy: boolean
  readonly isChanged: boolean
  /** What only some kinds of records have. */
  readonly children?: ComponentChildren
}

/** Contributors submit for review; others publish (contract F5.10). */
const choices = (status: Status): readonly Status[] => {
  const all: Status[] = mayPublish() ? ['draft', 'pending', 'publish', 'future', 'private'] : ['draft', 'pending']
  return all.includes(status) ? all : [status, ...all]
}

/** Whether and when a record is public, and the button that saves. */
export const PublishBox = ({ form, change, faults, isBusy, isChanged, children }: Props) => (
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
    {children}
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
    <p class="hint" role="status">
      {isChanged ? t('Not saved yet.') : ''}
    </p>
  </aside>
)
