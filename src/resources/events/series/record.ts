import { member, membersFor, optionalMember, type RecordOf } from '../../../core/members.ts'
import { address, count, dateTime, id, listOf, object, optional, text, truth } from '../../../core/parts.ts'
import { defineRecord } from '../../../core/record.ts'
import { namespace } from '../../../lib/links.ts'
import { writeRule } from '../../../recurrence/rule.ts'
import { type EventRecord, eventRecord } from '../record.ts'
import { type Occurrence, readOwnFields } from './stored.ts'
import { readRecurrence, type SeriesRow } from './times.ts'

/** A series with what its record shows of its occurrences: those that the caller may read, outside of the trash. */
export type ShownSeries = SeriesRow & {
  readonly title: string
  readonly template: EventRecord
  readonly count: number
  readonly first: OccurrenceFacts
  readonly last: OccurrenceFacts
  readonly exceptions: readonly OccurrenceFacts[]
}

/** What a series shows of one of its occurrences. */
export type OccurrenceFacts = Pick<
  Occurrence,
  'id' | 'series_id' | 'start_date' | 'start_utc' | 'recurrence_id' | 'own_fields'
>

const columns = membersFor<ShownSeries>()

const recurrencePart = object('Recurrence', {
  rrule: [text, 'The rule of RFC 5545, without `RRULE:`; empty when there are only further dates.'],
  rdate: [listOf(dateTime), 'Additional starts, as local times in the time zone of the series.'],
  exdate: [listOf(text), 'Excluded starts or days, as local times in the time zone of the series.'],
  text: [text, 'The same as RFC 5545 lines, which can be sent as `recurrence`.'],
})

const occurrencePart = object('Occurrence', {
  id: [id, 'Id of the event.'],
  rest_url: [address, 'Address of the event in this interface.'],
  start_date: [dateTime, 'Start in the event’s own time zone.'],
  recurrence_id: [dateTime, 'Its original start by the rule.'],
  own_fields: [optional(listOf(text)), 'For an exception: the fields in which it differs from the series.'],
})

const shownRecurrence = (row: ShownSeries) => {
  const { rule, rdate, exdate } = readRecurrence(row)
  return {
    rrule: rule ? writeRule(rule) : '',
    rdate,
    exdate: exdate.map(({ local, isDay }) => (isDay ? local.slice(0, 10) : local)),
    text: row.recurrence,
  }
}

const members = {
  id: member(id, 'Id of the series.', columns.stored('id')),
  rest_url: member(
    address,
    'Address of the series in this interface.',
    columns.address('site', `/${namespace}/series/`, 'id'),
  ),
  url: member(
    address,
    'Address that redirects visitors to the next occurrence, or to the last one when all are over.',
    columns.address('site', '/event/', 'slug', '/'),
  ),
  slug: member(
    text,
    'Last part of that address. Reading an event by this slug returns the same occurrence.',
    columns.stored('slug'),
  ),
  title: member(text, 'Title of the occurrences, with entities for `&`, `<` and `>`.', columns.text('title')),
  recurrence: member(recurrencePart, 'How the series recurs (RFC 5545).', shownRecurrence),
  start_date: member(
    dateTime,
    'The first start (`DTSTART`), in the time zone of the series.',
    columns.date('start_date'),
  ),
  timezone: member(text, 'Time zone of the rule.', columns.stored('timezone')),
  all_day: member(truth, 'Whether the occurrences last whole days.', columns.onOff('all_day')),
  duration: member(
    count,
    'Seconds from the start of an occurrence to its end; for whole days, to the start of its last day.',
    columns.stored('length'),
  ),
  filled_until: optionalMember(
    dateTime,
    'For a series without an end: occurrences exist up to this time; more are added as time passes.',
    columns.stored('filled_until', { omitsEmpty: true }),
  ),
  count: member(count, 'Number of occurrences that the caller may read.', columns.stored('count')),
  first: member(occurrencePart, 'The first occurrence.', ({ first }: ShownSeries, { links }) => shown(first, links)),
  last: member(occurrencePart, 'The last occurrence.', ({ last }: ShownSeries, { links }) => shown(last, links)),
  exceptions: member(
    listOf(occurrencePart),
    'The occurrences that differ from the series.',
    ({ exceptions }: ShownSeries, { links }) => exceptions.map((one) => shown(one, links)),
  ),
  template: member(
    eventRecord,
    'The event as defined by the series; new occurrences are created like it.',
    ({ template }: ShownSeries) => template,
  ),
}

const shown = (
  { id, start_date, recurrence_id, own_fields }: OccurrenceFacts,
  links: { readonly api: (path: string) => string },
) => ({
  id,
  rest_url: links.api(`events/${id}`),
  start_date,
  recurrence_id,
  ...(own_fields === '' ? {} : { own_fields: [...readOwnFields({ own_fields })] }),
})

/** The record of a series (contract C3.3). */
export const seriesRecord = defineRecord<ShownSeries>()('Series', members, [
  ...(['id', 'rest_url', 'url', 'slug', 'title', 'recurrence', 'start_date', 'timezone', 'all_day'] as const),
  ...(['duration', 'filled_until', 'count', 'first', 'last', 'exceptions', 'template'] as const),
])

/** The record of a series as a client receives it. */
export type SeriesRecord = RecordOf<typeof members>
