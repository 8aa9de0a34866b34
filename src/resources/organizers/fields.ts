import { fieldsOf } from '../../core/fields.ts'
import { text } from '../../core/parts.ts'
import { member } from '../../core/record.ts'
import { email, name } from '../../core/types/values.ts'
import type { OrganizerTable } from '../../db/schema.ts'
import { showText } from '../../lib/text.ts'
import { maxTitle, postFields } from '../shared/post-fields.ts'

const { field, textField, urlField } = fieldsOf<OrganizerTable>()

/** The writable fields of an organizer (contract A1). */
export const organizerFields = {
  ...postFields,
  excerpt: { ...postFields.excerpt, extension: 'B6.2' },
  organizer: field({
    type: name(maxTitle),
    isRequired: true,
    columns: (title) => ({ title }),
    searched: (row) => row.title,
    about: 'Name of the organizer as plain text; required on creation.',
    inRecord: member(
      text,
      'Name of the organizer; `&`, `<` and `>` are written as HTML entities.',
      (row: OrganizerTable) => showText(row.title),
    ),
  }),
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
