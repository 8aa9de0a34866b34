import type { TextKey } from '../../i18n/pages/texts.ts'
import { markup } from '../../lib/markup.ts'
import { href, type Visit } from '../page-context.ts'
import type { Page } from './layout.ts'

const message = (visit: Visit, status: number, title: TextKey, hint: string): Page => ({
  status,
  title: visit.speech.text(title),
  isIndexed: false,
  main: markup`<h1>${visit.speech.text(title)}</h1>
<p>${hint}</p>
<p><a href="${href(visit, '/events/')}">${visit.speech.text('error.back')}</a></p>`,
})

/** There is nothing at this address. */
export const notFound = (visit: Visit): Page => message(visit, 404, 'error.404', visit.speech.text('error.404hint'))

/** A filter of the address means nothing; `reason` says which, as the interface does. */
export const notUnderstood = (visit: Visit, reason: string): Page => message(visit, 400, 'error.400', reason)

/** The server failed, or is without its database for the moment. */
export const failed = (visit: Visit, status: number): Page =>
  status === 503 || status === 507
    ? message(visit, 503, 'error.503', visit.speech.text('error.503hint'))
    : message(visit, 500, 'error.500', visit.speech.text('error.503hint'))
