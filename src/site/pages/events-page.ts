import { ApiError } from '../../core/errors.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { addMonths, startOfDay, toLocal, type Zone } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import type { TermRecord } from '../../resources/shared/term-record.ts'
import {
  beginLine,
  type Day,
  dayOf,
  daysFrom,
  indexedYears,
  laterBy,
  monthLaterBy,
  startOfWeek,
  weeksOfMonth,
  writeDate,
  writeRange,
} from '../dates.ts'
import { href, type PageContext, rooted } from '../page-context.ts'
import { addressOf, changed, isDateOf, type PageState, type View } from '../page-state.ts'
import type { EventFilters, RecordPage } from '../reader.ts'
import { eventsOfTerm, findTerm, termFilters } from '../terms.ts'
import { always, atDay, latestPages, longest, overBefore, withoutWindow } from '../upcoming.ts'
import { cardsOf, isLong, lastDayOf, lineOf } from './event-card.ts'
import { feedsOf } from './feed-links.ts'
import { filterForm, shownFilters } from './filter-form.ts'
import { itemListOf } from './item-list.ts'
import type { Page } from './layout.ts'
import { mapOf } from './map.ts'
import { notFound } from './messages.ts'
import { pageLinks } from './page-links.ts'

/** Events of a page of a list. */
const perPage = 20

/** Most events of a month, a week or a map: more would be confusing. */
const mostAtOnce = 500

/** Most events of a month that is read as a whole; otherwise each day is read separately. */
const crowded = 300

/** Most lines of a day in the month; all events are on the page of the day. */
const linesOfDay = 5

/** What a page shows. */
type Shown = {
  readonly context: PageContext
  readonly state: PageState
  readonly today: Day
  /** The events that match the filters of the page. */
  readonly filters: EventFilters
}

type Body = {
  readonly title: string
  readonly main: Content
  /** The events of a list; other views show what lists have. */
  readonly listed?: readonly EventRecord[]
}

/** A page of events, in any of its views. */
export const eventsPage = async (context: PageContext, state: PageState): Promise<Page> => {
  const term = state.term && (await findTerm(context, state.term.taxonomy, state.term.slug))
  if ((state.term && !term) || (state.view === 'map' && !context.config.tiles)) return notFound(context)
  const filters = filtersOfView(state, await readFilters(context, state, term))
  const shown: Shown = { context, state, today: dayOf(context.request.today()), filters }
  const { title, main, listed = [] } = await bodies[state.view](shown)
  const address = addressOf(state)
  const { search } = state.filters
  const of = [
    ...(term ? [plainText(term.name)] : []),
    ...(search === undefined ? [] : [context.translator.text('filter.words', { words: search })]),
  ]
  const whole = [...of, title].join(' – ')
  return {
    status: 200,
    title: whole,
    description: term ? htmlToSummary(term.description) : undefined,
    canonical: address,
    api: apiOf(state),
    state,
    feeds: feedsOf(context, state),
    jsonLd: listed.length === 0 ? undefined : itemListOf(listed),
    isIndexed: isIndexed(state, shown.today),
    main: markup`<h1>${whole}</h1>
${term && term.description !== '' && markup`<div class="prose">${trusted(term.description)}</div>`}
${await filterForm(context, state)}
${main}`,
  }
}

/** Searches, days, weeks and months are endless: search engines should index only months around the present. */
const isIndexed = ({ view, date, filters }: PageState, today: Day): boolean =>
  Object.keys(filters).length === 0 &&
  view !== 'day' &&
  (date === undefined || (view === 'month' && indexedYears(today).includes(date.slice(0, 4))))

/** What the interface lists by the same filter (F1.2). */
const apiOf = ({ term, filters }: PageState): string => {
  if (term) return `events/?${termFilters[term.taxonomy]}=${encodeURIComponent(term.slug)}`
  return filters.featured === 'true' ? 'events/?featured=1' : ''
}

/** The filters in the address, as filters of the list of events. */
const readFilters = async (
  { records }: PageContext,
  { filters, term: named }: PageState,
  term: TermRecord | undefined,
): Promise<EventFilters> => ({
  ...(await records.events.readFilters(new URLSearchParams(filters))),
  ...(named && term && eventsOfTerm(named.taxonomy, term)),
})

