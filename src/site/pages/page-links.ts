import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { href, type PageContext } from '../page-context.ts'

/** A link to the list that a page belongs to. */
export const backLink = (context: PageContext, path: string, key: TextKey, attributes?: Markup): Markup =>
  markup`<p class="back"><a class="back-link" href="${href(context, path)}"${attributes}>${context.translator.text(key)}</a></p>
`

/** A link back to the events; the script of the pages leads it to the list from which the visitor came. */
export const backToEvents = (context: PageContext): Markup =>
  backLink(context, '/events/', 'event.back', trusted(' data-back'))

/**
 * Links to the other pages of a list; nothing if there is only one. Where pages are not counted, `pages` is the next one, if one follows.
 * The script of the pages adds the next page to a list instead of opening it. */
export const pageLinks = (
  context: PageContext,
  page: number,
  pages: number,
  pathOf: (page: number) => string,
  next: TextKey = 'view.next',
  isCounted = true,
): Content => {
  const { translator } = context
  if (pages === 1) return undefined
  const link = (other: number, key: TextKey, rel: 'prev' | 'next'): Content =>
    other >= 1 &&
    other <= pages &&
    markup`<li><a href="${href(context, pathOf(other))}" rel="${rel}">${translator.text(key)}</a></li>\n`
  return markup`<nav class="steps pages" aria-label="${translator.text('view.pages')}"><ul>
${link(page - 1, 'view.previous', 'prev')}<li class="quiet">${translator.text(isCounted ? 'view.page' : 'view.pageAlone', { page, pages })}</li>
${link(page + 1, next, 'next')}</ul><span class="hidden" role="status"></span></nav>`
}
