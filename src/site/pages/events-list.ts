import { ApiError } from '../../core/errors.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { firstOfEach } from '../../lib/first-of-each.ts'
import { type Content, markup } from '../../lib/markup.ts'
import type { DaySpan } from '../../lib/week.ts'
import type { EventTimes } from '../../resources/events/lines.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { type Day, writeDate } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { changed, findWhen, ofAnyDay, type PageState, type View, writeAddress } from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import { everyDate, findSpan, overBefore, shownIn } from '../upcoming.ts'
import { dayList, monthList, photoList } from './day-list.ts'
import { dayOf, findLastDay, renderCards } from './event-card.ts'
import {
  type Body,
  countEvents,
  find,
  findRunning,
  fromTo,
  isSearchAlone,
  nothing,
  type Shown,
  tooMany,
} from './events-view.ts'
import { mostCounted } from './filter-counts.ts'
import { shownFilters } from './filter-form.ts'
import { renderMap } from './map.ts'
import { pageLinks } from './page-links.ts'
import { datesByMonth } from './series-dates.ts'
import { whenTexts, writeChosenDays } from './when-links.ts'

/** Events of a page of a list. */
const perPage = 20

/** How the events of a list are laid out. */
type Layout = {
  readonly perPage: number
  /** In the order of time. */
  readonly show: Show
  /** In another order. */
  readonly showSorted: Show
}

type Show = (context: PageContext, events: readonly EventRecord[]) => Promise<Content>

/** Pictures side by side. */
const tiles: Show = async (context, events) =>
  markup`<div class="photos" data-list>
${await renderCards(context, events, 2, 'nothing', 'tile')}</div>`

/** Cards one below the other. */
const rows: Show = async (context, events) =>
  markup`<div class="cards" data-list>
${await renderCards(context, events, 2)}</div>`

/** Dates of a series on a page: they take little room. */
const perPageOfDates = 100

/** A list with the order or window in the address. */
const listAsAsked = async (shown: Shown, { perPage, show, showSorted }: Layout): Promise<Body> => {
  const { context, state, filters, today } = shown
  const asked = { ...shown, filters: shownIn(context.config, filters, today, state.date) }
  const { records, total } = await find(asked, { per_page: perPage, page: state.page })
  const pages = pagesOf(state, total, perPage)
  const lay = filters.sort ? showSorted : show
  return {
    title: context.translator.text(filters.window === 'past' ? 'view.past' : 'list.title'),
    days: writeDays(shown),
    total: state.page === 1 ? total : undefined,
    isBlank: records.length === 0,
    main: [
      countOf(shown, total),
      records.length === 0 ? await nothing(shown) : await lay(context, records),
      linksToPages(shown, pages),
    ],
    listed: records,
  }
}

/** The days of a list: those that its address names, in a filter or in its path; undefined where it has another window. */
const spanOf = ({ context, state, filters, today }: Shown): DaySpan | undefined =>
  findSpan(context.config, filters, today, state.date)

/** What begins in some days, below what began earlier and is still on; of today, what is over is left out. */
const upcoming =
  (layout: Layout) =>
  async (given: Shown): Promise<Body> => {
    const { context, state, today } = given
    const span = spanOf(given)
    if (given.filters.sort || !span) return listAsAsked(given, layout)
    const { perPage, show } = layout
    const { first, last } = span
    const { window: _, start_date: __, end_date: ___, ...filters } = given.filters
    const shown = { ...given, filters }
    const days = fromTo(first, last)
    const [{ events, total, pages }, running, earlier] = await Promise.all([
      findPage(shown, { ...days, ...(first === today && { window: 'current' }) }, perPage),
      state.page === 1 ? findStillOn(shown, first) : [],
      state.page === 1 && first === today
        ? countEvents(shown, { ...withEveryDate(filters), ...fromTo(today, today), window: 'past' })
        : 0,
    ])
    const isBlank = events.length === 0 && running.length === 0
    return {
      title: context.translator.text('list.title'),
      days: writeDays(given),
      total: state.page === 1 && total !== undefined ? total + running.length : undefined,
      isBlank,
      main: [
        total !== undefined && countOf(given, total + running.length),
        await stillOn(shown, running),
        earlier > 0 && linkToEarlier(given, earlier),
        events.length > 0 && (await show(context, events)),
        isBlank && (await nothing(given)),
        linksToPages(given, pages, total !== undefined),
        linkTo(given, 'past', 'view.past'),
      ],
      listed: [...running, ...events],
    }
  }

type ListPage = {
  readonly events: readonly EventRecord[]
  /** The number of all events and of their pages; undefined where there are too many to count them for a page. */
  readonly total?: number
  /** The last page that is known: the next one, where more follows. */
  readonly pages: number
}

/**
 * Finds a page of a list. Up to {@link mostCounted} events are found at once, which tells how many there are; of longer lists, whose pages are read
 * one by one, it is only known whether more follows.
 * @throws ApiError if the address names a page beyond the last one.
 */