/** Only a list can be in another order; past events have their own window and order. */
const filtersOfView = ({ view }: PageState, filters: EventFilters): EventFilters => {
  if (view === 'list') return filters
  const { sort, ...others } = filters
  return view === 'past' ? withoutWindow(others) : others
}

const totalOf = async ({ context }: Shown, filters: EventFilters): Promise<number> =>
  (await context.records.events.find({ ...filters, per_page: 1 })).total

/** The events of the page that match additional filters. */
const find = ({ context, filters }: Shown, own: EventFilters): Promise<RecordPage<EventRecord>> =>
  context.records.events.list({ ...filters, ...own })

/** The window of some days, the last one included. */
const fromTo = (first: Day, last: Day): EventFilters => ({ start_date: atDay(first), end_date: atDay(last) })

/** Events that begin or continue on some days, each in its own time zone. */
const findIn = async (
  shown: Shown,
  from: Day,
  until: Day,
): Promise<{ events: readonly EventRecord[]; total: number }> => {
  const between = (first: Day, last: Day) => find(shown, { ...fromTo(first, last), per_page: mostAtOnce })
  // Other zones are up to 26 hours away from the site's.
  const [running, before, starting, after] = await Promise.all([
    findRunning(shown, laterBy(from, -2)),
    between(laterBy(from, -2), laterBy(from, -1)),
    between(from, laterBy(until, -1)),
    between(until, laterBy(until, 1)),
  ])
  const events = [...running, ...before.records, ...starting.records, ...after.records].filter(
    (event) => dayOf(event.start_date) < until && lastDayOf(event) >= from,
  )
  return { events, total: events.length + Math.max(starting.total - starting.records.length, 0) }
}

/** Events of a crowded month that are read as a whole. */
const mostApart = 2000

/** The events that match some filters, up to {@link mostApart} of them. */
const findMany = async (
  shown: Shown,
  own: EventFilters,
): Promise<{ events: readonly EventRecord[]; isWhole: boolean }> => {
  const events: EventRecord[] = []
  for (let page = 1; page <= mostApart / mostAtOnce; page++) {
    const { records, total } = await find(shown, { ...own, per_page: mostAtOnce, page })
    events.push(...records)
    if (page * mostAtOnce >= total) return { events, isWhole: true }
  }
  return { events, isWhole: false }
}

/** Events that began before a day and have not ended before it. */
const findRunning = async (shown: Shown, day: Day): Promise<readonly EventRecord[]> => {
  const eve = laterBy(day, -1)
  const own = { ...fromTo(laterBy(day, -longest), eve), ends_after: atDay(eve), per_page: mostAtOnce }
  return (await find(shown, own)).records
}

/** A list with the order or window in the address. */
const listAsAsked = async (shown: Shown): Promise<Body> => {
  const { context, state, today, filters } = shown
  const from = state.date ?? today
  const window = filters.window ? {} : { start_date: atDay(from), end_date: atDay(addMonths(startOfDay(from), 24)) }
  const { records, total } = await find(shown, { ...window, per_page: perPage, page: state.page })
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const events = filters.sort ? cardsOf(context, records, 2) : byMonth(context, records)
  return {
    title: titleAt(shown, filters.window === 'past' ? 'view.past' : 'list.title'),
    main: [records.length === 0 ? await nothing(shown) : await events, linksToPages(shown, pages)],
    listed: records,
  }
}

const list = async (shown: Shown): Promise<Body> => {
  if (shown.filters.window || shown.filters.sort) return listAsAsked(shown)
  const { context, state, today } = shown
  const { translator } = context
  const isFirst = state.page === 1
  const from = state.date ?? today
  const end_date = atDay(addMonths(startOfDay(from), 24))
  const [{ records, total }, running] = await Promise.all([
    find(shown, { start_date: atDay(from), end_date, per_page: perPage, page: state.page }),
    isFirst ? findRunning(shown, from) : [],
  ])
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const past = markup`<p><a href="${href(context, addressOf(changed(state, { view: 'past' })))}">${translator.text('view.past')}</a></p>`
  const isNothing = records.length === 0 && running.length === 0
  return {
    title: titleAt(shown, 'list.title'),
    main: [
      running.length > 0 &&
        markup`<section aria-labelledby="now"><h2 id="now">${translator.text('view.now')}</h2>
${await cardsOf(context, running, 3)}</section>`,
      isNothing ? await nothing(shown) : await byMonth(context, records),
      linksToPages(shown, pages),
      past,
    ],
    listed: [...running, ...records],
  }
}

