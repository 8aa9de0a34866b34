import { categoryParent, termFields } from '../shared/term-fields.ts'

/** The writable fields of a category (contract A1). */
export const categoryFields = { ...termFields, parent: categoryParent }
