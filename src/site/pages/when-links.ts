import type { TextKey } from '../../i18n/catalogue.ts'
import { type Markup, markup, trusted } from '../../lib/markup.ts'
import { type When, whenNames } from '../../lib/week.ts'
import { type Day, writeDate, writeRange } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { changed, findWhen, ofAnyDay, type PageState, writeAddress, writeFilters } from '../page-state.ts'

/** What the named windows of days and of the evening are called. */
export const whenTexts = {
  today: 'view.today',
  tonight: 'when.tonight',
  tomorrow: 'when.tomorrow',
  weekend: 'when.weekend',
  week: 'when.week',
} as const satisfies Readonly<Record<When, TextKey>>

/**
 * Links to the days that visitors ask for most, and a form for any others; the other filters stay. `write` makes the address of a state; by default
 * that of a page of events.
 */
export const whenLinks = async (
  context: PageContext,
  state: PageState,
  write: (state: PageState) => string = writeAddress,
): Promise<Markup> => {
  const { translator } = context
  const { filters } = state
  const plain = changed(state, { date: undefined, filters: ofAnyDay(filters) })
  const chosen = findWhen(filters)
  const { start_date: from = state.date, end_date: until } = filters
  const hasDates = !chosen && (from !== undefined || until !== undefined)
  const link = (name: string, to: PageState, isChosen: boolean): Markup =>
    markup`<li><a class="chip${isChosen && ' chosen'}" href="${href(context, write(to))}"${isChosen && trusted(' aria-current="true"')}>${name}</a></li>
`
  const at = (when: When): Markup =>
    link(translator.text(whenTexts[when]), { ...plain, filters: { ...plain.filters, window: when } }, when === chosen)
  const field = (name: 'start_date' | 'end_date', key: TextKey, value: string | undefined): Markup =>
    markup`<label class="day">${translator.text(key)} <input type="date" name="${name}" value="${isWholeDay(value) && value}" min="1000-01-01" max="9998-12-31"></label>
`
  const kept = [...writeFilters(plain.filters)].map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  )
  const hasTonight = chosen === 'tonight' || (state.date === undefined && (await isEveningApart(context)))
  const offered = whenNames.filter((when) => when !== 'tonight' || hasTonight)
  return markup`<nav class="when" aria-label="${translator.text('event.when')}"><ul class="chips">
${link(translator.text('when.any'), plain, !chosen && !hasDates)}${offered.map(at)}<li><details class="dates-form" name="panel"><summary class="chip${hasDates && ' chosen'}">${hasDates ? writeDays(context, from, until) : translator.text('when.dates')}</summary>
<form method="get" action="${href(context, write({ ...plain, filters: {} }))}">${kept}${field('start_date', 'when.from', from)}${field('end_date', 'when.until', until)}<button type="submit">${translator.text('filter.apply')}</button></form></details></li>
</ul></nav>
`
}

/** Whether something comes in the evening, and today has more than that. */
const isEveningApart = async ({ records: { events } }: PageContext): Promise<boolean> => {
  const count = async (window: When): Promise<number> => (await events.find({ window, per_page: 1 })).total
  const [tonight, today] = await Promise.all([count('tonight'), count('today')])
  return tonight > 0 && tonight !== today
}

/** The days that were chosen, in little room. */
const writeDays = (context: PageContext, from: string | undefined, until: string | undefined): string => {
  const [first, last] = [from, until].map((date) => (isWholeDay(date) ? date : undefined))
  const today = context.request.today()
  const isThisYear = [first, last].every((day) => day === undefined || day.slice(0, 4) === today.slice(0, 4))
  const days = writeChosenDays(context, first, last, isThisYear ? 'monthDay' : 'date')
  return days ?? context.translator.text('when.dates')
}

/** The first and the last day that were chosen, in words; one that was not is not named. */
export const writeChosenDays = (
  { translator }: PageContext,
  first: Day | undefined,
  last: Day | undefined,
  style: 'monthDay' | 'date' = 'date',
): string | undefined => {
  if (first !== undefined && last !== undefined) return writeRange(translator, style, first, last)
  if (first !== undefined) return translator.text('when.onward', { day: writeDate(translator, style, first) })
  return last === undefined ? undefined : translator.text('when.upTo', { day: writeDate(translator, style, last) })
}

const isWholeDay = (text: string | undefined): boolean => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