const past = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const over = overBefore(state.date ?? today)
  const total = await totalOf(shown, { ...shown.filters, ...over })
  const pages = Math.max(Math.floor(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const asked = latestPages(total, perPage, state.page)
  const found = await Promise.all(asked.map((page) => find(shown, { ...over, per_page: perPage, page })))
  const events = found.flatMap(({ records }) => records.toReversed())
  const upcoming = markup`<p><a href="${href(context, addressOf(changed(state, { view: 'list' })))}">${translator.text('view.upcoming')}</a></p>`
  return {
    title: titleAt(shown, 'view.past'),
    main: [
      events.length === 0 ? await nothing(shown) : await byMonth(context, events),
      linksToPages(shown, pages),
      upcoming,
    ],
    listed: events,
  }
}

/** The title of a list, with the day on which it begins or ends, unless that is today. */
const titleAt = ({ context: { translator }, state: { date } }: Shown, key: TextKey): string =>
  date === undefined ? translator.text(key) : `${translator.text(key)} – ${writeDate(translator, 'date', date)}`

const byMonth = async (context: PageContext, events: readonly EventRecord[]): Promise<Content> => {
  const months = Map.groupBy(events, ({ start_date }) => start_date.slice(0, 7))
  const sections = [...months].map(async ([month, some]) => {
    const name = beginLine(context.translator, writeDate(context.translator, 'month', `${month}-01`))
    return markup`<section><h2>${name}</h2>
${await cardsOf(context, some, 3, 'month')}</section>
`
  })
  return Promise.all(sections)
}

const linksToPages = ({ context, state }: Shown, pages: number): Content =>
  pageLinks(context, state.page, pages, (page) => addressOf({ ...state, page }))

const month = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const date = state.date ?? today.slice(0, 7)
  const weeks = weeksOfMonth(translator, date)
  const [first, end] = [`${date}-01`, `${monthLaterBy(date, 1)}-01`]
  const byDay = await findDays(shown, first, end)
  const title = translator.text('month.in', { month: writeDate(translator, 'month', first) })
  const cell = (day: Day): Markup =>
    day < first || day >= end
      ? markup`<td class="other"></td>`
      : dayCell(shown, day, byDay.get(day) ?? { events: [], total: 0 })
  const head = (weeks[0] ?? []).map(
    (day) =>
      markup`<th scope="col"><abbr title="${writeDate(translator, 'weekday', day)}">${writeDate(translator, 'weekdayShort', day)}</abbr></th>`,
  )
  return {
    title,
    main: [
      steps(shown, {
        previous: monthLaterBy(date, -1),
        next: monthLaterBy(date, 1),
        write: (other) => writeDate(translator, 'month', `${other}-01`),
        present: 'view.thisMonth',
        day: today.startsWith(date) ? today : first,
      }),
      markup`<table class="month"><caption class="hidden">${title}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${weeks.map((days) => markup`<tr>${days.map(cell)}</tr>\n`)}</tbody></table>`,
      byDay.size === 0 && (await nothing(shown)),
    ],
  }
}

/** Some events of a day, and how many it has. */
type OfDay = { readonly events: readonly EventRecord[]; readonly total: number }

