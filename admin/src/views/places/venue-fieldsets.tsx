import { t } from '../../texts.ts'
import { CheckField, TextField } from '../../ui/field.tsx'
import type { FormProps } from '../record/form.ts'
import { AboutFields, ContactFields, NameField } from './place-fieldsets.tsx'
import { PositionField } from './position-field.tsx'
import { type VenueForm, venueForm } from './venue-form.ts'

type Props = FormProps<VenueForm>

type AddressPart = 'address' | 'zip' | 'city' | 'province' | 'state' | 'stateprovince' | 'country'

/** The fields of a venue: what it is called, where it is, how to reach it. */
export const VenueFieldsets = ({ form, change, faults }: Props) => (
  <>
    <NameField form={form} change={change} fault={faults['title'] || faults['venue']} />
    <Address form={form} change={change} faults={faults} />
    <PositionField
      position={form.position}
      faults={[faults['geo_lat'], faults['geo_lng']]}
      onPosition={(position) => change({ position })}
    />
    <div class="row">
      <ContactFields form={form} change={change} faults={faults} />
    </div>
    <AboutFields form={form} change={change} faults={faults} />
  </>
)

const Address = ({ form, change, faults }: Props) => {
  const part = (name: AddressPart, hint?: string) => (
    <TextField
      label={venueForm.labels[name]()}
      hint={hint}
      value={form[name]}
      error={faults[name]}
      onValue={(value) => change({ [name]: value })}
    />
  )
  return (
    <fieldset>
      <legend>{t('Address')}</legend>
      {part('address')}
      <div class="row">
        {part('zip')}
        {part('city')}
      </div>
      <div class="row">
        {part('province')}
        {part('state')}
        {part('country')}
      </div>
      {part('stateprovince', t('Taken from the state or the province unless you write something else.'))}
    </fieldset>
  )
}

/** Whether the pages of its events show where a venue is. */
export const VenueSwitches = ({ form, change }: Props) => (
  <>
    <CheckField
      label={t('Pages of its events show a map')}
      checked={form.showMap}
      onChecked={(showMap) => change({ showMap })}
    />
    <CheckField
      label={t('Pages of its events link to a map')}
      checked={form.showMapLink}
      onChecked={(showMapLink) => change({ showMapLink })}
    />
  </>
)
