import type { Translator } from '../../i18n/translator.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { epochOf, isoOf } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { namesCity, venuesOf } from '../../resources/events/venue-lines.ts'
import { beginLine, type Day, dayOf, laterBy, writeDate, writeRange, writeZone } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { isSoldOut, onlineOf, showTitle } from './event-state.ts'
import { altTextsOf, thumbnailOf } from './pictures.ts'

/** The title as text. */
export const titleOf = ({ title }: Pick<EventRecord, 'title'>): string => plainText(title)

/** The path of the page of an event, below the language. */
export const pathOf = ({ slug }: Pick<EventRecord, 'slug'>): string => `/event/${slug}/`

/** Whether an event lasts for days; a night does not. */
export const isLong = (event: EventRecord): boolean => lastDayOf(event) !== dayOf(event.start_date)

/** The last day on which an event is shown: a night belongs to the day before, and so does an end at midnight. */
export const lastDayOf = ({ all_day, start_date, end_date, utc_start_date, utc_end_date }: EventRecord): Day => {
  const [start, end] = [epochOf(utc_start_date), epochOf(utc_end_date)]
  if (!all_day && end - start < longestNight) return dayOf(start_date)
  return dayOf(all_day || !end_date.endsWith('00:00:00') ? end_date : laterBy(dayOf(end_date), -1))
}

/** Twelve hours in milliseconds: a shorter event that ends on another day is a night, from an evening to a morning. */
const longestNight = 43_200_000

/** The time of day of an event, or its days if there are several, with the year unless a heading above says it. */
const writeTimes = (translator: Translator, event: EventRecord, hasYear: boolean): string => {
  const { start_date, end_date, all_day } = event
  if (isLong(event)) {
    const [days, times] = hasYear ? (['date', 'dateTime'] as const) : (['monthDay', 'monthDayTime'] as const)
    return writeRange(translator, all_day ? days : times, start_date, end_date)
  }
  if (all_day) return translator.text('event.allDay')
  if (start_date === end_date) return writeDate(translator, 'time', start_date)
  // For an event that ends shortly after midnight, the end is written as if it were on the first day.
  return writeRange(translator, 'time', start_date, dayOf(start_date) + end_date.slice(10))
}

/** The whole time of an event, in its own zone, as it begins a line. */
export const writeWhen = (translator: Translator, event: EventRecord): string => {
  const { start_date, end_date, all_day } = event
  const style = all_day ? 'day' : 'whole'
  const when = (all_day ? dayOf(start_date) === dayOf(end_date) : start_date === end_date)
    ? writeDate(translator, style, start_date)
    : writeRange(translator, style, start_date, end_date)
  return beginLine(translator, all_day ? when : `${when} ${zoneOf(translator, event)}`)
}

const zoneOf = (translator: Translator, { utc_start_date, timezone, timezone_abbr }: EventRecord): string =>
  writeZone(translator, { utc: utc_start_date, zone: timezone, abbreviation: timezone_abbr })

/** A time of an event in a list, with its zone unless that is the zone of the site. */
const inZone = ({ translator, config }: PageContext, event: EventRecord, time: string): string =>
  event.all_day || event.timezone === config.zone.name ? time : `${time} ${zoneOf(translator, event)}`

/** A moment for programs: `2026-11-22T19:30:00Z`, or the day of an event that lasts all day. */
export const machineTime = ({ all_day }: EventRecord, local: string, utc: string): string =>
  all_day ? dayOf(local) : isoOf(utc)

/** Where an event is, in one line: `Town Hall, Ghent`. */
export const placeOf = (event: EventRecord): string =>
  venuesOf(event)
    .map((venue) => plainText(venue.city && !namesCity(venue) ? `${venue.venue}, ${venue.city}` : venue.venue))
    .join(' · ')

/** The interface says `Free` in English, whatever the language. */
export const costOf = ({ translator }: Pick<PageContext, 'translator'>, { cost }: Pick<EventRecord, 'cost'>): string =>
  plainText(cost).replace(/^Free(?=$| – )/, translator.text('event.free'))

/** The part of an event's date that is in the heading above it. */
type DateAbove = 'day' | 'month' | 'nothing'

/** Events in a list: `level` is that of their headings; parts of dates that are in a heading above are not repeated. */
export const cardsOf = async (
  context: PageContext,
  events: readonly EventRecord[],
  level: 2 | 3,
  dateAbove: DateAbove = 'nothing',
): Promise<Content> => {
  const altTexts = await altTextsOf(context, events)
  return events.map((event) => cardOf(context, event, thumbnailOf(event, altTexts), { level, dateAbove }))
}

type CardStyle = { readonly level: 2 | 3; readonly dateAbove: DateAbove }

const cardOf = (
  context: PageContext,
  event: EventRecord,
  picture: Content,
  { level, dateAbove }: CardStyle,
): Markup => {
  const { translator } = context
  const isBelowDay = dateAbove === 'day'
  const [place, online] = [placeOf(event), onlineOf(translator, event)]
  const heading = markup`<a href="${href(context, pathOf(event))}">${showTitle(translator, event)}</a>`
  return markup`<article class="${['card', event.featured && 'featured', isBelowDay && 'undated'].filter(Boolean).join(' ')}">
${!isBelowDay && markup`<div class="date" aria-hidden="true"><span>${writeDate(translator, 'weekdayShort', event.start_date)}</span><b>${String(Number(event.start_date.slice(8, 10)))}</b><span>${writeDate(translator, 'short', event.start_date)}</span></div>`}
<div class="what">
${trusted(`<h${level}>`)}${heading}${trusted(`</h${level}>`)}
<p class="when"><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${beginLine(translator, whenOf(context, event, dateAbove))}</time>${event.featured && markup` <span class="badge">${translator.text('event.featured')}</span>`}</p>
${(place !== '' || online) && markup`<p class="where">${place}${place !== '' && online && ' · '}${online}</p>`}
${event.cost !== '' && markup`<p class="cost">${costOf(context, event)}${isSoldOut(event) && markup` <span class="badge">${translator.text('event.soldOut')}</span>`}</p>`}
</div>
${picture}
</article>
`
}

/** When an event is, in one line; parts of its date that are in a heading above are left out. */
export const whenOf = (context: PageContext, event: EventRecord, dateAbove: DateAbove): string => {
  const { translator, request } = context
  const { start_date, end_date } = event
  const isOfThisYear = start_date.slice(0, 4) === request.today().slice(0, 4)
  const hasYear = dateAbove === 'nothing' ? !isOfThisYear : start_date.slice(0, 4) !== end_date.slice(0, 4)
  const times = inZone(context, event, writeTimes(translator, event, hasYear))
  if (dateAbove === 'day' || isLong(event)) return times
  return `${writeDate(translator, hasYear ? 'day' : 'dayOfYear', start_date)} · ${times}`
}

/** An event in a cell of the month: one line, marked as continued on days after its first. */
export const lineOf = (context: PageContext, event: EventRecord, isFirst: boolean): Content => {
  const { translator } = context
  const hasTime = isFirst && !event.all_day
  return markup`<li${event.featured && trusted(' class="featured"')}><a href="${href(context, pathOf(event))}">${
    hasTime &&
    markup`<time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${inZone(context, event, writeDate(translator, 'time', event.start_date))}</time> `
  }${!isFirst && markup`<i><span aria-hidden="true">→</span><span class="hidden">${translator.text('day.continues')}</span></i> `}<span>${showTitle(translator, event)}</span></a></li>
`
}
