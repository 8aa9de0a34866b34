import type { Organizer, OrganizerFields } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { type FormOf, fieldFor, line } from '../../ui/form.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { publication, slug } from '../record/record-fields.tsx'
import { about, contact, nameFaults, type Slugged } from './place-fields.tsx'

/** What is sent of an organizer. */
export type OrganizerBody = Slugged<OrganizerFields>

const field = fieldFor<Organizer, OrganizerBody>()

/** The fields of an organizer: what it is called, and how to reach it. */
export const organizerFields = {
  title: field({
    label: () => t('Name'),
    blank: '',
    read: ({ organizer }) => plainText(organizer),
    write: { organizer: (name) => name },
    faults: nameFaults,
    faultsAfter: 'saving',
    control: line({ maxLength: 1000 }),
  }),
  email: field({
    label: () => t('E-mail address'),
    blank: '',
    read: ({ email = '' }) => plainText(email),
    write: { email: (email) => email },
    faults: (email) =>
      email && !/^\S+@\S+$/.test(email) ? { email: t('An e-mail address looks like name@example.org.') } : {},
    control: line({ type: 'email' }),
    row: 'contact',
  }),
  ...contact,
  ...about,
  ...publication,
  slug,
} as const

/** The values of the form of an organizer. */
export type OrganizerForm = FormOf<typeof organizerFields>
