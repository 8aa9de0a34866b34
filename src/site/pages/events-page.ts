import { ApiError } from '../../core/errors.ts'
import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { TermRecord } from '../../resources/shared/term-record.ts'
import { type Day, indexedYears, toDay } from '../dates.ts'
import type { PageContext } from '../page-context.ts'
import { isListView, type PageState, type View, writeAddress } from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import { eventsOfTerm, findTerm, termFilters } from '../terms.ts'
import { readPageFilters, withoutWindow } from '../upcoming.ts'
import { categoryLinks } from './category-links.ts'
import { listPicture } from './event-picture.ts'
import { day } from './events-day.ts'
import { list, map, past, photo } from './events-list.ts'
import { month } from './events-month.ts'
import { type Body, isEmptyCalendar, isSearchAlone, nothing, type Shown } from './events-view.ts'
import { week } from './events-week.ts'
import { listFeeds } from './feed-links.ts'
import { type FilterOptions, filterForm, hasCategoryLinks, resolveOptions } from './filter-form.ts'
import { createItemList } from './item-list.ts'
import type { Page } from './layout.ts'
import { notFound } from './messages.ts'
import { showBackdrop } from './pictures.ts'
import { renderSeries } from './series-page.ts'
import { whenLinks } from './when-links.ts'

/** A page of events, in any of its views. */
export const eventsPage = async (given: PageContext, asked: PageState): Promise<Page> => {
  const term = asked.term && (await findTerm(given, asked.term.taxonomy, asked.term.slug))
  if (asked.term && !term) throw new ApiError(`rest-${asked.term.taxonomy}-not-found`)
  const { state, options } = await resolveOptions(given, asked)
  if (state.view === 'map' && !given.config.tiles) return notFound(given)
  if (state.page < 1 && (isListView(state.view) || state.view === 'past'))
    throw new ApiError('event-archive-page-not-found')
  const filters = filtersOfView(state, await readFilters(given, state, term))
  const { geoloc_lat: lat, geoloc_lng: lng } = filters
  const context: PageContext = {
    ...given,
    ...(lat !== undefined && lng !== undefined && { near: { lat, lng } }),
    isOnce: filters.collapse === 'series',
  }
  const shown: Shown = { context, state, today: toDay(context.request.today()), filters }
  const {
    title,
    heading = title,
    count,
    steps,
    days,
    total = 0,
    main,
    isBlank,
    listed = [],
    isCalendar = false,
    ids,
  } = await bodies[state.view](shown)
  // Nothing can be searched, filtered or subscribed to before the first event.
  const isEmpty = isBlank && isPlainState(state) && (await isEmptyCalendar(context))
  const address = writeAddress(state)
  const { search } = state.filters
  const [series] = filters.series === undefined ? [] : await context.records.series.byIds([filters.series])
  const of = [
    ...(series ? [plainText(series.title)] : []),
    ...(term ? [plainText(term.name)] : []),
    ...(term ? [] : nameCategories(state, options)),
    ...(search === undefined ? [] : [nameSearch(context, state, search, total)]),
  ]
  // The dates of a series and nothing else: there is little to search.
  const isSeries = series && Object.keys(state.filters).length === 1 && state.view === 'list' && !term
  // "Music – This weekend": that these are events goes without saying.
  const isSaid = of.length > 0 && title === context.translator.text('list.title')
  const nameWith = (name: string): string =>
    [...of, ...(isSaid ? [] : [name]), ...(days === undefined ? [] : [days])].join(' – ')
  const whole = nameWith(title)
  const h1 = markup`<h1>${nameWith(heading)}</h1>`
  const head = steps ? markup`<div class="headline">${h1}\n${count}${steps}</div>` : h1
  return {
    status: 200,
    title: whole,
    description: term ? htmlToSummary(term.description) : undefined,
    canonical: address,
    image: state.term?.taxonomy === 'tag' ? undefined : await listPicture(context, term),
    api: apiOf(state),
    state,
    hasViews: !isEmpty,
    feeds: listFeeds(context, state),
    jsonLd: listed.length === 0 ? undefined : createItemList(listed),
    isIndexed: isIndexed(state, shown.today),
    hasCalendar: isCalendar,
    hasMap: state.view === 'map',
    main: isSeries
      ? await renderSeries(context, state, series.id, whole, main)
      : markup`${isHome(context, state) ? await homeHead(context, head) : head}
${term && term.description !== '' && markup`<div class="prose">${trusted(term.description)}</div>`}
${!isEmpty && filterForm(context, state, options, series && plainText(series.title))}
${!isEmpty && [isListView(state.view) && (await whenLinks(context, state)), !series && hasCategoryLinks(state.view) && (await categoryLinks(context, state, { filters, ids }, options.categories))]}
${isEmpty && !isCalendar ? await nothing(shown) : main}`,
  }
}

