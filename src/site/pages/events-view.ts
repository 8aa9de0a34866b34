import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, type Day } from '../dates.ts'
import { href, type PageContext, rooted } from '../page-context.ts'
import { changed, isDateOf, isListView, ofAnyDay, type PageState, writeAddress } from '../page-state.ts'
import type { EventFilters, RecordPage } from '../reader.ts'
import { always, atDay, fromNow, hasWindow, runningInto, runningNow } from '../upcoming.ts'
import { shownFilters } from './filter-form.ts'
import { nextEvents } from './messages.ts'
import { correctSearch } from './spelling.ts'

/** Most events of a month or a week: more would be confusing. */
export const mostAtOnce = 500

/** What a page shows. */
export type Shown = {
  readonly context: PageContext
  readonly state: PageState
  readonly today: Day
  /** The events that match the filters of the page. */
  readonly filters: EventFilters
}

/** What a view shows of the page below the filters. */
export type Body = {
  /** The name of the page in lists of pages and windows. */
  readonly title: string
  /** Its heading, where that is shorter. */
  readonly heading?: string
  /** How many events the page has, in words beside the heading. */
  readonly count?: Content
  /** The links to other dates, which stand beside the heading. */
  readonly steps?: Content
  /** The days that a list is narrowed to, which stand behind its title. */
  readonly days?: string | undefined
  /** The number of all its events, where it is the first page of a list that can tell. */
  readonly total?: number | undefined
  readonly main: Content
  /** It has no event. */
  readonly isBlank: boolean
  /** The events of a list; other views show what lists have. */
  readonly listed?: readonly EventRecord[]
  /** The ids of all events of a calendar. */
  readonly ids?: readonly number[]
  /** It has the styles of calendars. */
  readonly isCalendar?: boolean
}

/** The number of events that some filters keep. */
export const countEvents = async ({ context }: Shown, filters: EventFilters): Promise<number> =>
  (await context.records.events.find({ ...filters, per_page: 1 })).total

/** Finds the events of the page that match additional filters. */
export const find = ({ context, filters }: Shown, own: EventFilters): Promise<RecordPage<EventRecord>> =>
  context.records.events.list({ ...filters, ...own })

/** The window of some days, the last one included. */
export const fromTo = (first: Day, last: Day): EventFilters => ({ start_date: atDay(first), end_date: atDay(last) })

/** The window of the events that began before a day and go on in it; a page has {@link mostAtOnce} of them. */
export const runningOn = (day: Day): EventFilters => ({ ...runningInto(day), per_page: mostAtOnce })

