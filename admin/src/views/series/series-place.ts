import { CalendarError } from 'kalends-client'
import { createContext } from 'preact'
import { calendar, type Event, type EventFields, readData, type Schemas } from '../../api/calendar.ts'
import { write } from '../../api/site.ts'
import { t } from '../../texts.ts'

/** A series as the interface answers it. */
export type Series = Schemas['SingleSeries']

/** How an event recurs: a rule of RFC 5545, or '', with further dates and exceptions on the wall clock of the event. */
export type Recurrence = Pick<Series['recurrence'], 'rrule' | 'rdate' | 'exdate'>

/** An occurrence in its series. */
export type SeriesPlace = {
  /** Missing if the person may see no occurrence outside the trash. */
  readonly series: Series | undefined
  readonly id: number
  readonly recurrenceId: string
  /** The fields in which the occurrence differs from its series. */
  readonly ownFields: readonly string[]
}

/** Reads a series; undefined where the person sees none of its occurrences. @throws CalendarError */
export const readSeries = (id: number): Promise<Series | undefined> =>
  calendar
    .GET('/series/{id}', { params: { path: { id } } })
    .then(readData)
    .catch((error) => {
      if (error instanceof CalendarError && error.status === 404) return undefined
      throw error
    })

/** Where an event is in its series; undefined for a single event. @throws CalendarError */
export const readPlace = async ({
  series,
  recurrence_id,
  own_fields,
}: Pick<Event, 'series' | 'recurrence_id' | 'own_fields'>): Promise<SeriesPlace | undefined> =>
  series && {
    series: await readSeries(series.id),
    id: series.id,
    recurrenceId: recurrence_id ?? '',
    ownFields: own_fields ?? [],
  }

/** What a form holds of the recurrence of a series. */
export const readRecurrence = ({ recurrence: { rrule, rdate, exdate } }: Pick<Series, 'recurrence'>): Recurrence => ({
  rrule,
  rdate,
  exdate,
})

/** When a series begins and how long its occurrences take, as `kalends/v1/recurrence-preview` takes it. */
export type SeriesTimes = {
  readonly start_date: string
  readonly end_date?: string
  readonly duration?: number
  readonly timezone?: string
  readonly all_day: boolean
  readonly from?: string
}

/** The times of a stored series. */
export const timesOf = ({ start_date, duration, timezone, all_day }: Series): SeriesTimes => ({
  start_date,
  duration,
  timezone,
  all_day,
})

/** The dates that a recurrence gives: ten of them, how many there are, and until when they are made where it has no end. */
export type Preview = {
  readonly dates: readonly { readonly recurrence_id: string; readonly start_date: string; readonly end_date: string }[]
  readonly total: number
  readonly last: string
  readonly filled_until: string | null
}

/** Asks the server which dates a recurrence gives. @throws CalendarError with what is wrong with it in `params`. */
export const readPreview = (times: SeriesTimes, recurrence: Recurrence): Promise<Preview> =>
  write('POST', 'kalends/v1', 'recurrence-preview', { body: { ...times, recurrence } })

/**
 * What an exception gets to be as its series again, of the fields that it has of its own; `fieldsOf` makes the fields of the template.
 * @throws Error where the rule no longer gives the date of the exception.
 */
export const valuesOfSeries = async (
  { series, recurrenceId, ownFields }: SeriesPlace,
  fieldsOf: (template: Event) => EventFields,
): Promise<EventFields> => {
  if (!series) return {}
  const { template } = series
  const { show_map, show_map_link, author } = template
  const all = { ...fieldsOf(template), show_map, show_map_link, author: Number(author) }
  const values = Object.fromEntries(Object.entries(all).filter(([name]) => ownFields.includes(name)))
  if (!ownFields.includes('start_date')) return values
  const { dates } = await readPreview({ ...timesOf(series), from: recurrenceId }, readRecurrence(series))
  const own = dates.find(({ recurrence_id }) => recurrence_id === recurrenceId)
  if (!own) throw new Error(t('The series has no such date any more; the event stays as it is.'))
  const { start_date, end_date } = own
  return { ...values, start_date, end_date, timezone: series.timezone, all_day: series.all_day }
}

/** The series of the event whose form is around a part; undefined for a single event. */
export const SeriesContext = createContext<SeriesPlace | undefined>(undefined)
