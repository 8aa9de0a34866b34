import type { Translator } from '../../i18n/catalogue.ts'
import { distanceBetween } from '../../lib/distance.ts'
import { htmlToSummary } from '../../lib/html.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { toEpoch, toIso, toLocal } from '../../lib/time-zone.ts'
import { isFree } from '../../resources/events/free.ts'
import type { EventLine } from '../../resources/events/lines.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import type { SeriesRecord } from '../../resources/events/series/record.ts'
import { tallyLater } from '../../resources/events/tallies.ts'
import { listVenues, namesCity } from '../../resources/events/venue-lines.ts'
import { hueClass } from '../category-hues.ts'
import {
  beginLine,
  type Day,
  laterBy,
  toDay,
  writeDate,
  writeDistance,
  writeKilometres,
  writeRange,
  writeTime,
  writeTimes,
  writeZone,
} from '../dates.ts'
import { writeCost } from '../money.ts'
import { href, type PageContext } from '../page-context.ts'
import { plainList, writeAddress } from '../page-state.ts'
import { findPhases } from './event-phase.ts'
import { isSoldOut, renderOnline, showTitle, takesPlace } from './event-state.ts'
import { shorten } from './layout.ts'
import { readAltTexts, renderBlank, renderThumbnail } from './pictures.ts'
import { recurrenceWords } from './recurrence-words.ts'

/** The title as text. */
export const plainTitle = ({ title }: Pick<EventRecord, 'title'>): string => plainText(title)

/** The path of the page of an event, below the language. */
export const eventPath = ({ slug }: Pick<EventRecord, 'slug'>): string => `/event/${slug}/`

/** The path of the list of a category, below the language. */
export const categoryPath = ({ slug }: { readonly slug: string }): string => `/events/category/${slug}/`

/** An entry of the facts beside an event. */
export const fact = (name: string, content: Content): Markup => markup`<div><dt>${name}</dt><dd>${content}</dd></div>\n`

/** Whether an event lasts for days; a night does not. */
export const isLong = (event: EventRecord): boolean => findLastDay(event) !== toDay(event.start_date)

/** The last day on which an event is shown: a night belongs to the day before, and so does an end at midnight. */
export const findLastDay = ({
  all_day,
  start_date,
  end_date,
  utc_start_date,
  utc_end_date,
}: Pick<EventRecord, 'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'>): Day => {
  const [start, end] = [toEpoch(utc_start_date), toEpoch(utc_end_date)]
  if (!all_day && end - start < longestNight) return toDay(start_date)
  return toDay(all_day || !end_date.endsWith('00:00:00') ? end_date : laterBy(toDay(end_date), -1))
}

/** The day on which lists show an event: by the clock of the site, and of an event that lasts all day its own. */
export const dayOf = (
  { config }: Pick<PageContext, 'config'>,
  { all_day, start_date, utc_start_date }: Pick<EventRecord, 'all_day' | 'start_date' | 'utc_start_date'>,
): Day => toDay(all_day ? start_date : toLocal(utc_start_date, config.zone))

/** Twelve hours in milliseconds: a shorter event that ends on another day is a night, from an evening to a morning. */
const longestNight = 43_200_000

/** The time of day of an event, or its days if there are several, with the year unless a heading above says it. */
const describeTimes = (translator: Translator, event: EventRecord, hasYear: boolean): string => {
  const { start_date, end_date, all_day } = event
  if (isLong(event)) {
    const [days, times] = hasYear ? (['date', 'dateTime'] as const) : (['monthDay', 'monthDayTime'] as const)
    return writeRange(translator, all_day ? days : times, start_date, end_date)
  }
  if (all_day) return translator.text('event.allDay')
  return start_date === end_date ? writeTime(translator, start_date) : writeTimes(translator, start_date, end_date)
}

/**
 * When an event is, in two lines: its day and its hours, or its first and its last moment. The zone stands with the hours where it is not that of
 * the site, or where people attend from anywhere.
 */
export const writeWhenLines = (
  context: Pick<PageContext, 'translator' | 'config'>,
  event: EventRecord,
): readonly [string, string] => {
  const { translator } = context
  const { start_date, end_date, all_day, is_virtual, timezone } = event
  const isLocal = timezone === context.config.zone.name && !is_virtual
  const withZone = (time: string): string => (isLocal ? time : `${time} ${zoneOf(translator, event)}`)
  const begin = (line: string): string => beginLine(translator, line)
  if (!isLong(event)) {
    const times = describeTimes(translator, event, false)
    return [begin(writeDate(translator, 'day', start_date)), begin(all_day ? times : withZone(times))]
  }
  const moment = (wall: string): string =>
    all_day
      ? writeDate(translator, 'day', wall)
      : `${writeDate(translator, 'dayShortYear', wall)} · ${writeTime(translator, wall)}`
  const last = begin(moment(end_date))
  return [`${begin(moment(start_date))}${translator.language === 'ja' ? '～' : ' –'}`, all_day ? last : withZone(last)]
}

