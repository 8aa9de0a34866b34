import { ApiError } from '../../core/errors.ts'
import { createResponse } from '../../http/response.ts'
import type { Response } from '../../http/types.ts'
import { type Content, markup } from '../../lib/markup.ts'
import { href, type PageContext } from '../page-context.ts'

/** @throws ApiError where visitors may not submit events: the form looks like a page that is not there. */
export const requireOpen = ({ config }: PageContext): void => {
  if (!config.submissions) throw new ApiError('rest_no_route')
}

/** Redirects to a page after a form was taken, so that loading it again sends nothing. */
export const seeOther = (context: PageContext, path: string): Response =>
  createResponse({
    status: 303,
    headers: { location: href(context, path), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

/** The link to the form in the frame of every page, where visitors may submit events. */
export const submitLink = (context: PageContext): Content =>
  context.config.submissions &&
  markup`<li><a href="${href(context, '/submit/')}">${context.translator.text('submit.link')}</a></li>\n`
