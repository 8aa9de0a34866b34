import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { weekendDays } from '../../lib/week.ts'
import { beginLine, type Day, isoWeekday, laterBy, monthLaterBy, weeksOfMonth, writeDate } from '../dates.ts'
import { href } from '../page-context.ts'
import { changed, writeAddress } from '../page-state.ts'
import { classes, renderEntry, renderLine } from './event-line.ts'
import { type Body, nothing, type Shown, steps } from './events-view.ts'
import { longRunning } from './long-running.ts'
import { findByDay, isOn, type OfDay } from './placed-events.ts'
import { layOutWeek, type WeekDay } from './week-layout.ts'

/** Most events of a day in the month. */
const linesOfDay = 4

/** Most dots of a day on a phone. */
const mostDots = 4

/** Most events of a day that open in place; more are on the page of the day. */
const mostInPlace = 20

/** The days of a month, in weeks. */
export const month = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const date = state.date ?? today.slice(0, 7)
  const weeks = weeksOfMonth(translator, date)
  const [first, next] = [`${date}-01`, `${monthLaterBy(date, 1)}-01`]
  const [from, last] = [weeks[0]?.[0] ?? first, weeks.at(-1)?.[6] ?? first]
  const { byDay, long, all } = await findByDay(shown, from, laterBy(last, 1), linesOfDay)
  const isOther = (day: Day): boolean => day < first || day >= next
  // A phone has no room for lines: it shows one day below the month.
  const days = [...byDay.keys()].filter((day) => !isOther(day)).sort()
  const chosen = (today < next && days.find((day) => day >= today)) || days[0]
  const name = writeDate(translator, 'month', first)
  const title = translator.text('month.in', { month: name })
  const weekend = weekendDays(translator.locale)
  const isWeekend = (weeks[0] ?? []).map((day) => weekend.includes(isoWeekday(day)))
  const namesOf = (day: Day, column: number) => [
    isOther(day) && 'beyond',
    day === today && 'today',
    day < today && 'over',
    day === chosen && 'chosen',
    isWeekend[column] && 'weekend',
  ]
  const cell = (one: WeekDay, column: number): Markup =>
    markup`<td${classes(...namesOf(one.day, column))}${one.day === today && trusted(' aria-current="date"')}>${dayIn(shown, one, byDay.get(one.day))}</td>
`
  const head = (weeks[0] ?? []).map(
    (day) =>
      markup`<th scope="col"><abbr title="${writeDate(translator, 'weekday', day)}">${writeDate(translator, 'weekdayShort', day)}</abbr></th>`,
  )
  const isBlank = byDay.size === 0 && long.total === 0
  return {
    title,
    heading: beginLine(translator, name),
    steps: steps(shown, {
      previous: monthLaterBy(date, -1),
      next: monthLaterBy(date, 1),
      write: (other) => writeDate(translator, 'month', `${other}-01`),
      present: 'view.thisMonth',
      day: today.startsWith(date) ? today : first,
    }),
    isBlank,
    isCalendar: true,
    // Those of the days of other months are not counted.
    ids: all.filter(isOn(first, next)).map(({ event }) => event.id),
    main: [
      longRunning(shown, long, 'month.long', from),
      markup`<table class="month"><caption class="hidden">${title}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${weeks.map((days) => markup`<tr>${layOutWeek(days, byDay, linesOfDay).map(cell)}</tr>\n`)}</tbody></table>`,
      chosen !== undefined && chosenDay(shown, chosen, byDay.get(chosen)),
      isBlank && (await nothing(shown)),
    ],
  }
}

const dayAddress = ({ context, state }: Shown, day: Day): string =>
  href(context, writeAddress(changed(state, { view: 'day', date: day })))

const dayName = ({ context: { translator } }: Shown, day: Day): string =>
  beginLine(translator, writeDate(translator, 'dayOfYear', day))

const numberOf = (day: Day): string => String(Number(day.slice(8)))

/** The content of a cell. */
const dayIn = (shown: Shown, one: WeekDay, all: OfDay | undefined): Content =>
  all
    ? eventsIn(shown, one, all)
    : markup`<span class="date"><time datetime="${one.day}">${numberOf(one.day)}</time></span>`

/** A day with events. Its lines are not repeated on the other days that a bar covers. */
const eventsIn = (shown: Shown, { day, lines, barLanes, rest, restLane }: WeekDay, all: OfDay): Content => {
  const { context } = shown
  const { translator } = context
  const name = markup`<span class="hidden"><b>${dayName(shown, day)}</b>, ${translator.count('list.count', all.total)}</span>`
  return markup`<a class="day" href="${dayAddress(shown, day)}">${name}<time datetime="${day}" aria-hidden="true">${numberOf(day)}</time>${dotsOf(all)}</a>${
    (lines.length > 0 || rest > 0) &&
    markup`\n<ul${classes('lanes', barLanes > 0 && `b${barLanes}`)}>
${lines.map((line) => renderLine(context, line))}${
  rest > 0 && markup`<li class="l${restLane}">${restOf(shown, day, rest, all)}</li>\n`
}</ul>`
  }`
}

/** A dot for each event, for phones; of many events, those of different colours come first. */
const dotsOf = ({ placed }: OfDay): Markup => {
  const hues = placed.map(({ hue }) => hue)
  const isFirst = (hue: string, at: number): boolean => hues.indexOf(hue) === at
  const ordered = [...hues.filter(isFirst), ...hues.filter((hue, at) => !isFirst(hue, at))]
  return markup`<span class="dots">${ordered.slice(0, mostDots).map((hue) => markup`<i${classes(hue)}></i>`)}</span>`
}

/** What a cell has no lines for: it opens in place or, where that is much, leads to the page of the day. */
const restOf = (shown: Shown, day: Day, rest: number, { placed, total }: OfDay): Content => {
  const { context } = shown
  const { translator } = context
  const name = dayName(shown, day)
  const count = markup`${translator.count('list.more', rest)}<span class="hidden"> – ${name}</span>`
  if (placed.length < total || total > mostInPlace) {
    return markup`<a class="plus" href="${dayAddress(shown, day)}">${count}</a>`
  }
  return markup`<details class="more" name="more"><summary class="plus">${count}</summary><div><p>${name}</p><ul>
${placed.map((one) => renderEntry(context, one, day))}</ul></div></details>`
}

/** The events of one day, below the month on a phone. */
const chosenDay = (shown: Shown, day: Day, all: OfDay | undefined): Content => {
  const { placed = [], total = 0 } = all ?? {}
  const some = placed.slice(0, mostInPlace)
  const { context } = shown
  const more = context.translator.count('list.more', total - some.length)
  return markup`<section class="agenda" aria-live="polite"><h2><a href="${dayAddress(shown, day)}">${dayName(shown, day)}</a></h2><ul>
${some.map((one) => renderEntry(context, one, day))}</ul>${total > some.length && markup`<a class="plus" href="${dayAddress(shown, day)}">${more}</a>`}</section>`
}
