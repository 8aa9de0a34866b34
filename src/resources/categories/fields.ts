import { categoryParent, termFields } from '../shared/term-fields.ts'

/** What may be written on a category (contract A1). */
export const categoryFields = { ...termFields, parent: categoryParent }