/** The events of each day that has some; in a crowded month only the first of each day. */
const findDays = async (shown: Shown, from: Day, until: Day): Promise<ReadonlyMap<Day, OfDay>> => {
  const all = await totalOf(shown, { ...shown.filters, ...fromTo(from, until) })
  if (all <= crowded) {
    const byDay = eventsByDay((await findIn(shown, from, until)).events, from, until)
    return new Map([...byDay].map(([day, some]) => [day, { events: some, total: some.length }]))
  }
  // A list of one day uses the site's time zone. Events of other time zones are read together, unless there are too many.
  const around = fromTo(laterBy(from, -2), laterBy(until, 1))
  const [before, long, otherZones] = await Promise.all([
    findRunning(shown, laterBy(from, -2)),
    findMany(shown, { ...around, multi_day: true }),
    findMany(shown, { ...around, other_time_zone: true }),
  ])
  const { zone } = shown.context.config
  const hasOwnClocks = otherZones.isWhole
  const apart = new Map(
    [...before, ...long.events, ...(hasOwnClocks ? otherZones.events : [])].map((it) => [it.id, it]),
  )
  const placed = [...apart.values()].map((event) => (hasOwnClocks ? event : byClockOf(zone, event)))
  const apartByDay = eventsByDay(placed, from, until)
  const beganElsewhere = ({ timezone }: EventRecord): boolean => hasOwnClocks && timezone !== zone.name
  const days = daysFrom(from, until).map(async (day) => {
    const some = hasOwnClocks ? { other_time_zone: false } : undefined
    const own = await find(shown, { ...fromTo(day, day), per_page: linesOfDay, ...some })
    const others = (apartByDay.get(day) ?? [])
      .filter((event) => beganElsewhere(event) || dayOf(event.start_date) < day)
      .flatMap(({ id }) => apart.get(id) ?? [])
    return [day, { events: [...others, ...own.records].sort(compare), total: others.length + own.total }] as const
  })
  return new Map((await Promise.all(days)).filter(([, { total: some }]) => some > 0))
}

/** The event with its times in another zone. */
const byClockOf = (zone: Zone, event: EventRecord): EventRecord => ({
  ...event,
  all_day: false,
  start_date: toLocal(event.utc_start_date, zone),
  end_date: toLocal(event.utc_end_date, zone),
})

const dayCell = (shown: Shown, day: Day, { events, total }: OfDay): Markup => {
  const { context, state, today } = shown
  const { translator } = context
  const page = href(context, addressOf(changed(state, { view: 'day', date: day })))
  const number = markup`<time datetime="${day}"><span class="wide">${String(Number(day.slice(8)))}</span><span class="narrow">${beginLine(translator, writeDate(translator, 'dayOfYear', day))}</span></time>`
  const lines = total > linesOfDay + 1 ? events.slice(0, linesOfDay) : events
  const rest = total - lines.length
  return markup`<td class="${[day === today && 'today', events.length === 0 && 'none'].filter(Boolean).join(' ')}"${day === today && trusted(' aria-current="date"')}>
${
  events.length === 0
    ? number
    : markup`<a class="day" href="${page}">${number}</a>
<ul>
${lines.map((event) => lineOf(context, event, dayOf(event.start_date) === day))}</ul>
${rest > 0 && markup`<a class="more" href="${page}">${translator.count('list.more', rest)}<span class="hidden"> – ${writeDate(translator, 'dayOfYear', day)}</span></a>`}`
}
</td>`
}

/** Each event on all of its days. */
const eventsByDay = (
  events: readonly EventRecord[],
  from: Day,
  until: Day,
): ReadonlyMap<Day, readonly EventRecord[]> => {
  const byDay = new Map<Day, EventRecord[]>()
  for (const event of events) {
    const [first, last] = [dayOf(event.start_date), lastDayOf(event)]
    const end = last < until ? laterBy(last, 1) : until
    for (const day of first === last ? [first] : daysFrom(first > from ? first : from, end)) {
      const some = byDay.get(day)
      if (some) some.push(event)
      else byDay.set(day, [event])
    }
  }
  for (const some of byDay.values()) some.sort(compare)
  return byDay
}

/** Events of several days come first, then the others by time. */
const compare = (one: EventRecord, other: EventRecord): number =>
  Number(isLong(other)) - Number(isLong(one)) ||
  Number(other.all_day) - Number(one.all_day) ||
  (one.start_date < other.start_date ? -1 : one.start_date > other.start_date ? 1 : one.id - other.id)

