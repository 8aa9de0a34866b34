import { positiveInteger } from '../crud/param-types.ts'

/** The paging of every list (contract A3, B3.2). */
export const pageParams = {
  page: { type: positiveInteger(), default: 1 },
  per_page: { type: positiveInteger(), default: 10 },
}
