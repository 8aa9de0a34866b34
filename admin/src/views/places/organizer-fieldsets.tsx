import { t } from '../../texts.ts'
import { TextField } from '../../ui/field.tsx'
import type { FormProps } from '../record/form.ts'
import type { OrganizerForm } from './organizer-form.ts'
import { AboutFields, ContactFields, NameField } from './place-fieldsets.tsx'

/** The fields of an organizer. */
export const OrganizerFieldsets = ({ form, change, faults }: FormProps<OrganizerForm>) => (
  <>
    <NameField form={form} change={change} fault={faults['title'] || faults['organizer']} />
    <div class="row">
      <TextField
        label={t('E-mail address')}
        type="email"
        value={form.email}
        error={faults['email']}
        onValue={(email) => change({ email })}
      />
      <ContactFields form={form} change={change} faults={faults} />
    </div>
    <AboutFields form={form} change={change} faults={faults} />
  </>
)
