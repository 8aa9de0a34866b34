import type { Speech } from '../i18n/pages/texts.ts'
import { type Content, type Markup, markup, trusted } from '../lib/markup.ts'
import { plainText } from '../lib/text.ts'
import type { EventRecord } from '../resources/events/schema.ts'
import { dayOf, writeDate, writeRange } from './dates.ts'
import { href, type Visit } from './visit.ts'

/** The venues of an event: the interface answers one as an object, and several as a list (F2.1). */
export const venuesOf = ({ venue }: EventRecord) => (Array.isArray(venue) ? venue : [venue])

/** The title as text. */
export const titleOf = ({ title }: Pick<EventRecord, 'title'>): string => plainText(title)

/** The path of the page of an event, below the language. */
export const pathOf = ({ slug }: Pick<EventRecord, 'slug'>): string => `/event/${slug}/`

/** Whether an event goes on after midnight of its first day. */
export const isLong = ({ start_date, end_date }: EventRecord): boolean => dayOf(start_date) !== dayOf(end_date)

/** The time of day of an event, or its days if there are several; `all day` is left to the caller. */
export const writeTimes = (speech: Speech, event: EventRecord): string => {
  const { start_date, end_date, all_day } = event
  if (isLong(event)) return writeRange(speech, 'monthDay', start_date, end_date)
  if (all_day) return speech.text('event.allDay')
  return start_date === end_date
    ? writeDate(speech, 'time', start_date)
    : writeRange(speech, 'time', start_date, end_date)
}

/** The whole time of an event, in its own zone. */
export const writeWhen = (speech: Speech, event: EventRecord): string => {
  const { start_date, end_date, all_day, timezone_abbr } = event
  const style = all_day ? 'day' : 'whole'
  const written = (all_day ? dayOf(start_date) === dayOf(end_date) : start_date === end_date)
    ? writeDate(speech, style, start_date)
    : writeRange(speech, style, start_date, end_date)
  return all_day ? written : `${written} ${timezone_abbr}`
}

/** A moment for programs: `2026-11-22T19:30:00Z`, or the day of an event that lasts all day. */
export const machineTime = ({ all_day }: EventRecord, local: string, utc: string): string =>
  all_day ? dayOf(local) : `${utc.replace(' ', 'T')}Z`

/** Where an event is, in one line: `Town Hall, Ghent`. */
export const placeOf = (event: EventRecord): string =>
  venuesOf(event)
    .map(({ venue, city = '' }) => plainText(city === '' || venue.includes(city) ? venue : `${venue}, ${city}`))
    .join(' · ')

/** The smallest picture of an event that fills a card. */
export const pictureOf = ({ image }: Pick<EventRecord, 'image'>) => {
  if (!image) return undefined
  const sizes = Object.values(image.sizes ?? {})
  const fitting = sizes.filter(({ width }) => width >= 300).sort((one, other) => one.width - other.width)[0]
  return fitting ?? { url: image.url, width: image.width, height: image.height }
}

/** An event in a list: `level` is that of its heading. */
export const cardOf = (visit: Visit, event: EventRecord, level: 2 | 3): Markup => {
  const { speech } = visit
  const picture = pictureOf(event)
  const place = placeOf(event)
  const heading = markup`<a href="${href(visit, pathOf(event))}">${titleOf(event)}</a>`
  return markup`<article class="card${event.featured ? ' featured' : ''}">
<div class="date" aria-hidden="true"><span>${writeDate(speech, 'weekdayShort', event.start_date)}</span><b>${String(Number(event.start_date.slice(8, 10)))}</b><span>${writeDate(speech, 'short', event.start_date)}</span></div>
<div class="what">
${trusted(`<h${level}>`)}${heading}${trusted(`</h${level}>`)}
<p class="when"><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${whenOf(speech, event)}</time>${event.featured && markup` <span class="badge">${speech.text('event.featured')}</span>`}</p>
${place !== '' && markup`<p class="where">${place}</p>`}
${event.cost !== '' && markup`<p class="cost">${plainText(event.cost)}</p>`}
</div>
${picture && markup`<img src="${picture.url}" width="${picture.width}" height="${picture.height}" alt="" loading="lazy" decoding="async">`}
</article>
`
}

const whenOf = (speech: Speech, event: EventRecord): string =>
  isLong(event)
    ? writeTimes(speech, event)
    : `${writeDate(speech, 'dayOfYear', event.start_date)}, ${writeTimes(speech, event)}`

/** An event in a cell of the month: one line. */
export const lineOf = (
  visit: Visit,
  event: EventRecord,
  isFirst: boolean,
): Content => markup`<li${event.featured && trusted(' class="featured"')}><a href="${href(visit, pathOf(event))}">${
  isFirst &&
  !event.all_day &&
  !isLong(event) &&
  markup`<time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${writeDate(visit.speech, 'time', event.start_date)}</time> `
}<span>${titleOf(event)}</span></a></li>
`
