import { addDays, addMonths, type DateTimeText, endOfDay, nowText, toEpoch } from '../../src/lib/time-zone.ts'

/** What a series is, kept as plain lists of dates: nothing here knows of rules, databases or HTTP. */
export type ModelSeries = {
  id: number
  slug: string
  /** The first date of the rule, the days from one to the next, and how many there are, or until before when. */
  start: DateTimeText
  days: number
  count: number | undefined
  before: DateTimeText | undefined
  excepted: DateTimeText[]
  /** The day up to which a series without an end has its occurrences. */
  filledUntil: DateTimeText
  occurrences: ModelOccurrence[]
}

export type ModelOccurrence = {
  /** 0 until the server has said it. */
  id: number
  /** The date that the rule gave it. */
  ruled: DateTimeText
  start: DateTimeText
  title: string
  isTrash: boolean
  /** What it has changed itself: it is an exception where this is not empty. */
  own: Set<'start_date' | 'status' | 'title'>
}

/** The rule as a write sends it. */
export const ruleText = ({ days, count }: Pick<ModelSeries, 'days' | 'count'>): string => {
  const frequency = days % 7 === 0 ? `WEEKLY;INTERVAL=${days / 7}` : `DAILY;INTERVAL=${days}`
  return `RRULE:FREQ=${frequency}${count === undefined ? '' : `;COUNT=${count}`}`
}

/** Two years from now, or from the start of what begins later (contract C3.2). */
export const horizonOf = (start: DateTimeText, now: number): DateTimeText =>
  endOfDay(addMonths(start > nowText(now) ? start : nowText(now), 24))

/** The dates that a series has: every so many days, until it ends or reaches the horizon, but for those that are excepted. */
export const datesOf = (series: ModelSeries, now: number): DateTimeText[] => {
  const { start, days, count, before, excepted } = series
  const isEndless = count === undefined && before === undefined
  const last = isEndless ? horizonOf(start, now) : '9999'
  const dates: DateTimeText[] = []
  for (let at = 0; at < (count ?? Number.POSITIVE_INFINITY); at++) {
    const date = addDays(start, days * at)
    if (date > last || (before !== undefined && date >= before)) break
    dates.push(date)
  }
  return dates.filter((date) => !excepted.includes(date))
}

/** Occurrences that are shown. */
export const shown = ({ occurrences }: ModelSeries): ModelOccurrence[] => occurrences.filter(({ isTrash }) => !isTrash)

/** The occurrence that new ones are made like: the last one that has the least of its own, none of the trash where there is another. */
const templateOf = (occurrences: readonly ModelOccurrence[]): ModelOccurrence | undefined => {
  const own = (one: ModelOccurrence) => [...one.own].join(',').length
  return occurrences.toSorted(
    (one, other) =>
      Number(one.isTrash) - Number(other.isTrash) || own(one) - own(other) || (one.ruled < other.ruled ? 1 : -1),
  )[0]
}

/** An occurrence that was changed alone has nothing of its own that is as its series has it. */
export const forgetWhatIsSame = ({ occurrences }: ModelSeries, one: ModelOccurrence): void => {
  const like = templateOf(occurrences.filter((other) => other !== one))
  if (one.start === one.ruled) one.own.delete('start_date')
  if (like?.title === one.title && !like.own.has('title')) one.own.delete('title')
  if (like?.isTrash === one.isTrash && !like.own.has('status')) one.own.delete('status')
}

const newOccurrence = (ruled: DateTimeText, { title, isTrash }: Pick<ModelOccurrence, 'title' | 'isTrash'>) =>
  ({ id: 0, ruled, start: ruled, title, isTrash, own: new Set() }) satisfies ModelOccurrence

