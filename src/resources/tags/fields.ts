import { termFields } from '../../kinds/term-fields.ts'

/** What may be written on a tag (contract A1). */
export const tagFields = termFields
