import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, markup } from '../../lib/markup.ts'
import { href, type PageContext } from '../page-context.ts'
import type { Page } from './layout.ts'

const message = (context: PageContext, status: number, title: TextKey, hint: Content): Page => ({
  status,
  title: context.translator.text(title),
  isIndexed: false,
  main: markup`<h1>${context.translator.text(title)}</h1>
${hint}
<p><a href="${href(context, '/events/')}">${context.translator.text('error.back')}</a></p>`,
})

const ownHint = ({ translator }: PageContext, key: TextKey): Content => markup`<p>${translator.text(key)}</p>`

/** There is nothing at this address. */
export const notFound = (context: PageContext): Page =>
  message(context, 404, 'error.404', ownHint(context, 'error.404hint'))

/** A filter in the address cannot be read; `reason` says which, as the interface does, in English. */
export const notUnderstood = (context: PageContext, reason: string): Page =>
  message(context, 400, 'error.400', markup`<p lang="en" dir="ltr">${reason}</p>`)

/** The server failed, or its database is not available for the moment. */
export const failed = (context: PageContext, status: number): Page =>
  status === 503 || status === 507
    ? message(context, 503, 'error.503', ownHint(context, 'error.503hint'))
    : message(context, 500, 'error.500', ownHint(context, 'error.503hint'))