/** Makes a series with its occurrences. */
export const createModel = (
  { start, days, count, title }: { start: DateTimeText; days: number; count: number | undefined; title: string },
  now: number,
): ModelSeries => {
  const series: ModelSeries = {
    id: 0,
    slug: '',
    ...{ start, days, count, before: undefined, excepted: [], occurrences: [] },
    filledUntil: count === undefined ? horizonOf(start, now) : '',
  }
  series.occurrences = datesOf(series, now).map((date) => newOccurrence(date, { title, isTrash: false }))
  return series
}

/** Splits a series before an occurrence, and returns the part that begins with it; the series itself where it is the first. */
export const split = (series: ModelSeries, { ruled }: ModelOccurrence): ModelSeries => {
  const isBefore = (one: ModelOccurrence) => one.ruled < ruled
  if (!series.occurrences.some(isBefore)) return series
  const given = Math.ceil((toEpoch(ruled) - toEpoch(series.start)) / 86_400_000 / series.days)
  const rest: ModelSeries = {
    ...series,
    id: 0,
    start: ruled,
    count: series.count === undefined ? undefined : series.count - given,
    excepted: series.excepted.filter((date) => date >= ruled),
    occurrences: series.occurrences.filter((one) => !isBefore(one)),
  }
  series.occurrences = series.occurrences.filter(isBefore)
  Object.assign(series, { before: ruled, count: undefined, filledUntil: '' })
  return rest
}

/** Gives every occurrence a title, but for those that have one of their own; the addressed one has none any more. */
export const renameAll = ({ occurrences }: ModelSeries, addressed: ModelOccurrence, title: string): void => {
  addressed.own.delete('title')
  for (const one of occurrences) if (!one.own.has('title')) one.title = title
}

/**
 * Gives the occurrences of a changed series their new dates, each the one that takes the place of its own: as many seconds later, or else one
 * on the same day; the addressed one at least the nearest. Those without a date go, but exceptions stay; returns these.
 */
export const replan = (
  series: ModelSeries,
  addressed: ModelOccurrence,
  seconds: number,
  now: number,
): ModelOccurrence[] => {
  const free = new Set(datesOf(series, now))
  const given = new Map<ModelOccurrence, DateTimeText>()
  const give = (one: ModelOccurrence, date: DateTimeText | undefined) => {
    if (date !== undefined && !given.has(one) && free.delete(date)) given.set(one, date)
  }
  const wished = (one: ModelOccurrence) => nowText(toEpoch(one.ruled) + 1000 * seconds)
  for (const one of series.occurrences) give(one, wished(one))
  for (const one of series.occurrences)
    give(
      one,
      [...free].findLast((date) => date.slice(0, 10) === wished(one).slice(0, 10)),
    )
  const distance = (date: DateTimeText) => Math.abs(toEpoch(date) - toEpoch(wished(addressed)))
  give(addressed, [...free].sort((one, other) => distance(one) - distance(other))[0])
  for (const [one, date] of given) {
    one.ruled = date
    if (!one.own.has('start_date')) one.start = date
  }
  const kept = series.occurrences.filter((one) => !given.has(one) && (one.own.size > 0 || one.isTrash))
  const like = templateOf(series.occurrences)
  series.occurrences = [
    ...given.keys(),
    ...kept,
    ...[...free].map((date) => newOccurrence(date, like ?? addressed)),
  ].sort((one, other) => (one.ruled < other.ruled ? -1 : 1))
  series.filledUntil = series.count === undefined && series.before === undefined ? horizonOf(series.start, now) : ''
  return kept
}

/** Adds the occurrences of the months that have come into the horizon; it moves in steps of a week. */
export const fill = (series: ModelSeries, now: number): void => {
  const { filledUntil } = series
  if (filledUntil === '' || shown(series).length === 0) return
  if (filledUntil >= addDays(horizonOf('', now), -7)) return
  const like = templateOf(series.occurrences) as ModelOccurrence
  const dates = datesOf(series, now).filter((date) => date > filledUntil)
  series.occurrences.push(...dates.map((date) => newOccurrence(date, like)))
  series.filledUntil = horizonOf(series.start, now)
}