/** The whole time of an event, in its own zone, as it begins a line. */
export const writeWhen = (translator: Translator, event: EventRecord): string => {
  const { start_date, end_date, all_day } = event
  const style = all_day ? 'day' : 'whole'
  const when = (all_day ? toDay(start_date) === toDay(end_date) : start_date === end_date)
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
export const machineTime = ({ all_day }: Pick<EventRecord, 'all_day'>, local: string, utc: string): string =>
  all_day ? toDay(local) : toIso(utc)

type Place = { readonly venue: string; readonly city?: string }

/** Where an event is, in one line: `Town Hall, Ghent`. */
export const writePlace = (event: Pick<EventRecord, 'venue'> | EventLine): string =>
  listVenues<Place>(event)
    .map((venue) => plainText(venue.city && !namesCity(venue) ? `${venue.venue}, ${venue.city}` : venue.venue))
    .join(' · ')

/** The part of an event's date that is in the heading above it. */
type DateAbove = 'day' | 'month' | 'nothing'

/** The level of a heading. */
export type Level = 2 | 3 | 4

/** How a card is laid out: a picture beside the text, a small one in the list beside a map, one above the text, or only a title and its end. */
export type CardShape = 'row' | 'small' | 'tile' | 'mini'

/**
 * Events in a list, a card for each: `level` is that of their headings; a date that is in a heading above is not repeated. The styles lay them out
 * as rows, or as tiles below an element of the class `photos`.
 */
export const renderCards = async (
  context: PageContext,
  events: readonly EventRecord[],
  level: Level,
  dateAbove: DateAbove = 'nothing',
  shape: CardShape = 'row',
): Promise<readonly Markup[]> => {
  const isMini = shape === 'mini'
  const [altTexts, hues, repeats, phases] = await Promise.all([
    readAltTexts(context, events),
    context.hues(),
    context.isOnce && !isMini ? readRepeats(context, events) : undefined,
    isMini ? undefined : findPhases(context, events),
  ])
  return events.map((event, at) => {
    // The first pictures are those that visitors see first.
    const picture =
      renderThumbnail(event, altTexts, {
        shape: shape === 'row' && event.featured ? 'featured' : shape,
        isFirst: at < 2,
      }) ?? renderBlank(event)
    const isOn = phases?.get(event.id) === 'on' && takesPlace(event)
    const style = { level, dateAbove, shape, hue: hueClass(hues, event), isOn }
    return cardOf(context, event, picture, style, repeats?.get(event.id))
  })
}

type CardStyle = {
  readonly level: Level
  readonly dateAbove: DateAbove
  readonly shape: CardShape
  readonly hue: string
  readonly isOn: boolean
}

const cardOf = (
  context: PageContext,
  event: EventRecord,
  picture: Content,
  { level, dateAbove, shape, hue, isOn }: CardStyle,
  repeats: Repeats | undefined,
): Markup => {
  const { translator } = context
  if (shape === 'mini') {
    return markup`<article class="mini${hue}">
${picture}<div class="what">${trusted(`<h${level} class="title">`)}<a href="${href(context, eventPath(event))}" dir="auto">${showTitle(translator, event)}</a>${trusted(`</h${level}>`)}
<p class="until"><time datetime="${machineTime(event, event.end_date, event.utc_end_date)}">${writeUntil(context, event)}</time></p></div></article>
`
  }
  const place = writePlace(event)
  const where = [
    place !== '' && markup`<bdi>${place}</bdi>`,
    distanceOf(context, event),
    renderOnline(translator, event),
  ].filter(Boolean)
  const heading = markup`<a href="${href(context, eventPath(event))}" dir="auto">${showTitle(translator, event)}</a>`
  return markup`<article class="card${hue}${event.featured && ' featured'}">
${picture}
<div class="what">
${trusted(`<h${level} class="title">`)}${heading}${trusted(`</h${level}>`)}
<p class="when"><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${beginLine(translator, describeWhen(context, event, { dateAbove: isThatDay(context, event) ? dateAbove : 'nothing' }))}</time>${isOn && markup` <span class="label now">${translator.text('view.now')}</span>`}</p>
${where.length > 0 && markup`<p class="where">${where.map((part, at) => [at > 0 && ' · ', part])}</p>`}
${repeats && renderRepeats(context, repeats)}${labelsOf(context, event)}
</div>
${shape === 'row' && aboutOf(event)}</article>
`
}

/** Most characters of HTML of a description that a card reads, and of text that it shows: what fits in four short lines. */
const [mostRead, mostShown] = [1_000, 145]

/** The beginning of what an event is about: whole sentences, if they say enough. */
const aboutOf = ({ excerpt, description }: EventRecord): Content => {
  const text = htmlToSummary(excerpt, mostRead) || htmlToSummary(description, mostRead)
  const [sentences] = text.length > mostShown ? (/^.{60,}[.!?。！？](?=\s)/su.exec(text.slice(0, mostShown)) ?? []) : []
  const about = sentences ?? shorten(text, mostShown)
  return /[\p{L}\p{N}]/u.test(about) && markup`<p class="about"><bdi>${about}</bdi></p>\n`
}

/** Whether the heading above an event, by the clock of the site, has the date that the event has in its own zone. */
const isThatDay = (context: PageContext, event: EventRecord): boolean =>
  dayOf(context, event) === toDay(event.start_date)

/** How the series of an event repeats, and how many of its dates come later. */
export type Repeats = { readonly series: SeriesRecord; readonly later: number }

/** Reads them by the ids of events. */
export const readRepeats = async (
  { app, records }: PageContext,
  events: readonly EventRecord[],
): Promise<ReadonlyMap<number, Repeats>> => {
  const repeated = events.flatMap(({ id, series }) => (series ? [{ id, series: series.id }] : []))
  if (repeated.length === 0) return new Map()
  const [all, later] = await Promise.all([
    records.series.byIds([...new Set(repeated.map(({ series }) => series))]),
    tallyLater(
      app,
      repeated.map(({ id }) => id),
    ),
  ])
  const byId = new Map(all.map((series) => [series.id, series]))
  return new Map(
    repeated.flatMap(({ id, series: of }) => {
      const series = byId.get(of)
      return series ? [[id, { series, later: later.get(id) ?? 0 }] as const] : []
    }),
  )
}

/** How an event repeats, as it begins a line. */
export const writeRepeats = ({ translator, request }: PageContext, { series }: Pick<Repeats, 'series'>): string =>
  beginLine(translator, recurrenceWords(translator, series, toDay(request.today())))

/** How an event repeats, with a link to its other dates. */
const renderRepeats = (context: PageContext, repeats: Repeats): Content => {
  const { translator } = context
  const { series, later } = repeats
  const dates = { ...plainList, filters: { series: String(series.id) } }
  return markup`<p class="repeats">${writeRepeats(context, repeats)}${
    later > 0 &&
    markup` <a href="${href(context, writeAddress(dates))}" rel="nofollow">${translator.count('event.furtherDates', later)}</a>`
  }</p>
`
}

/** When an event that is on now ends: `until January 31`, `until tomorrow`, `until 10 PM`, and of the last of several days that it is that. */
export const writeUntil = (context: PageContext, event: EventRecord): string => {
  const { translator, request } = context
  const { all_day, end_date } = event
  const [today, last] = [toDay(request.today()), findLastDay(event)]
  const isNear = last <= laterBy(today, 1)
  const hasYear = last.slice(0, 4) !== today.slice(0, 4) && last > laterBy(today, 180)
  const day =
    last === today && !all_day
      ? inZone(context, event, writeTime(translator, end_date))
      : isNear
        ? writeDistance(translator, last, today)
        : writeDate(translator, hasYear ? 'date' : 'monthDay', last)
  const until = translator.text('day.until', { day })
  if (last !== today || !isLong(event)) return until
  const lastDay = translator.text('event.lastDay')
  return all_day ? lastDay : `${lastDay} · ${until}`
}

/** How far the nearest venue of an event is; '' where no point is asked about, or no venue has one. */
const distanceOf = ({ translator, near }: PageContext, event: EventRecord): string => {
  if (!near) return ''
  const distances = listVenues(event).flatMap(({ geo_lat: lat, geo_lng: lng }) =>
    lat === undefined || lng === undefined ? [] : [distanceBetween(near, { lat, lng })],
  )
  return distances.length === 0 ? '' : writeKilometres(translator, Math.min(...distances))
}

/** What else is known about an event at a glance: whether it is featured, what it costs, and its category. */
const labelsOf = (context: PageContext, event: EventRecord): Content => {
  const { translator } = context
  const [category] = event.categories
  const labels = [
    event.featured && markup`<span class="label star">${translator.text('event.featured')}</span>`,
    category &&
      markup`<a class="label kind" href="${href(context, categoryPath(category))}" rel="tag">${plainText(category.name)}</a>`,
    isSoldOut(event) && markup`<span class="badge">${translator.text('event.soldOut')}</span>`,
    event.cost !== '' &&
      markup`<span class="label cost${isFree(plainText(event.cost)) && ' free'}">${writeCost(context, event)}</span>`,
  ].filter(Boolean)
  return labels.length > 0 && markup`<p class="labels">${labels.map((label) => [label, ' '])}</p>`
}

/** When an event is, in one line; parts of its date that are in a heading above are left out. */
export const describeWhen = (
  context: PageContext,
  event: EventRecord,
  { dateAbove }: Pick<CardStyle, 'dateAbove'>,
): string => {
  const { translator, request } = context
  const { start_date, end_date } = event
  const isOfThisYear = start_date.slice(0, 4) === request.today().slice(0, 4)
  const hasYear = dateAbove === 'nothing' ? !isOfThisYear : start_date.slice(0, 4) !== end_date.slice(0, 4)
  const times = inZone(context, event, describeTimes(translator, event, hasYear))
  if (dateAbove === 'day' || isLong(event)) return times
  return `${writeDate(translator, hasYear ? 'day' : 'dayOfYear', start_date)} · ${times}`
}
