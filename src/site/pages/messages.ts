import type { ParamTable } from '../../core/params.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { dayWindows, whenNames } from '../../lib/week.ts'
import { shownFilters } from '../../resources/events/resource.ts'
import { readTheme } from '../embeds/theme.ts'
import { href, type PageContext } from '../page-context.ts'
import { plainList, whenParam, writeAddress } from '../page-state.ts'
import { fromNow, readPageFilters } from '../upcoming.ts'
import { renderCards } from './event-card.ts'
import { searchField } from './filter-form.ts'
import type { Page } from './layout.ts'
import { whenTexts } from './when-links.ts'

const message = (
  context: PageContext,
  status: number,
  title: TextKey,
  hint: Content,
  onward: Content = back(context),
): Page => ({
  status,
  title: context.translator.text(title),
  isIndexed: false,
  // Where another site has a frame for events, it shows why there are none.
  ...(isInFrame(context) && { isFramed: true, theme: readTheme(new URLSearchParams(context.query)) }),
  main: markup`<h1>${context.translator.text(title)}</h1>
${hint}
${onward}`,
})

/** Whether a page is for frames of other sites; the one that writes their code is not. */
const isInFrame = ({ path }: PageContext): boolean => path.startsWith('/embed/') && path !== '/embed/'

const back = (context: PageContext): Markup =>
  markup`<p><a class="button" href="${href(context, '/events/')}">${context.translator.text('error.back')}</a></p>`

const ownHint = ({ translator }: PageContext, key: TextKey): Content =>
  markup`<p class="lead">${translator.text(key)}</p>`

/** Events that are shown where a page is missing, and where a search was misspelt. */
const [mostAhead, mostFound] = [3, 6]

/** There is nothing at this address: a search and the next events lead on, except in frames and for files. */
export const notFound = async (context: PageContext): Promise<Page> => {
  const hint = ownHint(context, 'error.404hint')
  const isPart = isInFrame(context) || /\.\w+$/.test(context.path)
  if (isPart) return message(context, 404, 'error.404', hint)
  return message(context, 404, 'error.404', hint, [searchForm(context), daysOf(context), await nextEvents(context)])
}

/** Links to the whole calendar, and to the days that visitors ask for most. */
const daysOf = (context: PageContext): Markup => {
  const { translator } = context
  const link = (path: string, name: string): Markup =>
    markup`<li><a class="chip" href="${href(context, path)}">${name}</a></li>\n`
  return markup`<nav class="when" aria-label="${translator.text('event.when')}"><ul class="chips">
${link('/events/', translator.text('error.back'))}${dayWindows.map((window) =>
  link(writeAddress({ ...plainList, filters: { window } }), translator.text(whenTexts[window])),
)}</ul></nav>
`
}

const searchForm = (context: PageContext): Markup =>
  markup`<form class="filters" role="search" action="${href(context, '/events/')}" method="get">
${searchField(context)}</form>`

/** The next events as tiles, for pages on which nothing else is found: all of them, or those that a search finds. */
export const nextEvents = async (context: PageContext, search?: string): Promise<Content> => {
  const { records, request, translator } = context
  const [sent, window, most, title] =
    search === undefined
      ? [{}, 'upcoming' as const, mostAhead, translator.text('view.upcoming')]
      : [{ search }, 'current' as const, mostFound, translator.text('filter.words', { words: search })]
  const filters = await readPageFilters(context, new URLSearchParams(sent))
  const events = await records.events.some({ ...fromNow(filters, request.today(), window), per_page: most })
  return (
    events.length > 0 &&
    markup`<section><h2>${title}</h2>
<div class="photos">
${await renderCards(context, events, 3, 'nothing', 'tile')}</div></section>`
  )
}

/** The request cannot be read; `reason` says why, as the interface does, in English. */
export const notUnderstood = (context: PageContext, reason: string): Page =>
  message(context, 400, 'error.400', markup`<p lang="en" dir="ltr">${reason}</p>`)

/**
 * Parameters of the address have values that there are not: where they are words of a list, the page says which there are; other reasons are those of
 * the interface, in English.
 */
export const invalidAddress = (context: PageContext, faults: Readonly<Record<string, unknown>>): Page => {
  const { translator, query } = context
  const sent = new URLSearchParams(query)
  const lines = Object.entries(faults).map(([param, reason]) => {
    const name = param === 'window' && sent.get(whenParam) ? whenParam : param
    const words = name === whenParam ? whenNames : wordsOf(param)
    return words && !words.includes(sent.get(name) ?? '')
      ? markup`<p>${translator.text('error.oneOf', { name, values: words.join(', ') })}</p>\n`
      : markup`<p lang="en" dir="ltr">${name}: ${String(reason)}</p>\n`
  })
  return message(context, 400, 'error.400', lines)
}

/** The words that a filter takes; undefined where it takes other values. */
const wordsOf = (name: string): readonly unknown[] | undefined => {
  const params: ParamTable = shownFilters
  const words = Object.hasOwn(params, name) ? params[name]?.type.schema['enum'] : undefined
  return Array.isArray(words) ? words : undefined
}

/** The address has more characters than the server reads. */
export const tooLong = (context: PageContext): Page =>
  message(context, 414, 'error.400', ownHint(context, 'error.414hint'))

/** The server failed, or its database is not available for the moment. */
export const failed = (context: PageContext, status: number): Page =>
  status === 503 || status === 507
    ? message(context, 503, 'error.503', ownHint(context, 'error.503hint'))
    : message(context, 500, 'error.500', ownHint(context, 'error.503hint'))
