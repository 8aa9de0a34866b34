import { termFields } from '../shared/term-fields.ts'

/** What may be written on a tag (contract A1). */
export const tagFields = termFields
