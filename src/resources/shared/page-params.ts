import type { RequestContext } from '../../core/context.ts'
import type { Values } from '../../core/params.ts'
import { textParams } from '../../core/text-params.ts'
import { positiveInteger } from '../../core/types.ts'

/** The paging of every list (contract A3, B3.2), and the form of its texts. */
export const pageParams = {
  page: { type: positiveInteger(), default: 1, about: 'Number of the page to return, a positive integer; default 1.' },
  per_page: {
    type: positiveInteger(),
    default: 10,
    about:
      'Number of records per page, a positive integer; default 10. A value above the site’s maximum, normally 50, is lowered to it.',
  },
  ...textParams,
}

/** The page that a list answers; a size above the maximum is lowered to it (contract B3.2). */
export const readPaging = (
  { config }: RequestContext,
  { page = 1, per_page = 10 }: Values<typeof pageParams>,
): { page: number; perPage: number } => ({
  page,
  perPage: Math.min(per_page, config.maxPerPage),
})