/** Events that began before a day and go on in it; of today, those that are not over now. */
export const findRunning = async (shown: Shown, day: Day): Promise<readonly EventRecord[]> => {
  const window = day === shown.today ? { ...runningNow(day), per_page: mostAtOnce } : runningOn(day)
  return (await find(shown, window)).records
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

/** The navigation between days, weeks or months. */
export const steps = ({ context, state }: Shown, { previous, next, write, present, day: shown }: Steps): Markup => {
  const { translator } = context
  const link = (date: string, rel: 'prev' | 'next'): Content =>
    isDateOf(state.view, date) &&
    markup`<li><a href="${href(context, writeAddress(changed(state, { date })))}" rel="${rel}"><span>${beginLine(translator, write(date))}</span></a></li>\n`
  const now = changed(state, { date: undefined })
  const address = href(context, writeAddress({ ...now, filters: {} }))
  return markup`<nav class="steps" aria-label="${translator.text('view.go')}"><ul>
${link(previous, 'prev')}<li><a href="${href(context, writeAddress(now))}">${translator.text(present)}</a></li>
${link(next, 'next')}</ul>
<form action="${address}" method="get"><label class="hidden" for="date">${translator.text('view.date')}</label>
<input type="date" id="date" name="date" value="${shown}" min="1000-01-01" max="9998-12-31" required data-go>
${Object.entries(state.filters).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`)}<button type="submit">${translator.text('view.show')}</button></form></nav>`
}

/** Says that only some of the events are shown. */
export const tooMany = ({ context }: Shown, count: number, total: number): Content =>
  total > count && markup`<p class="note">${context.translator.text('list.tooMany', { count })}</p>`

/** Most events whose titles a search is compared with. */
const mostTitles = 500

/** The search that was meant, by the words of the titles of what comes; undefined where none is near. */
const findMeant = async ({ context, state, today }: Shown): Promise<string | undefined> => {
  const { records } = context
  const { search } = state.filters
  if (search === undefined) return undefined
  const { ids } = await records.events.find({ ...fromNow({}, today), per_page: mostTitles }, false)
  const lines = await records.events.linesOf(ids)
  return correctSearch(
    search,
    lines.map(({ title }) => plainText(title)),
  )
}

/** A link to the search that was meant. */
const linkToMeant = ({ context, state }: Shown, meant: string): Content => {
  const path = writeAddress(changed(state, { filters: { ...state.filters, search: meant } }))
  return markup`<a href="${href(context, path)}">${context.translator.text('list.meant', { link: meant })}</a>`
}

/** A link to what matched in the past, where nothing comes. */
const pastLink = async (shown: Shown): Promise<Content> => {
  const { context, state, filters } = shown
  if (!isListView(state.view)) return undefined
  const { window: _, start_date: __, end_date: ___, sort: ____, collapse: _____, geoloc: ______, ...others } = filters
  const count = await countEvents(shown, { ...others, window: 'past' })
  const past = changed(state, { view: 'past', date: undefined })
  return (
    count > 0 &&
    markup`<a href="${href(context, writeAddress(past))}">${context.translator.count('list.past', count)}</a>`
  )
}

/** A link to what matches on other days, where nothing does on those that were chosen. */
const otherDaysLink = async (shown: Shown): Promise<Content> => {
  const { context, state, filters, today } = shown
  const isNarrowed = state.date !== undefined || hasWindow(filters)
  if (!isListView(state.view) || state.view === 'past' || !isNarrowed) return undefined
  const { window: _, start_date: __, end_date: ___, ...others } = filters
  const count = await countEvents(shown, fromNow(others, today))
  const anyDay = changed(state, { date: undefined, filters: ofAnyDay(state.filters) })
  return (
    count > 0 &&
    markup`<a href="${href(context, writeAddress(anyDay))}">${context.translator.text('when.any')}: ${context.translator.count('list.count', count)}</a>`
  )
}

/** Whether there was never an event that visitors could see. */
export const isEmptyCalendar = async ({ records }: PageContext): Promise<boolean> =>
  (await records.events.find({ ...always, per_page: 1 }, false)).ids.length === 0

/** What those who run an empty calendar do first; the admin asks who they are. */
const firstSteps = [
  ['/admin/events/new', 'list.stepEvent'],
  ['/admin/import', 'list.stepImport'],
  ['/admin/users', 'list.stepInvite'],
] as const satisfies readonly (readonly [path: string, key: TextKey])[]

/** Whether a page is narrowed to words and nothing else. */
export const isSearchAlone = (state: PageState): boolean =>
  state.term === undefined && state.date === undefined && shownFilters(state).join() === 'search'

/** Explains why the page is empty: nothing matches, nothing is planned, or nothing was ever added. */
export const nothing = async (shown: Shown): Promise<Markup> => {
  const { context, state } = shown
  const { translator } = context
  if (shownFilters(state).length > 0) {
    const [other, meant, past] = await Promise.all([otherDaysLink(shown), findMeant(shown), pastLink(shown)])
    const plain = changed(state, { filters: {}, term: undefined })
    const isSearch = isSearchAlone(state)
    return markup`<div class="empty"><p>${translator.text('list.noneMatch')}</p><p>${other || (meant !== undefined && linkToMeant(shown, meant)) || translator.text('list.noneMatchHint')}</p>${past && markup`<p>${past}</p>`}${
      !isSearch &&
      markup`
<p><a class="button second" href="${href(context, writeAddress(plain))}">${translator.text('filter.reset')}</a></p>`
    }</div>
${isSearch && isListView(state.view) && (await nextEvents(context, meant))}`
  }
  if (!(await isEmptyCalendar(context))) {
    const key = state.view === 'list' || state.view === 'map' ? 'list.noneAhead' : 'list.none'
    return markup`<div class="empty"><p>${translator.text(key)}</p></div>`
  }
  const { submissions } = context.config
  return markup`<div class="empty begin"><p class="begin-title">${translator.text('list.noneEver')}</p>
${submissions && markup`<p><a class="button" href="${href(context, '/submit/')}">${translator.text('submit.link')}</a></p>\n`}<p>${translator.text('list.firstEvent')}</p>
<ol>${firstSteps.map(([path, key]) => markup`<li><a href="${rooted(context, path)}">${translator.text(key)}</a></li>\n`)}</ol></div>`
}
