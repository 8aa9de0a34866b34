import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, markup } from '../../lib/markup.ts'
import { href, type PageContext } from '../page-context.ts'

/** Links to the other pages of a list; nothing if there is only one. */
export const pageLinks = (
  context: PageContext,
  page: number,
  pages: number,
  pathOf: (page: number) => string,
): Content => {
  const { translator } = context
  if (pages === 1) return undefined
  const link = (other: number, key: TextKey, rel: 'prev' | 'next'): Content =>
    other >= 1 &&
    other <= pages &&
    markup`<li><a href="${href(context, pathOf(other))}" rel="${rel}">${translator.text(key)}</a></li>\n`
  return markup`<nav class="steps" aria-label="${translator.text('view.pages')}"><ul>
${link(page - 1, 'view.previous', 'prev')}<li>${translator.text('view.page', { page, pages })}</li>
${link(page + 1, 'view.next', 'next')}</ul></nav>`
}
