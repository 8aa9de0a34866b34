import type { Db } from '../../../db/database.ts'
import { addDays, type DateTimeText, toUtc } from '../../../lib/time-zone.ts'
import { basicForm } from '../../../recurrence/dates.ts'
import { datesOfRule } from '../../../recurrence/expand.ts'
import { type Recurrence, writeRecurrence } from '../../../recurrence/recurrence.ts'
import type { Rule } from '../../../recurrence/rule.ts'
import { insertSeries, type Occurrence, updateSeries } from './stored.ts'
import { later, recurrenceOf, type SeriesRow, type SeriesTimes, startOf, zoneOf } from './times.ts'

/** The two parts of a recurrence: what it gives before a start, and what it gives from it on. */
export const splitRecurrence = (
  { rule, rdate, exdate }: Recurrence,
  series: SeriesTimes,
  at: DateTimeText,
): readonly [before: Recurrence, after: Recurrence] => {
  const day = at.slice(0, 10)
  const isBefore = ({ local, isDay }: Recurrence['exdate'][number]) => (isDay ? local.slice(0, 10) < day : local < at)
  return [
    {
      rule: rule && { ...rule, count: undefined, until: endBefore(series, at) },
      rdate: rdate.filter((date) => date < at),
      exdate: exdate.filter(isBefore),
    },
    {
      rule: rule && restOf(rule, series, at),
      rdate: rdate.filter((date) => date > at),
      exdate: exdate.filter((date) => !isBefore(date)),
    },
  ]
}

/** The UNTIL that ends a rule before a start: UTC, as RFC 5545 asks where the start has a zone. */
export const endBefore = (series: SeriesTimes, at: DateTimeText): string => {
  if (series.all_day === 1) return basicForm(addDays(at, -1)).slice(0, 8)
  return `${basicForm(later(toUtc(at, zoneOf(series))?.utc ?? at, -1))}Z`
}

/** The rule with the number of dates that are left from a start on. */
const restOf = (rule: Rule, series: SeriesTimes, at: DateTimeText): Rule => {
  if (rule.count === undefined) return rule
  const dates = datesOfRule(rule, startOf(series), at, rule.count)
  const given = dates.filter((date) => date < at).length + (dates[0] === series.start_date ? 0 : 1)
  return { ...rule, count: Math.max(rule.count - given, 1) }
}

/** Moves an occurrence and all after it to a series of their own, and ends the one that they leave. */
export const splitSeries = async (
  db: Db,
  series: SeriesRow,
  at: Pick<Occurrence, 'recurrence_id'>,
  modified_utc: string,
): Promise<SeriesRow> => {
  const { slug, id: _, ...columns } = series
  const [before, after] = splitRecurrence(recurrenceOf(series), series, at.recurrence_id)
  const rest = await insertSeries(
    db,
    { ...columns, start_date: at.recurrence_id, recurrence: writeRecurrence(after), modified_utc },
    slug,
  )
  await updateSeries(db, series.id, { recurrence: writeRecurrence(before), filled_until: '', modified_utc })
  await db.kysely
    .updateTable('event')
    .set({ series_id: rest.id })
    .where('series_id', '=', series.id)
    .where('recurrence_id', '>=', at.recurrence_id)
    .execute()
  return rest
}