const findPage = async ({ context, filters, state }: Shown, own: EventFilters, perPage: number): Promise<ListPage> => {
  const { events } = context.records
  const { page } = state
  const [from, until] = [(page - 1) * perPage, page * perPage]
  const asked = { ...filters, ...own }
  const { ids } = await events.find({ ...asked, per_page: mostCounted + 1 }, false)
  if (ids.length <= mostCounted) {
    return {
      events: await events.byIds(ids.slice(from, until)),
      total: ids.length,
      pages: pagesOf(state, ids.length, perPage),
    }
  }
  if (until < ids.length) return { events: await events.byIds(ids.slice(from, until)), pages: page + 1 }
  const some = await events.some({ ...asked, per_page: perPage, page })
  if (some.length === 0) throw new ApiError('event-archive-page-not-found')
  return { events: some, pages: some.length < perPage ? page : page + 1 }
}

/** @throws ApiError if the address names a page beyond the last one. */
const pagesOf = ({ page }: PageState, total: number, perPage: number): number => {
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (page > pages) throw new ApiError('event-archive-page-not-found')
  return pages
}

/** How many events a page has that does not show everything; the title of a search says it. */
const countOf = ({ context: { translator }, state, filters }: Shown, total: number): Content =>
  total > 0 &&
  state.page === 1 &&
  !isSearchAlone(state) &&
  (state.term || shownFilters(state).length > 0) &&
  markup`<p class="quiet found" role="status">${translator.count(filters.series === undefined ? 'list.count' : 'list.dates', total)}</p>
`

/** The day of an event shows every date of what repeats. */
const withEveryDate = ({ collapse: _, ...filters }: EventFilters): EventFilters => filters

/** What began before a day and is still on in it. A night counts to its first day: on the next one it is only shown while it goes on. */
const findStillOn = async (shown: Shown, first: Day): Promise<readonly EventRecord[]> => {
  const running = await findRunning(shown, first)
  return first === shown.today ? running : running.filter((event) => findLastDay(event) >= first)
}

/** Most events in the strip of what is still on; the others are a page away. */
const mostStillOn = 12

/** What began on an earlier day and is still on, in one row: featured events first, then what ends first. */
const stillOn = async ({ context, state }: Shown, running: readonly EventRecord[]): Promise<Content> => {
  if (running.length === 0) return undefined
  const { translator } = context
  const ordered = running.toSorted(
    (one, other) => Number(other.featured) - Number(one.featured) || (one.utc_end_date < other.utc_end_date ? -1 : 1),
  )
  const cards = await renderCards(context, ordered.slice(0, mostStillOn), 3, 'nothing', 'mini')
  const all = changed(state, {
    view: 'list',
    date: undefined,
    filters: { ...ofAnyDay(state.filters), window: 'ongoing' },
  })
  return markup`<section class="still"><h2>${translator.text('list.stillOn')} <span class="count pill">${running.length}</span></h2>
<div class="strip">
${cards}${
  running.length > mostStillOn &&
  markup`<p class="all"><a href="${href(context, writeAddress(all))}">${translator.count('list.more', running.length - mostStillOn)}</a></p>`
}</div></section>
`
}

/** What is over today, which the page of the day still has. */
const linkToEarlier = ({ context, state, today }: Shown, count: number): Content => {
  const day = changed(state, { view: 'day', date: today })
  return markup`<p class="earlier"><a href="${href(context, writeAddress(day))}" rel="nofollow">${context.translator.count('list.earlier', count)}</a></p>
`
}

const listOfDays = upcoming({ perPage, show: dayList, showSorted: rows })
const listOfDates = upcoming({ perPage: perPageOfDates, show: datesByMonth, showSorted: datesByMonth })

/** Upcoming events below their days, or the dates of one series below their months. */
export const list = (shown: Shown): Promise<Body> =>
  shown.filters.series === undefined ? listOfDays(shown) : listOfDates(shown)

/** Upcoming events, led by their pictures; a page fills rows of two, three and four. */
export const photo = upcoming({ perPage: 24, show: photoList, showSorted: tiles })

/** What is over, or was when a day began, the latest first; what repeats stands once, at its latest date. */
export const past = async (shown: Shown): Promise<Body> => {
  const { context, state, filters } = shown
  const { collapse = context.config.repeated === 'once' ? 'series' : everyDate } = state.filters
  const isOnce = collapse === 'series' && filters.series === undefined
  const { collapse: _, ...others } = filters
  const asked = {
    ...others,
    ...(state.date === undefined ? { window: 'past' as const } : { ...overBefore(state.date), sort: latestFirst }),
  }
  const { events, pages, isCounted } = isOnce ? await findLatestOfEach(shown, asked) : await findLatest(shown, asked)
  const own = { ...shown, context: { ...context, isOnce } }
  return {
    title: context.translator.text('view.past'),
    days: writeDays(shown),
    isBlank: events.length === 0,
    main: [
      events.length === 0 ? await nothing(shown) : await layOutPast(own)(own.context, events),
      linksToPages(shown, pages, isCounted),
      linkTo(shown, 'list', 'view.upcoming'),
    ],
    listed: events,
  }
}

