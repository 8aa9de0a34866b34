import { ApiError } from '../../core/errors.ts'
import { isInvalid } from '../../core/params.ts'
import { email as emailType } from '../../core/types.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { isJsonObject, type JsonObject } from '../../lib/json.ts'
import { addDays, addMonths, isDay, nowText, toLocal } from '../../lib/time-zone.ts'
import { readUrl } from '../../lib/url.ts'
import type { PageContext } from '../page-context.ts'
import { type Entries, type FieldName, fieldLimits, fieldNames, repeats } from './fields.ts'

/** What is wrong with a field: a text of the page, with a reason where the interface gives one. */
export type EntryFault = { readonly key: TextKey; readonly reason?: string }

/** The faults of fields; `picture` is the file. */
export type EntryFaults = ReadonlyMap<FieldName | 'picture', EntryFault>

/** Most months for which an event may be repeated. */
const longestRepeat = 24

/** Finds what is wrong with the entries of a form, by itself. */
export const checkEntries = (context: PageContext, entries: Entries): Map<FieldName | 'picture', EntryFault> => {
  const faults = new Map<FieldName | 'picture', EntryFault>()
  const report = (name: FieldName, key: TextKey): void => {
    if (!faults.has(name)) faults.set(name, { key })
  }
  for (const name of fieldNames) if (entries[name].length > fieldLimits[name]) report(name, 'submit.tooLong')
  for (const name of ['title', 'start_date', 'name', 'email'] as const)
    if (entries[name] === '') report(name, 'submit.missing')
  checkTimes(context, entries, report)
  const { email, website } = entries
  if (email !== '' && !isAddress(email, context)) report('email', 'submit.badEmail')
  if (website !== '' && readUrl(website) === undefined) report('website', 'submit.badUrl')
  return faults
}

const isAddress = (text: string, { request }: PageContext): boolean => {
  const read = emailType.read(text, request)
  return read === text && !isInvalid(read)
}

const checkTimes = (context: PageContext, entries: Entries, report: (name: FieldName, key: TextKey) => void): void => {
  const { start_date, start_time, end_date, repeat, until } = entries
  for (const name of ['start_date', 'end_date', 'until'] as const)
    if (entries[name] !== '' && !isDay(entries[name])) report(name, 'submit.badDate')
  const isAllDay = entries.all_day !== ''
  if (!isAllDay) {
    if (start_time === '') report('start_time', 'submit.missingTime')
    for (const name of ['start_time', 'end_time'] as const)
      if (entries[name] !== '' && !isTime(entries[name])) report(name, 'submit.badTime')
  }
  if (!isDay(start_date)) return
  const { start, end } = readTimes(entries)
  const now = toLocal(nowText(context.app.clock()), context.config.zone)
  if (start_time !== '' && !isTime(start_time)) return
  if (end < start) report(end_date !== '' && end_date < start_date ? 'end_date' : 'end_time', 'submit.endsBefore')
  else if (repeat === '' && end < now) report(end_date === '' ? 'start_date' : 'end_date', 'submit.over')
  if (repeat === '') return
  if (!repeats.some((one) => one === repeat)) report('repeat', 'submit.badRepeat')
  if (until === '') report('until', 'submit.missing')
  else if (until <= start_date || until < now.slice(0, 10) || `${until} 00:00:00` > addMonths(start, longestRepeat))
    report('until', 'submit.badUntil')
}

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text)

/** Start and end as `YYYY-MM-DD HH:MM:SS`; an event without an end ends when it begins, one of whole days with its day. */
export const readTimes = (entries: Entries): { readonly start: string; readonly end: string } => {
  const { start_date, start_time, end_date, end_time, all_day } = entries
  const lastDay = end_date === '' ? start_date : end_date
  if (all_day !== '') return { start: `${start_date} 00:00:00`, end: `${lastDay} 23:59:59` }
  const second = (time: string): string => (time.length === 5 ? `${time}:00` : time)
  const start = `${start_date} ${second(start_time || '00:00')}`
  if (end_time !== '') return { start, end: `${lastDay} ${second(end_time)}` }
  return { start, end: lastDay === start_date ? start : `${lastDay} 23:59:59` }
}

/** The payload of an event, for entries without a fault. */
export const createPayload = (entries: Entries): JsonObject => {
  const { title, description, website, cost, category, venue, address, city, organizer } = entries
  const { start, end } = readTimes(entries)
  const rule = ruleOf(entries)
  return {
    title,
    start_date: start,
    end_date: end,
    all_day: entries.all_day !== '',
    ...(description !== '' && { description }),
    ...(website !== '' && { website }),
    ...(cost !== '' && { cost }),
    ...(category !== '' && { categories: [category] }),
    ...(venue !== '' && { venue: { venue, ...(address !== '' && { address }), ...(city !== '' && { city }) } }),
    ...(organizer !== '' && { organizer: { organizer } }),
    ...(rule !== '' && { recurrence: `RRULE:${rule}` }),
  }
}

const days = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

const ruleOf = ({ repeat, start_date, until }: Entries): string => {
  const end = `UNTIL=${until.replaceAll('-', '')}`
  if (repeat === 'weekly') return `FREQ=WEEKLY;${end}`
  if (repeat === 'monthly') return `FREQ=MONTHLY;${end}`
  if (repeat !== 'monthly-weekday') return ''
  // The second Tuesday; a fifth one is the last one, since most months have none.
  const place = Math.ceil(Number(start_date.slice(8)) / 7)
  const isLast = addDays(`${start_date} 00:00:00`, 7).slice(5, 7) !== start_date.slice(5, 7) && place > 4
  const day = days[new Date(`${start_date}T00:00:00Z`).getUTCDay()] ?? 'MO'
  return `FREQ=MONTHLY;BYDAY=${isLast ? -1 : place}${day};${end}`
}

/** The field of the form for each field of the interface that may be refused. */
const fieldOf: Readonly<Record<string, FieldName>> = {
  title: 'title',
  description: 'description',
  start_date: 'start_date',
  end_date: 'end_date',
  recurrence: 'until',
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  website: 'website',
  cost: 'cost',
}

/** The faults that the interface has found in a payload; undefined for an error of another kind. */
export const faultsOfError = (error: unknown): EntryFaults | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'rest_forbidden') return new Map([['category', { key: 'submit.badChoice' }]])
  const params = error.code === 'rest_invalid_param' ? error.data['params'] : undefined
  if (!isJsonObject(params)) return undefined
  const found = Object.entries(params).map(([name, reason]): [FieldName, EntryFault] => [
    fieldOf[name] ?? 'title',
    { key: 'submit.refused', reason: String(reason) },
  ])
  return new Map(found)
}