/** The names of several categories that a page is narrowed to, as one part of its title. */
const nameCategories = ({ filters }: PageState, { categories }: FilterOptions): readonly string[] => {
  const slugs = (filters.categories ?? '').split(',')
  const names = categories.flatMap(({ value, name }) => (slugs.includes(value) ? [name] : []))
  return names.length > 0 ? [names.join(', ')] : []
}

/** What is searched for, with the number of events that a search alone finds. */
const nameSearch = ({ translator }: PageContext, state: PageState, search: string, total: number): string => {
  const words = translator.text('filter.words', { words: search })
  return isSearchAlone(state) ? translator.count('list.found', total, { words }) : words
}

/** Whether a page is narrowed to nothing. */
const isPlainState = ({ term, filters }: PageState): boolean => !term && Object.keys(filters).length === 0

/** Whether a page shows what the home page does. */
const isHome = ({ config }: PageContext, { view, term, filters, page, date }: PageState): boolean =>
  view === config.homeView && !term && page === 1 && date === undefined && Object.keys(filters).length === 0

/** The heading of the home page with the introductory text; the picture that the site may have is behind that text and the name of the site. */
const homeHead = async (context: PageContext, head: Markup): Promise<Content> => {
  const { headerImage, siteName, intro } = context.config
  const lead = intro !== '' && markup`<p class="lead">${intro}</p>`
  const picture = headerImage > 0 ? await showBackdrop(context, headerImage) : undefined
  if (!picture) return markup`${head}\n${lead}`
  return markup`<div class="banner">
${picture}
<div class="banner-text"><p class="banner-name">${siteName}</p>
${lead}</div></div>
${head}`
}

/** Searches, days, weeks and months are endless: search engines should index only months around the present. */
const isIndexed = ({ view, date, filters }: PageState, today: Day): boolean =>
  Object.keys(filters).length === 0 &&
  view !== 'day' &&
  // The list has the same events.
  view !== 'photo' &&
  (date === undefined || (view === 'month' && indexedYears(today).includes(date.slice(0, 4))))

/** What the interface lists by the same filter (F1.2). */
const apiOf = ({ term, filters }: PageState): string => {
  if (term) return `events/?${termFilters[term.taxonomy]}=${encodeURIComponent(term.slug)}`
  return filters.featured === 'true' ? 'events/?featured=1' : ''
}

/** The filters in the address, as filters of the list of events. */
const readFilters = async (
  context: PageContext,
  { view, filters, term: named }: PageState,
  term: TermRecord | undefined,
): Promise<EventFilters> => ({
  ...(await readPageFilters(context, new URLSearchParams(filters), isListView(view))),
  ...(named && term && eventsOfTerm(named.taxonomy, term)),
})

/** Only a list can be in another order; past events have their own window and order. */
const filtersOfView = ({ view }: PageState, filters: EventFilters): EventFilters => {
  if (view === 'list' || view === 'photo') return filters
  const { sort, ...others } = filters
  return view === 'past' ? withoutWindow(others) : others
}

const bodies: { readonly [view in View]: (shown: Shown) => Promise<Body> } = {
  list,
  photo,
  past,
  month,
  week,
  day,
  map,
}