const latestFirst = [{ by: 'start_date', direction: 'desc' }] as const

type Latest = { readonly events: readonly EventRecord[]; readonly pages: number; readonly isCounted: boolean }

const findLatest = async ({ context, state }: Shown, asked: EventFilters): Promise<Latest> => {
  const { records, total } = await context.records.events.list({ ...asked, per_page: perPage, page: state.page })
  return { events: records, pages: pagesOf(state, total, perPage), isCounted: true }
}

/** Events that are read at once to find the latest date of each series, and how often that is done for a page. */
const [readAtOnce, mostReadings] = [1000, 10]

/** A page of past events with each series once; it is found among the latest ten thousand, and more of these are read only for later pages. */
const findLatestOfEach = async ({ context, state }: Shown, asked: EventFilters): Promise<Latest> => {
  const { events } = context.records
  const until = state.page * perPage
  let kept: readonly EventTimes[] = []
  let hasMore = true
  for (let page = 1; hasMore && page <= mostReadings && kept.length <= until; page++) {
    const { ids } = await events.find({ ...asked, per_page: readAtOnce, page }, false)
    kept = firstOfEach([...kept, ...(await events.times(ids))], ({ series }) => series?.id)
    hasMore = ids.length === readAtOnce
  }
  // Where more was not read, only the next page is known.
  const pages = hasMore && kept.length > until ? state.page + 1 : pagesOf(state, kept.length, perPage)
  const shown = kept.slice(until - perPage, until).map(({ id }) => id)
  return { events: await events.byIds(shown), pages, isCounted: !hasMore }
}

/** What is over stands below its months. */
const layOutPast = ({ filters }: Shown): Show => (filters.series === undefined ? monthList : datesByMonth)

/** The days of a list in words; undefined where it begins today. */
const writeDays = (shown: Shown): string | undefined => {
  const { context, state, filters } = shown
  const { translator } = context
  const when = findWhen(state.filters)
  if (when) return translator.text(whenTexts[when])
  const { date } = state
  const span = spanOf(shown)
  const first = filters.start_date === undefined && date === undefined ? undefined : span?.first
  if (filters.start_date !== undefined || filters.end_date !== undefined)
    return writeChosenDays(context, first, filters.end_date === undefined ? undefined : span?.last)
  return date === undefined ? undefined : writeDate(translator, 'date', date)
}

const linkTo = ({ context, state }: Shown, view: View, key: TextKey): Content =>
  markup`<p class="other"><a href="${href(context, writeAddress(changed(state, { view, date: undefined })))}">${context.translator.text(key)}</a></p>`

const linksToPages = ({ context, state }: Shown, pages: number, isCounted = true): Content =>
  pageLinks(context, state.page, pages, (page) => writeAddress({ ...state, page }), 'list.further', isCounted)

/** Most events of a map: with more, phones in slow networks would wait for the page. */
const mostOnMap = 300

/** Events of a page of the list beside a map. */
const perPageBeside = 30

/** The list, which also has what a map cannot show. */
const linkToOthers = ({ context, state }: Shown, count: number): Content =>
  markup`<p class="other"><a href="${href(context, writeAddress(changed(state, { view: 'list' })))}">${context.translator.count('map.noPlace', count)}</a></p>`

/** The events ahead that have a place: all of them on a map, and a page of them beside it. */
export const map = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const own = { geoloc: true, per_page: mostOnMap }
  const ahead = shownIn(context.config, shown.filters, today)
  const first = spanOf(shown)?.first ?? today
  const [{ records, total }, all] = await Promise.all([
    find({ ...shown, filters: ahead }, own),
    countEvents(shown, ahead),
  ])
  const isRunning = (event: EventRecord): boolean => dayOf(context, event) < first
  const listed = [...records.filter(isRunning), ...records.filter((event) => !isRunning(event))]
  const pages = pagesOf(state, listed.length, perPageBeside)
  const beside = listed.slice((state.page - 1) * perPageBeside, state.page * perPageBeside)
  const begins = beside.filter((event) => !isRunning(event))
  return {
    title: translator.text('map.title'),
    isBlank: records.length === 0,
    main: [
      records.length === 0
        ? await nothing(shown)
        : markup`<div class="mapped" id="map"><div>${await renderMap(context, state, records)}</div>
<div class="beside"><p class="quiet" role="status">${translator.count('list.count', records.length)}</p>
${await dayList(context, begins, { shape: 'small', running: beside.filter(isRunning) })}${linksToPages(shown, pages)}<p class="to-map"><a class="button" href="#map">${translator.text('view.map')}</a></p></div></div>`,
      all > total && linkToOthers(shown, all - total),
      tooMany(shown, records.length, total),
    ],
  }
}
