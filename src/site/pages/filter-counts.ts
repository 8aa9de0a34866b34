import { cachedResult, dependencyOn } from '../../cache/change-feed.ts'
import type { IdPage } from '../../core/resource.ts'
import type { ChangeKind } from '../../db/schema.ts'
import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { hashTag } from '../../lib/tag.ts'
import type { DaySpan } from '../../lib/week.ts'
import { type Tallied, type Tally, tallied, tallyEvents } from '../../resources/events/tallies.ts'
import { laterBy, monthLaterBy, startOfWeek, toDay } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import { href, type PageContext } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import {
  changed,
  countsAddress,
  isDateOf,
  isListView,
  type PageState,
  plainList,
  readQuery,
  type View,
  views,
  writeAddress,
} from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import type { Answer } from '../route.ts'
import { goingOnIn, overBefore, readPageFilters, shownIn } from '../upcoming.ts'
import { type FilterOption, labels, resolveOptions } from './filter-form.ts'
import { findIdsOn } from './placed-events.ts'

/** `/events/filters/`: the values of the filters with the numbers of events that they would leave. The script of the pages reads it too. */
export const answerCounts: Answer = async (context, request) => {
  const { translator } = context
  const { state, options } = await resolveOptions(context, readState(readKnown(context)))
  const find = createFinder(context, state)
  const sections = await Promise.all(
    tallied.map(async (name) =>
      sectionOf(context, state, name, options[name], await tallyOf(context, state, name, find)),
    ),
  )
  const { ids } = await find(state.filters)
  const title = translator.text('filter.filters')
  const show =
    ids.length === context.request.config.maxPerPage
      ? translator.text('filter.apply')
      : translator.count('filter.showCount', ids.length)
  return pageResponse(request, context, {
    status: 200,
    title,
    canonical: countsAddress(state),
    isIndexed: false,
    state,
    main: markup`<h1>${title}</h1>
<p><a href="${href(context, writeAddress(state))}" data-total>${show}</a></p>
<div class="counts">
${sections}</div>`,
  })
}

const readState = (sent: URLSearchParams): PageState => {
  const view: View = views.find((name) => name === sent.get('view')) ?? 'list'
  const date = sent.get('date') ?? undefined
  const { filters } = readQuery(view, sent)
  return { ...plainList, view, filters, ...(date !== undefined && isDateOf(view, date) && { date }) }
}

/** Finds the events of a page with other filters; filters that are the same are asked once. */
type Finder = (filters: PageState['filters']) => Promise<IdPage>

const createFinder = (context: PageContext, state: PageState): Finder => {
  const found = new Map<string, Promise<IdPage>>()
  const { events } = context.records
  return (filters) => {
    const query = new URLSearchParams(filters)
    const known = found.get(query.toString())
    if (known) return known
    const finding = readPageFilters(context, query, isListView(state.view)).then((read) =>
      events.find({ ...inWindow(context, state, read), per_page: context.request.config.maxPerPage }, false),
    )
    found.set(query.toString(), finding)
    return finding
  }
}

/** The events of a page by the values of one filter, whatever is chosen in that filter; undefined where there are very many: their values are listed without numbers. */
const tallyOf = async (
  { app, request }: PageContext,
  { filters }: PageState,
  by: Tallied,
  find: Finder,
): Promise<Tally | undefined> => {
  const { [by]: _, ...others } = filters
  const { ids } = await find(others)
  // A page finds no more than these.
  return ids.length === request.config.maxPerPage
    ? undefined
    : tallyEvents({ database: app.database, context: request }, by, ids)
}

/** Most events that are counted for a page; of more, the values are listed without numbers. */
export const mostCounted = 1000

/** What changes the number of events by each of these, besides the events. */
const counted: Readonly<Record<Tallied, readonly ChangeKind[]>> = {
  categories: ['term', 'count'],
  tags: ['term', 'count'],
  venue: ['venue'],
  organizer: ['organizer'],
}

/** How many of the events that filters find have each category, tag, venue or organizer; undefined where there are very many. It is kept until one of these changes. */
export const countBy = async (context: PageContext, by: Tallied, filters: EventFilters): Promise<Tally | undefined> => {
  const { ids } = await context.records.events.find({ ...filters, per_page: mostCounted + 1 }, false)
  return ids.length > mostCounted ? undefined : tallyIds(context, by, ids)
}

const tallyIds = ({ app, request, changeFeed }: PageContext, by: Tallied, ids: readonly number[]): Promise<Tally> => {
  const dependency = dependencyOn(changeFeed, ['event', ...counted[by]], undefined, request.version)
  return cachedResult(dependency, `${by} of ${hashTag(ids.join())}`, () =>
    tallyEvents({ database: app.database, context: request }, by, ids),
  )
}

/** The days of a month, a week or a day; undefined for other views. */
const daysOf = (
  { request, translator }: PageContext,
  { view, date }: Pick<PageState, 'view' | 'date'>,
): DaySpan | undefined => {
  const today = toDay(request.today())
  if (view === 'month') {
    const month = date ?? today.slice(0, 7)
    return { first: `${month}-01`, last: laterBy(`${monthLaterBy(month, 1)}-01`, -1) }
  }
  if (view === 'week') {
    const first = startOfWeek(translator, date ?? today)
    return { first, last: laterBy(first, 6) }
  }
  return view === 'day' ? { first: date ?? today, last: date ?? today } : undefined
}

/** How many events of a page have each category, by other filters than its own; undefined where there are very many. `known` are the ids of these events. */
export const countCategories = async (
  context: PageContext,
  state: PageState,
  filters: EventFilters,
  known: readonly number[] | undefined,
): Promise<Tally | undefined> => {
  const days = daysOf(context, state)
  if (!days) return countBy(context, 'categories', inWindow(context, state, filters))
  const ids = known ?? (await findIdsOn({ context, filters }, days, mostCounted))
  return ids && ids.length <= mostCounted ? tallyIds(context, 'categories', ids) : undefined
}

/** The filters of the events that a page shows, with those that began earlier and go on. */
const inWindow = (
  context: PageContext,
  { view, date }: Pick<PageState, 'view' | 'date'>,
  { sort, ...filters }: EventFilters,
): EventFilters => {
  const { request } = context
  const today = toDay(request.today())
  const days = daysOf(context, { view, date })
  if (days) return { ...filters, ...goingOnIn(days) }
  if (view === 'past') {
    const { window: _, ...others } = filters
    return { ...others, ...(date === undefined ? { window: 'past' as const } : overBefore(date)) }
  }
  const shown = shownIn(request.config, filters, today, date ?? today)
  return view === 'map' ? { ...shown, geoloc: true } : shown
}

const sectionOf = (
  context: PageContext,
  state: PageState,
  name: Tallied,
  options: readonly FilterOption[],
  tally: Tally | undefined,
): Content => {
  const { translator } = context
  const chosen = (state.filters[name] ?? '').split(',')
  const shown = options.filter(({ id, value }) => !tally || tally.has(id) || chosen.includes(value))
  const entry = ({ id, value, name: text }: FilterOption): Markup => {
    const path = writeAddress(changed(state, { filters: { ...state.filters, [name]: value } }))
    const count = tally && markup` <span class="count">${tally.get(id) ?? 0}</span>`
    return markup`<li><a class="chip${chosen.includes(value) && ' on'}" href="${href(context, path)}" data-value="${value}">${text}${count}</a></li>\n`
  }
  return (
    shown.length > 0 &&
    markup`<section data-filter="${name}"><h2>${translator.text(labels[name])}</h2>
<ul class="chips">
${shown.map(entry)}</ul></section>
`
  )
}
