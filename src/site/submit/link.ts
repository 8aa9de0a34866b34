import { type Content, markup } from '../../lib/markup.ts'
import { href, type PageContext } from '../page-context.ts'

/** The link to the form in the frame of every page, where visitors may submit events. */
export const submitLink = (context: PageContext): Content =>
  context.config.submissions &&
  markup`<li><a href="${href(context, '/submit/')}">${context.translator.text('submit.link')}</a></li>\n`
