import type { OrganizerFields, Schemas } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'
import type { FormKind } from '../record/form.ts'
import { newPlaceForm, placeFaultsOf, placeFieldsOf, placeFormOf, placeLabels } from './place-form.ts'
import type { PlaceForm } from './place-kind.ts'

/** The values of the form of an organizer, as strings. */
export type OrganizerForm = PlaceForm & { readonly email: string }

/** The form of a new organizer. */
export const newOrganizerForm = (): OrganizerForm => ({ ...newPlaceForm(), email: '' })

/** Fills the form with an organizer. */
export const organizerFormOf = (organizer: Schemas['Organizer']): OrganizerForm => ({
  ...placeFormOf(organizer.organizer, organizer),
  email: plainText(organizer.email ?? ''),
})

/** The form of organizers. */
export const organizerForm: FormKind<OrganizerForm, OrganizerFields> = {
  labels: { ...placeLabels, email: () => t('E-mail address') },
  fieldsOf: (form) => ({ organizer: form.title, ...placeFieldsOf(form), email: form.email }),
  faultsOf: (form) => ({
    ...placeFaultsOf(form),
    ...(form.email && !/^\S+@\S+$/.test(form.email)
      ? { email: t('An e-mail address looks like name@example.org.') }
      : {}),
  }),
}
