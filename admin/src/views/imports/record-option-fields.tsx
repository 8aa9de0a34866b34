import { t } from '../../texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import { ZoneField } from '../../ui/zone-field.tsx'
import type { RecordOptions } from './imports-api.ts'

/** The fields for what imports and sources do with all their records. */
export const RecordOptionFields = ({
  options: { status, category, images, timezone },
  onChange,
}: {
  readonly options: RecordOptions
  readonly onChange: (changed: Partial<RecordOptions>) => void
}) => (
  <>
    <div class="row">
      <SelectField
        label={t('Status of the events')}
        value={status}
        options={[
          ['', t('As in the calendar that is read')],
          ...['publish', 'draft', 'pending', 'private'].map((name) => [name, statusName(name)] as const),
        ]}
        onValue={(status) => onChange({ status })}
      />
      <SelectField
        label={t('Images')}
        value={images}
        options={[
          ['', t('Copied into the library')],
          ['no', t('Not imported')],
        ]}
        onValue={(images) => onChange({ images })}
      />
    </div>
    <div class="row">
      <TextField
        label={t('A category for all events')}
        hint={t('It is created if there is none of this name.')}
        value={category}
        maxLength={200}
        onValue={(category) => onChange({ category })}
      />
      <ZoneField
        label={t('Time zone')}
        hint={t('For times without a time zone. Empty: the time zone of the site.')}
        value={timezone}
        onValue={(timezone) => onChange({ timezone })}
      />
    </div>
  </>
)
