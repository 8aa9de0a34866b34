import type { RequestContext } from '../../../core/context.ts'
import { forbidden, mayEdit } from '../../../core/policy.ts'
import type { Db } from '../../../db/database.ts'
import { addDays, type DateTimeText, toUtc } from '../../../lib/time-zone.ts'
import { basicForm } from '../../../recurrence/dates.ts'
import { datesOfRule } from '../../../recurrence/expand.ts'
import { type Recurrence, writeRecurrence } from '../../../recurrence/recurrence.ts'
import type { Rule } from '../../../recurrence/rule.ts'
import { noExternalId } from '../../shared/external-id.ts'
import type { Scope } from './params.ts'
import { insertSeries, type Occurrence, readOccurrences, updateSeries } from './stored.ts'
import { later, readRecurrence, type SeriesRow, type SeriesTimes, seriesStart, seriesZone } from './times.ts'

/** A part of a recurrence, and its start (DTSTART). */
export type Part = { readonly start: DateTimeText; readonly recurrence: Recurrence }

/**
 * What a recurrence gives from one of its occurrences on. It starts with the next date of the rule, which keeps its rhythm: an occurrence
 * that the rule does not give, one of RDATE or an exception that was kept, is no start for it.
 */
export const restFrom = ({ rule, rdate, exdate }: Recurrence, series: SeriesTimes, at: DateTimeText): Part => {
  const next = rule && (at <= series.start_date ? series.start_date : nextOfRule(rule, series, at))
  const start = next ?? at
  return {
    start,
    recurrence: {
      rule: rule && next !== undefined ? ruleFrom(rule, series, start) : undefined,
      rdate: rdate.filter((date) => date >= at && date !== start),
      exdate: exdate.filter((date) => !isBefore(date, at)),
    },
  }
}

/** What a recurrence gives before one of its occurrences: where the rule begins there, the occurrences from the `first` on. */
const partBefore = (
  { rule, rdate, exdate }: Recurrence,
  series: SeriesTimes,
  at: DateTimeText,
  first: DateTimeText,
): Part => {
  const start = at > series.start_date ? series.start_date : first
  // A rule that gives nothing there would be refused by the next change.
  const isGiving = rule && at > series.start_date && pastOf(rule, series, at).some((date) => date < at)
  return {
    start,
    recurrence: {
      rule: isGiving ? { ...rule, count: undefined, until: endBefore(series, at) } : undefined,
      rdate: rdate.filter((date) => date < at && date !== start),
      exdate: exdate.filter((date) => isBefore(date, at)),
    },
  }
}

const isBefore = ({ local, isDay }: Recurrence['exdate'][number], at: DateTimeText): boolean =>
  isDay ? local.slice(0, 10) < at.slice(0, 10) : local < at

/** The dates of a rule up to a moment, included. */
const pastOf = (rule: Rule, series: SeriesTimes, at: DateTimeText): readonly DateTimeText[] =>
  datesOfRule(rule, seriesStart(series), at, Number.POSITIVE_INFINITY)

/** The first date of a rule that is not before a moment; undefined where it has ended. */
const nextOfRule = (rule: Rule, series: SeriesTimes, at: DateTimeText): DateTimeText | undefined => {
  const past = pastOf(rule, series, at)
  if (past.at(-1) === at) return at
  return datesOfRule(rule, seriesStart(series), undefined, past.length + 1).find((date) => date > at)
}

/** The UNTIL that ends a rule before a start: UTC, as RFC 5545 asks where the start has a zone. */
export const endBefore = (series: SeriesTimes, at: DateTimeText): string => {
  if (series.all_day === 1) return basicForm(addDays(at, -1)).slice(0, 8)
  return `${basicForm(later(toUtc(at, seriesZone(series))?.utc ?? at, -1))}Z`
}

/** The rule with the number of dates that are left from a start on. */
const ruleFrom = (rule: Rule, series: SeriesTimes, at: DateTimeText): Rule => {
  if (rule.count === undefined || at === series.start_date) return rule
  const dates = datesOfRule(rule, seriesStart(series), at, rule.count)
  const given = dates.filter((date) => date < at).length + (dates[0] === series.start_date ? 0 : 1)
  return { ...rule, count: Math.max(rule.count - given, 1) }
}

/**
 * Moves an occurrence and all after it to a series of their own, and ends the one that they leave, whose `first` occurrence stays and which
 * keeps the external id: a pair is unique among series (contract C4.1).
 */
const splitSeries = async (
  db: Db,
  series: SeriesRow,
  { at, first }: { readonly at: DateTimeText; readonly first: DateTimeText },
  modified_utc: string,
): Promise<SeriesRow> => {
  const { slug, id: _, ...columns } = series
  const whole = readRecurrence(series)
  const columnsOf = ({ start, recurrence }: Part) => ({
    start_date: start,
    recurrence: writeRecurrence(recurrence),
    modified_utc,
  })
  const rest = await insertSeries(db, { ...columns, ...columnsOf(restFrom(whole, series, at)) }, slug)
  await updateSeries(db, series.id, { ...columnsOf(partBefore(whole, series, at, first)), filled_until: '' })
  await db.kysely
    .updateTable('event')
    .set({ series_id: rest.id, ...noExternalId })
    .where('series_id', '=', series.id)
    .where('recurrence_id', '>=', at)
    .execute()
  return rest
}

/** The occurrences that a write is about, those in the trash too, and the first one of their series. */
export type Affected = { readonly rows: readonly Occurrence[]; readonly first: Occurrence }

/**
 * The occurrences that a write of one of them with a scope is about (contract C3.4).
 * @throws ApiError `rest_forbidden` where the caller may not change one of them.
 */
export const findAffected = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  addressed: Occurrence,
  scope: Exclude<Scope, 'this'>,
): Promise<Affected> => {
  const all = await readOccurrences(db, series.id)
  const isAffected = (row: Occurrence) => scope === 'all' || row.recurrence_id >= addressed.recurrence_id
  const rows = all.filter(isAffected)
  for (const row of rows)
    if (!mayEdit(context.caller, row))
      throw forbidden(context.caller, `You may not change the event ${row.id} of this series.`)
  return { rows, first: all[0] ?? addressed }
}

/** Makes a series of their own of the affected occurrences, where they are not the whole one, and returns them as they are in it. */
export const splitOff = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  addressed: Occurrence,
  { rows, first }: Affected,
): Promise<{ readonly series: SeriesRow; readonly rows: readonly Occurrence[] }> => {
  if (rows.some(({ id }) => id === first.id)) return { series, rows }
  const places = { at: addressed.recurrence_id, first: first.recurrence_id }
  const rest = await splitSeries(db, series, places, context.stamp().utc)
  return { series: rest, rows: rows.map((row) => ({ ...row, series_id: rest.id, ...noExternalId })) }
}
