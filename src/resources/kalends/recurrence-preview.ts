import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { isInvalid } from '../../core/params.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { bool, dateText, numberBetween, readMoment, timeZone } from '../../core/types.ts'
import { resolveMoment } from '../../lib/date-text.ts'
import type { DateTimeText } from '../../lib/time-zone.ts'
import { placeRecurrence, writeRecurrence } from '../../recurrence/recurrence.ts'
import { decideDates } from '../events/dates.ts'
import { recurrence } from '../events/series/params.ts'
import {
  datesAt,
  expandSeries,
  refusing,
  requireLater,
  type SeriesTimes,
  seriesStart,
  seriesTimes,
  seriesZone,
} from '../events/series/times.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'

/** Dates of an answer. */
const shownDates = 10

/** Most seconds that an occurrence may take: a century. */
const longest = 100 * 366 * 86_400

const previewParams = {
  start_date: { type: dateText, isRequired: true },
  end_date: { type: dateText },
  duration: { type: numberBetween(0, longest) },
  timezone: { type: timeZone },
  all_day: { type: bool, default: false },
  recurrence: { type: recurrence, isRequired: true },
  from: { type: dateText },
}

type Preview = SiteRequest<typeof previewParams>

/** When the series would be; without an end each occurrence ends as it begins, unless its length is said as that of a stored series. */
const timesIn = ({ context, values }: Preview): SeriesTimes => {
  const { start_date = '', end_date = start_date, duration, timezone, all_day = false } = values
  const dates = decideDates(context, { start_date, end_date, all_day, ...(timezone && { timezone }) }, undefined)
  const times = seriesTimes(dates)
  return duration === undefined ? times : { ...times, length: Math.round(duration) }
}

const wallClockOf = ({ now }: RequestContext, times: SeriesTimes, text: string | undefined): DateTimeText => {
  if (text === undefined) return times.start_date
  const zone = seriesZone(times)
  const moment = readMoment(text, { now, zone })
  return (isInvalid(moment) ? undefined : resolveMoment(moment, zone)?.local) ?? times.start_date
}

const showPreview = (question: Preview): SiteResponse => {
  const { context, values } = question
  const { recurrence: sent } = values
  if (!sent) throw invalidParams(new Map([['recurrence', 'It must be a string such as RRULE:FREQ=WEEKLY;BYDAY=TU.']]))
  const times = timesIn(question)
  const { start, zone, isAllDay } = seriesStart(times)
  const placed = refusing(() => placeRecurrence(sent, start, zone, isAllDay))
  requireLater(placed, start)
  const { starts, filled_until } = expandSeries(context, times, placed)
  const from = wallClockOf(context, times, values.from)
  const shown = starts.filter((one) => one >= from).slice(0, shownDates)
  return {
    body: {
      dates: shown.map((one) => {
        const { start_date, end_date } = datesAt(times, one)
        return { recurrence_id: one, start_date, end_date }
      }),
      total: starts.length,
      last: starts.at(-1) ?? start,
      filled_until: filled_until === '' ? null : filled_until,
      text: writeRecurrence(placed),
    },
  }
}

/** The dates that a recurrence would give, before anything is written, for those who may edit (contract C3.1). Nothing is stored. */
export const recurrencePreviewDocument: SiteDocument = {
  path: '/recurrence-preview',
  endpoints: [
    endpoint({
      methods: ['POST'],
      params: previewParams,
      right: 'edit',
      refuseUnknown: refuseUnknownBy(previewParams),
      answer: showPreview,
    }),
  ],
}