const week = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const first = startOfWeek(translator, state.date ?? today)
  const end = laterBy(first, 7)
  const { events, total } = await findIn(shown, first, end)
  const byDay = eventsByDay(events, first, end)
  const days = daysFrom(first, end).map(async (day) => {
    const some = byDay.get(day) ?? []
    return markup`<section class="${day === today ? 'today' : ''}"><h2><time datetime="${day}">${beginLine(translator, writeDate(translator, 'dayOfYear', day))}</time></h2>
${some.length === 0 ? markup`<p class="none">${translator.text('day.none')}</p>` : await cardsOf(context, some, 3, 'day')}</section>
`
  })
  return {
    title: translator.text('week.of', { day: writeRange(translator, 'date', first, laterBy(first, 6)) }),
    main: [
      steps(shown, {
        previous: laterBy(first, -7),
        next: end,
        write: (other) => writeRange(translator, 'date', other, laterBy(other, 6)),
        present: 'view.thisWeek',
        day: state.date ?? today,
      }),
      markup`<div class="week">${await Promise.all(days)}</div>`,
      tooMany(shown, events.length, total),
    ],
  }
}

const day = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const date = state.date ?? today
  const { events, total } = await findIn(shown, date, laterBy(date, 1))
  return {
    title: translator.text('day.of', { day: writeDate(translator, 'day', date) }),
    main: [
      steps(shown, {
        previous: laterBy(date, -1),
        next: laterBy(date, 1),
        write: (other) => writeDate(translator, 'dayOfYear', other),
        present: 'view.today',
        day: date,
      }),
      events.length === 0 ? await nothing(shown) : await cardsOf(context, [...events].sort(compare), 2, 'day'),
      tooMany(shown, events.length, total),
    ],
  }
}

const map = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const own = { start_date: atDay(today), geoloc: true, per_page: mostAtOnce }
  const { records, total } = await find(shown, own)
  return {
    title: translator.text('map.title'),
    main: [
      markup`<p>${translator.text('map.hint')}</p>`,
      records.length === 0
        ? await nothing(shown)
        : [mapOf(context, state, records), await byMonth(context, records.slice(0, perPage))],
      tooMany(shown, records.length, total),
    ],
  }
}

/** Links to the previous date, today and the next date, and a form for any date. */
type Steps = {
  readonly previous: string
  readonly next: string
  /** The text of a link to a date. */
  readonly write: (date: string) => string
  readonly present: TextKey
  /** A day of what is shown. */
  readonly day: Day
}

const steps = ({ context, state }: Shown, { previous, next, write, present, day: shown }: Steps): Markup => {
  const { translator } = context
  const link = (date: string, rel: 'prev' | 'next'): Content =>
    isDateOf(state.view, date) &&
    markup`<li><a href="${href(context, addressOf(changed(state, { date })))}" rel="${rel}">${beginLine(translator, write(date))}</a></li>\n`
  const now = changed(state, { date: undefined })
  const address = href(context, addressOf({ ...now, filters: {} }))
  return markup`<nav class="steps" aria-label="${translator.text('view.go')}"><ul>
${link(previous, 'prev')}<li><a href="${href(context, addressOf(now))}">${translator.text(present)}</a></li>
${link(next, 'next')}</ul>
<form action="${address}" method="get"><label for="date">${translator.text('view.date')}</label>
<input type="date" id="date" name="date" value="${shown}" required>
${Object.entries(state.filters).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`)}<button type="submit">${translator.text('view.show')}</button></form></nav>`
}

const tooMany = ({ context }: Shown, count: number, total: number): Content =>
  total > count && markup`<p class="note">${context.translator.text('list.tooMany', { count })}</p>`

/** Explains why the page is empty: nothing matches, nothing is planned, or nothing was ever added. */
const nothing = async (shown: Shown): Promise<Markup> => {
  const { context, state } = shown
  const { translator } = context
  if (shownFilters(state).length > 0) {
    return markup`<div class="empty"><p>${translator.text('list.noneMatch')}</p><p>${translator.text('list.noneMatchHint')}</p></div>`
  }
  if ((await totalOf(shown, always)) > 0) {
    const key = state.view === 'list' || state.view === 'map' ? 'list.noneAhead' : 'list.none'
    return markup`<div class="empty"><p>${translator.text(key)}</p></div>`
  }
  const admin = markup`<a href="${rooted(context, '/admin/')}">${translator.text('list.firstEvent')}</a>`
  return markup`<div class="empty"><p>${translator.text('list.noneEver')}</p><p>${admin}</p></div>`
}

const bodies: { readonly [view in View]: (shown: Shown) => Promise<Body> } = { list, past, month, week, day, map }
