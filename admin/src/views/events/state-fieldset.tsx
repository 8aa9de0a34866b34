import { t } from '../../texts.ts'
import { SelectField, TextField, UrlField } from '../../ui/field.tsx'
import type { FormProps } from '../record/form.ts'
import { attendanceNames, optionsOf, stateNames } from './event-state.ts'
import type { EventForm } from './form-state.ts'

/** Whether the event takes place as planned, and how it is attended. */
export const StateFieldset = ({ form, change, faults }: FormProps<EventForm>) => {
  const isOnline = form.attendance !== 'offline' || form.state === 'moved_online' || form.virtualUrl !== ''
  return (
    <fieldset>
      <legend>{t('Does it take place?')}</legend>
      <div class="row">
        <SelectField
          label={t('Event status')}
          value={form.state}
          options={optionsOf(stateNames)}
          error={faults['event_status']}
          onValue={(state) => change({ state })}
        />
        {(form.state !== 'scheduled' || form.stateReason !== '') && (
          <TextField
            label={t('Reason')}
            hint={t('Visitors read it on the page of the event.')}
            value={form.stateReason}
            maxLength={300}
            error={faults['event_status_reason']}
            onValue={(stateReason) => change({ stateReason })}
          />
        )}
      </div>
      <div class="row">
        <SelectField
          label={t('Attendance')}
          value={form.attendance}
          options={optionsOf(attendanceNames)}
          error={faults['attendance_mode']}
          onValue={(attendance) => change({ attendance })}
        />
        {isOnline && (
          <UrlField
            label={t('Address online')}
            value={form.virtualUrl}
            error={faults['virtual_url']}
            onValue={(virtualUrl) => change({ virtualUrl })}
          />
        )}
      </div>
    </fieldset>
  )
}
