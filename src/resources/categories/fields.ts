import { categoryParent, termFields } from '../../kinds/term-fields.ts'

/** What may be written on a category (contract A1). */
export const categoryFields = { ...termFields, parent: categoryParent }
