import { termFields } from '../shared/term-fields.ts'

/** The writable fields of a tag (contract A1). */
export const tagFields = termFields
