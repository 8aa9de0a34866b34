import { fieldsFor } from '../../core/fields.ts'
import { email } from '../../core/types.ts'
import type { OrganizerTable } from '../../db/schema.ts'
import { postFields, titleField } from '../shared/post-fields.ts'

const { textField, urlField } = fieldsFor<OrganizerTable>()

/** The writable fields of an organizer (contract A1). */
export const organizerFields = {
  ...postFields,
  excerpt: { ...postFields.excerpt, extension: 'B6.2' },
  organizer: titleField('Name of the organizer'),
  phone: textField({
    column: 'phone',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Telephone number as free text; an empty value clears it.',
    aboutRecord: 'Telephone number; absent when empty.',
  }),
  website: urlField({
    column: 'website',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Absolute URL of the website; an empty value clears it.',
    aboutRecord: 'Address of the website; absent when empty.',
  }),
  email: textField({
    column: 'email',
    type: email,
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Email address of the organizer; an empty value clears it.',
    aboutRecord: 'Email address of the organizer; absent when empty.',
  }),
}
